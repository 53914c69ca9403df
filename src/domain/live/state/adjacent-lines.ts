import { toLines } from '../../../contract/paging/lines.ts';
import type {
  EditionRecord,
  EditionVerseText,
  NewItem,
  Owner,
  QueueItem,
  UsedEditions,
} from '../../../storage/storage.ts';
import type { Consistency, Editions } from '../../scripture/editions.ts';
import { requireEnabledEditions, requireVerses, toNewItems, toUsedEditions } from '../../scripture/passage.ts';
import type { Passage } from '../../scripture/passage-numbers.ts';
import { findFirstIndex, lastVerseNumber } from '../../scripture/verse-ranges.ts';
import type { QueueLine } from './pages.ts';

/** The direction in the order of the book: 1 is forward, -1 is backward. */
export type Direction = 1 | -1;

/** A line of the book that can be queued. */
export interface NewLine {
  readonly items: readonly Omit<NewItem, 'line' | 'run'>[];
  readonly texts: readonly string[];
  /** The chapter number in the first translation that has the line. */
  readonly chapter: number;
}

/** A queued line from which the book continues, and the translations of its run, the one of the line first. */
export interface BookEdge {
  readonly line: QueueLine;
  readonly translations: readonly string[];
}

/** Returns the line at an index as an edge. */
export function edgeAt(lines: readonly QueueLine[], index: number): BookEdge {
  const line = lines[index]!;
  const ofRun = lines.filter(({ run }) => run === line.run);
  return { line, translations: [...new Set([line, ...ofRun].flatMap(({ translations }) => translations.map(slugOf)))] };
}

/**
 * Returns the last or first line of a queue as an edge. Verses that only a secondary translation has come after all
 * others of their push; the book does not continue there.
 */
export function queueEdge(lines: readonly QueueLine[], direction: Direction): BookEdge {
  const outermost = lines.at(direction > 0 ? -1 : 0)!;
  const leading = firstTranslationOf(lines.find(({ run }) => run === outermost.run)!);
  return edgeAt(
    lines,
    direction > 0
      ? lines.findLastIndex((line) => line.run === outermost.run && firstTranslationOf(line) === leading)
      : 0,
  );
}

const slugOf = ([item]: readonly Pick<QueueItem, 'translation'>[]): string => item!.translation;
const firstTranslationOf = ({ translations }: QueueLine): string => slugOf(translations[0]!);

/** Lines in queue order, with the editions that they were read from. */
interface BookLines {
  readonly lines: readonly NewLine[];
  /** The chapter number in the first translation. */
  readonly lastChapter: number;
  readonly texts: UsedEditions;
}

/**
 * Reads the verses of the book before or after queued lines, in the translations of their run and by the numbers of the
 * first. Texts come from the current library. The methods return null at the end of the book and throw
 * `edition_not_enabled`. [D56]
 */
export class AdjacentLines {
  readonly #editions: Editions;
  readonly #owner: Owner;
  readonly #consistency: Consistency;

  constructor(editions: Editions, owner: Owner, consistency: Consistency) {
    this.#editions = editions;
    this.#owner = owner;
    this.#consistency = consistency;
  }

  /** Reads up to `count` lines directly after or before the edge. */
  async readLines(edge: BookEdge, direction: Direction, count: number): Promise<BookLines | null> {
    const { from, verses } = await this.#open(edge, direction);
    // Another translation may combine verses into one line, so more verses may be needed.
    for (let wanted = count; ; wanted *= 2) {
      const near = direction > 0 ? verses.slice(0, wanted) : verses.slice(-wanted);
      const found = await this.#read(from, edge, near);
      if (!found) return null;
      const lines = found.lines.filter(({ items }) => items[0]!.translation === from[0]!.slug);
      if (lines.length < count && near.length < verses.length) continue;
      return { ...found, lines: direction > 0 ? lines.slice(0, count) : lines.slice(-count) };
    }
  }

  /** Reads up to `count` whole chapters after or before the chapter of the edge. */
  async readChapters(edge: BookEdge, direction: Direction, count: number): Promise<BookLines | null> {
    const { from, verses, chapter: own } = await this.#open(edge, direction);
    const others = verses.filter(({ chapter }) => chapter !== own);
    const chapters = [...new Set(others.map(({ chapter }) => chapter))];
    const near = new Set(direction > 0 ? chapters.slice(0, count) : chapters.slice(-count));
    return this.#read(
      from,
      edge,
      others.filter(({ chapter }) => near.has(chapter)),
    );
  }

  async #open({ line, translations }: BookEdge, direction: Direction) {
    const from = await requireEnabledEditions(this.#editions, this.#owner, translations, this.#consistency);
    const item = line.translations[0]!.at(direction > 0 ? -1 : 0)!;
    const book = await this.#editions.findBook(from[0]!, item.bookId);
    return { from, chapter: item.chapter, verses: book ? adjacentVerses(book.text.verses, item, direction) : [] };
  }

  async #read(
    from: readonly EditionRecord[],
    { line }: BookEdge,
    verses: readonly EditionVerseText[],
  ): Promise<BookLines | null> {
    const [first, last] = [verses[0], verses.at(-1)];
    if (!first || !last) return null;
    const passage: Passage = {
      book_id: line.translations[0]![0]!.bookId,
      chapter: first.chapter,
      verse: first.verse,
      end_chapter: last.chapter,
      end_verse: lastVerseNumber(last),
    };
    const found = await requireVerses(this.#editions, from, [passage]);
    // Verses that another translation combines with the line are already queued.
    const known = new Set(line.translations.flat().map(toKey));
    const items = toNewItems(from, found).filter((item) => !known.has(toKey(item)));
    return { lines: toNewLines(items), lastChapter: last.chapter, texts: toUsedEditions(this.#owner, from, found) };
  }
}

const toKey = ({ translation, bookId, chapter, verse }: Omit<NewItem, 'line' | 'run'>): string =>
  `${translation}/${bookId}/${chapter}/${verse}`;

/** Returns the verses after or before a queued verse. The edition may no longer have the verse itself. */
function adjacentVerses(
  verses: readonly EditionVerseText[],
  { chapter, verse }: QueueItem,
  direction: Direction,
): readonly EditionVerseText[] {
  const isAfter = (one: EditionVerseText) => one.chapter > chapter || (one.chapter === chapter && one.verse > verse);
  const isFrom = (one: EditionVerseText) => one.chapter > chapter || (one.chapter === chapter && one.verse >= verse);
  return direction > 0
    ? verses.slice(findFirstIndex(verses, isAfter))
    : verses.slice(0, findFirstIndex(verses, isFrom));
}

const toNewLines = (items: readonly NewItem[]): NewLine[] =>
  toLines(
    items.map((item, index) => ({ ...item, id: String(index), line: String(item.line), run: null })),
    ({ translation }) => translation,
  ).map(({ translations, texts }) => ({ items: translations.flat(), texts, chapter: translations[0]![0]!.chapter }));
