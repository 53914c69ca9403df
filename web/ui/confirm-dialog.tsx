import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { DialogForm } from './dialog-form.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { useSubmit } from './use-submit.ts';

interface Props {
  readonly title: string;
  /** Label of the button that confirms. Null if the action is not possible, which the children explain. */
  readonly confirm: string | null;
  readonly cancel: string;
  readonly danger?: boolean;
  /** Text that the person must type first, and the label of its field. */
  readonly typed?: { readonly text: string; readonly label: string } | undefined;
  /**
   * Runs the confirmed action. If it rejects or resolves to a problem (a string), the dialog stays open and shows it.
   */
  run(): Promise<unknown>;
  onClose(): void;
  readonly children: ComponentChildren;
}

/** Renders a dialog that asks to confirm an action, says what it does, and runs it. */
export function ConfirmDialog({ title, confirm, cancel, danger, typed, run: act, onClose, children }: Props) {
  const requests = useSubmit();
  const text = useSignal('');
  const refusal = useSignal<string | null>(null);
  const isReady = !typed || text.value.trim() === typed.text.trim();
  const submit = async () => {
    refusal.value = null;
    const isDone = await requests.run(async () => {
      const result = await act();
      if (typeof result === 'string') refusal.value = result;
    });
    if (isDone && refusal.value === null) onClose();
  };
  return (
    <DialogFrame title={title} onClose={onClose}>
      {children}
      <DialogForm
        requests={requests}
        problem={refusal.value}
        submitLabel={confirm}
        isDanger={danger}
        isDisabled={!isReady}
        otherButtons={
          <button type="button" onClick={onClose}>
            {cancel}
          </button>
        }
        submit={submit}
      >
        {typed && (
          <label class="wide">
            {typed.label}
            <input
              type="text"
              autocomplete="off"
              spellcheck={false}
              value={text.value}
              onInput={({ currentTarget }) => {
                text.value = currentTarget.value;
              }}
            />
          </label>
        )}
      </DialogForm>
    </DialogFrame>
  );
}
