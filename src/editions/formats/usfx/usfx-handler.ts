import type { XmlAttributes, XmlContent, XmlHandler, XmlPosition } from '../../../import-files/xml.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { UsxHandler } from '../usx/usx-handler.ts';

/** Elements with their equivalent in USX. All others are character styles. */
const ELEMENTS: ReadonlyMap<string, string> = new Map(
  [
    ['para', 'p q d s mt imt ms mr r sr sp qa b cl cp cd h toc toca li lit qr qc qm qd m nb pi sd ib is ip iex'],
    ['note', 'f x ef ex'],
    ['cell', 'th thr tc tcr'],
    ['row', 'tr'],
    ['figure', 'fig'],
    ['sidebar', 'esb'],
    ['periph', 'periph'],
    ['optbreak', 'optionalLineBreak'],
  ].flatMap(([usx, list]) => list!.split(' ').map((name) => [name, usx!] as const)),
);
/** Elements without verse text. */
const OMITTED = new Set(['usfm', 'rem', 'ide', 'sts', 'generated']);

/**
 * Sends the text of a USFX document to the collector. USFX has other elements with the same meaning, so each book is
 * handled as USX.
 */
export class UsfxHandler implements XmlHandler {
  readonly #place: XmlPosition;
  readonly #collector: EditionCollector;
  #book: UsxHandler | null = null;
  /** The completed books. */
  readonly books: UsxHandler[] = [];
  languageCode = '';
  /** The titles of the edition in the books of the document. */
  readonly titles = new Set<string>();

  constructor(place: XmlPosition, collector: EditionCollector) {
    this.#place = place;
    this.#collector = collector;
  }

  open(name: string, attributes: XmlAttributes): XmlContent {
    if (name === 'usfx') return true;
    if (name === 'book') return this.#startBook(attributes);
    if (name === 'languageCode')
      return {
        whole: (code) => {
          this.languageCode ||= code;
        },
      };
    if (name === 'id') return { whole: (title) => this.titles.add(title) };
    if (this.#book && !OMITTED.has(name)) return openAsUsx(this.#book, name, attributes);
    return false;
  }

  text(text: string): void {
    this.#book?.text(text);
  }

  #startBook({ id = '' }: XmlAttributes): XmlContent {
    if (this.#book) {
      this.#collector.errors.add(this.#place.here(), 'a book appears in another book');
      return false;
    }
    const book = new UsxHandler(this.#place, this.#collector);
    book.open('book', { code: id });
    this.#book = book;
    return () => {
      book.end();
      this.books.push(book);
      this.#book = null;
    };
  }
}

function openAsUsx(book: UsxHandler, name: string, { id = '', sfm, level = '' }: XmlAttributes): XmlContent {
  if (name === 'c') return book.open('chapter', { number: id });
  if (name === 'v') return book.open('verse', { number: id });
  if (name === 've') return book.open('verse', { eid: '' });
  const element = ELEMENTS.get(name) ?? 'char';
  return book.open(element, { style: `${sfm || name}${element === 'para' ? level : ''}` });
}
