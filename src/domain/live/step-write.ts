import type { StepInput } from '../../contract/schemas/operating.ts';
import type { LiveState, SnapshotRecord } from '../../storage/storage.ts';
import { newId } from '../identifiers.ts';
import type { Editions, Look } from '../scripture/editions.ts';
import { BookBeside } from './lines-beside.ts';
import type { Write } from './live-writes.ts';
import { requireStep, type Stepping, step } from './step.ts';
import { stepSlides } from './step-slides.ts';

export interface StepParts {
  readonly editions: Editions;
  /** What was published of decks. */
  readonly snapshots: { require(organizationId: string, id: string): Promise<Pick<SnapshotRecord, 'slides'>> };
  /** Most items of a queue. */
  readonly queueItems: number;
}

/** What a step changes of a Live, in both modes. [D56] */
export const stepWrite = (parts: StepParts, input: StepInput): Pick<Write, 'requireAllowed' | 'apply'> => ({
  requireAllowed: (present) => requireStep(present, input),
  apply: parts.editions.seenFirst((present: LiveState, look) =>
    present.record.mode === 'presentation'
      ? stepSlides(present, input, (organizationId, id) => parts.snapshots.require(organizationId, id))
      : step(present, input, steppingOf(parts, present, look)),
  ),
});

export const steppingOf = (
  { editions, queueItems }: Pick<StepParts, 'editions' | 'queueItems'>,
  { record }: LiveState,
  look: Look,
): Stepping => ({ book: new BookBeside(editions, record.owner, look), newId, maxItems: queueItems });
