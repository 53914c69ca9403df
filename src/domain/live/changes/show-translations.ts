import { isDeepStrictEqual } from 'node:util';
import { LecternError } from '../../../contract/lectern-error.ts';
import type { Page } from '../../../contract/paging/pages.ts';
import type { LiveState, NewItem, Owner, QueueItem, QueueItems, Remembered } from '../../../storage/storage.ts';
import type { Consistency, Editions } from '../../scripture/editions.ts';
import { requireTranslations, toNewItems, toUsedEditions } from '../../scripture/passage.ts';
import { limitKept, rememberedAfter } from '../state/interrupted-content.ts';
import {
  type FocusFields,
  findLineIndex,
  firstItemOf,
  focusedPage,
  type QueueLine,
  queueLines,
  toFocus,
  toFocusOnItem,
} from '../state/pages.ts';
import { applyQueueChange } from '../state/queue-changes.ts';
import { toRanked } from './insert-lines.ts';
import { type Transition, toItems } from './transitions.ts';
import { LineTranslator } from './translate-lines.ts';

interface ShowTranslationsDependencies {
  readonly editions: Editions;
  readonly owner: Owner;
  readonly consistency: Consistency;
  readonly maxItems: number;
  readonly newId: () => string;
}

/** Finds the line that replaces an earlier one; undefined if none does. */
type FindSuccessor = (line: QueueLine) => Promise<QueueLine | undefined>;

/** Throws `live_stopped` if lines of the queue would be replaced. */
export function requireShowTranslations({ record, items }: LiveState): void {
  const replaces = record.mode === 'reader' && items.length > 0;
  if (replaces && record.status === 'stopped') throw new LecternError('live_stopped');
}

/**
 * Sets the translations of a Live and shows the run on air in them, at the same page. If no run is on air, changes only
 * the setting. Returns null if nothing changes. Throws `invalid_fields` for an unknown translation,
 * `edition_not_enabled`, `invalid_reference` if none of them has the page, and `queue_full`.
 */
export async function showTranslations(
  state: LiveState,
  slugs: readonly string[],
  { editions, owner, consistency, ...options }: ShowTranslationsDependencies,
): Promise<Transition | null> {
  const { record, items } = state;
  const from = await requireTranslations(editions, owner, slugs, consistency);
  const isSet = isDeepStrictEqual(record.translations, slugs);
  const setting = isSet ? null : { record: { translations: slugs }, queue: [] };
  const page = record.mode === 'reader' ? focusedPage(state) : null;
  if (!page) return setting;
  const lines = queueLines(items);
  const { run } = lines[page.line]!;
  const groups = groupRun(lines, run);
  const reader = new LineTranslator(editions, from);
  const found = await Promise.all(groups.map((group) => reader.read(group)));
  const known = new Set<string>();
  const replacements = found.map((each) => toRunItems(toNewItems(from, each), run, known, options.newId));
  if (isDeepStrictEqual(queueLines(replacements.flat()).map(toLineKeys), groups.flat().map(toLineKeys))) return setting;

  const { queue, after } = replaceLines(state, groups, replacements, options.maxItems);
  const findSuccessor: FindSuccessor = async (line) => {
    const keys = (await reader.read([line]))
      .flat()
      .flatMap(({ slug, book: { bookId }, verses }) =>
        verses.map(({ chapter, verse }) => toKey({ translation: slug, bookId, chapter, verse })),
      );
    const ofRun = queueLines(after).filter((each) => each.run === run);
    for (const key of keys) {
      const successor = ofRun.find((each) => each.translations.flat().some((item) => toKey(item) === key));
      if (successor) return successor;
    }
    return undefined;
  };
  const focus = await translateFocus(state, page, after, findSuccessor);
  const remembered = await translateInterrupted(state, after, findSuccessor);
  return {
    record: { ...setting?.record, ...focus, remembered },
    queue,
    texts: toUsedEditions(owner, from, found.flat()),
  };
}

/** Returns the lines of a run, grouped by adjacency: other lines between them start a new group. */
function groupRun(lines: readonly QueueLine[], run: string): QueueLine[][] {
  const groups: QueueLine[][] = [];
  lines.forEach((line, index) => {
    if (line.run !== run) return;
    if (lines[index - 1]?.run === run) groups.at(-1)!.push(line);
    else groups.push([line]);
  });
  return groups;
}

