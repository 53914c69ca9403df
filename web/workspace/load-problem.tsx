import type { ProblemMessage } from '../session/describe-problem.tsx';
import { useResume } from './use-resume.ts';
import { useWorkspace } from './workspace-context.ts';

interface Props {
  /** Why a page or a part of it could not be loaded; null if it could. */
  readonly problem: ProblemMessage | null;
  load(): unknown;
}

/** Renders why something could not be loaded, and offers to load it again. It is also loaded after a new sign-in. */
export function LoadProblem({ problem, load }: Props) {
  const { frame } = useWorkspace().strings;
  useResume(() => problem !== null && load());
  if (problem === null) return null;
  return (
    <div class="load-problem" role="alert">
      <p class="problem">{problem}</p>
      <button type="button" onClick={load}>
        {frame.tryAgain}
      </button>
    </div>
  );
}
