import { LecternError } from '../../contract/lectern-error.ts';
import type { GoInput, PlanEntry } from '../../contract/schemas/plans.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { DeckRecord, LiveState } from '../../storage/storage.ts';
import type { Actor } from '../audit/audit.ts';
import { newId } from '../identifiers.ts';
import type { LiveWrite } from '../live/live-writes.ts';
import type { Lives } from '../live/lives.ts';
import { readPushedPassages } from '../live/push-passage.ts';
import { present, push, type Transition } from '../live/transitions.ts';
import type { Decks } from '../presentation/decks.ts';
import type { Snapshots } from '../presentation/snapshots.ts';
import type { Consistency, Editions } from '../scripture/editions.ts';
import type { MissingVerses } from '../scripture/missing-verses.ts';
import { chooseEntry } from './choose-entry.ts';
import type { Plans } from './plans.ts';

export interface ShowEntryDependencies {
  readonly lives: Lives;
  readonly editions: Editions;
  readonly plans: Plans;
  readonly decks: Decks;
  readonly snapshots: Snapshots;
  readonly maxItems: number;
}

interface GoWrite extends Omit<LiveWrite, 'apply'> {
  /** Rejects with `insufficient_scope` unless the credential also has these scopes. */
  readonly requireAlso: (...scopes: readonly Scope[]) => Promise<void>;
}

/**
 * Shows an entry of the attached plan in either mode and replaces what is on air: a passage replaces the queue, a deck
 * is presented. Changes nothing at the end of the plan. Throws the errors of `Lives.write`, of a push and of a
 * publication, and `no_plan`, `invalid_fields`, `insufficient_scope` and `deck_missing`. [D65], [D57]
 */
export async function showEntry(
  dependencies: ShowEntryDependencies,
  liveId: string,
  { requireAlso, ...write }: GoWrite,
  input: GoInput,
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
      return { ...shown, record: { ...shown.record, planEntryId: entry.id } };
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
  if (!deck) throw new LecternError('deck_missing');
  const latest = await snapshots.findLatest(deck);
  if (latest && latest.deckRevision !== deck.revision) await requireAlso('presentation.publish', 'presentation.update');
  const snapshotId = latest?.deckRevision === deck.revision ? latest.id : await publish(snapshots, deck, actor);
  return present(before, await snapshots.select(owner.id, { snapshotId }));
}

/** Publishes a deck. Throws the errors of `Snapshots.publish`, and `deck_missing` if the deck was deleted. */
async function publish(snapshots: Snapshots, deck: DeckRecord, actor: Actor): Promise<string> {
  try {
    const snapshot = await snapshots.publish(deck, actor);
    return snapshot!.id;
  } catch (error) {
    if (error instanceof LecternError && error.code === 'not_found') throw new LecternError('deck_missing');
    throw error;
  }
}
