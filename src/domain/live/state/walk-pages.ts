import {
  type Line,
  type Page,
  type PagingSettings,
  pageAfter,
  pageAt,
  pageBefore,
} from '../../../contract/paging/pages.ts';
import type { Direction } from './adjacent-lines.ts';

/** Returns the page that follows another one in a direction, or null at the end. */
export type NextPage = (lines: readonly Line[], paging: PagingSettings, page: Page) => Page | null;

/** Returns the step by pages or by lines. A line of several parts is stepped part by part. */
export const toNextPage = (unit: 'page' | 'line', direction: Direction): NextPage =>
  unit === 'page' ? (direction > 0 ? pageAfter : pageBefore) : direction > 0 ? lineAfter : lineBefore;

/** Returns the step through lines that are not queued yet. Pages before the queue end where the queue begins. */
export const toNextPageBeyondQueue = (unit: 'page' | 'line', direction: Direction): NextPage =>
  unit === 'page' && direction < 0 ? pageEndingBefore : toNextPage(unit, direction);

/** Steps until all steps are done or there is no further page. Returns the page reached and the steps left. */
export function walkPages(from: Page, steps: number, next: (page: Page) => Page | null): { page: Page; left: number } {
  let page = from;
  for (let left = steps; left > 0; left--) {
    const reached = next(page);
    if (!reached) return { page, left };
    page = reached;
  }
  return { page, left: 0 };
}

function lineAfter(lines: readonly Line[], paging: PagingSettings, page: Page): Page | null {
  if (page.part + 1 < page.parts) return { ...page, part: page.part + 1 };
  return page.line + 1 < lines.length ? pageAt(lines, paging, page.line + 1) : null;
}

function lineBefore(lines: readonly Line[], paging: PagingSettings, page: Page): Page | null {
  if (page.part > 0) return { ...page, part: page.part - 1 };
  return page.line > 0 ? lastPart(pageAt(lines, paging, page.line - 1)) : null;
}

/** Returns the page with the most lines that ends directly before another page. */
function pageEndingBefore(lines: readonly Line[], paging: PagingSettings, page: Page): Page | null {
  if (page.part > 0) return { ...page, part: page.part - 1 };
  const last = page.line - 1;
  if (last < 0) return null;
  const alone = pageAt(lines, { ...paging, lines: 1 }, last);
  if (alone.parts > 1) return lastPart(alone);
  let line = last;
  while (line > 0 && pageAt(lines, paging, line - 1).lines >= page.line - line + 1) line--;
  return { ...alone, line, lines: page.line - line };
}

const lastPart = (page: Page): Page => ({ ...page, part: page.parts - 1 });
