import type { Static } from 'typebox';
import type { PushPassageBody, StackReference } from '../../contract/schemas/live.ts';
import type { EditionRecord, LiveRecord, LiveState, NewItem, QueueItem, TextsUsed } from '../../storage/storage.ts';
import { newId } from '../identifiers.ts';
import type { Editions, Look } from '../scripture/editions.ts';
import { requireEditions, requireVerses, toNewItems, toTextsUsed } from '../scripture/passage.ts';
import { type Passage, requirePassageNumbers, toPassage } from '../scripture/passage-numbers.ts';
import { listSkipped, type Skipped } from '../scripture/skipped-verses.ts';
import { languageOf, requireTyped } from '../scripture/typed-passages.ts';
import { interrupt } from './interrupt.ts';
import type { Write } from './live-writes.ts';
import type { Lives } from './lives.ts';
import { push } from './transitions.ts';

/** Passages as a client names them: as a person types them, by their numbers, or as a reference of the stack. */
type NamedPassages = Static<typeof PushPassageBody>['passage'] | { readonly reference: Static<typeof StackReference> };

export interface PassagePush {
  readonly passages: NamedPassages;
  /** Slugs of the editions to read from. Absent: those that the Live has configured. */
  readonly translations?: readonly string[];
  /** Replaces the queue instead of appending to it. */
  readonly replace?: boolean;
  /** False: what is on air stays. Not together with `replace`. */
  readonly focus?: boolean;
  /** Shows the passages in between, in presentation mode too. [D57] */
  readonly interrupts?: true;
}

export interface PushedPassages {
  readonly state: LiveState;
  /** The items at the end of the queue that are new. */
  readonly added: readonly QueueItem[];
  /** What editions lack of the passages. */
  readonly skipped: readonly Skipped[];
}

/**
 * Appends the verses of passages to the queue of a Live, from each edition in turn, and shows them. Throws what `Lives.write` throws,
 * `invalid_reference`, `translations_not_configured`, `edition_not_enabled`, `queue_full` and `queue_empty`. [D17], [D50]
 */
export async function pushPassage(
  { lives, editions, queueItems }: { lives: Lives; editions: Editions; queueItems: number },
  liveId: string,
  write: Omit<Write, 'apply'>,
  { passages, translations, replace, focus, interrupts }: PassagePush,
): Promise<PushedPassages> {
  let skipped: readonly Skipped[] = [];
  const { state, transition } = await lives.write(liveId, {
    ...write,
    ...(!interrupts && { reader: true }),
    running: true,
    // A reference is judged last, with all that needs the state. [D4]
    apply: editions.seenFirst(async (present: LiveState, look) => {
      const { items, texts, ...read } = await readPassages(editions, present.record, { passages, translations }, look);
      skipped = read.skipped;
      const limits = { maxItems: queueItems, newId };
      const pushed = interrupts
        ? interrupt(present, items, limits)
        : push(present, items, { ...limits, replace, focus });
      return { ...pushed, texts };
    }),
  });
  const added = transition!.queue.flatMap((change) => (change.type === 'insert' ? change.items : []));
  return { state, added, skipped };
}

/**
 * The verses of passages, from each edition in turn, as they are queued. Throws `invalid_reference`, `translations_not_configured` and
 * `edition_not_enabled`.
 */
export async function readPassages(
  editions: Editions,
  { owner, translations: configured }: Pick<LiveRecord, 'owner' | 'translations'>,
  { passages, translations }: Pick<PassagePush, 'passages' | 'translations'>,
  look: Look,
): Promise<{ items: readonly NewItem[]; texts: TextsUsed; skipped: readonly Skipped[] }> {
  const given = typeof passages === 'string' ? passages : requireNumbers(passages);
  const from = await requireEditions(editions, owner, translations, configured, look);
  const read = typeof given === 'string' ? await readTyped(editions, given, from) : given;
  const found = await requireVerses(editions, from, read);
  return { items: toNewItems(from, found), texts: toTextsUsed(owner, from, found), skipped: listSkipped(from, found) };
}

function requireNumbers(passages: Exclude<NamedPassages, string>): readonly Passage[] {
  if ('reference' in passages) return [toPassage(passages.reference)];
  if (!Array.isArray(passages)) return [requirePassageNumbers(passages, '/passage')];
  return passages.map((passage, index) => requirePassageNumbers(passage, `/passage/${index}`));
}

const readTyped = async (
  editions: Editions,
  text: string,
  from: readonly EditionRecord[],
): Promise<readonly Passage[]> => (await requireTyped(editions, text, languageOf(from))).passages;
