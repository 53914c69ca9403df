import type { PlanListItem } from '../../session/plans-client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useWorkspace } from '../workspace-context.ts';

interface Props {
  readonly plan: PlanListItem;
  remove(plan: PlanListItem): Promise<void>;
  onClose(): void;
}

/** Renders the question whether to delete a plan. */
export function DeletePlanDialog({ plan, remove, onClose }: Props) {
  const texts = useWorkspace().strings.plans;
  return (
    <ConfirmDialog
      title={texts.deleteTitle(plan.name)}
      confirm={texts.delete}
      cancel={texts.cancel}
      danger
      run={() => remove(plan)}
      onClose={onClose}
    >
      <p>{texts.deleteHint}</p>
    </ConfirmDialog>
  );
}
