import { linePassages } from '../../../contract/paging/line-passages.ts';
import type { ItemLine } from '../../../contract/paging/lines.ts';
import { linePartsOf, type Page, type PagingSettings } from '../../../contract/paging/pages.ts';
import type { QueueItem } from '../../../storage/storage.ts';
import type { CiteIn } from '../../scripture/editions.ts';

/** The fields of an item that its page shows. */
export type PageItem = Pick<QueueItem, 'bookId' | 'chapter' | 'verse' | 'text' | 'translation' | 'revisionId'>;
type PageLine<Item extends PageItem> = ItemLine<Item>;

/** The text of a page in one translation. */
export interface PageText {
  readonly translation: string;
  readonly revisionId: string;
  readonly text: string;
}

export const pageLines = <Line>(lines: readonly Line[], page: Page): readonly Line[] =>
  lines.slice(page.line, page.line + page.lines);

/** Returns the texts of a page, one for each translation, in the order of the page. */
export function pageTexts<Item extends PageItem>(
  lines: readonly PageLine<Item>[],
  page: Page,
  { page_characters }: PagingSettings,
): PageText[] {
  const texts = new Map<string, { revisionId: string; texts: string[] }>();
  for (const line of pageLines(lines, page)) {
    const shown = page.parts > 1 ? linePartsOf(line, page_characters)[page.part]! : line.texts;
    line.translations.forEach(([first], index) => {
      const { translation, revisionId } = first!;
      const collected = texts.get(translation);
      if (collected) collected.texts.push(shown[index]!);
      else texts.set(translation, { revisionId, texts: [shown[index]!] });
    });
  }
  return Array.from(texts, ([translation, { revisionId, texts: all }]) => ({
    translation,
    revisionId,
    text: all.join(' '),
  }));
}

/** Formats the reference of a page in the numbers of its first translation. */
export function pageReference<Item extends PageItem>(
  lines: readonly PageLine<Item>[],
  page: Page,
  cite: CiteIn,
): string {
  const shownLines = pageLines(lines, page);
  const { revisionId } = shownLines[0]!.translations[0]![0]!;
  return cite(revisionId, linePassages(shownLines));
}
