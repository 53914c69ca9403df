import type { Language } from '../../../contract/schemas/translation.ts';
import { bookName, findBookByCode } from '../../../domain/scripture/canon.ts';
import type { Place } from '../../collector/collected-book.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import {
  CHARACTERS_LEFT_OUT,
  findParagraphKind,
  LITURGICAL_NOTE,
  PRIVATE_MARKER,
  REMARKS,
  toBaseStyle,
} from '../shared/left-out-styles.ts';
import { toBookName, toQuote, VerseFlow } from '../shared/verse-flow.ts';
import { parseChapterNumber, parseVerseNumber } from '../shared/verse-number.ts';
import type { XmlAttributes, XmlContent, XmlHandler, XmlPlace } from '../shared/xml.ts';

/** Books of front and back matter, glossaries and the like: no scripture. [USX: Books] */
const PERIPHERAL = new Set('FRT BAK OTH INT CNC GLO TDX NDX XXA XXB XXC XXD XXE XXF XXG'.split(' '));
/** Styles that name the book, the best first. */
const BOOK_NAMES = ['h', 'h1', 'toc2', 'toc1', 'mt1', 'mt'];

const styles = (list: string): Set<string> => new Set(list.split(' '));
/** Paragraphs by style, without the number at its end. What a verse's text may stand in: */
const TEXT = styles('p m po pr cls pmo pm pmc pmr pi mi nb pc ph phi q qr qc qm qd b lh li lf lim tr v pb ps psi');
const LEFT_OUT = styles(`mt mte cl cp cd ms mr s sr r sp sd qa ${LITURGICAL_NOTE}`);
const INTRODUCTIONS = styles('imt is ip ipi im imi ipq imq ipr iq ib ili iot io iex imte ie intro cov spine');
/** Pieces of text before a verse that are kept; a psalm's first verse has some ten. */
const PIECES_MAX = 4_096;

/** Gives books the names that they have for themselves, or those that are usual in the language; to be called when all is read. */
export function nameUsxBooks(collector: EditionCollector, texts: readonly UsxText[], language: Language | null): void {
  for (const { code, name } of texts) {
    const book = code ? findBookByCode(code) : null;
    if (book) collector.startBook(book, name ?? bookName(book.id, language ?? 'und'));
  }
}

/** Sends the words of one USX document, a book, to the collector. */
export class UsxText implements XmlHandler {
  readonly #place: XmlPlace;
  readonly #collector: EditionCollector;
  readonly #flow: VerseFlow;
  readonly #names = new Map<string, string>();
  readonly #unknown = new Set<string>();
  #chapter: number | null = null;
  /** False within a chapter whose number is wrong, which is told once. */
  #chapterIsKnown = true;
  /** Verses of the present chapter. */
  #verses = 0;
  /** How to write what stands in this chapter before its first verse: some texts leave verse 1 of psalms unmarked. */
  #before: (() => void)[] = [];
  #beforePlace: Place | null = null;
  /** Whether the present paragraph is no verse text; a verse that begins in it makes it one. */
  #heading = false;
  #eid: string | null = null;
  /** The book's code once it has begun; an empty one where it is no scripture. */
  code: string | null = null;

  constructor(place: XmlPlace, collector: EditionCollector) {
    this.#place = place;
    this.#collector = collector;
    this.#flow = new VerseFlow(collector);
  }

  /** What the book calls itself. */
  get name(): string | null {
    return BOOK_NAMES.map((style) => this.#names.get(style)).find(Boolean) ?? null;
  }

  open(name: string, attributes: XmlAttributes): XmlContent {
    const style = attributes.style ?? '';
    switch (name) {
      case 'usx':
      case 'usfm':
        return () => this.end();
      case 'book':
        this.#startBook(attributes.code ?? '');
        return false;
      case 'chapter':
        if (attributes.eid === undefined) this.#startChapter(attributes.number ?? '');
        return true;
      case 'verse':
        this.#verse(attributes);
        return true;
      case 'para':
        return this.#para(style);
      case 'row':
        this.#do(() => this.#flow.break());
        return true;
      case 'cell':
        if (style.startsWith('th')) return this.#leaveOut('headings');
        this.#do(() => this.#flow.space());
        return true;
      case 'optbreak':
        this.#do(() => this.#flow.space());
        return true;
      case 'char':
        return this.#character(style);
      case 'note':
        return this.#leaveOut(/^e?x$/.test(style) ? 'cross references' : 'notes');
      case 'figure':
        return this.#leaveOut('figures');
      case 'sidebar':
        return this.#leaveOut('sidebars');
      case 'periph':
        return this.#leaveOut('introductions');
      default:
        return true;
    }
  }

  text(text: string): void {
    if (!this.code) return;
    if (this.#chapter === null || this.#verses > 0) this.#flow.write(text, this.#place);
    else if (!this.#heading && (this.#beforePlace || text.trim() !== '')) {
      const place = this.#place.here();
      this.#beforePlace ??= place;
      if (this.#before.length > PIECES_MAX) throw this.#place.damaged('there is too much before the first verse');
      this.#before.push(() => this.#flow.write(text, place));
    }
  }

  #character(style: string): XmlContent {
    const kind = CHARACTERS_LEFT_OUT.get(style.startsWith('z') ? PRIVATE_MARKER : style);
    return kind === undefined || this.#leaveOut(kind);
  }

  #leaveOut(kind: string): false {
    if (!this.code) return false;
    this.#collector.leaveOut(kind);
    this.#do(() => this.#flow.cut());
    return false;
  }

  #do(what: () => void): void {
    if (this.#beforePlace && this.#before.length <= PIECES_MAX) this.#before.push(what);
    else what();
  }

  #fault(reason: string): void {
    this.#flow.fault(this.#place.here(), reason);
  }

