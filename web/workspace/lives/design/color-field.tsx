import { useSignal } from '@preact/signals';
import { useWorkspace } from '../../workspace-context.ts';

const COLOR = /^#[0-9a-f]{6}$/i;

interface Props {
  readonly label: string;
  /** Null: as in the color scheme. */
  readonly value: string | null;
  /** Color that applies while the value is null. */
  readonly inherited: string;
  change(value: string | null): void;
}

/** Renders a color with its code. Without a value of its own, it shows the one of the color scheme. */
export function ColorField({ label, value, inherited, change }: Props) {
  const { design: texts } = useWorkspace().strings;
  const typed = useSignal<string | null>(null);
  return (
    <div class="color-field">
      <span class="color-label">{label}</span>
      <span class="color-row">
        <input
          type="color"
          aria-label={label}
          value={value ?? inherited}
          onInput={({ currentTarget }) => {
            typed.value = null;
            change(currentTarget.value);
          }}
        />
        <input
          type="text"
          class="color-code"
          aria-label={texts.colorCode(label)}
          spellcheck={false}
          maxLength={7}
          placeholder={texts.ofPreset}
          aria-invalid={typed.value !== null && typed.value !== '' && !COLOR.test(typed.value)}
          value={typed.value ?? value ?? ''}
          onInput={({ currentTarget }) => {
            const text = currentTarget.value.trim();
            typed.value = text;
            if (text === '') change(null);
            else if (COLOR.test(text)) change(text);
          }}
          onBlur={() => {
            typed.value = null;
          }}
        />
        <button
          type="button"
          class="quiet"
          aria-label={texts.reset(label)}
          title={texts.reset(label)}
          aria-disabled={value === null}
          onClick={() => {
            typed.value = null;
            change(null);
          }}
        >
          ×
        </button>
      </span>
    </div>
  );
}
