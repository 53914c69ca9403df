import { effect, type ReadonlySignal, signal } from '@preact/signals';

/** Grace period of outputs. They report after they have painted, and pages read the reports every 3 seconds. */
export const GRACE_MS = 5_000;

/** The sequence that every output should have painted by now. It follows the Live after the grace period. */
export interface DueSequence {
  readonly due: ReadonlySignal<number>;
  close(): void;
}

export function openDueSequence(sequence: ReadonlySignal<number>): DueSequence {
  const due = signal(sequence.peek());
  const close = effect(() => {
    const { value } = sequence;
    // Each change has its own period: an operator who steps quickly must not put off the warning.
    setTimeout(() => {
      due.value = value;
    }, GRACE_MS);
  });
  return { due, close };
}
