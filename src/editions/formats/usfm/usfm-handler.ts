import {
  type UsfmAttribute,
  UsfmElementType,
  UsfmParserHandlerBase,
  type UsfmParserState,
  UsfmTokenType,
} from '@sillsdev/machine/corpora';
import { type CanonBook, osisOf } from '../../../domain/scripture/canon.ts';
import { findChapterCounts } from '../../../domain/scripture/versification/versification.ts';
import type { SourcePosition, VerseNumber } from '../../collector/collected-book.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { DamagedEditionError } from '../../sources/edition-source.ts';
import { BOOK_NAME_STYLES, findBestName } from '../shared/book-names.ts';
import { findOmittedParagraphKind, OMITTED_CHARACTER_STYLES } from '../shared/omitted-styles.ts';
import { parseVerseNumber } from '../shared/verse-number.ts';
import { type NumberMessages, VerseNumbering } from '../shared/verse-numbering.ts';
import { VerseWriter } from '../shared/verse-writer.ts';

const WORDING: NumberMessages = { quote: (text) => `"${text.slice(0, 20)}"`, verse1: '"\\v 1"' };
const CROSS_REFERENCES = new Set(['x', 'ex']);
/** Editions divide the last words of a book in one verse more or less. */
const LAST_VERSES_VARY = 1;
/** Real text nests two or three styles. */
const DEPTH_MAX = 50;

/** What stands in a file beside verses: names of the book, remarks. */
export interface UsfmFileInfo {
  /** What follows the code in `\id`. */
  id: string;
  /** By marker: `h`, `toc1`, `mt1` … */
  readonly names: Map<string, string>;
  /** `\rem` and `\pubinfo`. */
  readonly remarks: string[];
}

/** Sends the words of verses to the collector, as the parser meets them in one file. */
export class UsfmHandler extends UsfmParserHandlerBase {
  readonly info: UsfmFileInfo = { id: '', names: new Map(), remarks: [] };
  readonly #file: string;
  readonly #collector: EditionCollector;
  readonly #flow: VerseWriter;
  readonly #numbering: VerseNumbering;
  #lastVerse = 0;
  #lastPlace: SourcePosition | null = null;
  /** A verse of this chapter stands before the first that is marked: some texts leave `\v 1` out of psalms. */
  #firstIsUnmarked = false;
  /** Within `\d`, the title of a psalm. */
  #title = false;
  /** Within a cell that is the heading of a column. */
  #columnHeading = false;
  /** How many character styles are open whose words are left out. */
  #leftOut = 0;
  /** How many notes and sidebars are open: what is in them is left out with them. */
  #asides = 0;

  constructor(file: string, collector: EditionCollector) {
    super();
    this.#file = file;
    this.#collector = collector;
    this.#flow = new VerseWriter(collector);
    this.#numbering = new VerseNumbering(collector, this.#flow, WORDING);
  }

  override startBook(state: UsfmParserState, _marker: string, code: string): void {
    this.#numbering.startOnlyBook(code, this.#place(state));
  }

