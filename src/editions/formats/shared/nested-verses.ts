import type { CanonBook } from '../../../domain/scripture/canon.ts';
import type { XmlContent, XmlPosition } from '../../../import-files/xml.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { VerseNumbering } from './verse-numbering.ts';
import { VerseWriter } from './verse-writer.ts';

/** Levels, from the outside in. */
const LEVELS = ['nothing', 'book', 'chapter', 'verse'] as const;
const WITHIN = { book: 'nothing', chapter: 'book', verse: 'chapter' } as const;
type Level = keyof typeof WITHIN;
/** Elements that some tools write into verses, although these formats define no notes. */
const NOTES = new Set(['note', 'footnote']);

/**
 * Sends books, chapters and verses to the collector, for formats in which they are nested elements. A method that
 * starts one returns the function that ends it, or false if the element is invalid and left out.
 */
export class NestedVerses {
  readonly #place: XmlPosition;
  readonly #flow: VerseWriter;
  readonly #numbering: VerseNumbering;
  #current: Level | 'nothing' = 'nothing';

  constructor(place: XmlPosition, collector: EditionCollector) {
    this.#place = place;
    this.#flow = new VerseWriter(collector);
    this.#numbering = new VerseNumbering(collector, this.#flow);
  }

  get open(): Level | 'nothing' {
    return this.#current;
  }

  startBook(book: CanonBook, name: string | null): XmlContent {
    if (!this.canOpen('book')) return false;
    this.#numbering.startBook(book, name);
    return this.#enter('book');
  }

  startChapter(number = ''): XmlContent {
    if (!this.canOpen('chapter') || !this.#numbering.startChapter(number, this.#place.here())) return false;
    const leave = this.#enter('chapter');
    return () => {
      this.#numbering.endChapter(this.#place.here());
      leave();
    };
  }

  startVerse(number = ''): XmlContent {
    if (!this.canOpen('verse')) return false;
    const place = this.#place.here();
    const verse = this.#numbering.nextVerse(number, place);
    if (!verse) return false;
    this.#flow.startVerse(verse, place);
    const leave = this.#enter('verse');
    return () => {
      leave();
      this.#flow.endVerse();
    };
  }

  /** Writes text within any open element. */
  write(text: string): void {
    if (this.#current !== 'nothing') this.#flow.write(text, this.#place);
  }

  break(): void {
    this.#flow.break();
  }

  /** Leaves out an element that is not text of a verse. `kind` is a plural. */
  omit(kind: string): false {
    this.#flow.omit(kind);
    return false;
  }

  /** Handles an element with an HTML name: a line break, a note, or a mark such as `<i>`, whose text is kept. */
  openMark(name: string): boolean {
    if (name === 'br') this.break();
    return !NOTES.has(name) || this.omit('notes');
  }

  /** Returns whether the level can start here. Adds an error if not. */
  canOpen(level: Level): boolean {
    if (this.#current === WITHIN[level]) return true;
    const tooEarly = LEVELS.indexOf(this.#current) < LEVELS.indexOf(WITHIN[level]);
    const where = tooEarly
      ? `before any ${WITHIN[level]}`
      : `in ${this.#current === level ? 'another' : 'a'} ${this.#current}`;
    return this.refuse(`a ${level} appears ${where}`);
  }

  /** Leaves out an element and adds an error. */
  refuse(reason: string): false {
    this.#flow.addError(this.#place.here(), reason);
    return false;
  }

  #enter(level: Level): () => void {
    this.#current = level;
    return () => {
      this.#current = WITHIN[level];
    };
  }
}
