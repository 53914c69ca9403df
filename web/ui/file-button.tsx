import { useRef } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly class?: string | undefined;
  readonly accept?: string;
  readonly multiple?: boolean;
  /** Whether a folder is chosen, with all files in it. */
  readonly folder?: boolean;
  readonly disabled?: boolean;
  /** Whether it has the focus when its dialog opens. */
  readonly autofocus?: boolean;
  /** Called with the chosen files, at least one. */
  onFiles(files: readonly File[]): void;
}

/** Renders a button with which the person chooses files. */
export function FileButton({ label, accept, multiple, folder, onFiles, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        {...(folder && { webkitdirectory: true })}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <button type="button" {...button} onClick={() => input.current?.click()}>
        {label}
      </button>
    </>
  );
}
