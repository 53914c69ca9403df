import {
  CANON_LANGUAGES,
  type CanonBook,
  type CanonLanguage,
  findBook,
  findBookByName,
} from '../../../domain/scripture/canon.ts';
import type { SourcePosition } from '../../../import-files/import-source.ts';
import { DamagedSourceError } from '../../../import-files/import-source.ts';
import { findBookOfAddition } from './addition-names.ts';
import { quoteExcerpt } from './verse-writer.ts';

/** The number of books that can be identified by their order alone. */
const BOOKS = 66;

/**
 * Finds books by their names in any of the canon's languages. If a name is unknown, the position among the 66 books
 * counts, provided that there are 66 books and all known names are in their position.
 */
export class BookOrder {
  #count = 0;
  #inOrder = true;
  #firstUnknownName: { place: SourcePosition; name: string } | null = null;
  /** The number of names found in each language. A name that means two books is read in the most frequent language. */
  readonly #namesByLanguage: Record<CanonLanguage, number> = { en: 0, pt: 0, de: 0 };

  /** Returns the next book. `number` is the one in the canon that the source states. */
  next(name: string, place: SourcePosition, number = 0): CanonBook {
    const position = ++this.#count;
    const book = this.#findByName(name) ?? (number <= BOOKS ? findBook(number) : null);
    if (book) this.#inOrder &&= book.id === position;
    else this.#firstUnknownName ??= { place, name };
    if (this.#firstUnknownName && (!this.#inOrder || position > BOOKS)) throw this.#toError();
    return book ?? findBook(position)!;
  }

  finish(): void {
    if (this.#firstUnknownName && this.#count !== BOOKS) throw this.#toError();
  }

  #toError(): DamagedSourceError {
    const { place, name } = this.#firstUnknownName!;
    const reason = `${quoteExcerpt(name)} is not a known book name, and these are not the ${BOOKS} books in order`;
    return new DamagedSourceError(place.file, place.line, reason);
  }

  #findByName(name: string): CanonBook | null {
    if (/^\d{1,2}$/.test(name)) return Number(name) <= BOOKS ? findBook(Number(name)) : null;
    let best: { book: CanonBook; language: CanonLanguage } | null = null;
    for (const language of CANON_LANGUAGES) {
      const book = findBookByName(name, language);
      if (!book) continue;
      if (!best || this.#namesByLanguage[language] > this.#namesByLanguage[best.language]) best = { book, language };
      this.#namesByLanguage[language]++;
    }
    return best?.book ?? findBookOfAddition(name);
  }
}
