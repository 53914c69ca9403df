import { isDeepStrictEqual } from 'node:util';
import { LecternError } from '../../contract/lectern-error.ts';
import type { Page } from '../../contract/paging/pages.ts';
import type { LiveState, NewItem, Owner, QueueItem, QueueItems, Remembered } from '../../storage/storage.ts';
import type { Consistency, Editions } from '../scripture/editions.ts';
import { requireTranslations, toNewItems, toUsedEditions } from '../scripture/passage.ts';
import { toRanked } from './insert-lines.ts';
import { limitKept, rememberedAfter } from './interrupted-content.ts';
import {
  type FocusFields,
  findLineIndex,
  firstItemOf,
  focusedPage,
  type QueueLine,
  queueLines,
  toFocus,
  toFocusOnItem,
} from './pages.ts';
import { applyQueueChange } from './queue-changes.ts';
import { type Transition, toItems } from './transitions.ts';
import { LineTranslator } from './translate-lines.ts';

interface Showing {
  readonly editions: Editions;
  readonly owner: Owner;
  readonly look: Consistency;
  readonly maxItems: number;
  readonly newId: () => string;
}

/** Finds the line that has the place of an earlier one; undefined where there is none. */
type FindHeir = (line: QueueLine) => Promise<QueueLine | undefined>;

/** Throws `live_stopped` where lines of the queue would be replaced. */
export function requireShowTranslations({ record, items }: LiveState): void {
  const replaces = record.mode === 'reader' && items.length > 0;
  if (replaces && record.status === 'stopped') throw new LecternError('live_stopped');
}

/**
 * Sets the translations of a Live, and shows the run on air in them, at the same page. Without one only the setting changes. Null where nothing
 * changes. Throws `invalid_fields` for an unknown translation, `edition_not_enabled`, `invalid_reference` where none of them has the page, and
 * `queue_full`.
 */
export async function showTranslations(
  state: LiveState,
  slugs: readonly string[],
  { editions, owner, look, ...options }: Showing,
): Promise<Transition | null> {
  const { record, items } = state;
  const from = await requireTranslations(editions, owner, slugs, look);
  const isSet = isDeepStrictEqual(record.translations, slugs);
  const setting = isSet ? null : { record: { translations: slugs }, queue: [] };
  const page = record.mode === 'reader' ? focusedPage(state) : null;
  if (!page) return setting;
  const lines = queueLines(items);
  const { run } = lines[page.line]!;
  const stretches = stretchesOf(lines, run);
  const reader = new LineTranslator(editions, from);
  const found = await Promise.all(stretches.map((stretch) => reader.read(stretch)));
  const known = new Set<string>();
  const fresh = found.map((each) => toRunItems(toNewItems(from, each), run, known, options.newId));
  if (isDeepStrictEqual(queueLines(fresh.flat()).map(toPlaces), stretches.flat().map(toPlaces))) return setting;

  const { queue, after } = replace(state, stretches, fresh, options.maxItems);
  const findHeir: FindHeir = async (line) => {
    const places = (await reader.read([line]))
      .flat()
      .flatMap(({ slug, book: { bookId }, verses }) =>
        verses.map(({ chapter, verse }) => toKey({ translation: slug, bookId, chapter, verse })),
      );
    const ofRun = queueLines(after).filter((each) => each.run === run);
    for (const place of places) {
      const heir = ofRun.find((each) => each.translations.flat().some((item) => toKey(item) === place));
      if (heir) return heir;
    }
    return undefined;
  };
  const focus = await focusAgain(state, page, after, findHeir);
  const remembered = await rememberAgain(state, after, findHeir);
  return {
    record: { ...setting?.record, ...focus, remembered },
    queue,
    texts: toUsedEditions(owner, from, found.flat()),
  };
}

/** The lines of a run; those between which others stand are apart. */
function stretchesOf(lines: readonly QueueLine[], run: string): QueueLine[][] {
  const stretches: QueueLine[][] = [];
  lines.forEach((line, index) => {
    if (line.run !== run) return;
    if (lines[index - 1]?.run === run) stretches.at(-1)!.push(line);
    else stretches.push([line]);
  });
  return stretches;
}

