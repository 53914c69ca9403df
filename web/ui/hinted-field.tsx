import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldAttributes {
  readonly id: string;
  readonly 'aria-labelledby': string;
  readonly 'aria-describedby': string | undefined;
}

interface Props {
  readonly label: string;
  readonly hint: string | undefined;
  /** Whether the field has a row of its own. */
  readonly isWide?: boolean;
  readonly children: (attributes: FieldAttributes) => ComponentChildren;
}

/** Renders a labeled field with a hint. The hint describes the field, and is no part of its name. */
export function HintedField({ label, hint, isWide, children }: Props) {
  const id = useId();
  return (
    <label htmlFor={id} class={isWide ? 'wide' : undefined}>
      <span id={`${id}-label`}>{label}</span>
      {children({ id, 'aria-labelledby': `${id}-label`, 'aria-describedby': hint && `${id}-hint` })}
      {hint && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
    </label>
  );
}
