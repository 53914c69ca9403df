import { type CanonBook, findBookByCode } from '../../../domain/scripture/canon.ts';
import type { SourcePosition, VerseNumber } from '../../collector/collected-book.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { parseChapterNumber, parseVerseNumber } from './verse-number.ts';
import { quoteExcerpt, type VerseWriter } from './verse-writer.ts';

/** Books of front and back matter, glossaries and the like: no scripture. [USFM: Books] */
const PERIPHERAL = new Set('FRT BAK OTH INT CNC GLO TDX NDX XXA XXB XXC XXD XXE XXF XXG'.split(' '));

/** How messages write what stands in a text. */
export interface NumberMessages {
  readonly quote: (text: string) => string;
  readonly verse1: string;
}

const WORDING: NumberMessages = { quote: quoteExcerpt, verse1: 'verse 1' };

/**
 * Which book and chapter a text has come to, where their marks and those of verses stand one after another. What is wrong with a
 * number is told, and the words up to the next one are kept nowhere.
 */
export class VerseNumbering {
  readonly #collector: EditionCollector;
  readonly #flow: VerseWriter;
  readonly #wording: NumberMessages;
  /** Whether a book has begun, also one that is left out. */
  hasStarted = false;
  /** Null before the first book, and in what is no scripture. */
  book: CanonBook | null = null;
  /** "none" before the first, "wrong" in one whose number cannot be read. */
  chapter: number | 'none' | 'wrong' = 'none';
  #chapterPlace: SourcePosition | null = null;
  /** How many verses of the chapter have begun. */
  verses = 0;
  /** Whether words before the first verse of the chapter were left out, which is told once. */
  #told = false;

  constructor(collector: EditionCollector, flow: VerseWriter, wording: NumberMessages = WORDING) {
    this.#collector = collector;
    this.#flow = flow;
    this.#wording = wording;
  }

  get isLeftOut(): boolean {
    return this.hasStarted && !this.book;
  }

  startBook(book: CanonBook, name: string | null): void {
    this.#flow.startBook(book, name);
    this.hasStarted = true;
    this.book = book;
  }

  /** The book with this code, which must be the only one. */
  startOnlyBook(code: string, place: SourcePosition): void {
    const isSecond = this.hasStarted;
    const book = isSecond ? null : findBookByCode(code);
    if (book) {
      this.startBook(book, null);
      return;
    }
    this.#flow.endVerse();
    this.hasStarted = true;
    this.book = null;
    if (isSecond) this.#flow.addError(place, 'a second book begins');
    else if (!PERIPHERAL.has(code))
      this.#flow.addError(place, `${this.#wording.quote(code)} is not the code of a book`);
    else this.#collector.warn(place, `${code} is no book of scripture: left out`);
  }

  /** False where no book has begun, which is told once. */
  requireBook(place: SourcePosition): boolean {
    if (this.hasStarted) return true;
    this.#flow.addError(place, 'a chapter stands before any book');
    this.hasStarted = true;
    return false;
  }

  /** False where the number is wrong. The chapter before it must have ended. */
  startChapter(number: string, place: SourcePosition, chapter = parseChapterNumber(number)): boolean {
    this.chapter = chapter ?? 'wrong';
    this.#chapterPlace = place;
    this.verses = 0;
    this.#told = false;
    if (chapter === null) this.#flow.addError(place, `${this.#wording.quote(number)} is no chapter number`);
    return chapter !== null;
  }

  /** Ends the chapter, if one has begun. One without verses is told: at `place`, or where it begins. */
  endChapter(place?: SourcePosition): void {
    this.#flow.endVerse();
    if (typeof this.chapter === 'number' && this.verses === 0 && this.book) {
      const end = place ? ', which ends here' : '';
      this.#flow.addError(place ?? this.#chapterPlace!, `there is no verse in chapter ${this.chapter}${end}`);
    }
    this.verses = 0;
  }

  /** Tells of a book that has no chapter; to be called at its end. */
  requireChapter(place: SourcePosition): boolean {
    if (!this.book || this.chapter !== 'none') return true;
    this.#flow.addError(place, `there is no chapter of ${this.book.code}`);
    return false;
  }

  /** The verse that a mark begins; null where it is left out, as its number or its place is wrong. */
  nextVerse(number: string, place: SourcePosition): VerseNumber | null {
    if (this.isLeftOut || this.chapter === 'wrong') return null;
    this.verses++;
    const verse = this.chapter === 'none' ? null : parseVerseNumber(number, this.chapter);
    if (verse) return verse;
    const isTooEarly = this.chapter === 'none';
    const reason = `${this.#wording.quote(number)} is no verse number`;
    this.#flow.discardVerse(place, isTooEarly ? 'a verse stands before any chapter' : reason);
    return null;
  }

  /** Some texts leave the mark of verse 1 out of psalms: words before the first verse that is marked are taken for it. */
  takeUnmarked(place: SourcePosition): VerseNumber {
    const { verse1 } = this.#wording;
    this.#collector.warn(place, `${this.#named} has no ${verse1}: the words before the next verse are taken for it`);
    this.verses++;
    return { chapter: this.chapter as number, verse: 1 };
  }

  leaveOutUnmarked(place: SourcePosition): void {
    if (!this.#told) this.#collector.warn(place, `words of ${this.#named} that stand before verse 1 are left out`);
    this.#told = true;
  }

  get #named(): string {
    return `${this.book?.code} ${this.chapter}`;
  }
}
