import type { BookDefinition } from '../domain/scripture/canon.ts';
import { DamagedEditionError, toPlainLine } from './edition-source.ts';
import type { EditionBook } from './edition-text.ts';
import { findMarkup, isBlank, toVerseText } from './verse-text.ts';

/** Psalm 151 is the last chapter that any edition has, and Psalm 119:176 the highest verse; a little more than that is taken. */
export const CHAPTER_MAX = 200;
export const VERSE_MAX = 200;
/** Remarks that are kept one by one; what comes after them is counted. */
const SUSPICIOUS_MAX = 200;
/** Verses that a list does not name, told in one remark. */
const SKIPPED_SHOWN_MAX = 10;

/** Nothing is ever added to it: a verse that is whole takes no part. */
const WHOLE = new Set(['']);

/** One number for a verse of a book. */
const toKey = (chapter: number, verse: number): number => chapter * (VERSE_MAX + 1) + verse;

/** Where something stands in a source. The line counts from 1. */
export interface Place {
  readonly file: string;
  readonly line: number | null;
}

/** A verse as a format numbers it: `5`, part `5a`, bridge `1-2`, or both: `1-2a`. */
export interface VerseNumber {
  readonly chapter: number;
  readonly verse: number;
  readonly part?: string | undefined;
  /** The end of a bridge. */
  readonly last?: number | undefined;
  readonly lastPart?: string | undefined;
  /** Those within the bridge that a list (`1,3`) does not name. */
  readonly skipped?: readonly number[] | undefined;
}

interface CollectedVerse {
  readonly chapter: number;
  readonly verse: number;
  readonly place: Place;
  last: number;
  /** Verses within the bridge that its list does not name. */
  skipped: readonly number[] | undefined;
  text: string;
  notes: number;
}

interface CollectedBook {
  readonly book: BookDefinition;
  name: string;
  /** By `toKey`. */
  readonly verses: Map<number, CollectedVerse>;
  /** By `toKey` too: the parts that have come, "" for the whole. */
  readonly taken: Map<number, Set<string>>;
}

/** A bridge of which the list does not name a verse that stands by itself ends with what it names before that. */
function lastOf({ chapter, last, skipped = [] }: CollectedVerse, verses: CollectedBook['verses']): number {
  const own = skipped.find((verse) => verses.has(toKey(chapter, verse)));
  if (own === undefined) return last;
  let end = own - 1;
  while (skipped.includes(end)) end--;
  return end;
}

/** What a format hands over of its text; its `EditionRead` is this and what it knows of name, language and rights. */
export interface CollectedEdition {
  readonly books: EditionBook[];
  readonly bridged: ReadonlySet<string>;
  readonly removed: Record<string, number>;
  readonly suspicious: string[];
}

/**
 * Puts together what a format reads, piece by piece, and checks what is the same in all of them [D30]: bridges go under their first
 * number, parts are joined, nothing comes twice, no verse is empty. One that has a note and no words is one that the edition
 * leaves out (Matthew 17:21 in many): it is left out here too, and told. Throws DamagedEditionError.
 */
export class EditionCollector {
  readonly #books = new Map<number, CollectedBook>();
  readonly #bridged = new Set<string>();
  readonly #removed: Record<string, number> = {};
  readonly #suspicious: string[] = [];
  #unlisted = 0;
  #book: CollectedBook | null = null;
  #verse: CollectedVerse | null = null;
  /** Of the text of the present verse. */
  readonly #pieces: string[] = [];

  /** A book may come in several pieces; the last name that is given counts. */
  startBook(book: BookDefinition, name: string | null): void {
    this.endVerse();
    const known = this.#books.get(book.id);
    this.#book = known ?? { book, name: book.names.en, verses: new Map(), taken: new Map() };
    if (name !== null && toVerseText(name) !== '') this.#book.name = toVerseText(name).replaceAll('\n', ' ');
    this.#books.set(book.id, this.#book);
  }

