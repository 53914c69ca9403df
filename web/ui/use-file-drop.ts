import { useSignal } from '@preact/signals';

/** Properties of an element on which files can be dropped. */
interface FileDrop {
  /** Set while files are dragged over the element. */
  readonly 'data-drop': boolean | undefined;
  onDragOver(event: DragEvent): void;
  onDragLeave(event: DragEvent): void;
  onDrop(event: DragEvent): void;
}

/**
 * Makes an element a place to drop files, unless `isEnabled` is false. `onFiles` gets the files, at least one, and the
 * element under the pointer.
 */
export function useFileDrop(isEnabled: boolean, onFiles: (files: readonly File[], target: Element) => void): FileDrop {
  const isTarget = useSignal(false);
  return {
    'data-drop': isTarget.value || undefined,
    onDragOver(event) {
      if (!isEnabled || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      isTarget.value = true;
    },
    onDragLeave({ relatedTarget, currentTarget }) {
      if (!(currentTarget as Element).contains(relatedTarget as Node | null)) isTarget.value = false;
    },
    onDrop(event) {
      isTarget.value = false;
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!isEnabled || files.length === 0) return;
      event.preventDefault();
      onFiles(files, event.target as Element);
    },
  };
}