const toKey = ({
  translation,
  bookId,
  chapter,
  verse,
}: Omit<NewItem, 'line' | 'run' | 'book' | 'text' | 'revisionId'>) => `${translation}/${bookId}/${chapter}/${verse}`;

const toLineKeys = ({ translations }: QueueLine): string[][] => translations.map((items) => items.map(toKey));

/**
 * Creates items in the existing run, so that an interrupting run still ends with its interruption and the history gets
 * no new entry.
 */
function toRunItems(added: readonly NewItem[], run: string, known: Set<string>, newId: () => string): QueueItem[] {
  const others = added.filter((item) => !known.has(toKey(item)));
  for (const item of others) known.add(toKey(item));
  return toItems(others, 0, newId).map((item) => ({ ...item, run }));
}

/** Replaces groups of lines with new items. Throws `queue_full`. */
function replaceLines(
  { items }: LiveState,
  groups: readonly (readonly QueueLine[])[],
  replacements: readonly (readonly QueueItem[])[],
  maxItems: number,
) {
  const removed = groups.flat().flatMap(({ translations }) => translations.flat());
  const removedItems = new Set(removed);
  const rest = items.filter((item) => !removedItems.has(item));
  const added = replacements.flat().length;
  if (rest.length + added > maxItems) {
    throw new LecternError(
      'queue_full',
      `The queue would have ${rest.length + added} items in these translations; it can hold ${maxItems}.`,
    );
  }
  const insertions = groups.map(([first], index) => {
    const { id } = firstItemOf(first!);
    const start = items.findIndex((item) => item.id === id);
    const before = items.slice(0, start).filter((item) => !removedItems.has(item));
    return { index: before.length, items: replacements[index]!.map(({ rank: _, ...item }) => item) };
  });
  const queue = [{ type: 'remove', items: removed } as const, ...toRanked(rest, insertions, 1)];
  return { queue, after: queue.reduce<QueueItems>(applyQueueChange, items) };
}

/**
 * Returns the focus on the same page in the new translations: its default number of lines, or the number that was set,
 * and the same part. Throws `invalid_reference`.
 */
async function translateFocus(
  state: LiveState,
  { line, lines, part }: Page,
  after: QueueItems,
  findSuccessor: FindSuccessor,
): Promise<FocusFields> {
  const { record, items } = state;
  const all = queueLines(items);
  const usual = toFocusOnItem(state, firstItemOf(all[line]!).id).focusLines;
  for (let index = line; index < line + lines; index++) {
    const successor = await findSuccessor(all[index]!);
    if (!successor) continue;
    const page = toFocusOnItem({ record, items: after }, firstItemOf(successor).id);
    const focusLines = lines === usual ? page.focusLines : line + lines - index;
    const { parts, ...shown } = focusedPage({
      record: { ...record, ...page, focusLines, focusPart: 0 },
      items: after,
    })!;
    return toFocus(after, { ...shown, parts, part: part < parts ? part : 0 });
  }
  throw new LecternError('invalid_reference', 'None of these translations has the passage that is on air.');
}

/** Returns the interrupted content in the new translations. Items that operators kept stay kept. */
async function translateInterrupted(
  state: LiveState,
  after: QueueItems,
  findSuccessor: FindSuccessor,
): Promise<Remembered | null> {
  const { remembered } = state.record;
  if (!remembered) return null;
  const lines = queueLines(state.items);
  const remaining = new Set(after.map(({ id }) => id));
  const findSuccessorOf = async (id: string): Promise<QueueLine | undefined> => {
    const line = remaining.has(id) ? -1 : findLineIndex(state.items, id);
    return line < 0 ? undefined : findSuccessor(lines[line]!);
  };
  const kept: string[] = [];
  for (const id of remembered.kept) {
    const successor = await findSuccessorOf(id);
    kept.push(...(successor ? successor.translations.flat().map((item) => item.id) : [id]));
  }
  const { focusItemId, focusLines, focusPart } = remembered;
  const successor = focusItemId === null ? undefined : await findSuccessorOf(focusItemId);
  return {
    ...rememberedAfter(state, after, [])!,
    ...(successor && { focusItemId: firstItemOf(successor).id, focusLines, focusPart }),
    ...limitKept({ runs: remembered.runs, kept: [...new Set(kept)] }),
  };
}
