import { useEffect, useMemo, useRef } from 'preact/hooks';
import { SLIDE_TEXT_MAX_CHARACTERS } from '../../../../src/contract/limits.ts';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  /** Language tag of the text, if it is known. */
  readonly lang?: string | undefined;
  readonly readOnly: boolean;
  /** Whether it has the focus when it appears. */
  readonly hasFocus?: boolean;
  onInput(text: string): void;
}

const ROWS_MIN = 4;
const ROWS_MAX = 16;

/** Renders a field that grows with its lines. */
export function TextField({ label, value, lang, readOnly, hasFocus, onInput }: TextFieldProps) {
  const rows = useMemo(() => Math.min(ROWS_MAX, Math.max(ROWS_MIN, value.split('\n').length + 1)), [value]);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, []);
  return (
    <label class="field">
      {label}
      <textarea
        ref={field}
        dir="auto"
        lang={lang}
        rows={rows}
        value={value}
        maxLength={SLIDE_TEXT_MAX_CHARACTERS}
        readOnly={readOnly}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  );
}
