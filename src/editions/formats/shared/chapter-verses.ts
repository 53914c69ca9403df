import type { CanonBook } from '../../../domain/scripture/canon.ts';
import type { SourcePosition } from '../../../import-files/import-source.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { VerseNumbering } from './verse-numbering.ts';
import { VerseWriter } from './verse-writer.ts';

/** Sends books, chapters and verses to the collector, for formats whose verses are plain texts. */
export class ChapterVerses {
  readonly #writer: VerseWriter;
  readonly #numbering: VerseNumbering;

  constructor(collector: EditionCollector) {
    this.#writer = new VerseWriter(collector);
    this.#numbering = new VerseNumbering(collector, this.#writer);
  }

  startBook(book: CanonBook, name: string | null): void {
    this.#numbering.startBook(book, name);
  }

  startChapter(number: string, place: SourcePosition): void {
    this.#numbering.startChapter(number, place);
  }

  endChapter(): void {
    this.#numbering.endChapter();
  }

  addVerse(number: string, text: string, place: SourcePosition): void {
    const verse = this.#numbering.nextVerse(number, place);
    if (!verse) return;
    this.#writer.startVerse(verse, place);
    this.#writer.write(text, place);
    this.#writer.endVerse();
  }
}
