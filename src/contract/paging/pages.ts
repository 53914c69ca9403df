import { countAllCharacters, divideLine } from './line-parts.ts';

/**
 * What outputs show at once: pages of lines, and parts of a line that is too long. Server, outputs and console all import this file, so
 * that they agree. [D53] [D54]
 */

/** One place in scripture, in the order of the queue. */
export interface Line {
  /** Lines of one run that stand beside each other share pages. */
  readonly run: string;
  /** One text a translation, those of several verses of a translation together. */
  readonly texts: readonly string[];
}

export interface PagingSettings {
  /** How many lines a page takes at most. */
  readonly lines: number;
  /** Of all translations together; one line that has more is split into parts. */
  readonly page_characters: number;
}

export const DEFAULT_PAGING: PagingSettings = { lines: 1, page_characters: 320 };

export interface Page {
  /** Index of the first line. */
  readonly line: number;
  readonly lines: number;
  /** Zero-based; `parts` is 1 unless the line is split. */
  readonly part: number;
  readonly parts: number;
}

/** All pages of a queue, in order. */
export function toPages(lines: readonly Line[], paging: PagingSettings): Page[] {
  const pages: Page[] = [];
  for (let line = 0; line < lines.length; ) {
    const first = pageAt(lines, paging, line);
    for (let part = 0; part < first.parts; part++) pages.push({ ...first, part });
    line += first.lines;
  }
  return pages;
}

/** The page that begins with this line, as many lines as `paging` gives it. The line must exist. */
export function pageAt(lines: readonly Line[], paging: PagingSettings, line: number): Page {
  const parts = linePartsOf(lines[line]!, paging.page_characters).length;
  return { line, lines: parts > 1 ? 1 : linesAt(lines, paging, line), part: 0, parts };
}

/** How many lines the page takes that begins with this line. A line that has parts takes none beside it, and is not divided for this. */
export function linesAt(lines: readonly Line[], paging: PagingSettings, line: number): number {
  if (paging.lines === 1) return 1;
  const { run, texts } = lines[line]!;
  let characters = countAllCharacters(texts);
  let count = 1;
  while (count < paging.lines && lines[line + count]?.run === run) {
    characters += countAllCharacters(lines[line + count]!.texts);
    if (characters > paging.page_characters) break;
    count++;
  }
  return count;
}

/** Null after the last page. */
export function pageAfter(lines: readonly Line[], paging: PagingSettings, page: Page): Page | null {
  if (page.part + 1 < page.parts) return { ...page, part: page.part + 1 };
  const next = page.line + page.lines;
  return next < lines.length ? pageAt(lines, paging, next) : null;
}

/** Null before the first page. The page before one that begins within a usual page has what stands before it there. */
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

/** The parts of a line when it stands alone on a page; each has one text a translation. Made once for the same line and limit. */
export function linePartsOf(line: Line, limit: number): readonly (readonly string[])[] {
  const known = divided.get(line);
  if (known?.limit === limit) return known.parts;
  const parts = divideLine(line.texts, limit);
  divided.set(line, { limit, parts });
  return parts;
}
