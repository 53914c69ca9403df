import type { Language, TranslationRights } from '../../../contract/schemas/translation.ts';
import { bookName, findBook } from '../../../domain/scripture/canon.ts';
import { EditionCollector } from '../../collector/edition-collector.ts';
import type { EditionFormat } from '../../read-edition.ts';
import { toLanguage } from '../shared/edition-language.ts';
import { toRights } from '../shared/edition-rights.ts';
import { NestedVerses } from '../shared/nested-verses.ts';
import { toQuote, VerseFlow } from '../shared/verse-flow.ts';
import {
  findXmlFiles,
  readXmlFiles,
  type XmlAttributes,
  type XmlContent,
  type XmlHandler,
  type XmlPlace,
} from '../shared/xml.ts';

const ENDING = /\.xml$/i;
/** OpenSong has the same root, and `<b>` for a book. */
const BEGINNING = /^<bible(\s[^>]*)?>(?:(?!<b[\s>]).)*?<book\s[^>]*?number\s*=/is;
/** Books beyond these have no order that all agree on. */
const PROTESTANT_BOOKS = 66;
/** Elements that some files have in verses, and that are no text of them. */
const NOTES = new Set(['note', 'footnote']);

/** The XML of the Beblia collection; several documents are one edition. https://github.com/Beblia/Holy-Bible-XML-Format */
export const bebliaFormat: EditionFormat = {
  name: 'Beblia XML',

  recognizes: async (source) => (await findXmlFiles(source, ENDING, BEGINNING)).length > 0,

  async read(source, onProgress, options) {
    const files = await findXmlFiles(source, ENDING, BEGINNING);
    const collector = new EditionCollector(options);
    const root = new BebliaRoot();
    await readXmlFiles(files, (place) => new BebliaText(place, collector, root), onProgress, collector.faults);
    const { name, language, rights } = root;
    return { name, language, rights, sourceId: null, ...collector.finish({ file: source.path, line: null }) };
  },
};

/** What the root element says of the edition; that of the first document counts. */
class BebliaRoot {
  #attributes: XmlAttributes = {};

  set(attributes: XmlAttributes): void {
    if (Object.keys(this.#attributes).length === 0) this.#attributes = attributes;
  }

  get name(): string | null {
    const { translation, name, language } = this.#attributes;
    return (translation || name || language)?.trim() || null;
  }

  /** The name begins with it: "English KJV 1769". */
  get language(): Language | null {
    const { language, translation = '' } = this.#attributes;
    return toLanguage((language || translation).trim().split(/\s/)[0]!);
  }

  get rights(): Partial<TranslationRights> {
    const { version, status, link } = this.#attributes;
    return toRights({ edition: this.name, statement: version || status, url: link });
  }
}

/** Sends the words of one document to the collector. */
class BebliaText implements XmlHandler {
  readonly #place: XmlPlace;
  readonly #collector: EditionCollector;
  readonly #root: BebliaRoot;
  readonly #flow: VerseFlow;
  readonly #nested: NestedVerses;

  constructor(place: XmlPlace, collector: EditionCollector, root: BebliaRoot) {
    this.#place = place;
    this.#collector = collector;
    this.#root = root;
    this.#flow = new VerseFlow(collector);
    this.#nested = new NestedVerses(place, this.#flow);
  }

  open(name: string, attributes: XmlAttributes): XmlContent {
    const { number = '' } = attributes;
    switch (name) {
      case 'bible':
        this.#root.set(attributes);
        return true;
      case 'book':
        return this.#book(number);
      case 'chapter':
        return this.#nested.startChapter(number);
      case 'verse':
        return this.#nested.startVerse(number);
      case 'br':
        this.#flow.break();
        return true;
      default:
        if (!NOTES.has(name)) return true;
        this.#flow.leaveOut('notes');
        return false;
    }
  }

  text(text: string): void {
    if (this.#nested.open !== 'nothing') this.#flow.write(text, this.#place);
  }

  /** Books have no names here, only the number that the canon gives them. */
  #book(number: string): XmlContent {
    if (!this.#nested.hasRoom('book')) return false;
    const book = /^\s*\d{1,3}\s*$/.test(number) ? findBook(Number(number)) : null;
    if (!book) return this.#nested.leaveOut(`there is no book with the number ${toQuote(number)}`);
    if (book.id > PROTESTANT_BOOKS)
      this.#collector.suspect(this.#place, `book ${book.id} has no name, and is taken for ${book.names.en}`);
    return this.#nested.startBook(book, bookName(book.id, this.#root.language ?? 'und'));
  }
}
