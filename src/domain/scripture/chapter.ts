import type { EditionBookText, EditionRecord } from '../../storage/storage.ts';
import { alignVersesToLines } from './aligned-lines.ts';
import type { Editions } from './editions.ts';
import { type EditionVerses, findVerses } from './passage.ts';
import type { EditionChoices } from './shown-editions.ts';

interface ChapterNumber {
  readonly book_id: number;
  readonly chapter: number;
}

interface LineText {
  readonly translation: string;
  readonly language_tag: string | null;
  readonly chapter: number;
  readonly verse: number;
  readonly text: string;
}

/** A line of a chapter. Its verse number is that of the edition that numbers the chapter. */
interface ChapterLine {
  readonly verse: number;
  readonly texts: readonly LineText[];
}

/** A chapter with its neighbors, numbered by the first edition that has it. [D59] */
export interface ChapterContent extends ChapterNumber {
  readonly book: string;
  readonly previous: ChapterNumber | null;
  readonly next: ChapterNumber | null;
  /** All chapters of the book in that edition. */
  readonly chapters: readonly number[];
  readonly lines: readonly ChapterLine[];
}

/** Reads a chapter and aligns its verses. Returns null if no edition has it. */
export async function readChapter(
  editions: Editions,
  choices: EditionChoices,
  bookId: number,
  chapter: number,
): Promise<ChapterContent | null> {
  for (const from of choices) {
    const found = await findVerses(editions, from, { book_id: bookId, chapter });
    if (found.length === 0) continue;
    const base =
      found.find(({ book, verses }) => book.bookId === bookId && verses[0]!.chapter === chapter) ?? found[0]!;
    const edition = from.find(({ slug }) => slug === base.slug)!;
    const [previous, next] = await Promise.all([
      findNeighbor(editions, edition, base, -1),
      findNeighbor(editions, edition, base, 1),
    ]);
    const chapters = [...new Set(base.book.verses.map((verse) => verse.chapter))];
    return {
      book_id: bookId,
      book: base.book.name,
      chapter,
      previous,
      next,
      chapters,
      lines: toLines(editions, found, base),
    };
  }
  return null;
}

function toLines(editions: Editions, found: readonly EditionVerses[], base: EditionVerses): ChapterLine[] {
  const aligned = alignVersesToLines(found);
  const lines = new Map<number, { verse: number; texts: LineText[] }>();
  found.forEach((each, at) => {
    const { languageTag } = editions.requireRevision(each.revisionId);
    each.verses.forEach(({ chapter, verse, text }, index) => {
      const number = aligned[at]![index]!;
      const line = lines.get(number) ?? { verse, texts: [] };
      if (each === base && !line.texts.some(({ translation }) => translation === base.slug)) line.verse = verse;
      line.texts.push({ translation: each.slug, language_tag: languageTag, chapter, verse, text });
      lines.set(number, line);
    });
  });
  return inOrder(aligned).map((number) => lines.get(number)!);
}

/** Orders lines by the first edition. Lines that it lacks go where the next edition has them. */
function inOrder(aligned: readonly (readonly number[])[]): number[] {
  const order: number[] = [];
  for (const numbers of aligned) {
    let at = -1;
    for (const number of numbers) {
      const known = order.indexOf(number);
      if (known < 0) order.splice(at + 1, 0, number);
      at = known < 0 ? at + 1 : known;
    }
  }
  return order;
}

/** Finds the chapter before or after the verses, in their book or, at its end, in the neighboring book. */
async function findNeighbor(
  editions: Editions,
  edition: EditionRecord,
  { book, verses }: EditionVerses,
  by: 1 | -1,
): Promise<ChapterNumber | null> {
  const chapters = chaptersOf(book);
  const own = chapters.indexOf((by === 1 ? verses.at(-1)! : verses[0]!).chapter);
  const beside = chapters[own + by];
  if (beside !== undefined) return { book_id: book.bookId, chapter: beside };
  const books = edition.bookIds.toSorted((a, b) => a - b);
  const bookId = books[books.indexOf(book.bookId) + by];
  const neighbor = bookId === undefined ? null : await editions.findBook(edition, bookId);
  if (!neighbor) return null;
  const chapter = chaptersOf(neighbor.text).at(by === 1 ? 0 : -1);
  return chapter === undefined ? null : { book_id: neighbor.text.bookId, chapter };
}

const chaptersOf = ({ verses }: EditionBookText): number[] => [...new Set(verses.map(({ chapter }) => chapter))];
