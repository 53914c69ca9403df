import type { Signal } from '@preact/signals';
import { NAME_MAX_CHARACTERS } from '../../src/contract/limits.ts';
import { HintedField } from './hinted-field.tsx';

interface Props {
  readonly label: string;
  readonly name: Signal<string>;
  /** Text below the field, which then has a row of its own. */
  readonly hint?: string;
}

/** Renders the field for the name of a resource. */
export function NameField({ label, name, hint }: Props) {
  return (
    <HintedField label={label} hint={hint} isWide={hint !== undefined}>
      {(attributes) => (
        <input
          type="text"
          {...attributes}
          required
          maxLength={NAME_MAX_CHARACTERS}
          value={name.value}
          // Typing replaces a proposed name.
          onFocus={({ currentTarget }) => currentTarget.select()}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value;
          }}
        />
      )}
    </HintedField>
  );
}
