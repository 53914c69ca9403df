import {
  CANON_LANGUAGES,
  type CanonBook,
  type CanonLanguage,
  findBook,
  findBookByName,
} from '../../../domain/scripture/canon.ts';
import type { SourcePosition } from '../../collector/collected-book.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { DamagedEditionError } from '../../sources/edition-source.ts';
import { findBookOfAddition } from '../shared/addition-names.ts';
import { BibleInformation } from '../shared/bible-information.ts';
import { NestedVerses } from '../shared/nested-verses.ts';
import { quoteExcerpt, trimBookName } from '../shared/verse-writer.ts';
import { findXmlFiles, type XmlAttributes, type XmlContent, type XmlHandler, type XmlPosition } from '../shared/xml.ts';
import { toEditionFormat } from '../shared/xml-format.ts';

/** The format's own files have no ending. */
const ENDING = /(\.(xml|xmm|opensong)|(^|\/)[^./]+)$/i;
/** Other formats have the same root, and another element for a book. */
const BEGINNING = /^<bible(\s[^>]*)?>(?:(?!<(?:book|testament)[\s>]).)*?<b[\s>]/is;
/** Books of a Bible that may be known by their order alone. */
const BOOKS = 66;

/** OpenSong's XML; several documents are one edition. Of rights and language some files tell in an INFORMATION block before the books. */
export const openSongFormat = toEditionFormat({
  name: 'OpenSong',
  find: (source) => findXmlFiles(source, ENDING, BEGINNING),
  async read({ collector, readFiles }) {
    const order = new BookOrder();
    const information = new BibleInformation();
    await readFiles((place) => new OpenSongText(place, collector, order, information));
    await collector.errors.catchDamage(async () => order.finish());
    const { name, language, rights } = information;
    return { name, language, rights, sourceId: null };
  },
});

/**
 * Finds books by their names in any of the canon's languages. Where a name is not known, the place in the order of the 66 books
 * counts: if there are as many, and all names that are known stand where they should.
 */
class BookOrder {
  #count = 0;
  #inOrder = true;
  #firstUnknown: { place: SourcePosition; name: string } | null = null;
  /** How many names of each language came so far: a name that means two books is of the one that came most. */
  readonly #seen: Record<CanonLanguage, number> = { en: 0, pt: 0, de: 0 };

  next(name: string, place: SourcePosition): CanonBook {
    const position = ++this.#count;
    const book = this.#findByName(name);
    if (book) this.#inOrder &&= book.id === position;
    else this.#firstUnknown ??= { place, name };
    if (this.#firstUnknown && (!this.#inOrder || position > BOOKS)) throw this.#unknown();
    return book ?? findBook(position)!;
  }

  finish(): void {
    if (this.#firstUnknown && this.#count !== BOOKS) throw this.#unknown();
  }

  #unknown(): DamagedEditionError {
    const { place, name } = this.#firstUnknown!;
    const reason = `${quoteExcerpt(name)} is no book that is known by its name, nor are these the ${BOOKS} books in order`;
    return new DamagedEditionError(place.file, place.line, reason);
  }

  #findByName(name: string): CanonBook | null {
    if (/^\d{1,2}$/.test(name)) return Number(name) <= BOOKS ? findBook(Number(name)) : null;
    let best: { book: CanonBook; language: CanonLanguage } | null = null;
    for (const language of CANON_LANGUAGES) {
      const book = findBookByName(name, language);
      if (!book) continue;
      if (!best || this.#seen[language] > this.#seen[best.language]) best = { book, language };
      this.#seen[language]++;
    }
    return best?.book ?? findBookOfAddition(name);
  }
}

class OpenSongText implements XmlHandler {
  readonly #place: XmlPosition;
  readonly #order: BookOrder;
  readonly #information: BibleInformation;
  readonly #verses: NestedVerses;

  constructor(place: XmlPosition, collector: EditionCollector, order: BookOrder, information: BibleInformation) {
    this.#place = place;
    this.#order = order;
    this.#information = information;
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
    return this.#verses.startBook(book, /^\d*$/.test(name) ? null : name);
  }

  /** `t` is the last verse of a bridge. */
  #verse(n: string, t: string | undefined): XmlContent {
    return this.#verses.startVerse(t === undefined || t.trim() === '' ? n : `${n}-${t}`);
  }
}
