import { NAME_MAX_CHARACTERS } from '../../../src/contract/limits.ts';

interface Props {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly isReadOnly?: boolean;
  /** Called with the typed name, in which spaces replace line breaks. */
  onInput(value: string): void;
  onBlur?(): void;
}

/** Renders the name of a document as a field that looks like its heading. A long name wraps. */
export function TitleField({ id, label, value, isReadOnly = false, onInput, onBlur }: Props) {
  return (
    <textarea
      id={id}
      class="title-field"
      rows={1}
      aria-label={label}
      dir="auto"
      maxLength={NAME_MAX_CHARACTERS}
      value={value}
      readOnly={isReadOnly}
      onInput={({ currentTarget }) => onInput(currentTarget.value.replaceAll('\n', ' '))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      onBlur={onBlur}
    />
  );
}