  override chapter(state: UsfmParserState, number: string): void {
    const place = this.#place(state);
    if (!this.#numbering.requireBook(place) || this.#numbering.isLeftOut) return;
    this.#numbering.endChapter();
    const chapter = /^\d{1,6}$/.test(number) ? Number(number) : null;
    this.#numbering.startChapter(number, place, chapter);
    this.#firstIsUnmarked = chapter !== null && (findFirstVerse(state, chapter)?.verse ?? 0) > 1;
  }

  /** `isWhole`: whether the file's last line has an end, or cannot be cut off. */
  endFile(isWhole: boolean): void {
    const { book, hasStarted: hasBegun } = this.#numbering;
    if (!hasBegun) this.#flow.addError({ file: this.#file, line: 1 }, 'there is no "\\id" with the code of a book');
    if (!book) return;
    this.#numbering.endChapter();
    if (!this.#numbering.requireChapter({ file: this.#file, line: null })) return;
    this.#flow.startBook(book, findBestName(this.info.names));
    if (!isWhole) this.#requireEnd(book);
  }

  /** A file without a line end that has less of its last chapter than others have is taken for cut off. */
  #requireEnd(book: CanonBook): void {
    const { chapter } = this.#numbering;
    if (typeof chapter !== 'number') return;
    const usual = findChapterCounts('KJV', osisOf(book))?.[chapter - 1] ?? 0;
    if (this.#lastVerse >= usual - LAST_VERSES_VARY) return;
    const named = `${book.code} ${chapter}:${this.#lastVerse}`;
    const reason =
      `its last line, in ${named}, has no end, and more verses are usual: it is cut off there. ` +
      'If it is whole, end that line';
    this.#flow.addError({ file: this.#file, line: this.#lastPlace?.line ?? null }, reason);
  }

  override verse(state: UsfmParserState, number: string): void {
    const place = this.#place(state);
    const verse = this.#numbering.nextVerse(number, place);
    if (verse) this.#startVerse(verse, place);
  }

  #startVerse(number: VerseNumber, place: SourcePosition): void {
    this.#columnHeading = false;
    this.#flow.startVerse(number, place);
    this.#lastVerse = number.last ?? number.verse;
    this.#lastPlace = place;
  }

  override startPara(state: UsfmParserState, marker: string, unknown: boolean): void {
    if (this.#title) this.#flow.endHeading();
    this.#title = false;
    this.#columnHeading = false;
    if (unknown && !this.#numbering.isLeftOut) {
      this.#collector.warn(this.#place(state), `the marker "\\${marker}" is unknown: its words are kept`);
    }
    if (marker === 'd' && this.#inChapters) {
      this.#title = true;
      this.#flow.startTitle();
    } else if (state.isVersePara) {
      // After \nb the paragraph that was interrupted goes on.
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
    if (state.stack.length > DEPTH_MAX) throw this.#damage(state, 'the markers are nested too deep');
    const kind = OMITTED_CHARACTER_STYLES.get(marker);
    if (!kind || this.#asides > 0) return;
    if (this.#leftOut === 0 && this.#numbering.book) this.#flow.omit(kind);
    this.#leftOut++;
  }

  override endChar(
    state: UsfmParserState,
    marker: string,
    _attributes: readonly UsfmAttribute[] | undefined,
    closed: boolean,
  ): void {
    if (!OMITTED_CHARACTER_STYLES.has(marker) || this.#asides > 0) return;
    this.#leftOut--;
    if (!closed && this.#numbering.book && state.isVersePara) this.#fault(state, `"\\${marker}" is not closed`);
  }

  override startNote(_state: UsfmParserState, marker: string): void {
    this.#asides++;
    if (this.#numbering.book) this.#flow.omit(CROSS_REFERENCES.has(marker) ? 'cross references' : 'notes');
  }

  /** What follows an open note would be lost. */
  override endNote(state: UsfmParserState, marker: string, closed: boolean): void {
    this.#asides--;
    if (!closed && this.#numbering.book) this.#fault(state, `the note "\\${marker}" is not closed`);
  }

  override startSidebar(): void {
    this.#asides++;
    this.#flow.omit('sidebars');
  }

  override endSidebar(): void {
    this.#asides--;
  }

  override unmatched(state: UsfmParserState, marker: string): void {
    if (this.#numbering.book) this.#collector.warn(this.#place(state), `"\\${marker}" closes nothing`);
  }

  override ref(state: UsfmParserState, _marker: string, display: string): void {
    this.text(state, display);
  }

  override optBreak(state: UsfmParserState): void {
    this.text(state, ' ');
  }

  override text(state: UsfmParserState, text: string): void {
    if (!this.#inChapters) this.#notice(state, text);
    if (typeof this.#numbering.chapter !== 'number' || !this.#isVerseText(state)) return;
    if (text.startsWith('\\')) {
      this.#fault(state, `"${/^\\[^\s|]*/.exec(text)![0]}" is not closed`);
      return;
    }
    const words = toWords(state, text);
    if (!this.#flow.inVerse) {
      if (words.trim() === '') return;
      const place = this.#place(state);
      if (!this.#firstIsUnmarked || this.#numbering.verses > 0) {
        this.#numbering.leaveOutUnmarked(place);
        return;
      }
      this.#startVerse(this.#numbering.takeUnmarked(place), place);
    }
    this.#flow.write(words, this.#place(state));
  }

  get #inChapters(): boolean {
    return this.#numbering.chapter !== 'none';
  }

  /** The library takes `\d`, the title of a psalm, for verse text; it is so only where a verse has begun. */
  #isVerseText(state: UsfmParserState): boolean {
    if (this.#leftOut > 0 || this.#columnHeading) return false;
    return (!this.#title || this.#flow.inVerse) && state.isVerseText;
  }

  /** Keeps what is said about the book. */
  #notice(state: UsfmParserState, text: string): void {
    const marker = state.paraTag?.marker;
    if (marker === undefined || state.stack.length > 1) return;
    if (marker === 'id') this.info.id += text;
    else if (marker === 'rem' || marker === 'pubinfo') this.info.remarks.push(text.trim());
    else if (BOOK_NAME_STYLES.includes(marker)) {
      this.info.names.set(marker, (this.info.names.get(marker) ?? '') + text);
    }
  }

  #place(state: UsfmParserState): SourcePosition {
    return { file: this.#file, line: state.lineNumber };
  }

  #fault(state: UsfmParserState, reason: string): void {
    this.#flow.addError(this.#place(state), reason);
  }

  #damage(state: UsfmParserState, reason: string): DamagedEditionError {
    return new DamagedEditionError(this.#file, state.lineNumber, reason);
  }
}

/** The number that the first marked verse of the chapter has, at whose beginning the parser is. */
function findFirstVerse(state: UsfmParserState, chapter: number): VerseNumber | null {
  for (let at = state.index + 1; at < state.tokens.length; at++) {
    const { type, data } = state.tokens[at]!;
    if (type === UsfmTokenType.Chapter) return null;
    if (type === UsfmTokenType.Verse) return parseVerseNumber(data ?? '', chapter);
  }
  return null;
}

/** Attributes that the library could not read stay in the text; within a character style a bar is always one. "~" is a no-break space. */
function toWords(state: UsfmParserState, text: string): string {
  const bar = state.stack.at(-1)?.type === UsfmElementType.Char ? text.indexOf('|') : -1;
  return (bar === -1 ? text : text.slice(0, bar)).replaceAll('~', '\u00a0');
}
