import { type ItemLine, lineIdOf, toLines } from '../../../contract/paging/lines.ts';
import { linesAt, type Page, type PagingSettings, pageAfter, pageAt, toPages } from '../../../contract/paging/pages.ts';
import type { LiveRecord, LiveState, QueueItem, QueueItems } from '../../../storage/storage.ts';

export type QueueLine = ItemLine<QueueItem>;

const lines = new WeakMap<QueueItems, readonly QueueLine[]>();

/** Returns the lines of a queue, in the order of their first items. Cached for each queue. [D53] */
export function queueLines(items: QueueItems): readonly QueueLine[] {
  const known = lines.get(items);
  if (known) return known;
  const found = toLines(items, ({ translation }) => translation).map(reuseLine);
  lines.set(items, found);
  return found;
}

/** The latest line object of each first item. */
const reusableLines = new WeakMap<QueueItem, QueueLine>();

/** Reuses the earlier line object if the line has not changed, so that everything cached for it stays valid. */
function reuseLine(line: QueueLine): QueueLine {
  const first = firstItemOf(line);
  const before = reusableLines.get(first);
  if (before && isSame(before, line)) return before;
  reusableLines.set(first, line);
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

/** Returns the index of the line of an item, or -1 if the queue does not have the item. */
export function findLineIndex(items: QueueItems, itemId: string): number {
  const index = items.findIndex(({ id }) => id === itemId);
  if (index < 0) return -1;
  const line = lineIdOf(items.at(index)!);
  return queueLines(items).findIndex(({ id }) => id === line);
}

/** The fields of a record that determine the page with the focus. */
export type FocusFields = Pick<LiveRecord, 'focusItemId' | 'focusLines' | 'focusPart'>;

export const NO_FOCUS: FocusFields = { focusItemId: null, focusLines: 1, focusPart: 0 };

/** Returns the page with the focus, or null without a focus. Lines and part are limited to those that exist. [D54] */
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

/** Returns the focus on the default page that begins with the line of an item. */
export function toFocusOnItem({ record, items }: Pick<LiveState, 'record' | 'items'>, itemId: string): FocusFields {
  const all = queueLines(items);
  const line = findLineIndex(items, itemId);
  return { focusItemId: firstItemOf(all[line]!).id, focusLines: linesAt(all, record.paging, line), focusPart: 0 };
}

export const isSamePaging = (one: PagingSettings, other: PagingSettings): boolean =>
  one.lines === other.lines && one.page_characters === other.page_characters;

const pages = new WeakMap<QueueItems, { readonly paging: PagingSettings; readonly pages: readonly Page[] }>();

/** Returns all pages of a queue. Cached for each queue and paging. [D54] */
export function queuePages({ record: { paging }, items }: Pick<LiveState, 'record' | 'items'>): readonly Page[] {
  const known = pages.get(items);
  if (known && isSamePaging(known.paging, paging)) return known.pages;
  const found = toPages(queueLines(items), paging);
  pages.set(items, { paging, pages: found });
  return found;
}

/** Returns the index of the page that contains a line and part. */
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

/** Returns the page before another, or null before the first. Uses the cached pages. */
export function previousPage(state: Pick<LiveState, 'record' | 'items'>, page: Page): Page | null {
  if (page.part > 0) return { ...page, part: page.part - 1 };
  if (page.line === 0) return null;
  const all = queuePages(state);
  const usual = all[findPageIndex(all, { line: page.line - 1, part: Number.POSITIVE_INFINITY })]!;
  return { ...usual, lines: page.line - usual.line };
}

/** Returns the page after another, or null after the last page of the queue. */
export const nextPage = ({ record, items }: Pick<LiveState, 'record' | 'items'>, page: Page): Page | null =>
  pageAfter(queueLines(items), record.paging, page);
