import { divideLine } from '../../src/contract/paging/line-parts.ts';
import { type ItemLine, toLines } from '../../src/contract/paging/lines.ts';
import { type Page, type PagingSettings, pageAfter } from '../../src/contract/paging/pages.ts';
import type { ViewerItem, ViewerState } from '../../src/contract/viewer.ts';

export type ViewerLine = ItemLine<ViewerItem>;

/** Page that the outputs of a Live show. [D54] */
export interface DisplayPage {
  /** Lines of the page; exactly one if the line is split into parts. */
  readonly lines: readonly ViewerLine[];
  /** Excerpts of each line, one per translation in the order of the line's `translations`. */
  readonly excerpts: readonly (readonly Excerpt[])[];
  /** Index of the part, from 0. `parts` is 1 unless the line is split. */
  readonly part: number;
  readonly parts: number;
}

/** Whole text of a translation in a line, or a part of it. */
export interface Excerpt {
  readonly text: string;
  /** Index of the first character within the text of the line. */
  readonly start: number;
}

interface GroupedQueue {
  readonly lines: readonly ViewerLine[];
  /** Line index of each item, by item id. */
  readonly lineByItem: ReadonlyMap<string, number>;
}

/** Queues by their item array: a state whose queue is unchanged keeps its array. */
const queues = new WeakMap<readonly ViewerItem[], GroupedQueue>();

/**
 * Groups the items of a queue into lines. Returns the same lines for the same array, so that a queue of thousands is
 * grouped once.
 */
export const toViewerLines = (items: readonly ViewerItem[]): readonly ViewerLine[] => groupQueue(items).lines;

/**
 * Returns the current page and the next one. `page` is null if the queue is empty; `next` is null after the last page.
 */
export function toDisplayPages({
  items,
  focus,
  lines: count,
  part,
  paging,
}: Pick<ViewerState, 'items' | 'focus' | 'lines' | 'part' | 'paging'>): {
  page: DisplayPage | null;
  next: DisplayPage | null;
} {
  const { lines, lineByItem } = groupQueue(items);
  const line = (focus !== null && lineByItem.get(focus)) || 0;
  if (line >= lines.length) return { page: null, next: null };
  const parts = count > 1 ? 1 : divideLine(lines[line]!.texts, paging.page_characters).length;
  const page = { line, lines: Math.min(count, lines.length - line), part: Math.min(part, parts - 1), parts };
  const next = pageAfter(lines, paging, page);
  return { page: toViewerPage(lines, paging, page), next: next && toViewerPage(lines, paging, next) };
}

function toViewerPage(all: readonly ViewerLine[], { page_characters }: PagingSettings, page: Page): DisplayPage {
  const { line, part, parts } = page;
  const lines = all.slice(line, line + page.lines);
  const excerpts =
    parts > 1
      ? [cutPart(lines[0]!.texts, page_characters, part)]
      : lines.map(({ texts }) => texts.map((text) => ({ text, start: 0 })));
  return { lines, excerpts, part, parts };
}

function cutPart(texts: readonly string[], limit: number, part: number): Excerpt[] {
  const parts = divideLine(texts, limit);
  return texts.map((whole, translation) => {
    let start = 0;
    let end = 0;
    for (const each of parts.slice(0, part + 1)) {
      // Parts are separated by whitespace only, so this finds the part itself.
      start = whole.indexOf(each[translation]!, end);
      end = start + each[translation]!.length;
    }
    return { text: whole.slice(start, end), start };
  });
}

function groupQueue(items: readonly ViewerItem[]): GroupedQueue {
  let queue = queues.get(items);
  if (!queue) {
    const lines = toLines(items, ({ edition }) => edition);
    const lineByItem = lines.flatMap(({ translations }, index) =>
      translations.flatMap((each) => each.map(({ id }) => [id, index] as const)),
    );
    queue = { lines, lineByItem: new Map(lineByItem) };
    queues.set(items, queue);
  }
  return queue;
}
