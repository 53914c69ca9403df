import { NO_NAMES } from '../../../contract/book-names.ts';
import type { TranslationRights } from '../../../contract/schemas/translation.ts';
import { bookName, findBook } from '../../../domain/scripture/canon.ts';
import {
  findXmlFiles,
  type XmlAttributes,
  type XmlContent,
  type XmlHandler,
  type XmlPosition,
} from '../../../import-files/xml.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { readEditionLanguage, type StatedLanguage } from '../shared/edition-language.ts';
import { toTranslationRights } from '../shared/edition-rights.ts';
import { NestedVerses } from '../shared/nested-verses.ts';
import { quoteExcerpt, trimBookName } from '../shared/verse-writer.ts';
import { toEditionFormat } from '../shared/xml-format.ts';

const FILE_NAME = /\.xml$/i;
/** OpenSong has the same root element, but `<b>` for a book. */
const ROOT_ELEMENT = /^<bible(\s[^>]*)?>(?:(?!<b[\s>]).)*?<book\s[^>]*?number\s*=/is;
/** Numbers beyond these have no common order. */
const PROTESTANT_BOOKS = 66;

/**
 * The XML of the Beblia collection. Several documents may make one edition.
 * https://github.com/Beblia/Holy-Bible-XML-Format
 */
export const bebliaFormat = toEditionFormat({
  name: 'Beblia XML',
  find: (source) => findXmlFiles(source, FILE_NAME, ROOT_ELEMENT),
  async read({ collector, readFiles }) {
    const root = new BebliaRoot();
    await readFiles((place) => new BebliaHandler(place, collector, root));
    const { name, stated, rights } = root;
    return { name, ...stated, rights, sourceId: null };
  },
});

/** The metadata in the root element. The first document counts. */
class BebliaRoot {
  #attributes: XmlAttributes = {};

  set(attributes: XmlAttributes): void {
    if (Object.keys(this.#attributes).length === 0) this.#attributes = attributes;
  }

  get name(): string | null {
    const { translation, name, language } = this.#attributes;
    return (translation || name || language)?.trim() || null;
  }

  /** Taken from the beginning of the name if need be: "English KJV 1769". */
  get stated(): StatedLanguage {
    const { language, translation = '' } = this.#attributes;
    const stated = readEditionLanguage((language || translation).trim().split(/\s/)[0]!);
    // "La Bible" is not in Latin.
    return language || stated.language !== 'und' ? stated : { ...stated, languageTag: null };
  }

  get rights(): Partial<TranslationRights> {
    const { version, status, link } = this.#attributes;
    return toTranslationRights({ edition: this.name, statement: version || status, url: link });
  }
}

/** Sends the text of a document to the collector. */
class BebliaHandler implements XmlHandler {
  readonly #place: XmlPosition;
  readonly #collector: EditionCollector;
  readonly #root: BebliaRoot;
  readonly #verses: NestedVerses;

  constructor(place: XmlPosition, collector: EditionCollector, root: BebliaRoot) {
    this.#place = place;
    this.#collector = collector;
    this.#root = root;
    this.#verses = new NestedVerses(place, collector);
  }

  open(name: string, attributes: XmlAttributes): XmlContent {
    switch (name) {
      case 'bible':
        this.#root.set(attributes);
        return true;
      case 'book':
        return this.#book(attributes);
      case 'chapter':
        return this.#verses.startChapter(attributes.number);
      case 'verse':
        return this.#verses.startVerse(attributes.number);
      default:
        return this.#verses.openMark(name);
    }
  }

  text(text: string): void {
    this.#verses.write(text);
  }

  /** Starts a book. Few files name their books; all have their number in the canon. */
  #book({ number = '', name = '' }: XmlAttributes): XmlContent {
    if (!this.#verses.canOpen('book')) return false;
    const book = /^\s*\d{1,3}\s*$/.test(number) ? findBook(Number(number)) : null;
    if (!book) return this.#verses.refuse(`there is no book with the number ${quoteExcerpt(number)}`);
    if (book.id > PROTESTANT_BOOKS)
      this.#collector.warn(this.#place, `book ${book.id} has no name and is read as ${book.names.en}`);
    const own = trimBookName(name);
    const enter = this.#verses.startBook(book, own || bookName(book.id, this.#root.stated.language ?? 'und'));
    this.#collector.nameBook(book.id, { ...NO_NAMES, long: own || null });
    return enter;
  }
}
