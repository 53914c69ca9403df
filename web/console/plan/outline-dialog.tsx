import { useSignal } from '@preact/signals';
import { useSubmit } from '../../ui/use-submit.ts';
import { ConsoleDialog } from '../dialogs/console-dialog.tsx';
import { useConsole } from '../state/console-context.ts';

const OUTLINE_MAX = 20_000;

/**
 * Renders the dialog that adds the references found in a pasted text to the plan, in their order. Nothing is shown.
 * [D66]
 */
export function OutlineDialog() {
  const { plan, dialog, strings } = useConsole();
  const { busy, problem, run } = useSubmit();
  const text = useSignal('');
  const foundNone = useSignal(false);

  const add = () =>
    run(async () => {
      const found = await plan.extract(text.value);
      foundNone.value = found.length === 0;
      if (found.length > 0 && (await plan.add(found))) dialog.value = null;
    });

  return (
    <ConsoleDialog title={strings.plan.outline}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label>
          {strings.plan.outlineHint}
          <textarea
            class="outline-text"
            required
            rows={10}
            maxLength={OUTLINE_MAX}
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
              foundNone.value = false;
            }}
          />
        </label>
        {(problem.value || foundNone.value) && (
          <p class="dialog-problem" role="alert">
            {problem.value ?? strings.plan.noReferences}
          </p>
        )}
        <div class="dialog-acts">
          <button type="submit" class="primary" disabled={busy.value}>
            {strings.plan.addOutline}
          </button>
        </div>
      </form>
    </ConsoleDialog>
  );
}
