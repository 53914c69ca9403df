import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { DialogFrame } from './dialog-frame.tsx';
import { useSubmit } from './use-submit.ts';

interface Props {
  readonly title: string;
  readonly confirm: string;
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
  const { busy, problem, run } = useSubmit();
  const text = useSignal('');
  const refused = useSignal<string | null>(null);
  const isReady = !typed || text.value.trim() === typed.text.trim();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!isReady) return;
    let refusal: string | null = null;
    const isDone = await run(async () => {
      const result = await act();
      refusal = typeof result === 'string' ? result : null;
    });
    refused.value = refusal;
    if (isDone && !refusal) onClose();
  };
  const shown = problem.value ?? refused.value;
  return (
    <DialogFrame title={title} onClose={onClose}>
      {children}
      <form onSubmit={submit}>
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
        {shown && (
          <p class="dialog-problem" role="alert">
            {shown}
          </p>
        )}
        <div class="dialog-acts">
          <button type="button" onClick={onClose}>
            {cancel}
          </button>
          <button type="submit" class={danger ? 'danger primary' : 'primary'} disabled={busy.value || !isReady}>
            {confirm}
          </button>
        </div>
      </form>
    </DialogFrame>
  );
}