  #startBook(code: string): void {
    const isSecond = this.code !== null;
    const book = isSecond ? null : findBookByCode(code);
    this.#flow.endVerse();
    this.code = book?.code ?? '';
    if (book) this.#flow.startBook(book, null);
    else if (isSecond) this.#fault('a second book begins');
    else if (!PERIPHERAL.has(code)) this.#fault(`${toQuote(code)} is not the code of a book`);
    else this.#collector.suspect(this.#place, `${code} is no book of scripture: left out`);
  }

  #startChapter(number: string): void {
    if (this.code === null) {
      this.#fault('a chapter stands before any book');
      this.code = '';
    }
    this.#endChapter();
    this.#chapter = parseChapterNumber(number);
    this.#chapterIsKnown = this.#chapter !== null;
    if (!this.#chapterIsKnown) this.#fault(`${toQuote(number)} is no chapter number`);
  }

  #endChapter(): void {
    this.#flow.endVerse();
    if (this.#chapter !== null && this.#verses === 0 && this.code)
      this.#fault(`there is no verse in chapter ${this.#chapter}, which ends here`);
    this.#verses = 0;
    this.#before = [];
    this.#beforePlace = null;
  }

  /** To be called at the end of the book. */
  end(): void {
    if (this.code === null) this.#fault('there is no book in it');
    else if (this.code !== '' && this.#chapter === null && this.#chapterIsKnown)
      this.#fault(`there is no chapter of ${this.code}`);
    this.#endChapter();
  }

  /** A milestone that begins a verse, with or without one that ends it. */
  #verse({ number, sid, eid }: XmlAttributes): void {
    if (!this.code) return;
    if (eid !== undefined && number === undefined) {
      if (this.#eid !== null && eid !== this.#eid)
        this.#collector.suspect(this.#place, `the end of ${toQuote(eid)} stands in ${toQuote(this.#eid)}`);
      this.#flow.endVerse();
      return;
    }
    if (!this.#chapterIsKnown) return;
    this.#verses++;
    const verse = this.#chapter === null ? null : parseVerseNumber(number ?? '', this.#chapter);
    if (!verse) {
      const isTooEarly = this.#chapter === null;
      const reason = isTooEarly ? 'a verse stands before any chapter' : `${toQuote(number ?? '')} is no verse number`;
      this.#flow.discardVerse(this.#place.here(), reason);
      return;
    }
    this.#useBefore(verse.verse);
    this.#flow.startVerse(verse, this.#place.here());
    this.#eid = sid ?? null;
  }

  /** A verse begins: what stands before the first of a chapter is verse 1 if the first that is marked is a later one. */
  #useBefore(verse: number): void {
    const place = this.#beforePlace;
    const before = this.#before;
    this.#before = [];
    this.#beforePlace = null;
    if (!place || this.#verses > 1) return;
    const named = `${this.code} ${this.#chapter}`;
    if (verse <= 1 || this.#chapter === null) {
      this.#collector.suspect(place, `words of ${named} that stand before verse 1 are left out`);
      return;
    }
    this.#collector.suspect(place, `${named} has no verse 1: the words before the next verse are taken for it`);
    this.#flow.startVerse({ chapter: this.#chapter, verse: 1 }, place);
    for (const write of before) write();
  }

  #para(style: string): XmlContent {
    const base = toBaseStyle(style);
    if (BOOK_NAMES.includes(style) && this.#chapter === null)
      return {
        whole: (text) => {
          if (!this.#names.has(style)) this.#names.set(style, toBookName(text));
        },
      };
    if (!this.code || INTRODUCTIONS.has(base) || REMARKS.has(base)) return this.#introduction(base);
    if (LEFT_OUT.has(base) || base === 'd') {
      this.#heading = true;
      // A psalm's title is canonical: at the end of a verse (Habakkuk 3:19) it is that verse's text.
      if (base === 'd') this.#flow.startTitle();
      else this.#flow.startHeading(false);
      return () => {
        this.#heading = false;
        this.#flow.endHeading(findParagraphKind(base) ?? undefined);
      };
    }
    if (!TEXT.has(base) && !this.#unknown.has(base)) {
      this.#unknown.add(base);
      this.#collector.suspect(this.#place, `the style ${toQuote(style)} is unknown: its words are kept`);
    }
    // After nb the paragraph that was interrupted goes on.
    this.#do(() => (style === 'nb' ? this.#flow.space() : this.#flow.break()));
    return true;
  }

  #introduction(base: string): false {
    if (this.code && !REMARKS.has(base)) this.#collector.leaveOut('introductions');
    return false;
  }
}
