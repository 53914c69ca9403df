import type { Static } from 'typebox';
import { LecternError } from '../../contract/lectern-error.ts';
import type { PushPassageBody, StackReference } from '../../contract/schemas/live.ts';
import type { EditionRecord, LiveRecord, LiveState, NewItem, QueueItem, UsedEditions } from '../../storage/storage.ts';
import { newId } from '../identifiers.ts';
import type { Consistency, Editions } from '../scripture/editions.ts';
import { refuseMissing } from '../scripture/existing-passages.ts';
import { loadEditionNames } from '../scripture/load-edition-names.ts';
import { listMissingVerses, type MissingVerses } from '../scripture/missing-verses.ts';
import { requireEditions, requireVerses, toNewItems, toUsedEditions } from '../scripture/passage.ts';
import { type Passage, toPassage, validatePassageNumbers } from '../scripture/passage-numbers.ts';
import { findLiveEditions } from '../scripture/shown-editions.ts';
import { commonLanguage, parseTypedPassages } from '../scripture/typed-passages.ts';
import { interrupt } from './changes/interrupt.ts';
import type { LiveWrite } from './changes/live-writes.ts';
import { push } from './changes/transitions.ts';
import type { Lives } from './lives.ts';

/** Passages in a request: typed text, numbers, or a reference of the stack. */
type NamedPassages = Static<typeof PushPassageBody>['passage'] | { readonly reference: Static<typeof StackReference> };

export interface PassagePush {
  readonly passages: NamedPassages;
  /** The slugs of the editions to read from. Defaults to the translations of the Live. */
  readonly translations?: readonly string[];
  /** Replaces the queue instead of appending to it. */
  readonly replace?: boolean;
  /** False keeps what is on air. Cannot be combined with `replace`. */
  readonly focus?: boolean;
  /** Interrupts what is on air, in presentation mode too [D57], or only in that mode. [D74] */
  readonly interrupts?: true | 'presentation';
}

export interface PushedPassages {
  readonly state: LiveState;
  /** The new items at the end of the queue. */
  readonly added: readonly QueueItem[];
  /** The verses of the passages that editions do not have. */
  readonly skipped: readonly MissingVerses[];
}

/**
 * Appends passages to the queue of a Live, all verses of one edition after those of another, and shows them. Throws the
 * errors of `Lives.write`, `invalid_reference`, `translations_not_configured`, `edition_not_enabled`, `queue_full` and
 * `queue_empty`. [D17], [D50]
 */
export async function pushPassage(
  { lives, editions, queueItems }: { lives: Lives; editions: Editions; queueItems: number },
  liveId: string,
  write: Omit<LiveWrite, 'apply'>,
  { passages, translations, replace, focus, interrupts }: PassagePush,
): Promise<PushedPassages> {
  let skipped: readonly MissingVerses[] = [];
  const { state, transition } = await lives.write(liveId, {
    ...write,
    ...(!interrupts && { reader: true }),
    running: true,
    // References are validated last, together with the other checks that need the state. [D4]
    apply: editions.optimistic(async (current: LiveState, consistency) => {
      const { items, texts, ...read } = await readPushedPassages(
        editions,
        current.record,
        { passages, translations },
        consistency,
      );
      skipped = read.skipped;
      const limits = { maxItems: queueItems, newId };
      const isInterrupting = interrupts === true || (interrupts && current.record.mode === 'presentation');
      const pushed = isInterrupting
        ? interrupt(current, items, limits)
        : push(current, items, { ...limits, replace, focus });
      return { ...pushed, texts };
    }),
  });
  const added = transition!.queue.flatMap((change) => (change.type === 'insert' ? change.items : []));
  return { state, added, skipped };
}

/**
 * Reads passages as new queue items, all verses of one edition after those of another. Throws `invalid_reference`,
 * `translations_not_configured` and `edition_not_enabled`.
 */
export async function readPushedPassages(
  editions: Editions,
  { owner, translations: configured }: Pick<LiveRecord, 'owner' | 'translations'>,
  { passages, translations }: Pick<PassagePush, 'passages' | 'translations'>,
  consistency: Consistency,
): Promise<{ items: readonly NewItem[]; texts: UsedEditions; skipped: readonly MissingVerses[] }> {
  const requested = typeof passages === 'string' ? passages : requireNumbers(passages);
  const from = await requireEditions(editions, owner, translations, configured, consistency);
  const read =
    typeof requested === 'string'
      ? await readTyped(editions, requested, from, { owner, translations: configured })
      : requested;
  const verses = await requireVerses(editions, from, read).catch(async (error: Error) => {
    if (!(error instanceof LecternError)) throw error;
    const { library } = await findLiveEditions(editions, owner, []);
    throw (await refuseMissing(editions, { from, library }, read)) ?? error;
  });
  return {
    items: toNewItems(from, verses),
    texts: toUsedEditions(owner, from, verses),
    skipped: listMissingVerses(from, verses),
  };
}

function requireNumbers(passages: Exclude<NamedPassages, string>): readonly Passage[] {
  if ('reference' in passages) return [toPassage(passages.reference)];
  if (!Array.isArray(passages)) return [validatePassageNumbers(passages, '/passage')];
  return passages.map((passage, index) => validatePassageNumbers(passage, `/passage/${index}`));
}

/** Reads a text by the names of the editions that are pushed, of the Live, and of the library. [D71] */
async function readTyped(
  editions: Editions,
  text: string,
  from: readonly EditionRecord[],
  { owner, translations }: Pick<LiveRecord, 'owner' | 'translations'>,
): Promise<readonly Passage[]> {
  const live = await findLiveEditions(editions, owner, translations);
  const names = await loadEditionNames(editions, [...from, ...live.configured], live.library);
  return (await parseTypedPassages(editions, text, commonLanguage(from), names)).passages;
}
