import type { CanonBook } from '../../../domain/scripture/canon.ts';
import type { XmlAttributes, XmlContent, XmlHandler, XmlPosition } from '../../../import-files/xml.ts';
import type { VerseNumber } from '../../collector/collected-book.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { ADDED_WORDS, RED_LETTERS } from '../shared/omitted-styles.ts';
import { findOsisBook, parseOsisChapter, parseOsisVerses, takeConsecutiveVerses } from '../shared/osis-id.ts';
import { CLOSING_QUOTES, isCanonicalTitle, isRedLetter, OSIS_BLOCKS, toNoteKind } from '../shared/osis-markup.ts';
import { quoteExcerpt, trimBookName, VerseWriter } from '../shared/verse-writer.ts';
import type { OsisHeader } from './osis-header.ts';

/** Divisions that are not part of the text. */
const OMITTED_DIVISIONS = new Set(
  'introduction preface glossary concordance index map maps appendix annotant bibliography colophon coverPage titlePage outline imprimatur publicationData tableofContents afterword back front gazetteer'.split(
    ' ',
  ),
);

/** The names of a book in its title. */
export interface OsisBookName {
  readonly long: string | null;
  readonly short: string | null;
}

/** Sends the text of an OSIS document to the collector. */
export class OsisHandler implements XmlHandler {
  readonly #place: XmlPosition;
  readonly #collector: EditionCollector;
  readonly #header: OsisHeader;
  readonly #flow: VerseWriter;
  #inHeader = false;
  #inText = false;
  #bookId: number | null = null;
  /** The book whose division has started, until its first chapter or verse. Its title comes there. */
  #divisionBookId: number | null = null;
  /** The open division and chapter, if they have an id. A verse of another one causes one warning in each. */
  #within: { osisId: string; book: CanonBook } | null = null;
  #withinChapter: { osisId: string; book: CanonBook; chapter: number } | null = null;
  #hasWarned = false;
  /** The `sID` of the open verse; empty for a container. */
  #open: string | null = null;
  /** The edition's names of its books, by id. */
  readonly names = new Map<number, OsisBookName>();

  constructor(place: XmlPosition, collector: EditionCollector, header: OsisHeader) {
    this.#place = place;
    this.#collector = collector;
    this.#header = header;
    this.#flow = new VerseWriter(collector);
  }

  open(name: string, attributes: XmlAttributes): XmlContent {
    if (this.#inHeader) return this.#header.open(name, attributes);
    switch (name) {
      case 'osisText':
        this.#header.startText(attributes);
        this.#inText = true;
        return () => this.#endText();
      case 'header':
        this.#inHeader = true;
        return () => {
          this.#inHeader = false;
        };
      case 'div':
        return this.#division(attributes);
      case 'chapter':
        return this.#chapter(attributes);
      case 'verse':
        return this.#verse(attributes);
      case 'title':
        return this.#title(attributes);
      case 'speaker':
        this.#flow.startHeading(false);
        return () => this.#flow.endHeading();
      case 'note':
        return this.#omit(toNoteKind(attributes.type));
      case 'figure':
        return this.#omit('figures');
      case 'index':
      case 'rdg':
        return false;
      case 'lb':
        this.#flow.break();
        return true;
      case 'milestone':
        if (/^(x-)?(p|pb|br|line|lb)$/i.test(attributes.type ?? '')) this.#flow.break();
        // The mark is repeated where a quotation continues in a new paragraph.
        else if (attributes.type === 'cQuote') this.#mark(attributes.marker);
        return true;
      case 'cell':
        this.#flow.space();
        return true;
      case 'q':
        return this.#quotation(attributes);
      case 'transChange':
        this.#countMark(ADDED_WORDS);
        this.#flow.joint();
        return () => this.#flow.joint();
      default:
        return OSIS_BLOCKS.has(name) ? this.#block() : true;
    }
  }

  text(text: string): void {
    if (this.#inText && !this.#inHeader) this.#flow.write(text, this.#place);
  }

  #reject(reason: string): false {
    this.#flow.addError(this.#place.here(), reason);
    return false;
  }

  #omit(kind: string): false {
    this.#flow.omit(kind);
    return false;
  }

