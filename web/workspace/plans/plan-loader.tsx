import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { describeProblem, type ProblemMessage } from '../../session/describe-problem.tsx';
import { MissingResource } from '../missing-resource.tsx';
import { useWorkspace } from '../workspace-context.ts';
import { openPlanEditor, type PlanEditor } from './plan-editor.ts';
import { PlanEditorView } from './plan-editor-view.tsx';

/** Loads a plan and renders its editor. */
export function PlanLoader({ planId }: { readonly planId: string }) {
  const { page, strings, session } = useWorkspace();
  const editor = useSignal<PlanEditor | null>(null);
  const problem = useSignal<ProblemMessage | null>(null);
  const isGone = useSignal(false);
  useEffect(() => {
    openPlanEditor(session, planId, page.language, (error) => describeProblem(error, strings.ui)).then(
      (opened) => {
        editor.value = opened;
      },
      (error) => {
        isGone.value = error instanceof LecternProblem && error.status === 404;
        problem.value = describeProblem(error, strings.ui);
      },
    );
    return () => editor.value?.edited.close();
  }, [planId]);
  if (isGone.value) return <MissingResource title={strings.plans.gone} back={strings.plans.back} />;
  if (editor.value) return <PlanEditorView editor={editor.value} />;
  return (
    problem.value && (
      <div class="start-problem" role="alert">
        <h1>{strings.plans.title}</h1>
        <p class="problem">{problem.value}</p>
        <div class="row">
          <button type="button" onClick={() => location.reload()}>
            {strings.frame.tryAgain}
          </button>
          <a class="button" href={workspacePath(page.owner.id, 'plans')}>
            {strings.plans.back}
          </a>
        </div>
      </div>
    )
  );
}
