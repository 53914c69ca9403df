import type { Static } from 'typebox';
import type { PushPassageBody, StackReference } from '../../contract/schemas/live.ts';
import type { EditionRecord, LiveRecord, LiveState, NewItem, QueueItem, UsedEditions } from '../../storage/storage.ts';
import { newId } from '../identifiers.ts';
import type { Consistency, Editions } from '../scripture/editions.ts';
import { listMissingVerses, type MissingVerses } from '../scripture/missing-verses.ts';
import { requireEditions, requireVerses, toNewItems, toUsedEditions } from '../scripture/passage.ts';
import { type Passage, toPassage, validatePassageNumbers } from '../scripture/passage-numbers.ts';
import { commonLanguage, parseTypedPassages } from '../scripture/typed-passages.ts';
import { interrupt } from './interrupt.ts';
import type { LiveWrite } from './live-writes.ts';
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
  readonly skipped: readonly MissingVerses[];
}

/**
 * Appends the verses of passages to the queue of a Live, from each edition in turn, and shows them. Throws what `Lives.write` throws,
 * `invalid_reference`, `translations_not_configured`, `edition_not_enabled`, `queue_full` and `queue_empty`. [D17], [D50]
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
    // A reference is judged last, with all that needs the state. [D4]
    apply: editions.optimistic(async (present: LiveState, look) => {
      const { items, texts, ...read } = await readPushedPassages(
        editions,
        present.record,
        { passages, translations },
        look,
      );
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
export async function readPushedPassages(
  editions: Editions,
  { owner, translations: configured }: Pick<LiveRecord, 'owner' | 'translations'>,
  { passages, translations }: Pick<PassagePush, 'passages' | 'translations'>,
  look: Consistency,
): Promise<{ items: readonly NewItem[]; texts: UsedEditions; skipped: readonly MissingVerses[] }> {
  const given = typeof passages === 'string' ? passages : requireNumbers(passages);
  const from = await requireEditions(editions, owner, translations, configured, look);
  const read = typeof given === 'string' ? await readTyped(editions, given, from) : given;
  const found = await requireVerses(editions, from, read);
  return {
    items: toNewItems(from, found),
    texts: toUsedEditions(owner, from, found),
    skipped: listMissingVerses(from, found),
  };
}

function requireNumbers(passages: Exclude<NamedPassages, string>): readonly Passage[] {
  if ('reference' in passages) return [toPassage(passages.reference)];
  if (!Array.isArray(passages)) return [validatePassageNumbers(passages, '/passage')];
  return passages.map((passage, index) => validatePassageNumbers(passage, `/passage/${index}`));
}

const readTyped = async (
  editions: Editions,
  text: string,
  from: readonly EditionRecord[],
): Promise<readonly Passage[]> => (await parseTypedPassages(editions, text, commonLanguage(from))).passages;
