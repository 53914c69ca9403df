import { type ReadonlySignal, useSignal } from '@preact/signals';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import { useConsole } from '../state/console-context.ts';

interface Attempt {
  readonly busy: ReadonlySignal<boolean>;
  /** Why the last attempt came to nothing. */
  readonly problem: ReadonlySignal<string | null>;
  /** Does something once at a time. True when it was done; else `problem` says why not. */
  run(task: () => Promise<unknown>): Promise<boolean>;
}

/** What a dialog sends, and what it says where that is refused. */
export function useSubmit(): Attempt {
  const { words } = useConsole();
  const busy = useSignal(false);
  const problem = useSignal<string | null>(null);
  return {
    busy,
    problem,
    async run(task) {
      if (busy.value) return false;
      busy.value = true;
      problem.value = null;
      try {
        await task();
        return true;
      } catch (error) {
        const said = error instanceof LecternProblem ? (error.errors[0]?.message ?? error.detail ?? error.title) : null;
        problem.value = said ?? words.dialogs.noAnswer;
        return false;
      } finally {
        busy.value = false;
      }
    },
  };
}