  /** Words that follow go to this verse. */
  startVerse(number: VerseNumber, place: Place): void {
    this.endVerse();
    const { chapter, verse } = number;
    const current = this.#requireBook(place);
    const named = () => `${current.book.code} ${chapter}:${verse}`;
    const last = number.last ?? verse;
    if (!(chapter >= 1 && chapter <= CHAPTER_MAX)) {
      throw new DamagedEditionError(
        place.file,
        place.line,
        `chapter ${chapter} of ${current.book.code} is out of bounds`,
      );
    }
    if (!(verse >= 1 && last >= verse && last <= VERSE_MAX)) {
      const bridge = number.last === undefined ? '' : `-${number.last}`;
      throw new DamagedEditionError(place.file, place.line, `the verse number in ${named()}${bridge} is out of bounds`);
    }
    const { skipped } = number;
    for (let each = verse; each <= last; each++) {
      if (each > verse) this.#bridged.add(`${current.book.id}/${chapter}:${each}`);
      if (skipped?.includes(each)) continue;
      const part = (each === verse && number.part) || (each === last && number.lastPart) || '';
      this.#take(current, chapter, each, part, place);
    }
    if (skipped) {
      const shown = skipped.length > SKIPPED_SHOWN_MAX ? [...skipped.slice(0, SKIPPED_SHOWN_MAX), '…'] : skipped;
      this.suspect(place, `the list of verses ${named()}-${last} does not name ${shown.join(', ')}`);
    }
    const key = toKey(chapter, verse);
    const known = current.verses.get(key);
    // Parts are joined with a space, or with the break that stands between them.
    if (known) known.text += ' ';
    this.#verse = known ?? { chapter, verse, place, last, skipped, text: '', notes: 0 };
    this.#verse.last = Math.max(this.#verse.last, last);
    this.#verse.skipped ??= skipped;
    current.verses.set(key, this.#verse);
  }

  /** To no verse: what follows is a heading or the like. */
  endVerse(): void {
    // Together they are one string; added one by one, each would live as long as the edition.
    if (this.#verse) this.#verse.text += this.#pieces.join('');
    this.#pieces.length = 0;
    this.#verse = null;
  }

  get inVerse(): boolean {
    return this.#verse !== null;
  }

  /** Words of the present verse, as they stand; the spaces between them are put right at the end. */
  addText(text: string): void {
    if (text === '') return;
    if (!this.#verse) throw new Error('there is no verse for this text');
    // What is a line is the format's to say.
    this.#pieces.push(text.replace(/[\r\n\u2028\u2029]/g, ' '));
  }

  /** A line of poetry or a paragraph begins. */
  addBreak(): void {
    if (this.#verse) this.#pieces.push('\n');
  }

  /** A note, cross reference, heading or the like was left out. `kind` is a plural: "notes". */
  leaveOut(kind: string): void {
    this.#removed[kind] = (this.#removed[kind] ?? 0) + 1;
    if (this.#verse && kind === 'notes') this.#verse.notes++;
  }

  suspect(place: Place, what: string): void {
    this.#remark(`${place.file}${place.line === null ? '' : `, line ${place.line}`}: ${what}`);
  }

  finish(source: Place): CollectedEdition {
    this.endVerse();
    const books = [...this.#books.values()]
      .sort((a, b) => a.book.id - b.book.id)
      .map((book) => this.#toBook(book))
      .filter((book) => book.verses.length > 0);
    if (books.length === 0) throw new DamagedEditionError(source.file, source.line, 'there is no verse in it');
    if (this.#unlisted > 0) this.#suspicious.push(`and ${this.#unlisted} more of this kind`);
    return { books, bridged: this.#bridged, removed: this.#removed, suspicious: this.#suspicious };
  }

  #toBook({ book, name, verses }: CollectedBook): EditionBook {
    const whole = [...verses.values()].flatMap((collected) => {
      const { chapter, verse, place, text, notes } = collected;
      const last = lastOf(collected, verses);
      const words = toVerseText(text);
      const markup = findMarkup(words);
      if (markup) this.suspect(place, `${book.code} ${chapter}:${verse} has markup left in its words: "${markup}"`);
      if (!isBlank(words))
        return [last > verse ? { chapter, verse, last, text: words } : { chapter, verse, text: words }];
      const named = `${book.code} ${chapter}:${verse}`;
      if (notes === 0) throw new DamagedEditionError(place.file, place.line, `${named} is empty`);
      this.suspect(place, `${named} has a note and no words: left out`);
      return [];
    });
    const ordered = whole.toSorted((a, b) => a.chapter - b.chapter || a.verse - b.verse);
    const displaced = whole.findIndex((verse, at) => verse !== ordered[at]);
    if (displaced !== -1) {
      const { chapter, verse } = whole[displaced]!;
      this.#remark(`${book.code} ${chapter}:${verse} and others stand in another order in the source`);
    }
    return { book_id: book.id, name, verses: ordered };
  }

  #requireBook(place: Place): CollectedBook {
    if (!this.#book) throw new DamagedEditionError(place.file, place.line, 'a verse stands before any book');
    return this.#book;
  }

  #take({ book, taken }: CollectedBook, chapter: number, verse: number, part: string, place: Place): void {
    const key = toKey(chapter, verse);
    const parts = taken.get(key);
    if (parts && (part === '' || parts.has('') || parts.has(part))) {
      throw new DamagedEditionError(place.file, place.line, `${book.code} ${chapter}:${verse}${part} comes twice`);
    }
    if (parts) parts.add(part);
    else taken.set(key, part === '' ? WHOLE : new Set([part]));
  }

  #remark(remark: string): void {
    if (this.#suspicious.length < SUSPICIOUS_MAX) this.#suspicious.push(toPlainLine(remark));
    else this.#unlisted++;
  }
}
