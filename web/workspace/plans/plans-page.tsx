import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { type ProblemMessage, summarizeProblem } from '../../session/describe-problem.tsx';
import { openPlansClient, type PlanListItem } from '../../session/plans-client.ts';
import { sortPlans } from '../../session/sort-plans.ts';
import { leavePage } from '../../ui/leave-page.ts';
import { LoadProblem } from '../load-problem.tsx';
import { useAction } from '../use-action.ts';
import { useWorkspace } from '../workspace-context.ts';
import { toBody, toNextWeek } from './copy-plan.ts';
import { DeletePlanDialog } from './delete-plan-dialog.tsx';
import { formatPlanDate, nextSunday, today } from './plan-dates.ts';
import { PlanRow } from './plan-row.tsx';
import { RenamePlanDialog } from './rename-plan-dialog.tsx';

/** Question about a plan in a dialog. */
interface Question {
  readonly kind: 'rename' | 'delete';
  readonly plan: PlanListItem;
}

/** Renders the owner's plans by date: the coming ones, then the past ones. */
export function PlansPage() {
  const { page, strings, session, toasts } = useWorkspace();
  const texts = strings.plans;
  const client = useMemo(() => openPlansClient(session), [session]);
  const plans = useSignal<readonly PlanListItem[] | null>(null);
  const problem = useSignal<ProblemMessage | null>(null);
  const question = useSignal<Question | null>(null);
  const { busy, run } = useAction();
  const mayEdit = session.scopes.value.has('live.update');

  const load = async () => {
    try {
      plans.value = await client.list();
      problem.value = null;
    } catch (error) {
      problem.value = summarizeProblem(error, strings.ui);
    }
  };
  useEffect(() => void load(), []);

  const open = (id: string) => leavePage(workspacePath(page.owner.id, 'plans', id));
  const create = () =>
    run(async () => {
      const date = nextSunday(new Date());
      const name = texts.named(formatPlanDate(date, page.language, 'long'));
      await open((await client.create({ name, date })).plan.id);
    });
  const duplicate = async ({ id }: PlanListItem) => {
    const isDone = await run(async () => {
      const { plan } = await client.read(id);
      await open((await client.create(toNextWeek(plan, today(), page.language))).plan.id);
    });
    if (!isDone) await load();
  };
  const deletePlan = async (id: string) => {
    const { plan, etag } = await client.read(id);
    await client.delete(id, etag);
    return plan;
  };
  const remove = async ({ id, name }: PlanListItem) => {
    const plan = await deletePlan(id).finally(load);
    const undo = () =>
      run(async () => {
        await client.create(toBody(plan));
        await load();
        toasts.show({ text: texts.createdAgain(name) });
      });
    toasts.show({ text: texts.deleted(name), action: { label: texts.undo, run: undo } });
  };

  const { value: listed } = plans;
  const { coming, past } = sortPlans(listed ?? [], today());
  const last = past[0] ?? coming.find(({ date }) => date !== null);
  const rows = (title: string, shown: readonly PlanListItem[]) =>
    shown.length > 0 && (
      <section>
        <h2>{title}</h2>
        <ul class="resource-list">
          {shown.map((plan) => (
            <PlanRow
              key={plan.id}
              plan={plan}
              mayEdit={mayEdit}
              onDuplicate={() => duplicate(plan)}
              onAsk={(kind) => {
                question.value = { kind, plan };
              }}
            />
          ))}
        </ul>
      </section>
    );

  return (
    <div class="plans-page">
      <div class="page-head">
        <h1>{texts.title}</h1>
        {mayEdit && listed && listed.length > 0 && (
          <div class="page-acts">
            {last && (
              <button
                type="button"
                title={texts.duplicateLastHint(last.name)}
                disabled={busy.value}
                onClick={() => duplicate(last)}
              >
                {texts.duplicateLast}
              </button>
            )}
            <button type="button" class="primary" disabled={busy.value} onClick={create}>
              {texts.newPlan}
            </button>
          </div>
        )}
      </div>
      <LoadProblem problem={problem.value} load={load} />
      {listed?.length === 0 && (
        <div class="empty">
          <p>{mayEdit ? texts.none : texts.noneReadOnly}</p>
          {mayEdit && (
            <button type="button" class="primary" disabled={busy.value} onClick={create}>
              {texts.newPlan}
            </button>
          )}
        </div>
      )}
      {rows(texts.coming, coming)}
      {rows(texts.past, past)}
      {question.value?.kind === 'rename' && (
        <RenamePlanDialog
          plan={question.value.plan}
          client={client}
          onEnd={load}
          onClose={() => {
            question.value = null;
          }}
        />
      )}
      {question.value?.kind === 'delete' && (
        <DeletePlanDialog
          plan={question.value.plan}
          remove={remove}
          onClose={() => {
            question.value = null;
          }}
        />
      )}
    </div>
  );
}
