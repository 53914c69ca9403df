import { NO_NAMES } from '../../../contract/book-names.ts';
import {
  findXmlFiles,
  type XmlAttributes,
  type XmlContent,
  type XmlHandler,
  type XmlPosition,
} from '../../../import-files/xml.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { BibleInformation } from '../shared/bible-information.ts';
import { BookOrder } from '../shared/book-order.ts';
import { NestedVerses } from '../shared/nested-verses.ts';
import { trimBookName } from '../shared/verse-writer.ts';
import { toEditionFormat } from '../shared/xml-format.ts';

/** The format's own files have no extension. */
const FILE_NAME = /(\.(xml|xmm|opensong)|(^|\/)[^./]+)$/i;
/** Other formats have the same root element, but another element for a book. */
const ROOT_ELEMENT = /^<bible(\s[^>]*)?>(?:(?!<(?:book|testament)[\s>]).)*?<b[\s>]/is;

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
