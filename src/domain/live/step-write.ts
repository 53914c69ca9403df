import type { StepInput } from '../../contract/schemas/operating.ts';
import type { LiveState, SnapshotRecord } from '../../storage/storage.ts';
import { newId } from '../identifiers.ts';
import type { Consistency, Editions } from '../scripture/editions.ts';
import { AdjacentLines } from './adjacent-lines.ts';
import type { LiveWrite } from './live-writes.ts';
import { requireStep, type StepContext, step } from './step.ts';
import { stepSlides } from './step-slides.ts';

export interface StepDependencies {
  readonly editions: Editions;
  /** What was published of decks. */
  readonly snapshots: { require(organizationId: string, id: string): Promise<Pick<SnapshotRecord, 'slides'>> };
  /** Most items of a queue. */
  readonly queueItems: number;
}

/** What a step changes of a Live, in both modes. [D56] */
export const createStepWrite = (
  parts: StepDependencies,
  input: StepInput,
): Pick<LiveWrite, 'requireAllowed' | 'apply'> => ({
  requireAllowed: (present) => requireStep(present, input),
  apply: parts.editions.optimistic((present: LiveState, look) =>
    present.record.mode === 'presentation'
      ? stepSlides(present, input, (organizationId, id) => parts.snapshots.require(organizationId, id))
      : step(present, input, toStepContext(parts, present, look)),
  ),
});

export const toStepContext = (
  { editions, queueItems }: Pick<StepDependencies, 'editions' | 'queueItems'>,
  { record }: LiveState,
  look: Consistency,
): StepContext => ({ book: new AdjacentLines(editions, record.owner, look), newId, maxItems: queueItems });
