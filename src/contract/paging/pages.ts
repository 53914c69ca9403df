import { countAllCharacters, divideLine, pageLimit } from './line-parts.ts';

/**
 * Division of a queue into pages of lines, and of long lines into parts. Server, outputs and console share this file,
 * so that they show the same pages. [D53] [D54]
 */

/** One place in scripture with its texts. */
export interface Line {
  /** Id of the run. Adjacent lines of a run can share a page. */
  readonly run: string;
  /** One text per translation, which can join several verses. */
  readonly texts: readonly string[];
}

export interface PagingSettings {
  /** Maximum number of lines of a page. */
  readonly lines: number;
  /** Maximum number of characters in all translations together. A longer line is split into parts. */
  readonly page_characters: number;
}

export const DEFAULT_PAGING: PagingSettings = { lines: 1, page_characters: 320 };

export interface Page {
  /** Index of the first line. */
  readonly line: number;
  readonly lines: number;
  /** Zero-based part of a split line. `parts` is 1 if the line is not split. */
  readonly part: number;
  readonly parts: number;
}

/** Returns all pages of a queue, in order. */
export function toPages(lines: readonly Line[], paging: PagingSettings): Page[] {
  const pages: Page[] = [];
  for (let line = 0; line < lines.length; ) {
    const first = pageAt(lines, paging, line);
    for (let part = 0; part < first.parts; part++) pages.push({ ...first, part });
    line += first.lines;
  }
  return pages;
}

/** Returns the page that starts with a line. The line must exist. */
export function pageAt(lines: readonly Line[], paging: PagingSettings, line: number): Page {
  const parts = linePartsOf(lines[line]!, paging.page_characters).length;
  return { line, lines: parts > 1 ? 1 : linesAt(lines, paging, line), part: 0, parts };
}

/**
 * Returns the number of lines of the page that starts with a line. Does not divide the line; a split line is always
 * alone.
 */
export function linesAt(lines: readonly Line[], paging: PagingSettings, line: number): number {
  if (paging.lines === 1) return 1;
  const { run, texts } = lines[line]!;
  const limit = pageLimit(texts.length, paging.page_characters);
  let characters = countAllCharacters(texts);
  let count = 1;
  while (count < paging.lines && lines[line + count]?.run === run) {
    characters += countAllCharacters(lines[line + count]!.texts);
    if (characters > limit) break;
    count++;
  }
  return count;
}

/** Returns the next page, or null after the last one. */
export function pageAfter(lines: readonly Line[], paging: PagingSettings, page: Page): Page | null {
  if (page.part + 1 < page.parts) return { ...page, part: page.part + 1 };
  const next = page.line + page.lines;
  return next < lines.length ? pageAt(lines, paging, next) : null;
}

/**
 * Returns the previous page, or null before the first one. If `page` starts within a regular page, returns the lines
 * before it there.
 */
export function pageBefore(lines: readonly Line[], paging: PagingSettings, page: Page): Page | null {
  if (page.part > 0) return { ...page, part: page.part - 1 };
  if (page.line === 0) return null;
  const last = page.line - 1;
  let line = last;
  while (line > 0 && lines[line - 1]!.run === lines[last]!.run) line--;
  for (;;) {
    const usual = pageAt(lines, paging, line);
    if (line + usual.lines > last) return { ...usual, lines: page.line - line, part: usual.parts - 1 };
    line += usual.lines;
  }
}

const divided = new WeakMap<Line, { readonly limit: number; readonly parts: readonly (readonly string[])[] }>();

/** Returns the parts of a line, each with one text per translation. Cached per line and limit. */
export function linePartsOf(line: Line, limit: number): readonly (readonly string[])[] {
  const known = divided.get(line);
  if (known?.limit === limit) return known.parts;
  const parts = divideLine(line.texts, limit);
  divided.set(line, { limit, parts });
  return parts;
}
