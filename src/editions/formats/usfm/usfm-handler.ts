import {
  type UsfmAttribute,
  UsfmElementType,
  UsfmParserHandlerBase,
  type UsfmParserState,
  UsfmTokenType,
} from '@sillsdev/machine/corpora';
import { toNotice } from '../../../contract/import-notices.ts';
import { type CanonBook, osisOf } from '../../../domain/scripture/canon.ts';
import { findChapterCounts } from '../../../domain/scripture/versification/versification.ts';
import type { SourcePosition } from '../../../import-files/import-source.ts';
import { DamagedSourceError } from '../../../import-files/import-source.ts';
import type { VerseNumber } from '../../collector/collected-book.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { findBestName, isBookNameStyle, toBookNames } from '../shared/book-names.ts';
import {
  COUNTED_CHARACTER_STYLES,
  findOmittedParagraphKind,
  OMITTED_CHARACTER_STYLES,
} from '../shared/omitted-styles.ts';
import { parseVerseNumber } from '../shared/verse-number.ts';
import { type NumberMessages, VerseNumbering } from '../shared/verse-numbering.ts';
import { VerseWriter } from '../shared/verse-writer.ts';

const MESSAGES: NumberMessages = { quote: (text) => `"${text.slice(0, 20)}"`, verse1: '"\\v 1"' };
const CROSS_REFERENCES = new Set(['x', 'ex']);
/** Editions differ by one in how they divide the last words of a book. */
const LAST_VERSES_VARY = 1;
/** Real texts nest two or three styles. */
const DEPTH_MAX = 50;

/** The contents of a file besides verses: names of the book, remarks. */
export interface UsfmFileInfo {
  /** The text after the code in `\id`. */
  id: string;
  /** Book names by marker: `h`, `toc1`, `mt1` … */
  readonly names: Map<string, string>;
  /** `\rem` and `\pubinfo`. */
  readonly remarks: string[];
}

/** Receives the parser's events for one file, and sends the text of verses to the collector. */
export class UsfmHandler extends UsfmParserHandlerBase {
  readonly info: UsfmFileInfo = { id: '', names: new Map(), remarks: [] };
  readonly #file: string;
  readonly #collector: EditionCollector;
  readonly #flow: VerseWriter;
  readonly #numbering: VerseNumbering;
  #lastVerse = 0;
  #lastPosition: SourcePosition | null = null;
  /** Whether text before the first marked verse is a verse: some texts do not mark `\v 1` in psalms. */
  #firstIsUnmarked = false;
  /** Whether the current paragraph is `\d`, the title of a psalm. */
  #title = false;
  /** Whether the current cell is a column heading. */
  #columnHeading = false;
  /** The number of open character styles whose text is left out. */
  #omittedStyles = 0;
  /** The number of open notes and sidebars, whose contents are left out. */
  #notes = 0;

  constructor(file: string, collector: EditionCollector) {
    super();
    this.#file = file;
    this.#collector = collector;
    this.#flow = new VerseWriter(collector);
    this.#numbering = new VerseNumbering(collector, this.#flow, MESSAGES);
  }

  override startBook(state: UsfmParserState, _marker: string, code: string): void {
    this.#numbering.startOnlyBook(code, this.#position(state));
  }

