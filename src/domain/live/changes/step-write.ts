import type { StepInput } from '../../../contract/schemas/operating.ts';
import type { LiveState, SnapshotRecord } from '../../../storage/storage.ts';
import { newId } from '../../identifiers.ts';
import type { Consistency, Editions } from '../../scripture/editions.ts';
import { AdjacentLines } from '../state/adjacent-lines.ts';
import type { LiveWrite } from './live-writes.ts';
import { requireStep, type StepContext, step } from './step.ts';
import { stepSlides } from './step-slides.ts';

export interface StepDependencies {
  readonly editions: Editions;
  /** The published snapshots of decks. */
  readonly snapshots: { require(organizationId: string, id: string): Promise<Pick<SnapshotRecord, 'slides'>> };
  /** The most items of a queue. */
  readonly queueItems: number;
}

/** Creates the write of a step, for both modes. [D56] */
export const createStepWrite = (
  parts: StepDependencies,
  input: StepInput,
): Pick<LiveWrite, 'requireAllowed' | 'apply'> => ({
  requireAllowed: (current) => requireStep(current, input),
  apply: parts.editions.optimistic((current: LiveState, consistency) =>
    current.record.mode === 'presentation'
      ? stepSlides(current, input, (organizationId, id) => parts.snapshots.require(organizationId, id))
      : step(current, input, toStepContext(parts, current, consistency)),
  ),
});

export const toStepContext = (
  { editions, queueItems }: Pick<StepDependencies, 'editions' | 'queueItems'>,
  { record }: LiveState,
  consistency: Consistency,
): StepContext => ({ book: new AdjacentLines(editions, record.owner, consistency), newId, maxItems: queueItems });
