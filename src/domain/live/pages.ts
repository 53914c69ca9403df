import { type ItemLine, lineIdOf, toLines } from '../../contract/paging/lines.ts';
import { linesAt, type Page, type PagingSettings, pageAfter, pageAt, toPages } from '../../contract/paging/pages.ts';
import type { LiveRecord, LiveState, QueueItem, QueueItems } from '../../storage/storage.ts';

/** A line of a queue. */
export type QueueLine = ItemLine<QueueItem>;

const lines = new WeakMap<QueueItems, readonly QueueLine[]>();

/** The lines of a queue, in the order of their first items. [D53] */
export function queueLines(items: QueueItems): readonly QueueLine[] {
  const known = lines.get(items);
  if (known) return known;
  const found = toLines(items, ({ translation }) => translation).map(asBefore);
  lines.set(items, found);
  return found;
}

/** The lines that were made last, by their first items. */
const made = new WeakMap<QueueItem, QueueLine>();

/** A line of a later queue that has the same items is the same object, so that nothing of it is made anew. */
function asBefore(line: QueueLine): QueueLine {
  const first = firstItemOf(line);
  const before = made.get(first);
  if (before && isSame(before, line)) return before;
  made.set(first, line);
  return line;
}

const isSame = (one: QueueLine, other: QueueLine): boolean =>
  one.run === other.run &&
  one.translations.length === other.translations.length &&
  one.translations.every((items, index) => {
    const others = other.translations[index]!;
    return items.length === others.length && items.every((item, at) => item === others[at]);
  });

export const firstItemOf = ({ translations }: QueueLine): QueueItem => translations[0]![0]!;

/** The index of the line that has this item; -1 where the queue has no such item. */
export function findLineIndex(items: QueueItems, itemId: string): number {
  const index = items.findIndex(({ id }) => id === itemId);
  if (index < 0) return -1;
  const line = lineIdOf(items.at(index)!);
  return queueLines(items).findIndex(({ id }) => id === line);
}

/** What of a record says which page has the focus. */
export type FocusFields = Pick<LiveRecord, 'focusItemId' | 'focusLines' | 'focusPart'>;

export const NO_FOCUS: FocusFields = { focusItemId: null, focusLines: 1, focusPart: 0 };

/** The page with the focus; null where no item of the queue has it. What the record says is cut to what there is. [D54] */
export function focusedPage({ record, items }: Pick<LiveState, 'record' | 'items'>): Page | null {
  const { focusItemId, focusLines, focusPart, paging } = record;
  if (focusItemId === null) return null;
  const all = queueLines(items);
  const line = findLineIndex(items, focusItemId);
  if (line < 0) return null;
  const { parts } = pageAt(all, { ...paging, lines: 1 }, line);
  if (parts > 1) return { line, lines: 1, part: Math.min(focusPart, parts - 1), parts };
  const { run } = all[line]!;
  let end = line + 1;
  while (end < line + focusLines && all[end]?.run === run) end++;
  return { line, lines: end - line, part: 0, parts: 1 };
}

export const toFocus = (items: QueueItems, { line, lines, part }: Page): FocusFields => ({
  focusItemId: firstItemOf(queueLines(items)[line]!).id,
  focusLines: lines,
  focusPart: part,
});

/** The usual page that begins with the line of this item. */
export function toFocusOnItem({ record, items }: Pick<LiveState, 'record' | 'items'>, itemId: string): FocusFields {
  const all = queueLines(items);
  const line = findLineIndex(items, itemId);
  return { focusItemId: firstItemOf(all[line]!).id, focusLines: linesAt(all, record.paging, line), focusPart: 0 };
}

export const isSamePaging = (one: PagingSettings, other: PagingSettings): boolean =>
  one.lines === other.lines && one.page_characters === other.page_characters;

const pages = new WeakMap<QueueItems, { readonly paging: PagingSettings; readonly pages: readonly Page[] }>();

/** All pages of a queue, in order: made once for the same items and paging. [D54] */
export function queuePages({ record: { paging }, items }: Pick<LiveState, 'record' | 'items'>): readonly Page[] {
  const known = pages.get(items);
  if (known && isSamePaging(known.paging, paging)) return known.pages;
  const found = toPages(queueLines(items), paging);
  pages.set(items, { paging, pages: found });
  return found;
}

/** The index of the page that has this line and this part of it. */
export function findPageIndex(all: readonly Page[], { line, part }: Pick<Page, 'line' | 'part'>): number {
  let from = 0;
  let to = all.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (all[middle]!.line > line) to = middle;
    else from = middle + 1;
  }
  const last = from - 1;
  const { parts } = all[last]!;
  return last - (parts - 1) + Math.min(part, parts - 1);
}

/** As `pageBefore`, by the pages that are known. Null before the first page. */
export function previousPage(state: Pick<LiveState, 'record' | 'items'>, page: Page): Page | null {
  if (page.part > 0) return { ...page, part: page.part - 1 };
  if (page.line === 0) return null;
  const all = queuePages(state);
  const usual = all[findPageIndex(all, { line: page.line - 1, part: Number.POSITIVE_INFINITY })]!;
  return { ...usual, lines: page.line - usual.line };
}

/** Null after the last page of the queue. */
export const nextPage = ({ record, items }: Pick<LiveState, 'record' | 'items'>, page: Page): Page | null =>
  pageAfter(queueLines(items), record.paging, page);
