import { useSignal } from '@preact/signals';
import { HintedField } from '../../../ui/hinted-field.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly min: number;
  readonly max: number;
  /** Null: no value of its own. */
  readonly value: number | null;
  /** Placeholder while the value is null. Without one, the field must have a value. */
  readonly empty?: string;
  change(value: number | null): void;
}

/** Renders a whole number. What is not valid yet stays in the field and changes nothing. */
export function NumberField({ label, hint, min, max, value, empty, change }: Props) {
  const typed = useSignal<string | null>(null);
  return (
    <HintedField label={label} hint={hint}>
      {(attributes) => (
        <input
          type="number"
          {...attributes}
          min={min}
          max={max}
          step={1}
          required={empty === undefined}
          placeholder={empty}
          value={typed.value ?? value ?? ''}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
            if (!currentTarget.validity.valid) return;
            change(currentTarget.value === '' ? null : currentTarget.valueAsNumber);
          }}
          onBlur={({ currentTarget }) => {
            if (currentTarget.validity.valid) typed.value = null;
          }}
        />
      )}
    </HintedField>
  );
}
