import type { Signal } from '@preact/signals';
import { NAME_MAX_CHARACTERS } from '../../src/contract/limits.ts';

interface Props {
  readonly label: string;
  readonly name: Signal<string>;
  /** Text below the field, which then has a row of its own. */
  readonly hint?: string;
}

/** Renders the field for the name of a resource. */
export function NameField({ label, name, hint }: Props) {
  return (
    <label class={hint && 'wide'}>
      {label}
      <input
        type="text"
        required
        maxLength={NAME_MAX_CHARACTERS}
        value={name.value}
        // Typing replaces a proposed name.
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => {
          name.value = currentTarget.value;
        }}
      />
      {hint && <span class="hint">{hint}</span>}
    </label>
  );
}
