import {
  type Line,
  type Page,
  type PagingSettings,
  pageAfter,
  pageAt,
  pageBefore,
} from '../../contract/paging/pages.ts';
import type { Direction } from './adjacent-lines.ts';

/** The page that a step from another one leads to; null where there is none. */
export type NextPage = (lines: readonly Line[], paging: PagingSettings, page: Page) => Page | null;

/** By pages or by lines; a split line is walked part by part. */
export const toNextPage = (unit: 'page' | 'line', direction: Direction): NextPage =>
  unit === 'page' ? (direction > 0 ? pageAfter : pageBefore) : direction > 0 ? lineAfter : lineBefore;

/** The same where no usual pages are known before a page: those before it end where it begins. */
export const toNextPageBeyondQueue = (unit: 'page' | 'line', direction: Direction): NextPage =>
  unit === 'page' && direction < 0 ? pageEndingBefore : toNextPage(unit, direction);

/** Goes on until all steps are done, or there is nothing further. */
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

/** As many lines as a page takes that ends right before this one. */
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
