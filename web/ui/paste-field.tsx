import type { Signal } from '@preact/signals';

const ROWS = 10;

interface Props {
  readonly label: string;
  readonly text: Signal<string>;
  /** Without it, the server refuses a text that is too long, so that a paste is not cut off silently. */
  readonly maxLength?: number;
  onInput?(): void;
}

/** Renders the field of a dialog for a pasted text. */
export function PasteField({ label, text, maxLength, onInput }: Props) {
  return (
    <label class="wide">
      {label}
      <textarea
        dir="auto"
        required
        rows={ROWS}
        maxLength={maxLength}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          onInput?.();
        }}
      />
    </label>
  );
}
