import { toNotice } from '../../../contract/import-notices.ts';
import { type CanonBook, findBookByCode } from '../../../domain/scripture/canon.ts';
import type { SourcePosition } from '../../../import-files/import-source.ts';
import type { VerseNumber } from '../../collector/collected-book.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { parseChapterNumber, parseVerseNumber } from './verse-number.ts';
import { quoteExcerpt, type VerseWriter } from './verse-writer.ts';

/** Front and back matter, glossaries and the like, which are not books of the Bible. [USFM: Books] */
const PERIPHERAL = new Set('FRT BAK OTH INT CNC GLO TDX NDX XXA XXB XXC XXD XXE XXF XXG'.split(' '));

/** Wording of messages about numbers, for one format. */
export interface NumberMessages {
  readonly quote: (text: string) => string;
  readonly verse1: string;
}

const MESSAGES: NumberMessages = { quote: quoteExcerpt, verse1: 'verse 1' };

/**
 * Tracks the current book and chapter, for formats that mark them one after another. An invalid number is an error, and
 * the text up to the next number is discarded.
 */
export class VerseNumbering {
  readonly #collector: EditionCollector;
  readonly #writer: VerseWriter;
  readonly #messages: NumberMessages;
  /** Whether a book has started, even one that is left out. */
  hasStarted = false;
  /** The current book. Null before the first book, and in a book that is not part of the Bible. */
  book: CanonBook | null = null;
  /** "none" before the first chapter, "wrong" in a chapter with an invalid number. */
  chapter: number | 'none' | 'wrong' = 'none';
  #chapterPosition: SourcePosition | null = null;
  /** The number of verses of the chapter that have started. */
  verses = 0;
  /** Whether a warning was given about words before the first verse of the chapter. */
  #hasWarned = false;

  constructor(collector: EditionCollector, writer: VerseWriter, messages: NumberMessages = MESSAGES) {
    this.#collector = collector;
    this.#writer = writer;
    this.#messages = messages;
  }

  get isLeftOut(): boolean {
    return this.hasStarted && !this.book;
  }

  startBook(book: CanonBook, name: string | null): void {
    this.#writer.startBook(book, name);
    this.hasStarted = true;
    this.book = book;
  }

  /** Starts the book with this code, which must be the only one. */
  startOnlyBook(code: string, place: SourcePosition): void {
    const isSecond = this.hasStarted;
    const book = isSecond ? null : findBookByCode(code);
    if (book) {
      this.startBook(book, null);
      return;
    }
    this.#writer.endVerse();
    this.hasStarted = true;
    this.book = null;
    if (isSecond) this.#writer.addError(place, toNotice('edition_second_book'));
    else if (!PERIPHERAL.has(code)) {
      this.#writer.addError(place, toNotice('edition_book_code', { code: this.#messages.quote(code) }));
    } else this.#collector.warn(place, toNotice('edition_not_a_book', { code }));
  }

  /** Returns whether a book has started. Adds an error, once, if not. */
  requireBook(place: SourcePosition): boolean {
    if (this.hasStarted) return true;
    this.#writer.addError(place, toNotice('edition_chapter_before_book'));
    this.hasStarted = true;
    return false;
  }

  /** Starts a chapter, after the previous one has ended. Returns false and adds an error if the number is invalid. */
  startChapter(number: string, place: SourcePosition, chapter = parseChapterNumber(number)): boolean {
    this.chapter = chapter ?? 'wrong';
    this.#chapterPosition = place;
    this.verses = 0;
    this.#hasWarned = false;
    if (chapter === null) {
      this.#writer.addError(place, toNotice('edition_chapter_number', { number: this.#messages.quote(number) }));
    }
    return chapter !== null;
  }

  /** Ends the chapter, if one has started. A chapter without verses is an error, at `place` or at its beginning. */
  endChapter(place?: SourcePosition): void {
    this.#writer.endVerse();
    if (typeof this.chapter === 'number' && this.verses === 0 && this.book) {
      const code = place ? 'edition_chapter_ends_without_verses' : 'edition_chapter_without_verses';
      this.#writer.addError(place ?? this.#chapterPosition!, toNotice(code, { chapter: this.chapter }));
    }
    this.verses = 0;
  }

  /** Returns false and adds an error if the book has no chapters. Call it at the end of the book. */
  requireChapter(place: SourcePosition): boolean {
    if (!this.book || this.chapter !== 'none') return true;
    this.#writer.addError(place, toNotice('edition_book_without_chapters', { book: this.book.code }));
    return false;
  }

  /** Returns the number of the next verse. Null if it is left out because its number or its position is wrong. */
  nextVerse(number: string, place: SourcePosition): VerseNumber | null {
    if (this.isLeftOut || this.chapter === 'wrong') return null;
    this.verses++;
    const verse = this.chapter === 'none' ? null : parseVerseNumber(number, this.chapter);
    if (verse) return verse;
    const isTooEarly = this.chapter === 'none';
    const reason = toNotice('edition_verse_number', { number: this.#messages.quote(number) });
    this.#writer.discardVerse(place, isTooEarly ? toNotice('edition_verse_before_chapter') : reason);
    return null;
  }

  /** Returns the number for text before the first marked verse. Some texts do not mark verse 1 of psalms. */
  takeUnmarked(place: SourcePosition): VerseNumber {
    const { verse1 } = this.#messages;
    this.#collector.warn(place, `${this.#named} has no ${verse1}: the words before the next verse are read as verse 1`);
    this.verses++;
    return { chapter: this.chapter as number, verse: 1 };
  }

  leaveOutUnmarked(place: SourcePosition): void {
    if (!this.#hasWarned) this.#collector.warn(place, toNotice('edition_words_before_verse', { chapter: this.#named }));
    this.#hasWarned = true;
  }

  get #named(): string {
    return `${this.book?.code} ${this.chapter}`;
  }
}