const toKey = ({
  translation,
  bookId,
  chapter,
  verse,
}: Omit<NewItem, 'line' | 'run' | 'book' | 'text' | 'revisionId'>) => `${translation}/${bookId}/${chapter}/${verse}`;

const toPlaces = ({ translations }: QueueLine): string[][] => translations.map((items) => items.map(toKey));

/** Items of the run that is there: what interrupts stays marked, and the history has no further entry. */
function toRunItems(added: readonly NewItem[], run: string, known: Set<string>, newId: () => string): QueueItem[] {
  const others = added.filter((item) => !known.has(toKey(item)));
  for (const item of others) known.add(toKey(item));
  return toItems(others, 0, newId).map((item) => ({ ...item, run }));
}

/** Puts items in the place of stretches of lines. Throws `queue_full`. */
function replace(
  { items }: LiveState,
  stretches: readonly (readonly QueueLine[])[],
  fresh: readonly (readonly QueueItem[])[],
  maxItems: number,
) {
  const removed = stretches.flat().flatMap(({ translations }) => translations.flat());
  const gone = new Set(removed);
  const rest = items.filter((item) => !gone.has(item));
  const added = fresh.flat().length;
  if (rest.length + added > maxItems) {
    throw new LecternError(
      'queue_full',
      `The queue would have ${rest.length + added} items in these translations; it can hold ${maxItems}.`,
    );
  }
  const insertions = stretches.map(([first], index) => {
    const { id } = firstItemOf(first!);
    const start = items.findIndex((item) => item.id === id);
    const before = items.slice(0, start).filter((item) => !gone.has(item));
    return { index: before.length, items: fresh[index]!.map(({ rank: _, ...item }) => item) };
  });
  const queue = [{ type: 'remove', items: removed } as const, ...toRanked(rest, insertions, 1)];
  return { queue, after: queue.reduce<QueueItems>(applyQueueChange, items) };
}

/** The page at its place: with its usual lines, or as many as it was given, and at its part. Throws `invalid_reference`. */
async function focusAgain(
  state: LiveState,
  { line, lines, part }: Page,
  after: QueueItems,
  findHeir: FindHeir,
): Promise<FocusFields> {
  const { record, items } = state;
  const all = queueLines(items);
  const usual = toFocusOnItem(state, firstItemOf(all[line]!).id).focusLines;
  for (let index = line; index < line + lines; index++) {
    const heir = await findHeir(all[index]!);
    if (!heir) continue;
    const page = toFocusOnItem({ record, items: after }, firstItemOf(heir).id);
    const focusLines = lines === usual ? page.focusLines : line + lines - index;
    const { parts, ...shown } = focusedPage({
      record: { ...record, ...page, focusLines, focusPart: 0 },
      items: after,
    })!;
    return toFocus(after, { ...shown, parts, part: part < parts ? part : 0 });
  }
  throw new LecternError('invalid_reference', 'None of these translations has what is on air.');
}

/** What was interrupted is found again, and what somebody has kept by hand stays kept. */
async function rememberAgain(state: LiveState, after: QueueItems, findHeir: FindHeir): Promise<Remembered | null> {
  const { remembered } = state.record;
  if (!remembered) return null;
  const lines = queueLines(state.items);
  const there = new Set(after.map(({ id }) => id));
  const heirOf = async (id: string): Promise<QueueLine | undefined> => {
    const line = there.has(id) ? -1 : findLineIndex(state.items, id);
    return line < 0 ? undefined : findHeir(lines[line]!);
  };
  const kept: string[] = [];
  for (const id of remembered.kept) {
    const heir = await heirOf(id);
    kept.push(...(heir ? heir.translations.flat().map((item) => item.id) : [id]));
  }
  const { focusItemId, focusLines, focusPart } = remembered;
  const heir = focusItemId === null ? undefined : await heirOf(focusItemId);
  return {
    ...rememberedAfter(state, after, [])!,
    ...(heir && { focusItemId: firstItemOf(heir).id, focusLines, focusPart }),
    ...limitKept({ runs: remembered.runs, kept: [...new Set(kept)] }),
  };
}