  override chapter(state: UsfmParserState, number: string): void {
    const place = this.#position(state);
    if (!this.#numbering.requireBook(place) || this.#numbering.isLeftOut) return;
    this.#numbering.endChapter();
    const chapter = /^\d{1,6}$/.test(number) ? Number(number) : null;
    this.#numbering.startChapter(number, place, chapter);
    this.#firstIsUnmarked = chapter !== null && (findFirstVerse(state, chapter)?.verse ?? 0) > 1;
  }

  /** Ends the file. `isWhole`: whether the last line has an ending, or cannot be cut off. */
  endFile(isWhole: boolean): void {
    const { book, hasStarted: hasBegun } = this.#numbering;
    if (!hasBegun) this.#flow.addError({ file: this.#file, line: 1 }, 'there is no "\\id" with a book code');
    if (!book) return;
    this.#numbering.endChapter();
    if (!this.#numbering.requireChapter({ file: this.#file, line: null })) return;
    this.#flow.startBook(book, findBestName(this.info.names));
    this.#collector.nameBook(book.id, toBookNames(this.info.names));
    if (!isWhole) this.#requireEnd(book);
  }

  /**
   * Adds an error if the file seems to be cut off: it has no final line ending and fewer verses in the last chapter
   * than usual.
   */
  #requireEnd(book: CanonBook): void {
    const { chapter } = this.#numbering;
    if (typeof chapter !== 'number') return;
    const usual = findChapterCounts('KJV', osisOf(book))?.[chapter - 1] ?? 0;
    if (this.#lastVerse >= usual - LAST_VERSES_VARY) return;
    const named = `${book.code} ${chapter}:${this.#lastVerse}`;
    const reason =
      `its last line, in ${named}, has no line ending, and the chapter usually has more verses: the file is cut off there. ` +
      'If it is complete, end that line';
    this.#flow.addError({ file: this.#file, line: this.#lastPosition?.line ?? null }, reason);
  }

  override verse(state: UsfmParserState, number: string): void {
    const place = this.#position(state);
    const verse = this.#numbering.nextVerse(number, place);
    if (verse) this.#startVerse(verse, place);
  }

  #startVerse(number: VerseNumber, place: SourcePosition): void {
    this.#columnHeading = false;
    this.#flow.startVerse(number, place);
    this.#lastVerse = number.last ?? number.verse;
    this.#lastPosition = place;
  }

  override startPara(state: UsfmParserState, marker: string, unknown: boolean): void {
    if (this.#title) this.#flow.endHeading();
    this.#title = false;
    this.#columnHeading = false;
    if (unknown && !this.#numbering.isLeftOut) {
      this.#collector.warn(this.#position(state), toNotice('edition_unknown_marker', { marker: `\\${marker}` }));
    }
    if (marker === 'd' && this.#inChapters) {
      this.#title = true;
      this.#flow.startTitle();
    } else if (state.isVersePara) {
      // \nb continues the paragraph before an interruption.
      if (marker === 'nb') this.#flow.space();
      else this.#flow.break();
    } else if (this.#inChapters) {
      const kind = findOmittedParagraphKind(marker);
      if (kind) this.#flow.omit(kind);
      this.#flow.break();
    }
  }

  override startRow(): void {
    this.#columnHeading = false;
    this.#flow.break();
  }

  override startCell(_state: UsfmParserState, marker: string): void {
    this.#columnHeading = marker.startsWith('th');
    if (this.#columnHeading && this.#numbering.book) this.#flow.omit('headings');
    this.#flow.space();
  }

  override startChar(state: UsfmParserState, marker: string): void {
    if (state.stack.length > DEPTH_MAX) throw this.#toError(state, 'the markers are nested too deep');
    if (this.#notes > 0) return;
    const mark = COUNTED_CHARACTER_STYLES.get(marker);
    if (mark && this.#numbering.book) this.#collector.countOmitted(mark);
    const kind = OMITTED_CHARACTER_STYLES.get(marker);
    if (!kind) return;
    if (this.#omittedStyles === 0 && this.#numbering.book) this.#flow.omit(kind);
    this.#omittedStyles++;
  }

  override endChar(
    state: UsfmParserState,
    marker: string,
    _attributes: readonly UsfmAttribute[] | undefined,
    closed: boolean,
  ): void {
    if (!OMITTED_CHARACTER_STYLES.has(marker) || this.#notes > 0) return;
    this.#omittedStyles--;
    if (!closed && this.#numbering.book && state.isVersePara) this.#addError(state, `"\\${marker}" is not closed`);
  }

  override startNote(_state: UsfmParserState, marker: string): void {
    this.#notes++;
    if (this.#numbering.book) this.#flow.omit(CROSS_REFERENCES.has(marker) ? 'cross references' : 'notes');
  }

  /** An unclosed note is an error, because the text after it would be lost. */
  override endNote(state: UsfmParserState, marker: string, closed: boolean): void {
    this.#notes--;
    if (!closed && this.#numbering.book) this.#addError(state, `the note "\\${marker}" is not closed`);
  }

  override startSidebar(): void {
    this.#notes++;
    this.#flow.omit('sidebars');
  }

  override endSidebar(): void {
    this.#notes--;
  }

  override unmatched(state: UsfmParserState, marker: string): void {
    if (this.#numbering.book) this.#collector.warn(this.#position(state), `"\\${marker}" has no opening marker`);
  }

  override ref(state: UsfmParserState, _marker: string, display: string): void {
    this.text(state, display);
  }

  override optBreak(state: UsfmParserState): void {
    this.text(state, ' ');
  }

  override text(state: UsfmParserState, text: string): void {
    if (!this.#inChapters) this.#readInfo(state, text);
    if (typeof this.#numbering.chapter !== 'number' || !this.#isVerseText(state)) return;
    if (text.startsWith('\\')) {
      this.#addError(state, `"${/^\\[^\s|]*/.exec(text)![0]}" is not closed`);
      return;
    }
    const words = toWords(state, text);
    if (!this.#flow.inVerse) {
      if (words.trim() === '') return;
      const place = this.#position(state);
      if (!this.#firstIsUnmarked || this.#numbering.verses > 0) {
        this.#numbering.leaveOutUnmarked(place);
        return;
      }
      this.#startVerse(this.#numbering.takeUnmarked(place), place);
    }
    this.#flow.write(words, this.#position(state));
  }

  get #inChapters(): boolean {
    return this.#numbering.chapter !== 'none';
  }

  /** The library treats `\d`, the title of a psalm, as verse text. It is verse text only if a verse has started. */
  #isVerseText(state: UsfmParserState): boolean {
    if (this.#omittedStyles > 0 || this.#columnHeading) return false;
    return (!this.#title || this.#flow.inVerse) && state.isVerseText;
  }

  /** Stores information about the book. */
  #readInfo(state: UsfmParserState, text: string): void {
    const marker = state.paraTag?.marker;
    if (marker === undefined || state.stack.length > 1) return;
    if (marker === 'id') this.info.id += text;
    else if (marker === 'rem' || marker === 'pubinfo') this.info.remarks.push(text.trim());
    else if (isBookNameStyle(marker)) {
      this.info.names.set(marker, (this.info.names.get(marker) ?? '') + text);
    }
  }

  #position(state: UsfmParserState): SourcePosition {
    return { file: this.#file, line: state.lineNumber };
  }

  #addError(state: UsfmParserState, reason: string): void {
    this.#flow.addError(this.#position(state), reason);
  }

  #toError(state: UsfmParserState, reason: string): DamagedSourceError {
    return new DamagedSourceError(this.#file, state.lineNumber, reason);
  }
}

/** Returns the number of the chapter's first marked verse, when the parser is at the beginning of the chapter. */
function findFirstVerse(state: UsfmParserState, chapter: number): VerseNumber | null {
  for (let at = state.index + 1; at < state.tokens.length; at++) {
    const { type, data } = state.tokens[at]!;
    if (type === UsfmTokenType.Chapter) return null;
    if (type === UsfmTokenType.Verse) return parseVerseNumber(data ?? '', chapter);
  }
  return null;
}

/**
 * Removes attributes that the library could not parse and left in the text; within a character style a bar always
 * starts them. "~" is a no-break space.
 */
function toWords(state: UsfmParserState, text: string): string {
  const bar = state.stack.at(-1)?.type === UsfmElementType.Char ? text.indexOf('|') : -1;
  return (bar === -1 ? text : text.slice(0, bar)).replaceAll('~', '\u00a0');
}
