import { toNotice } from '../../../contract/import-notices.ts';
import type { Language } from '../../../contract/schemas/translation.ts';
import { bookName, type CanonBook } from '../../../domain/scripture/canon.ts';
import type { SourcePosition } from '../../../import-files/import-source.ts';
import type { XmlAttributes, XmlContent, XmlHandler, XmlPosition } from '../../../import-files/xml.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { findBestName, isBookNameStyle, toBookNames } from '../shared/book-names.ts';
import {
  COUNTED_CHARACTER_STYLES,
  findOmittedParagraphKind,
  LITURGICAL_NOTE_STYLE,
  OMITTED_CHARACTER_STYLES,
  PRIVATE_MARKER,
  REMARK_STYLES,
  toBaseStyle,
} from '../shared/omitted-styles.ts';
import { VerseNumbering } from '../shared/verse-numbering.ts';
import { quoteExcerpt, trimBookName, VerseWriter } from '../shared/verse-writer.ts';

const styles = (list: string): Set<string> => new Set(list.split(' '));
/** Paragraph styles, without the level. These contain verse text: */
const TEXT = styles('p m po pr cls pmo pm pmc pmr pi mi nb pc ph phi q qr qc qm qd b lh li lf lim tr v pb ps psi');
const LEFT_OUT = styles(`mt mte cl cp cd ms mr s sr r sp sd qa ${LITURGICAL_NOTE_STYLE}`);
const INTRODUCTIONS = styles('imt is ip ipi im imi ipq imq ipr iq ib ili iot io iex imte ie intro cov spine');
/** Maximum number of pieces kept before a verse. The first verse of a psalm has some ten. */
const PIECES_MAX = 4_096;

/** Names the books as they name themselves, or as usual in the language. Call it after everything is read. */
export function nameUsxBooks(
  collector: EditionCollector,
  texts: readonly UsxHandler[],
  language: Language | null,
): void {
  for (const { book, name, names } of texts) {
    if (!book) continue;
    collector.startBook(book, name ?? bookName(book.id, language ?? 'und'));
    collector.nameBook(book.id, toBookNames(names));
  }
}

/** Sends the text of a USX document, which is one book, to the collector. */
export class UsxHandler implements XmlHandler {
  readonly #place: XmlPosition;
  readonly #collector: EditionCollector;
  readonly #flow: VerseWriter;
  readonly #numbering: VerseNumbering;
  /** The names of the book in the document, by style. */
  readonly names = new Map<string, string>();
  readonly #unknown = new Set<string>();
  /**
   * Deferred writes of the text before the first verse of the chapter, because some texts do not mark verse 1 of
   * psalms.
   */
  #unmarked: (() => void)[] = [];
  #unmarkedPosition: SourcePosition | null = null;
  /** Whether the current paragraph is a heading. A verse that starts in it makes it verse text. */
  #heading = false;
  #eid: string | null = null;

  constructor(place: XmlPosition, collector: EditionCollector) {
    this.#place = place;
    this.#collector = collector;
    this.#flow = new VerseWriter(collector);
    this.#numbering = new VerseNumbering(collector, this.#flow);
  }

  /** The current book. Null before it starts, and if it is not a book of the Bible. */
  get book(): CanonBook | null {
    return this.#numbering.book;
  }

  /** The name of the book in the document. */
  get name(): string | null {
    return findBestName(this.names);
  }

  open(name: string, attributes: XmlAttributes): XmlContent {
    const style = attributes.style ?? '';
    switch (name) {
      case 'usx':
      case 'usfm':
        return () => this.end();
      case 'book':
        this.#numbering.startOnlyBook(attributes.code ?? '', this.#place.here());
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
        this.#writeOrDefer(() => this.#flow.break());
        return true;
      case 'cell':
        if (style.startsWith('th')) return this.#leaveOut('headings');
        this.#writeOrDefer(() => this.#flow.space());
        return true;
      case 'optbreak':
        this.#writeOrDefer(() => this.#flow.space());
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
    const { book, chapter, verses } = this.#numbering;
    if (!book) return;
    if (typeof chapter !== 'number' || verses > 0) this.#flow.write(text, this.#place);
    else if (!this.#heading && (this.#unmarkedPosition || text.trim() !== '')) {
      const place = this.#place.here();
      this.#unmarkedPosition ??= place;
      if (this.#unmarked.length > PIECES_MAX) throw this.#place.damaged('there is too much before the first verse');
      this.#unmarked.push(() => this.#flow.write(text, place));
    }
  }

  #character(style: string): XmlContent {
    const kind = OMITTED_CHARACTER_STYLES.get(style.startsWith('z') ? PRIVATE_MARKER : style);
    const mark = COUNTED_CHARACTER_STYLES.get(style);
    if (mark && this.book) this.#collector.countOmitted(mark);
    return kind === undefined || this.#leaveOut(kind);
  }

  #leaveOut(kind: string): false {
    if (!this.book) return false;
    this.#collector.countOmitted(kind);
    this.#writeOrDefer(() => this.#flow.markOmission());
    return false;
  }

