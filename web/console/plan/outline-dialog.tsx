import { useSignal } from '@preact/signals';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { useSubmit } from '../dialogs/use-submit.ts';
import { useConsole } from '../state/console-context.ts';

const OUTLINE_MAX = 20_000;

/** Reads the references in a pasted text, and adds them to the plan in their order. Nothing is shown. [D66] */
export function OutlineDialog() {
  const { plan, dialog, words } = useConsole();
  const { busy, problem, run } = useSubmit();
  const text = useSignal('');
  const hasNone = useSignal(false);

  const add = () =>
    run(async () => {
      const found = await plan.extract(text.value);
      hasNone.value = found.length === 0;
      if (found.length > 0 && (await plan.add(found))) dialog.value = null;
    });

  return (
    <DialogFrame title={words.plan.outline}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label>
          {words.plan.outlineHint}
          <textarea
            class="outline-text"
            required
            rows={10}
            maxLength={OUTLINE_MAX}
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
              hasNone.value = false;
            }}
          />
        </label>
        {(problem.value || hasNone.value) && (
          <p class="dialog-problem" role="alert">
            {problem.value ?? words.plan.noReferences}
          </p>
        )}
        <div class="dialog-acts">
          <button type="submit" class="primary" disabled={busy.value}>
            {words.plan.addOutline}
          </button>
        </div>
      </form>
    </DialogFrame>
  );
}
