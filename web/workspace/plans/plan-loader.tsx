import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { describeProblem, type ProblemMessage, summarizeProblem } from '../../session/describe-problem.tsx';
import { LoadProblem } from '../load-problem.tsx';
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
  const open = async () => {
    try {
      editor.value = await openPlanEditor(session, planId, page.language, (error) =>
        describeProblem(error, strings.ui),
      );
    } catch (error) {
      isGone.value = error instanceof LecternProblem && error.status === 404;
      problem.value = summarizeProblem(error, strings.ui);
    }
  };
  useEffect(() => {
    void open();
    return () => editor.value?.edited.close();
  }, [planId]);
  if (isGone.value) return <MissingResource title={strings.plans.gone} back={strings.plans.back} />;
  if (editor.value) return <PlanEditorView editor={editor.value} />;
  return (
    problem.value && (
      <>
        <a class="page-back" href={workspacePath(page.owner.id, 'plans')}>
          {strings.plans.back}
        </a>
        <h1>{strings.plans.title}</h1>
        <LoadProblem problem={problem.value} load={open} />
      </>
    )
  );
}
