import type { CanonBook } from '../../../domain/scripture/canon.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { VerseNumbering } from './verse-numbering.ts';
import { VerseWriter } from './verse-writer.ts';
import type { XmlContent, XmlPosition } from './xml.ts';

/** From the outside in. */
const LEVELS = ['nothing', 'book', 'chapter', 'verse'] as const;
const WITHIN = { book: 'nothing', chapter: 'book', verse: 'chapter' } as const;
type Level = keyof typeof WITHIN;
/** Formats of this kind have no notes of their own, but some tools write these into verses. */
const NOTES = new Set(['note', 'footnote']);

/**
 * Sends to the collector books, chapters and verses that are elements within each other. What begins one returns what ends it, or
 * false where it is left out because it is wrong.
 */
export class NestedVerses {
  readonly #place: XmlPosition;
  readonly #flow: VerseWriter;
  readonly #numbering: VerseNumbering;
  #open: Level | 'nothing' = 'nothing';

  constructor(place: XmlPosition, collector: EditionCollector) {
    this.#place = place;
    this.#flow = new VerseWriter(collector);
    this.#numbering = new VerseNumbering(collector, this.#flow);
  }

  get open(): Level | 'nothing' {
    return this.#open;
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

  /** Text where an element of any level is open. */
  write(text: string): void {
    if (this.#open !== 'nothing') this.#flow.write(text, this.#place);
  }

  break(): void {
    this.#flow.break();
  }

  /** Leaves out an element that is no text of a verse; `kind` is a plural. */
  omit(kind: string): false {
    this.#flow.omit(kind);
    return false;
  }

  /** An element by a name of HTML: a line break, a note, or a mark such as `<i>`, of which the words are kept. */
  openMark(name: string): boolean {
    if (name === 'br') this.break();
    return !NOTES.has(name) || this.omit('notes');
  }

  /** False where a level stands in what cannot hold it, which is told. */
  canOpen(level: Level): boolean {
    if (this.#open === WITHIN[level]) return true;
    const tooEarly = LEVELS.indexOf(this.#open) < LEVELS.indexOf(WITHIN[level]);
    const where = tooEarly
      ? `before any ${WITHIN[level]}`
      : `in ${this.#open === level ? 'another' : 'a'} ${this.#open}`;
    return this.refuse(`a ${level} stands ${where}`);
  }

  /** Leaves out an element, and tells why the text cannot be taken. */
  refuse(reason: string): false {
    this.#flow.addError(this.#place.here(), reason);
    return false;
  }

  #enter(level: Level): () => void {
    this.#open = level;
    return () => {
      this.#open = WITHIN[level];
    };
  }
}