  #block(): () => void {
    this.#flow.break();
    return () => this.#flow.break();
  }

  #endText(): void {
    this.#flow.endVerse();
    this.#inText = false;
  }

  #division({ type, osisID, sID, eID }: XmlAttributes): XmlContent {
    if (type === undefined) return true;
    // A milestone has no contents to leave out.
    if (OMITTED_DIVISIONS.has(type) && sID === undefined && eID === undefined) return this.#omit('introductions');
    if (type === 'book') this.#endBook();
    if (type === 'book' && osisID !== undefined) {
      const book = findOsisBook(osisID.trim().replace(/^[^:]*:/, ''));
      this.#endVerse();
      if (!book) return this.#reject(`${quoteExcerpt(osisID)} is not a book id`);
      this.#divisionBookId = book.id;
      this.#within = eID === undefined ? { osisId: osisID, book } : null;
      return () => {
        this.#endVerse();
        if (sID === undefined) this.#endBook();
      };
    }
    return /paragraph|^x-p$/i.test(type) ? this.#block() : true;
  }

  #endBook(): void {
    this.#within = null;
    this.#withinChapter = null;
    this.#hasWarned = false;
  }

  #chapter({ osisID, sID, eID }: XmlAttributes): XmlContent {
    this.#endChapter();
    this.#divisionBookId = null;
    const chapter = eID === undefined ? parseOsisChapter(osisID ?? '') : null;
    this.#withinChapter = chapter && { osisId: osisID!, ...chapter };
    return sID === undefined && eID === undefined ? () => this.#endChapter() : true;
  }

  #endChapter(): void {
    this.#endVerse();
    this.#withinChapter = null;
    this.#hasWarned = false;
  }

  #endVerse(): void {
    this.#open = null;
    this.#flow.endVerse();
  }

  /** Handles a container, or one of the two milestones around a verse. */
  #verse({ osisID, sID, eID }: XmlAttributes): XmlContent {
    if (eID !== undefined) {
      if (this.#open !== null && this.#open !== eID)
        this.#collector.warn(this.#place, `the end of ${quoteExcerpt(eID)} stands in ${quoteExcerpt(this.#open)}`);
      this.#endVerse();
      return true;
    }
    if (this.#open === '') return this.#reject('a verse appears in another verse');
    if (this.#open !== null)
      this.#collector.warn(this.#place, `${quoteExcerpt(this.#open)} does not end before the next verse`);
    this.#divisionBookId = null;
    this.#startVerse(osisID ?? sID ?? '');
    this.#open = sID ?? '';
    return sID === undefined ? () => this.#endVerse() : true;
  }

  #startVerse(osisId: string): void {
    const verses = parseOsisVerses(osisId);
    const first = verses?.[0];
    if (!first) {
      this.#flow.discardVerse(this.#place.here(), `${quoteExcerpt(osisId)} is not the osisID of a verse`);
      return;
    }
    const book = findOsisBook(first.book);
    if (!book) {
      this.#flow.discardVerse(this.#place.here(), `${quoteExcerpt(first.book)} is not a book id`);
      return;
    }
    this.#warnIfMisplaced(osisId, book, first.chapter);
    if (book.id !== this.#bookId) {
      this.#flow.startBook(book, null);
      this.#bookId = book.id;
    }
    // A bridge cannot extend beyond its chapter.
    const same = verses.filter(({ book: id, chapter }) => id === first.book && chapter === first.chapter);
    if (same.length < verses.length)
      this.#collector.warn(this.#place, `${quoteExcerpt(osisId)} extends beyond its chapter`);
    const run = takeConsecutiveVerses(same);
    const last = run.at(-1)!;
    if (run.length < same.length) {
      const kept = `${first.verse}${last.verse === first.verse ? '' : `-${last.verse}`}`;
      this.#collector.warn(this.#place, `${quoteExcerpt(osisId)} skips verses: its text is kept under ${kept}`);
    }
    const number: VerseNumber = { chapter: first.chapter, verse: first.verse, part: first.part };
    const bridge = last.verse === first.verse ? {} : { last: last.verse, lastPart: last.part };
    this.#flow.startVerse({ ...number, ...bridge }, this.#place.here());
  }

  /** Warns if a verse is in the wrong book or chapter. Its id counts. */
  #warnIfMisplaced(osisId: string, book: CanonBook, chapter: number): void {
    const inChapter = this.#withinChapter;
    const isElsewhere = inChapter && (inChapter.book !== book || inChapter.chapter !== chapter);
    const outer = isElsewhere ? inChapter : this.#within?.book === book ? null : this.#within;
    if (!outer || this.#hasWarned) return;
    this.#hasWarned = true;
    this.#collector.warn(this.#place, `${quoteExcerpt(osisId)} stands in ${quoteExcerpt(outer.osisId)}`);
  }

  #title(attributes: XmlAttributes): XmlContent {
    const { type, short } = attributes;
    const bookId = this.#divisionBookId;
    if (bookId !== null && !this.names.has(bookId) && (type === undefined || type === 'main'))
      return {
        whole: (text) => {
          this.names.set(bookId, { long: trimBookName(text) || null, short: trimBookName(short ?? '') || null });
        },
      };
    // The letters in Psalm 119 are not text of a verse.
    this.#flow.startHeading(type !== 'acrostic' && isCanonicalTitle(attributes));
    return () => this.#flow.endHeading();
  }

  /** Handles a quotation whose marks are an attribute. */
  #quotation(attributes: XmlAttributes): XmlContent {
    const { marker, sID, eID } = attributes;
    if (isRedLetter(attributes)) this.#countMark(RED_LETTERS);
    if (!marker || !this.#flow.inVerse) return true;
    this.#mark(marker);
    if (sID !== undefined || eID !== undefined) return true;
    return () => this.#mark(CLOSING_QUOTES.get(marker) ?? marker);
  }

  #countMark(kind: string): void {
    if (this.#flow.inVerse) this.#collector.countOmitted(kind);
  }

  #mark(marker = ''): void {
    if (this.#flow.inVerse) this.#flow.write(marker, this.#place);
  }
}
