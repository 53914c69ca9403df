import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

interface Props {
  /** Whether files can be dropped. If not, or while a dialog is open, a dropped file is ignored. */
  readonly isEnabled: boolean;
  /** Text shown while files are dragged. */
  readonly hint: string;
  /** Called with the dropped files, at least one, the element under the pointer, and the dropped folders and files. */
  onFiles(files: readonly File[], target: Element, entries: readonly FileSystemEntry[]): void;
}

/** Makes the whole window a place to drop files, and says so while files are dragged. The browser never opens them. */
export function WindowDrop({ isEnabled, hint, onFiles }: Props) {
  const isDragging = useSignal(false);
  const latest = useRef({ isEnabled, onFiles });
  latest.current = { isEnabled, onFiles };
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const accepts = () => latest.current.isEnabled && !document.querySelector('dialog[open]');
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      isDragging.value = accepts();
      if (!isDragging.value) event.dataTransfer!.dropEffect = 'none';
    };
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) isDragging.value = false;
    };
    const onDrop = (event: DragEvent) => {
      isDragging.value = false;
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      // They are known only while the event is handled.
      const entries = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
      if (files.length > 0 && accepts()) latest.current.onFiles(files, event.target as Element, entries);
    };
    addEventListener('dragover', onDragOver);
    addEventListener('dragleave', onDragLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', onDragOver);
      removeEventListener('dragleave', onDragLeave);
      removeEventListener('drop', onDrop);
    };
  }, []);
  return isDragging.value && <p class="window-drop">{hint}</p>;
}
