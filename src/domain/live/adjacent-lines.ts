import { toLines } from '../../contract/paging/lines.ts';
import type {
  EditionRecord,
  EditionVerseText,
  NewItem,
  Owner,
  QueueItem,
  UsedEditions,
} from '../../storage/storage.ts';
import type { Consistency, Editions } from '../scripture/editions.ts';
import { requireEnabledEditions, requireVerses, toNewItems, toUsedEditions } from '../scripture/passage.ts';
import type { Passage } from '../scripture/passage-numbers.ts';
import { findFirstIndex, lastVerseNumber } from '../scripture/verse-ranges.ts';
import type { QueueLine } from './pages.ts';

/** 1: after something, in the order of the book; -1: before it. */
export type Direction = 1 | -1;

/** A line of the book, as it can be queued. */
export interface NewLine {
  readonly items: readonly Omit<NewItem, 'line' | 'run'>[];
  readonly texts: readonly string[];
  /** By the first translation that has it. */
  readonly chapter: number;
}

/** A line at which the book goes on, and the translations of its run, that of the line first. */
export interface BookEdge {
  readonly line: QueueLine;
  readonly translations: readonly string[];
}

/** The line with this index as one at which the book goes on. */
export function edgeAt(lines: readonly QueueLine[], index: number): BookEdge {
  const line = lines[index]!;
  const ofRun = lines.filter(({ run }) => run === line.run);
  return { line, translations: [...new Set([line, ...ofRun].flatMap(({ translations }) => translations.map(slugOf)))] };
}

/**
 * The last line of a queue, or its first, as one at which the book goes on. Verses that only a further translation has stand behind all
 * others of their push; the book does not go on there.
 */
export function queueEdge(lines: readonly QueueLine[], direction: Direction): BookEdge {
  const outermost = lines.at(direction > 0 ? -1 : 0)!;
  const leading = leadOf(lines.find(({ run }) => run === outermost.run)!);
  return edgeAt(
    lines,
    direction > 0 ? lines.findLastIndex((line) => line.run === outermost.run && leadOf(line) === leading) : 0,
  );
}

const slugOf = ([item]: readonly Pick<QueueItem, 'translation'>[]): string => item!.translation;
const leadOf = ({ translations }: QueueLine): string => slugOf(translations[0]!);

/** Lines in the order in which they are queued, and what they were made from. */
interface BookLines {
  readonly lines: readonly NewLine[];
  /** By the translation whose numbers count. */
  readonly lastChapter: number;
  readonly texts: UsedEditions;
}

/**
 * Reads the book beside lines of a queue, in the same translations, by the numbers of the first one. Texts are those that the library has
 * now. Its methods return null at the end of the book, and throw `edition_not_enabled`. [D56]
 */
export class AdjacentLines {
  readonly #editions: Editions;
  readonly #owner: Owner;
  readonly #look: Consistency;

  constructor(editions: Editions, owner: Owner, look: Consistency) {
    this.#editions = editions;
    this.#owner = owner;
    this.#look = look;
  }

  /** Up to `count` lines right after the edge, or right before it. */
  async readLines(edge: BookEdge, direction: Direction, count: number): Promise<BookLines | null> {
    const { from, verses } = await this.#open(edge, direction);
    // Another translation can join verses to one line: then more of them are read.
    for (let wanted = count; ; wanted *= 2) {
      const near = direction > 0 ? verses.slice(0, wanted) : verses.slice(-wanted);
      const found = await this.#read(from, edge, near);
      if (!found) return null;
      const lines = found.lines.filter(({ items }) => items[0]!.translation === from[0]!.slug);
      if (lines.length < count && near.length < verses.length) continue;
      return { ...found, lines: direction > 0 ? lines.slice(0, count) : lines.slice(-count) };
    }
  }

  /** Up to `count` whole chapters after that of the edge, or before it. */
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
    const from = await requireEnabledEditions(this.#editions, this.#owner, translations, this.#look);
    const item = line.translations[0]!.at(direction > 0 ? -1 : 0)!;
    const book = await this.#editions.findBook(from[0]!, item.bookId);
    return { from, chapter: item.chapter, verses: book ? versesBeside(book.text.verses, item, direction) : [] };
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
    // What another translation joins to the line is there already.
    const known = new Set(line.translations.flat().map(toKey));
    const items = toNewItems(from, found).filter((item) => !known.has(toKey(item)));
    return { lines: toNewLines(items), lastChapter: last.chapter, texts: toUsedEditions(this.#owner, from, found) };
  }
}

const toKey = ({ translation, bookId, chapter, verse }: Omit<NewItem, 'line' | 'run'>): string =>
  `${translation}/${bookId}/${chapter}/${verse}`;

/** The number of a queued verse may be gone from the edition meanwhile. */
function versesBeside(
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
