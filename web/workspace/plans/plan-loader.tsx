import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { describeProblem } from '../../session/describe-problem.ts';
import { useWorkspace } from '../workspace-context.ts';
import { openPlanEditor, type PlanEditor } from './plan-editor.ts';
import { PlanEditorView } from './plan-editor-view.tsx';

/** Loads a plan and renders its editor. */
export function PlanLoader({ planId }: { readonly planId: string }) {
  const { page, strings, session } = useWorkspace();
  const editor = useSignal<PlanEditor | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    openPlanEditor(session, planId, page.language, strings.ui.noResponse).then(
      (opened) => {
        editor.value = opened;
      },
      (error) => {
        const isGone = error instanceof LecternProblem && error.status === 404;
        problem.value = isGone ? strings.plans.gone : describeProblem(error, strings.ui.noResponse);
      },
    );
    return () => editor.value?.edited.close();
  }, [planId]);
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
