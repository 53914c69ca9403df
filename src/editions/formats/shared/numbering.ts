import { type BookDefinition, findBookByCode } from '../../../domain/scripture/canon.ts';
import type { Place, VerseNumber } from '../../collector/collected-book.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { toQuote, type VerseFlow } from './verse-flow.ts';
import { parseChapterNumber, parseVerseNumber } from './verse-number.ts';

/** Books of front and back matter, glossaries and the like: no scripture. [USFM: Books] */
const PERIPHERAL = new Set('FRT BAK OTH INT CNC GLO TDX NDX XXA XXB XXC XXD XXE XXF XXG'.split(' '));

/** How messages write what stands in a text. */
export interface Wording {
  readonly quote: (text: string) => string;
  readonly verse1: string;
}

const WORDING: Wording = { quote: toQuote, verse1: 'verse 1' };

/**
 * Which book and chapter a text has come to, where their marks and those of verses stand one after another. What is wrong with a
 * number is told, and the words up to the next one are kept nowhere.
 */
export class Numbering {
  readonly #collector: EditionCollector;
  readonly #flow: VerseFlow;
  readonly #wording: Wording;
  /** Whether a book has begun, also one that is left out. */
  hasBegun = false;
  /** Null before the first book, and in what is no scripture. */
  book: BookDefinition | null = null;
  /** "none" before the first, "wrong" in one whose number cannot be read. */
  chapter: number | 'none' | 'wrong' = 'none';
  #chapterPlace: Place | null = null;
  /** How many verses of the chapter have begun. */
  verses = 0;
  /** Whether words before the first verse of the chapter were left out, which is told once. */
  #told = false;

  constructor(collector: EditionCollector, flow: VerseFlow, wording: Wording = WORDING) {
    this.#collector = collector;
    this.#flow = flow;
    this.#wording = wording;
  }

  get isLeftOut(): boolean {
    return this.hasBegun && !this.book;
  }

  startBook(book: BookDefinition, name: string | null): void {
    this.#flow.startBook(book, name);
    this.hasBegun = true;
    this.book = book;
  }

  /** The book with this code, which must be the only one. */
  startOnlyBook(code: string, place: Place): void {
    const isSecond = this.hasBegun;
    const book = isSecond ? null : findBookByCode(code);
    if (book) {
      this.startBook(book, null);
      return;
    }
    this.#flow.endVerse();
    this.hasBegun = true;
    this.book = null;
    if (isSecond) this.#flow.fault(place, 'a second book begins');
    else if (!PERIPHERAL.has(code)) this.#flow.fault(place, `${this.#wording.quote(code)} is not the code of a book`);
    else this.#collector.suspect(place, `${code} is no book of scripture: left out`);
  }

  /** False where no book has begun, which is told once. */
  requireBook(place: Place): boolean {
    if (this.hasBegun) return true;
    this.#flow.fault(place, 'a chapter stands before any book');
    this.hasBegun = true;
    return false;
  }

  /** False where the number is wrong. The chapter before it must have ended. */
  startChapter(number: string, place: Place, chapter = parseChapterNumber(number)): boolean {
    this.chapter = chapter ?? 'wrong';
    this.#chapterPlace = place;
    this.verses = 0;
    this.#told = false;
    if (chapter === null) this.#flow.fault(place, `${this.#wording.quote(number)} is no chapter number`);
    return chapter !== null;
  }

  /** Ends the chapter, if one has begun. One without verses is told: at `place`, or where it begins. */
  endChapter(place?: Place): void {
    this.#flow.endVerse();
    if (typeof this.chapter === 'number' && this.verses === 0 && this.book) {
      const end = place ? ', which ends here' : '';
      this.#flow.fault(place ?? this.#chapterPlace!, `there is no verse in chapter ${this.chapter}${end}`);
    }
    this.verses = 0;
  }

  /** Tells of a book that has no chapter; to be called at its end. */
  requireChapter(place: Place): boolean {
    if (!this.book || this.chapter !== 'none') return true;
    this.#flow.fault(place, `there is no chapter of ${this.book.code}`);
    return false;
  }

  /** The verse that a mark begins; null where it is left out, as its number or its place is wrong. */
  nextVerse(number: string, place: Place): VerseNumber | null {
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
  takeUnmarked(place: Place): VerseNumber {
    const { verse1 } = this.#wording;
    this.#collector.suspect(place, `${this.#named} has no ${verse1}: the words before the next verse are taken for it`);
    this.verses++;
    return { chapter: this.chapter as number, verse: 1 };
  }

  leaveOutUnmarked(place: Place): void {
    if (!this.#told) this.#collector.suspect(place, `words of ${this.#named} that stand before verse 1 are left out`);
    this.#told = true;
  }

  get #named(): string {
    return `${this.book?.code} ${this.chapter}`;
  }
}
