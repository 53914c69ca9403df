import type { BookDefinition } from '../../../domain/scripture/canon.ts';
import { toQuote, type VerseFlow } from './verse-flow.ts';
import { parseChapterNumber, parseVerseNumber } from './verse-number.ts';
import type { XmlContent, XmlPlace } from './xml.ts';

/** From the outside in. */
const LEVELS = ['nothing', 'book', 'chapter', 'verse'] as const;
const WITHIN = { book: 'nothing', chapter: 'book', verse: 'chapter' } as const;
type Level = keyof typeof WITHIN;

/** Books, chapters and verses as elements that hold each other. What begins one gives what ends it, or leaves out what is wrong. */
export class NestedVerses {
  readonly #place: XmlPlace;
  readonly #flow: VerseFlow;
  #open: Level | 'nothing' = 'nothing';
  #chapter = 0;
  #verses = 0;

  constructor(place: XmlPlace, flow: VerseFlow) {
    this.#place = place;
    this.#flow = flow;
  }

  get open(): Level | 'nothing' {
    return this.#open;
  }

  startBook(book: BookDefinition, name: string | null): XmlContent {
    if (!this.hasRoom('book')) return false;
    this.#flow.startBook(book, name);
    return this.#enter('book');
  }

  startChapter(number: string): XmlContent {
    if (!this.hasRoom('chapter')) return false;
    const chapter = parseChapterNumber(number);
    if (chapter === null) return this.leaveOut(`${toQuote(number)} is no chapter number`);
    this.#chapter = chapter;
    this.#verses = 0;
    const leave = this.#enter('chapter');
    return () => {
      if (this.#verses === 0)
        this.#flow.fault(this.#place.here(), `there is no verse in chapter ${chapter}, which ends here`);
      leave();
    };
  }

  startVerse(number: string): XmlContent {
    if (!this.hasRoom('verse')) return false;
    this.#verses++;
    const verse = parseVerseNumber(number, this.#chapter);
    if (!verse) return this.leaveOut(`${toQuote(number)} is no verse number`);
    this.#flow.startVerse(verse, this.#place.here());
    const leave = this.#enter('verse');
    return () => {
      leave();
      this.#flow.endVerse();
    };
  }

  /** False where a level stands in what cannot hold it, which is told. */
  hasRoom(level: Level): boolean {
    if (this.#open === WITHIN[level]) return true;
    const tooEarly = LEVELS.indexOf(this.#open) < LEVELS.indexOf(WITHIN[level]);
    const where = tooEarly
      ? `before any ${WITHIN[level]}`
      : `in ${this.#open === level ? 'another' : 'a'} ${this.#open}`;
    return this.leaveOut(`a ${level} stands ${where}`);
  }

  /** Leaves out an element, and tells why the text cannot be taken. */
  leaveOut(reason: string): false {
    this.#flow.fault(this.#place.here(), reason);
    return false;
  }

  #enter(level: Level): () => void {
    this.#open = level;
    return () => {
      this.#open = WITHIN[level];
    };
  }
}
