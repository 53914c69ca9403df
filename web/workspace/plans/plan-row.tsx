import { workspacePath } from '../../../src/contract/workspace-page.ts';
import type { PlanListItem } from '../../session/plans-client.ts';
import { useWorkspace } from '../workspace-context.ts';
import { formatPlanDate } from './plan-dates.ts';

interface Props {
  readonly plan: PlanListItem;
  readonly mayEdit: boolean;
  onDuplicate(): void;
  onAsk(kind: 'rename' | 'delete'): void;
}

/** Query that opens the print dialog of a plan. */
export const PRINT_QUERY = '?print';

/** Renders a plan in the list, with its actions. */
export function PlanRow({ plan, mayEdit, onDuplicate, onAsk }: Props) {
  const { page, strings } = useWorkspace();
  const texts = strings.plans;
  const href = workspacePath(page.owner.id, 'plans', plan.id);
  const act = (label: string, run: () => void) => (
    <button type="button" class="quiet" aria-label={texts.of(label, plan.name)} onClick={run}>
      {label}
    </button>
  );
  return (
    <li>
      <div class="resource-name">
        <a href={href} dir="auto">
          {plan.name}
        </a>
        <p class="meta">
          {plan.date === null ? texts.noDate : formatPlanDate(plan.date, page.language)} ·{' '}
          {texts.entries(plan.entry_count)}
        </p>
      </div>
      <div class="row-acts">
        {mayEdit && act(texts.rename, () => onAsk('rename'))}
        {mayEdit && act(texts.duplicate, onDuplicate)}
        <a class="button quiet" href={`${href}${PRINT_QUERY}`} aria-label={texts.of(texts.print, plan.name)}>
          {texts.print}
        </a>
        {mayEdit && act(texts.delete, () => onAsk('delete'))}
      </div>
    </li>
  );
}
