import { findBook, osisOf } from '../domain/scripture/canon.ts';
import { findChapterCounts } from '../domain/scripture/versification.ts';
import { findNumbering, lastVerses } from '../domain/scripture/versification-map.ts';
import type { EditionBook } from './edition-text.ts';
import type { EditionRead } from './read-edition.ts';

/** What a person reads after an import, to judge whether the text came over whole. */
export interface EditionReport {
  readonly format: string;
  readonly books: readonly BookReport[];
  /** By kind, what was left out: notes, headings … */
  readonly removed: Readonly<Record<string, number>>;
  readonly suspicious: readonly string[];
}

export interface BookReport {
  readonly code: string;
  readonly name: string;
  readonly chapters: number;
  readonly verses: number;
  /**
   * Numbers that are missing in a book, by the numbering that is nearest to its own: "4" for a chapter, "17:21" or "17:21-23" for
   * verses.
   */
  readonly gaps: readonly string[];
}

export function toEditionReport(format: string, read: EditionRead): EditionReport {
  const { removed, suspicious } = read;
  return {
    format,
    books: read.books.map((book) => toBookReport(book, read.bridged ?? new Set())),
    removed,
    suspicious,
  };
}

function toBookReport(book: EditionBook, bridged: ReadonlySet<string>): BookReport {
  const chapters = Map.groupBy(book.verses, ({ chapter }) => chapter);
  const usual = nearestCounts(book);
  const gaps: string[] = [];
  // An edition of a part of a book begins where it begins, so only what is missing in between is a gap.
  for (let chapter = Math.min(...chapters.keys()); chapter <= Math.max(...chapters.keys()); chapter++) {
    const verses = chapters.get(chapter);
    if (!verses) {
      gaps.push(String(chapter));
      continue;
    }
    const present = new Set(verses.map(({ verse }) => verse));
    const isMissing = (verse: number) => !present.has(verse) && !bridged.has(`${book.book_id}/${chapter}:${verse}`);
    const own = Math.max(...present);
    const count = usual[chapter - 1] ?? own;
    // What is missing at a chapter's end is told of a chapter that is there for the most part.
    const last = own >= count / 2 ? Math.max(own, count) : own;
    for (let verse = 1; verse <= last; verse++) {
      if (!isMissing(verse)) continue;
      const start = verse;
      while (isMissing(verse + 1) && verse < last) verse++;
      gaps.push(`${chapter}:${start}${verse > start ? `-${verse}` : ''}`);
    }
  }
  return {
    code: findBook(book.book_id)?.code ?? String(book.book_id),
    name: book.name,
    chapters: chapters.size,
    verses: book.verses.length,
    gaps,
  };
}

/** How many verses the chapters have in that of the known numberings of the book which is nearest to its own. */
function nearestCounts(book: EditionBook): readonly number[] {
  const definition = findBook(book.book_id);
  const usual = definition && findChapterCounts('KJV', osisOf(definition));
  const lasts = lastVerses(book.verses);
  const distance = (chapters: readonly number[]) =>
    [...lasts].reduce((sum, [chapter, last]) => sum + Math.abs((chapters[chapter - 1] ?? 0) - last), 0);
  // Most books are numbered so, and to find the other numberings of a book takes as long as to read it.
  if (usual && distance(usual) === 0) return usual;
  const counts = [...(findNumbering(book.book_id, book.verses)?.counts ?? []), usual ?? []];
  return counts.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}