  #writeOrDefer(write: () => void): void {
    if (this.#unmarkedPosition && this.#unmarked.length <= PIECES_MAX) this.#unmarked.push(write);
    else write();
  }

  #startChapter(number: string): void {
    const place = this.#place.here();
    this.#numbering.requireBook(place);
    this.#endChapter();
    this.#numbering.startChapter(number, place);
  }

  #endChapter(): void {
    this.#numbering.endChapter(this.#place.here());
    this.#unmarked = [];
    this.#unmarkedPosition = null;
  }

  /** Ends the book. */
  end(): void {
    const place = this.#place.here();
    if (!this.#numbering.hasStarted) this.#flow.addError(place, 'it contains no book');
    this.#numbering.requireChapter(place);
    this.#endChapter();
  }

  /** Handles a milestone that starts a verse, or one that ends it. */
  #verse({ number, sid, eid }: XmlAttributes): void {
    if (!this.book) return;
    if (eid !== undefined && number === undefined) {
      if (this.#eid !== null && eid !== this.#eid)
        this.#collector.warn(this.#place, `the end of ${quoteExcerpt(eid)} stands in ${quoteExcerpt(this.#eid)}`);
      this.#flow.endVerse();
      return;
    }
    const place = this.#place.here();
    const verse = this.#numbering.nextVerse(number ?? '', place);
    if (!verse) return;
    this.#useUnmarked(verse.verse);
    this.#flow.startVerse(verse, place);
    this.#eid = sid ?? null;
  }

  /** Uses the text before the first verse of a chapter as verse 1, if the first marked verse is a later one. */
  #useUnmarked(verse: number): void {
    const place = this.#unmarkedPosition;
    const before = this.#unmarked;
    this.#unmarked = [];
    this.#unmarkedPosition = null;
    if (!place || this.#numbering.verses > 1) return;
    if (verse <= 1) {
      this.#numbering.leaveOutUnmarked(place);
      return;
    }
    this.#flow.startVerse(this.#numbering.takeUnmarked(place), place);
    for (const write of before) write();
  }

  #para(style: string): XmlContent {
    const base = toBaseStyle(style);
    if (isBookNameStyle(style) && typeof this.#numbering.chapter !== 'number')
      return {
        whole: (text) => {
          if (!this.names.has(style)) this.names.set(style, trimBookName(text));
        },
      };
    if (!this.book || INTRODUCTIONS.has(base) || REMARK_STYLES.has(base)) return this.#introduction(base);
    if (LEFT_OUT.has(base) || base === 'd') {
      this.#heading = true;
      // The title of a psalm is canonical. At the end of a verse (Habakkuk 3:19) it is text of that verse.
      if (base === 'd') this.#flow.startTitle();
      else this.#flow.startHeading(false);
      return () => {
        this.#heading = false;
        this.#flow.endHeading(findOmittedParagraphKind(base) ?? undefined);
      };
    }
    if (!TEXT.has(base) && !this.#unknown.has(base)) {
      this.#unknown.add(base);
      this.#collector.warn(this.#place, toNotice('edition_unknown_style', { style: quoteExcerpt(style) }));
    }
    // `nb` continues the paragraph before an interruption.
    this.#writeOrDefer(() => (style === 'nb' ? this.#flow.space() : this.#flow.break()));
    return true;
  }

  #introduction(base: string): false {
    if (this.book && !REMARK_STYLES.has(base)) this.#collector.countOmitted('introductions');
    return false;
  }
}
