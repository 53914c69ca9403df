import { divideLine } from '../../src/contract/paging/line-parts.ts';
import { type ItemLine, toLines } from '../../src/contract/paging/lines.ts';
import { type Page, type PagingSettings, pageAfter } from '../../src/contract/paging/pages.ts';
import type { ViewerItem, ViewerState } from '../../src/contract/viewer.ts';

export type ViewerLine = ItemLine<ViewerItem>;

/** What the outputs of a Live show at once. [D54] */
export interface DisplayPage {
  /** One or more; one where it is split. */
  readonly lines: readonly ViewerLine[];
  /** What the page shows of each line: one excerpt a translation, in the order of `translations` of the line. */
  readonly excerpts: readonly (readonly Excerpt[])[];
  /** Zero-based; `parts` is 1 unless the line is split. */
  readonly part: number;
  readonly parts: number;
}

/** The whole text of a translation in a line, or a part of it. */
export interface Excerpt {
  readonly text: string;
  /** Index of its first character in the text of the line. */
  readonly start: number;
}

interface Queue {
  readonly lines: readonly ViewerLine[];
  /** Index of the line of each item. */
  readonly places: ReadonlyMap<string, number>;
}

/** A state whose queue has not changed keeps the array of its items. */
const queues = new WeakMap<readonly ViewerItem[], Queue>();

/** The lines of a queue. The same array gives the same lines, so that a queue of thousands is gathered once. */
export const toViewerLines = (items: readonly ViewerItem[]): readonly ViewerLine[] => queueOf(items).lines;

/** The current page and the one after it. `page` is null where the queue is empty, `next` after the last page. */
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
  const { lines, places } = queueOf(items);
  const line = (focus !== null && places.get(focus)) || 0;
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
      // Between parts stands space alone, so that this finds the part itself.
      start = whole.indexOf(each[translation]!, end);
      end = start + each[translation]!.length;
    }
    return { text: whole.slice(start, end), start };
  });
}

function queueOf(items: readonly ViewerItem[]): Queue {
  let queue = queues.get(items);
  if (!queue) {
    const lines = toLines(items, ({ edition }) => edition);
    const places = lines.flatMap(({ translations }, index) =>
      translations.flatMap((each) => each.map(({ id }) => [id, index] as const)),
    );
    queue = { lines, places: new Map(places) };
    queues.set(items, queue);
  }
  return queue;
}
