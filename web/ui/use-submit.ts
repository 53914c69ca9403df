import { type ReadonlySignal, useSignal } from '@preact/signals';
import { describeProblem, type ProblemMessage } from '../session/describe-problem.tsx';
import { useUiStrings } from './ui-strings.ts';

export interface SubmitState {
  readonly busy: ReadonlySignal<boolean>;
  /** Message of the last failure, or null. */
  readonly problem: ReadonlySignal<ProblemMessage | null>;
  /** Runs a task unless one is running already. Returns whether it succeeded; on failure, `problem` has the message. */
  run(task: () => Promise<unknown>): Promise<boolean>;
}

/** Tracks the requests of a dialog: whether one is running, and why the last one failed. */
export function useSubmit(): SubmitState {
  const strings = useUiStrings();
  const isBusy = useSignal(false);
  const problem = useSignal<ProblemMessage | null>(null);
  return {
    busy: isBusy,
    problem,
    async run(task) {
      if (isBusy.value) return false;
      isBusy.value = true;
      problem.value = null;
      try {
        await task();
        return true;
      } catch (error) {
        problem.value = describeProblem(error, strings);
        return false;
      } finally {
        isBusy.value = false;
      }
    },
  };
}
