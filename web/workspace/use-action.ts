import type { ReadonlySignal } from '@preact/signals';
import { useSubmit } from '../ui/use-submit.ts';
import { useWorkspace } from './workspace-context.ts';

interface Action {
  readonly busy: ReadonlySignal<boolean>;
  /** Runs a task unless one is running already. Returns whether it succeeded. */
  run(task: () => Promise<unknown>): Promise<boolean>;
}

/** Tracks the actions of a page outside of dialogs. A message of the page says why one failed. */
export function useAction(): Action {
  const { toasts } = useWorkspace();
  const { busy, problem, run } = useSubmit();
  return {
    busy,
    async run(task) {
      const isDone = await run(task);
      if (problem.value !== null) toasts.show({ kind: 'problem', text: problem.value });
      return isDone;
    },
  };
}
