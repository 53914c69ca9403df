import type { ProblemMessage } from '../../session/describe-problem.tsx';
import { useResume } from '../use-resume.ts';

import { useWorkspace } from '../workspace-context.ts';

interface Props {
  /** Why a part of the page could not be loaded; null if it could. */
  readonly problem: ProblemMessage | null;
  load(): unknown;
}

/** Renders why a part of the page could not be loaded, and offers to load it again. */
export function LoadProblem({ problem, load }: Props) {
  const { frame } = useWorkspace().strings;
  useResume(() => problem !== null && load());
  if (problem === null) return null;
  return (
    <div class="problem-box" role="alert">
      <p class="problem">{problem}</p>
      <button type="button" onClick={load}>
        {frame.tryAgain}
      </button>
    </div>
  );
}
