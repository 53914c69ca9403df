import type { BookDefinition } from '../../domain/scripture/canon.ts';
import { toQuote, type VerseFlow } from './verse-flow.ts';
import { parseChapterNumber, parseVerseNumber } from './verse-number.ts';
import type { XmlPlace } from './xml.ts';

/** From the outside in. */
const LEVELS = ['nothing', 'book', 'chapter', 'verse'] as const;
const WITHIN = { book: 'nothing', chapter: 'book', verse: 'chapter' } as const;
type Level = keyof typeof WITHIN;

/** Books, chapters and verses as elements that hold each other. What begins one gives what ends it. */
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

  startBook(book: BookDefinition, name: string | null): () => void {
    this.requireRoom('book');
    this.#flow.startBook(book, name);
    return this.#enter('book');
  }

  startChapter(number: string): () => void {
    this.requireRoom('chapter');
    const chapter = parseChapterNumber(number);
    if (chapter === null) throw this.#place.damaged(`${toQuote(number)} is no chapter number`);
    this.#chapter = chapter;
    this.#verses = 0;
    const leave = this.#enter('chapter');
    return () => {
      if (this.#verses === 0) throw this.#place.damaged(`there is no verse in chapter ${chapter}, which ends here`);
      leave();
    };
  }

  startVerse(number: string): () => void {
    this.requireRoom('verse');
    const verse = parseVerseNumber(number, this.#chapter);
    if (!verse) throw this.#place.damaged(`${toQuote(number)} is no verse number`);
    this.#flow.startVerse(verse, this.#place.here());
    this.#verses++;
    const leave = this.#enter('verse');
    return () => {
      leave();
      this.#flow.endVerse();
    };
  }

  /** Throws where a level stands in what cannot hold it. */
  requireRoom(level: Level): void {
    if (this.#open === WITHIN[level]) return;
    const tooEarly = LEVELS.indexOf(this.#open) < LEVELS.indexOf(WITHIN[level]);
    const where = tooEarly
      ? `before any ${WITHIN[level]}`
      : `in ${this.#open === level ? 'another' : 'a'} ${this.#open}`;
    throw this.#place.damaged(`a ${level} stands ${where}`);
  }

  #enter(level: Level): () => void {
    this.#open = level;
    return () => {
      this.#open = WITHIN[level];
    };
  }
}
