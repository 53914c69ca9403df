import { NO_NAMES } from '../../../contract/book-names.ts';
import {
  bookName,
  CANON_LANGUAGES,
  type CanonBook,
  findBook,
  findBookByCode,
  findBookByName,
} from '../../../domain/scripture/canon.ts';
import type { SourcePosition } from '../../../import-files/import-source.ts';
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

const FILE_NAME = /\.xml$/i;
const ROOT_ELEMENT = /^<(\w+:)?xmlbible[\s/>]/i;

/** Codes of the format's books from number 67 on. 86 is a book that the canon does not know. */
const MORE_BOOKS = 'JDT WIS TOB SIR BAR 1MA 2MA DAG ESG MAN 3MA 4MA LJE 1ES 2ES ODA PSS LAO ENO - SUS BEL PS2'.split(
  ' ',
);
/** Elements that are not text of a verse, with their name in a report. */
const OMITTED = new Map([
  ['NOTE', 'notes'],
  ['REMARK', 'notes'],
  ['XREF', 'cross references'],
  ['CAPTION', 'headings'],
  ['PROLOG', 'introductions'],
  ['MEDIA', 'figures'],
]);

/** Zefania XML. Several documents may make one edition. */
export const zefaniaFormat = toEditionFormat({
  name: 'Zefania XML',
  find: (source) => findXmlFiles(source, FILE_NAME, ROOT_ELEMENT),
  async read({ collector, readFiles }) {
    const information = new BibleInformation();
    const numbers = new BookNumbers();
    await readFiles((place) => new ZefaniaText(place, collector, information, numbers));
    numbers.finish(collector);
    const { name, stated, rights, identifier } = information;
    return { name, ...stated, rights, sourceId: identifier === null ? null : `zefania:${identifier}` };
  },
});

/** Names of 1 and 2 Samuel, Ezra and Nehemiah in traditions that count them differently. */
const OTHER_COUNTS = new Map([
  [9, '1KI'],
  [10, '2KI'],
  [15, '1ES'],
  [16, '2ES'],
]);

/**
 * Checks whether the numbers of books agree with their names. A full name of another book is an error. A short form may
 * mean another book in an unknown language, so it is an error only if most names disagree.
 */
class BookNumbers {
  #agreeing = 0;
  readonly #doubtful: { place: SourcePosition; reason: string }[] = [];

  /** Returns why the book cannot have its number, or null if it can. */
  findNameError(book: CanonBook, name: string, place: SourcePosition): string | null {
    const named = findNamed(name);
    if (named.length === 0) return null;
    if (named.includes(book)) {
      this.#agreeing++;
      return null;
    }
    const reason = `book ${book.id} is called ${quoteExcerpt(name)}, but ${book.id} is the number of ${book.names.en}`;
    const isFull = named.some(({ names }) => Object.values(names).some((each) => isSame(each, name)));
    if (isFull && !named.some(({ code }) => code === OTHER_COUNTS.get(book.id)))
      return `${reason}: correct one of them`;
    this.#doubtful.push({ place, reason });
    return null;
  }

  /** Reports doubtful names, after all names are known. */
  finish(collector: EditionCollector): void {
    const isWrong = this.#doubtful.length > this.#agreeing;
    for (const { place, reason } of this.#doubtful) {
      if (isWrong) collector.errors.add(place, `${reason}: correct one of them`);
      else collector.warn(place, `${reason}, and is read as that book`);
    }
  }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();

/** Sends the text of a document to the collector. Element names may be in any case. */
class ZefaniaText implements XmlHandler {
  readonly #place: XmlPosition;
  readonly #information: BibleInformation;
  readonly #numbers: BookNumbers;
  readonly #collector: EditionCollector;
  readonly #verses: NestedVerses;

  constructor(place: XmlPosition, collector: EditionCollector, information: BibleInformation, numbers: BookNumbers) {
    this.#place = place;
    this.#information = information;
    this.#numbers = numbers;
    this.#collector = collector;
    this.#verses = new NestedVerses(place, collector);
  }

  open(given: string, attributes: XmlAttributes): XmlContent {
    const name = given.toUpperCase();
    if (this.#information.isOpen) return this.#information.open(name);
    const kind = OMITTED.get(name);
    if (kind) return this.#verses.omit(kind);
    switch (name) {
      case 'XMLBIBLE':
        this.#information.setRootName(attributes.biblename);
        return true;
      case 'INFORMATION':
        return this.#information.start();
      case 'BIBLEBOOK':
        return this.#book(attributes);
      case 'CHAPTER':
        return this.#verses.startChapter(attributes.cnumber);
      case 'VERS':
        return this.#verses.startVerse(attributes.vnumber);
      case 'BR':
        this.#verses.break();
        return true;
      default:
        return true;
    }
  }

  text(text: string): void {
    this.#verses.write(text);
  }

  #book({ bnumber = '', bname = '', bsname = '' }: XmlAttributes): XmlContent {
    if (!this.#verses.canOpen('book')) return false;
    const name = trimBookName(bname);
    const book = findZefaniaBook(bnumber.trim(), name);
    if (!book) return this.#verses.refuse(`there is no book with the number ${quoteExcerpt(bnumber)}`);
    const error = this.#numbers.findNameError(book, name, this.#place.here());
    if (error !== null) return this.#verses.refuse(error);
    const enter = this.#verses.startBook(book, name || bookName(book.id, this.#information.stated.language ?? 'und'));
    this.#collector.nameBook(book.id, { ...NO_NAMES, long: name || null, abbreviation: trimBookName(bsname) || null });
    return enter;
  }
}

/** Finds a book by its number, which every document has. Numbers beyond 66 vary, so there the name counts first. */
function findZefaniaBook(number: string, name: string): CanonBook | null {
  const id = /^\d{1,3}$/.test(number) ? Number(number) : 0;
  if (id >= 1 && id <= 66) return findBook(id);
  return findNamed(name)[0] ?? findBookByCode(MORE_BOOKS[id - 67] ?? '');
}

/** Returns the books that a name means in any language. */
const findNamed = (name: string): CanonBook[] =>
  [findBookOfAddition(name), ...CANON_LANGUAGES.map((language) => findBookByName(name, language))].filter(
    (book) => book !== null,
  );
