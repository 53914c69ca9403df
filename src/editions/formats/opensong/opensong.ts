import { NO_NAMES } from '../../../contract/book-names.ts';
import {
  CANON_LANGUAGES,
  type CanonBook,
  type CanonLanguage,
  findBook,
  findBookByName,
} from '../../../domain/scripture/canon.ts';
import type { SourcePosition } from '../../../import-files/import-source.ts';
import { DamagedSourceError } from '../../../import-files/import-source.ts';
import {
  findXmlFiles,
  type XmlAttributes,
  type XmlContent,
  type XmlHandler,
  type XmlPosition,
} from '../../../import-files/xml.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { findBookOfAddition } from '../shared/addition-names.ts';
import { BibleInformation } from '../shared/bible-information.ts';
import { NestedVerses } from '../shared/nested-verses.ts';
import { quoteExcerpt, trimBookName } from '../shared/verse-writer.ts';
import { toEditionFormat } from '../shared/xml-format.ts';

/** The format's own files have no extension. */
const FILE_NAME = /(\.(xml|xmm|opensong)|(^|\/)[^./]+)$/i;
/** Other formats have the same root element, but another element for a book. */
const ROOT_ELEMENT = /^<bible(\s[^>]*)?>(?:(?!<(?:book|testament)[\s>]).)*?<b[\s>]/is;
/** The number of books that can be identified by their order alone. */
const BOOKS = 66;

/**
 * OpenSong XML. Several documents may make one edition. Some files state rights and language in an INFORMATION block
 * before the books.
 */
export const openSongFormat = toEditionFormat({
  name: 'OpenSong',
  find: (source) => findXmlFiles(source, FILE_NAME, ROOT_ELEMENT),
  async read({ collector, readFiles }) {
    const order = new BookOrder();
    const information = new BibleInformation();
    await readFiles((place) => new OpenSongHandler(place, collector, order, information));
    await collector.errors.catchDamage(async () => order.finish());
    const { name, stated, rights } = information;
    return { name, ...stated, rights, sourceId: null };
  },
});

/**
 * Finds books by their names in any of the canon's languages. If a name is unknown, the position among the 66 books
 * counts, provided that there are 66 books and all known names are in their position.
 */
class BookOrder {
  #count = 0;
  #inOrder = true;
  #firstUnknownName: { place: SourcePosition; name: string } | null = null;
  /** The number of names found in each language. A name that means two books is read in the most frequent language. */
  readonly #namesByLanguage: Record<CanonLanguage, number> = { en: 0, pt: 0, de: 0 };

  next(name: string, place: SourcePosition): CanonBook {
    const position = ++this.#count;
    const book = this.#findByName(name);
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

class OpenSongHandler implements XmlHandler {
  readonly #place: XmlPosition;
  readonly #order: BookOrder;
  readonly #information: BibleInformation;
  readonly #collector: EditionCollector;
  readonly #verses: NestedVerses;

  constructor(place: XmlPosition, collector: EditionCollector, order: BookOrder, information: BibleInformation) {
    this.#place = place;
    this.#order = order;
    this.#information = information;
    this.#collector = collector;
    this.#verses = new NestedVerses(place, collector);
  }

  open(name: string, attributes: XmlAttributes): XmlContent {
    if (this.#information.isOpen) return this.#information.open(name);
    if (this.#verses.open === 'verse') return this.#inVerse(name);
    const { n = '' } = attributes;
    switch (name) {
      case 'bible':
        this.#information.setRootName(attributes.name ?? attributes.translation ?? attributes.n);
        return true;
      case 'title':
        return { whole: (text) => this.#information.setRootName(text) };
      case 'INFORMATION':
      case 'information':
        return this.#information.start();
      case 'b':
        return this.#book(n);
      case 'c':
        return this.#verses.startChapter(n);
      case 'v':
        return this.#verse(n, attributes.t);
      default:
        return true;
    }
  }

  text(text: string): void {
    this.#verses.write(text);
  }

  #inVerse(name: string): boolean {
    if (name === 'b' || name === 'c' || name === 'v') return this.#verses.refuse(`"<${name}>" stands in a verse`);
    return this.#verses.openMark(name);
  }

  #book(n: string): XmlContent {
    if (!this.#verses.canOpen('book')) return false;
    const name = trimBookName(n);
    const book = this.#order.next(name, this.#place.here());
    const isNumber = /^\d*$/.test(name);
    const enter = this.#verses.startBook(book, isNumber ? null : name);
    if (!isNumber) this.#collector.nameBook(book.id, { ...NO_NAMES, long: name });
    return enter;
  }

  /** Starts a verse. `t` is the last verse of a bridge. */
  #verse(n: string, t: string | undefined): XmlContent {
    return this.#verses.startVerse(t === undefined || t.trim() === '' ? n : `${n}-${t}`);
  }
}
