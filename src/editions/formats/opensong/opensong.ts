import {
  type BookDefinition,
  CANON_LANGUAGES,
  type CanonLanguage,
  findBook,
  findBookByName,
} from '../../../domain/scripture/canon.ts';
import type { Place } from '../../collector/collected-book.ts';
import { EditionCollector } from '../../collector/edition-collector.ts';
import type { EditionFormat } from '../../read-edition.ts';
import { DamagedEditionError } from '../../sources/edition-source.ts';
import { findAddition } from '../shared/addition-names.ts';
import { BibleInformation } from '../shared/bible-information.ts';
import { NestedVerses } from '../shared/nested-verses.ts';
import { toBookName, toQuote, VerseFlow } from '../shared/verse-flow.ts';
import {
  findXmlFiles,
  readXmlFiles,
  type XmlAttributes,
  type XmlContent,
  type XmlHandler,
  type XmlPlace,
} from '../shared/xml.ts';

/** The format's own files have no ending. */
const ENDING = /(\.(xml|xmm|opensong)|(^|\/)[^./]+)$/i;
/** Other formats have the same root, and another element for a book. */
const BEGINNING = /^<bible(\s[^>]*)?>(?:(?!<(?:book|testament)[\s>]).)*?<b[\s>]/is;
/** Books of a Bible that may be known by their order alone. */
const BOOKS = 66;
/** Some tools write notes into verses, though the format has none. */
const NOTES = new Set(['note', 'footnote']);

/** OpenSong's XML; several documents are one edition. Of rights and language some files tell in an INFORMATION block before the books. */
export const openSongFormat: EditionFormat = {
  name: 'OpenSong',

  recognizes: async (source) => (await findXmlFiles(source, ENDING, BEGINNING)).length > 0,

  async read(source, onProgress, options) {
    const files = await findXmlFiles(source, ENDING, BEGINNING);
    const collector = new EditionCollector(options);
    const order = new BookOrder();
    const information = new BibleInformation();
    const toHandler = (place: XmlPlace) => new OpenSongText(place, collector, order, information);
    await readXmlFiles(files, toHandler, onProgress, collector.faults);
    await collector.faults.within(async () => order.finish());
    return {
      name: information.name,
      language: information.language,
      rights: information.rights,
      sourceId: null,
      ...collector.finish({ file: source.path, line: null }),
    };
  },
};

/**
 * Finds books by their names in any of the canon's languages. Where a name is not known, the place in the order of the 66 books
 * counts: if there are as many, and all names that are known stand where they should.
 */
class BookOrder {
  #count = 0;
  #inOrder = true;
  #firstUnknown: { place: Place; name: string } | null = null;
  /** How many names of each language came so far: a name that means two books is of the one that came most. */
  readonly #seen: Record<CanonLanguage, number> = { en: 0, pt: 0, de: 0 };

  next(name: string, place: Place): BookDefinition {
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
    const reason = `${toQuote(name)} is no book that is known by its name, nor are these the ${BOOKS} books in order`;
    return new DamagedEditionError(place.file, place.line, reason);
  }

  #findByName(name: string): BookDefinition | null {
    if (/^\d{1,2}$/.test(name)) return Number(name) <= BOOKS ? findBook(Number(name)) : null;
    let best: { book: BookDefinition; language: CanonLanguage } | null = null;
    for (const language of CANON_LANGUAGES) {
      const book = findBookByName(name, language);
      if (!book) continue;
      if (!best || this.#seen[language] > this.#seen[best.language]) best = { book, language };
      this.#seen[language]++;
    }
    return best?.book ?? findAddition(name);
  }
}

class OpenSongText implements XmlHandler {
  readonly #place: XmlPlace;
  readonly #order: BookOrder;
  readonly #flow: VerseFlow;
  readonly #nested: NestedVerses;
  readonly #information: BibleInformation;
  #inInformation = false;

  constructor(place: XmlPlace, collector: EditionCollector, order: BookOrder, information: BibleInformation) {
    this.#place = place;
    this.#order = order;
    this.#flow = new VerseFlow(collector);
    this.#nested = new NestedVerses(place, this.#flow);
    this.#information = information;
  }

  open(name: string, attributes: XmlAttributes): XmlContent {
    if (this.#inInformation) return this.#information.open(name);
    if (this.#nested.open === 'verse') return this.#inVerse(name);
    const { n = '' } = attributes;
    switch (name) {
      case 'bible':
        this.#information.setRootName(attributes.name ?? attributes.translation ?? attributes.n);
        return true;
      case 'title':
        return { whole: (text) => this.#information.setRootName(text) };
      case 'INFORMATION':
      case 'information':
        this.#inInformation = true;
        return () => {
          this.#inInformation = false;
        };
      case 'b':
        return this.#book(n);
      case 'c':
        return this.#nested.startChapter(n);
      case 'v':
        return this.#verse(n, attributes.t);
      default:
        return true;
    }
  }

  text(text: string): void {
    if (this.#nested.open !== 'nothing') this.#flow.write(text, this.#place);
  }

  /** Marks such as `<i>` are not kept; their words are. */
  #inVerse(name: string): boolean {
    if (name === 'b' || name === 'c' || name === 'v') return this.#nested.leaveOut(`"<${name}>" stands in a verse`);
    if (name === 'br') this.#flow.break();
    if (!NOTES.has(name)) return true;
    this.#flow.leaveOut('notes');
    return false;
  }

  #book(n: string): XmlContent {
    if (!this.#nested.hasRoom('book')) return false;
    const name = toBookName(n);
    const book = this.#order.next(name, this.#place.here());
    return this.#nested.startBook(book, /^\d*$/.test(name) ? null : name);
  }

  /** `t` is the last verse of a bridge. */
  #verse(n: string, t: string | undefined): XmlContent {
    return this.#nested.startVerse(t === undefined || t.trim() === '' ? n : `${n}-${t}`);
  }
}
