import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { LiveNow } from '../../clients/typescript/src/index.ts';
import { isLiveHidden } from '../session/audience-state.ts';
import type { DueOutput } from './output-state.ts';

/** Grace period of outputs. They report after they have painted, and pages read the reports every 3 seconds. */
export const GRACE_MS = 5_000;

/** The state that every output should show by now. The sequence follows the Live after the grace period. */
export interface DueOutputs {
  readonly due: ReadonlySignal<DueOutput>;
  close(): void;
}

export function openDueOutputs(now: ReadonlySignal<LiveNow | null>): DueOutputs {
  const sequence = computed(() => now.value?.sequence ?? 0);
  const painted = signal(sequence.peek());
  const due = computed(() => ({ sequence: painted.value, hidden: isLiveHidden(now.value) ? sequence.value : null }));
  const close = effect(() => {
    const { value } = sequence;
    // Each change has its own period: an operator who steps quickly must not put off the warning.
    setTimeout(() => {
      painted.value = value;
    }, GRACE_MS);
  });
  return { due, close };
}
