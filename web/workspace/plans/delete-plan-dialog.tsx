import type { PlanListItem } from '../../session/plans-client.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useWorkspace } from '../workspace-context.ts';

interface Props {
  readonly plan: PlanListItem;
  remove(plan: PlanListItem): Promise<void>;
  onClose(): void;
}

/** Renders the question whether to delete a plan. */
export function DeletePlanDialog({ plan, remove, onClose }: Props) {
  const { strings } = useWorkspace();
  const texts = strings.plans;
  const { busy, problem, run } = useSubmit();
  const confirm = async () => {
    if (await run(() => remove(plan))) onClose();
  };
  return (
    <DialogFrame title={texts.deleteTitle(plan.name)} onClose={onClose}>
      <p>{texts.deleteHint}</p>
      {problem.value && (
        <p class="dialog-problem" role="alert">
          {problem.value}
        </p>
      )}
      <div class="dialog-acts">
        <button type="button" onClick={onClose}>
          {texts.cancel}
        </button>
        <button type="button" class="danger primary" disabled={busy.value} onClick={confirm}>
          {texts.delete}
        </button>
      </div>
    </DialogFrame>
  );
}
