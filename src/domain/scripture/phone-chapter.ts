import type { EditionRecord } from '../../storage/storage.ts';
import { alignVersesToLines } from './aligned-lines.ts';
import type { Editions } from './editions.ts';
import { findParallelTexts } from './parallel-texts.ts';
import { relatedBookIds } from './related-books.ts';
import type { KnownNumbering } from './versification/numbering-ids.ts';

/** A verse in the numbering of a phone's screen, with the verses of an edition that hold the same text. */
export interface PhoneLine {
  readonly verse: number;
  readonly texts: readonly { readonly chapter: number; readonly verse: number; readonly text: string }[];
}

/** The place of a chapter in a numbering. */
export interface NumberedChapter {
  readonly numbering: KnownNumbering;
  readonly bookId: number;
  readonly chapter: number;
}

/**
 * Reads the text of an edition that is parallel to a chapter of a numbering, verse by verse. An edition's verse that
 * spans several stands at each of them. Returns null if the edition has nothing of the chapter. [D72]
 */
export async function readPhoneChapter(
  editions: Editions,
  edition: EditionRecord,
  { numbering, bookId, chapter }: NumberedChapter,
): Promise<{ revisionId: string; lines: PhoneLine[] } | null> {
  const found = await Promise.all(relatedBookIds(bookId).map((id) => editions.findBook(edition, id)));
  const books = found.filter((book) => book !== null);
  const as = numbering.book ?? books.find(({ text }) => text.bookId === bookId)?.text;
  if (!as || books.length === 0) return null;
  // A numbering has a place for the title of a psalm, which stands with the first verse where it is not one itself.
  const wanted = as.verses.filter((each) => each.chapter === chapter && each.verse > 0);
  const texts = findParallelTexts(
    books.map(({ text }) => text),
    as,
    { book_id: bookId, chapter },
  );
  const aligned = alignVersesToLines([{ book: as, verses: wanted }, ...texts]);
  const byLine = new Map<number, { chapter: number; verse: number; text: string }[]>();
  texts.forEach(({ verses }, at) => {
    verses.forEach(({ chapter, verse, text }, index) => {
      const line = aligned[at + 1]![index]!;
      byLine.set(line, [...(byLine.get(line) ?? []), { chapter, verse, text }]);
    });
  });
  const lines = wanted.flatMap(({ verse }, index): PhoneLine[] => {
    const here = byLine.get(aligned[0]![index]!);
    return here ? [{ verse, texts: here }] : [];
  });
  return lines.length > 0 ? { revisionId: books[0]!.revisionId, lines } : null;
}
