import { LecternError } from '../../contract/lectern-error.ts';
import type { GoInput, PlanEntry } from '../../contract/schemas/plans.ts';
import type { LiveState } from '../../storage/storage.ts';
import { newId } from '../identifiers.ts';
import { addedContentKeys } from '../live/changes/history.ts';
import type { LiveWrite } from '../live/changes/live-writes.ts';
import { present, push, type Transition } from '../live/changes/transitions.ts';
import type { Lives } from '../live/lives.ts';
import { readPushedPassages } from '../live/push-passage.ts';
import type { Decks } from '../presentation/decks.ts';
import { type Publisher, publishIfChanged } from '../presentation/publish-if-changed.ts';
import type { Snapshots } from '../presentation/snapshots.ts';
import type { Consistency, Editions } from '../scripture/editions.ts';
import type { MissingVerses } from '../scripture/missing-verses.ts';
import { chooseEntry, type NumberedEntry } from './choose-entry.ts';
import type { Plans } from './plans.ts';

export interface ShowEntryDependencies {
  readonly lives: Lives;
  readonly editions: Editions;
  readonly plans: Plans;
  readonly decks: Decks;
  readonly snapshots: Snapshots;
  readonly maxItems: number;
}

type GoWrite = Omit<LiveWrite, 'apply'> & Pick<Publisher, 'requireAlso'>;

/**
 * Shows an entry of the attached plan in either mode and replaces what is on air: a passage replaces the queue, a deck
 * is presented. Changes nothing at the end of the plan. Throws the errors of `Lives.write`, of a push and of a
 * publication, and `no_plan`, `invalid_fields`, `insufficient_scope` and `deck_missing`. [D65], [D57]
 */
export async function showEntry(
  dependencies: ShowEntryDependencies,
  liveId: string,
  { requireAlso, ...write }: GoWrite,
  input: GoInput | NumberedEntry,
): Promise<{ state: LiveState; skipped: readonly MissingVerses[] }> {
  const { lives, editions, plans } = dependencies;
  let skipped: readonly MissingVerses[] = [];
  const { state } = await lives.write(liveId, {
    ...write,
    running: true,
    apply: editions.optimistic(async (before: LiveState, consistency): Promise<Transition | null> => {
      skipped = [];
      const plan = await plans.findAttached(before.record);
      if (!plan) throw new LecternError('no_plan');
      const entry = chooseEntry(plan, before.record.planEntryId, input);
      if (!entry) return null;
      let shown: Transition;
      if (entry.kind === 'deck') {
        shown = await presentDeck(dependencies, before, entry.deck_id!, { ...write, requireAlso });
      } else {
        const pushed = await pushEntry(dependencies, before, entry, consistency);
        shown = pushed.transition;
        skipped = pushed.skipped;
      }
      return { ...shown, record: { ...shown.record, planEntryId: entry.id, planContents: addedContentKeys(shown) } };
    }),
  });
  return { state, skipped };
}

async function pushEntry(
  { editions, maxItems }: ShowEntryDependencies,
  before: LiveState,
  { passage, translations }: PlanEntry,
  consistency: Consistency,
): Promise<{ transition: Transition; skipped: readonly MissingVerses[] }> {
  const read = await readPushedPassages(editions, before.record, { passages: passage!, translations }, consistency);
  const pushed = push(before, read.items, { replace: true, maxItems, newId });
  const record = { ...pushed.record, slide: null };
  return { transition: { ...pushed, record, texts: read.texts }, skipped: read.skipped };
}

/** Presents the latest snapshot of the deck. Publishes a new one if the deck has changed since. */
async function presentDeck(
  { decks, snapshots }: ShowEntryDependencies,
  before: LiveState,
  deckId: string,
  { owner, actor, requireAlso }: Pick<GoWrite, 'owner' | 'actor' | 'requireAlso'>,
): Promise<Transition> {
  await requireAlso('presentation.publish');
  const deck = owner.kind === 'organization' ? await decks.find(owner.id, deckId) : null;
  const snapshotId = deck && (await publishIfChanged(snapshots, deck, { actor, requireAlso }));
  if (!snapshotId) throw new LecternError('deck_missing');
  return present(before, await snapshots.select(owner.id, { snapshotId }));
}
