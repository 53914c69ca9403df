import { useSignal } from '@preact/signals';
import { NAME_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import type { PlanListItem, PlansClient } from '../../session/plans-client.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useWorkspace } from '../workspace-context.ts';
import { toInputs } from './copy-plan.ts';

interface Props {
  readonly plan: PlanListItem;
  readonly client: PlansClient;
  /** Called after the plan was changed. */
  onDone(): Promise<void>;
  onClose(): void;
}

/** Renders the dialog for the name and the date of a plan. */
export function RenamePlanDialog({ plan, client, onDone, onClose }: Props) {
  const { strings } = useWorkspace();
  const texts = strings.plans;
  const { busy, problem, run } = useSubmit();
  const name = useSignal(plan.name);
  const date = useSignal(plan.date ?? '');
  const submit = async () => {
    const done = await run(async () => {
      const read = await client.read(plan.id);
      const body = { name: name.value, date: date.value || null, entries: toInputs(read.plan.entries) };
      await client.replace(plan.id, read.etag, body);
      await onDone();
    });
    if (done) onClose();
  };
  return (
    <DialogFrame title={texts.rename} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label>
          {texts.name}
          <input
            required
            maxLength={NAME_MAX_CHARACTERS}
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value;
            }}
          />
        </label>
        <label>
          {texts.date}
          <input
            type="date"
            value={date.value}
            onInput={({ currentTarget }) => {
              date.value = currentTarget.value;
            }}
          />
        </label>
        {problem.value && (
          <p class="dialog-problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="dialog-acts">
          <button type="submit" class="primary" disabled={busy.value}>
            {texts.save}
          </button>
        </div>
      </form>
    </DialogFrame>
  );
}
