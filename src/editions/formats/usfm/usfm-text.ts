import {
  type UsfmAttribute,
  UsfmElementType,
  UsfmParserHandlerBase,
  type UsfmParserState,
  UsfmTokenType,
} from '@sillsdev/machine/corpora';
import { type BookDefinition, findBookByCode, osisOf } from '../../../domain/scripture/canon.ts';
import { findChapterCounts } from '../../../domain/scripture/versification/versification.ts';
import type { Place, VerseNumber } from '../../collector/collected-book.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { DamagedEditionError } from '../../sources/edition-source.ts';
import { CHARACTERS_LEFT_OUT, findParagraphKind } from '../shared/left-out-styles.ts';
import { VerseFlow } from '../shared/verse-flow.ts';
import { parseVerseNumber } from '../shared/verse-number.ts';

/** Books of front and back matter, glossaries and the like: no scripture. [USFM: Books] */
const PERIPHERAL = new Set('FRT BAK OTH INT CNC GLO TDX NDX XXA XXB XXC XXD XXE XXF XXG'.split(' '));
/** Names of a book, the best first. */
const BOOK_NAMES = ['h', 'h1', 'toc2', 'toc1', 'mt1', 'mt'];
const CROSS_REFERENCES = new Set(['x', 'ex']);
/** Editions divide the last words of a book in one verse more or less. */
const LAST_VERSES_VARY = 1;
/** Real text nests two or three styles. */
const DEPTH_MAX = 50;

/** What stands in a file beside verses: names of the book, remarks. */
export interface UsfmNotices {
  /** What follows the code in `\id`. */
  id: string;
  /** By marker: `h`, `toc1`, `mt1` … */
  readonly names: Map<string, string>;
  /** `\rem` and `\pubinfo`. */
  readonly remarks: string[];
}

/** Sends the words of verses to the collector, as the parser meets them in one file. */
export class UsfmText extends UsfmParserHandlerBase {
  readonly notices: UsfmNotices = { id: '', names: new Map(), remarks: [] };
  readonly #file: string;
  readonly #collector: EditionCollector;
  readonly #flow: VerseFlow;
  /** Null before `\id`; false where the book is no scripture. */
  #code: string | false | null = null;
  #chapter: number | null = null;
  /** False within a chapter whose number is wrong, which is told once. */
  #chapterIsKnown = true;
  #chapterPlace: Place | null = null;
  /** Verses of the present chapter. */
  #verses = 0;
  #lastVerse = 0;
  #lastPlace: Place | null = null;
  /** A verse of this chapter stands before the first that is marked: some texts leave `\v 1` out of psalms. */
  #unmarkedFirst = false;
  #told = false;
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
    this.#flow = new VerseFlow(collector);
  }

  override startBook(state: UsfmParserState, _marker: string, code: string): void {
    this.#flow.endVerse();
    const book = this.#code === null ? findBookByCode(code) : null;
    if (this.#code !== null) {
      this.#fault(state, 'a second book begins');
      this.#code = false;
    } else if (book) {
      this.#flow.startBook(book, null);
      this.#code = book.code;
    } else if (PERIPHERAL.has(code)) {
      this.#collector.suspect(this.#place(state), `${code} is no book of scripture: left out`);
      this.#code = false;
    } else {
      this.#fault(state, `"${code.slice(0, 20)}" is not the code of a book`);
      this.#code = false;
    }
  }

  override chapter(state: UsfmParserState, number: string): void {
    if (this.#code === null) {
      this.#fault(state, 'a chapter stands before any book');
      this.#code = false;
    }
    if (this.#code === false) return;
    this.endChapter();
    this.#flow.endVerse();
    this.#chapterIsKnown = /^\d{1,6}$/.test(number);
    if (!this.#chapterIsKnown) this.#fault(state, `"${number.slice(0, 20)}" is no chapter number`);
    this.#chapter = Number(number);
    this.#chapterPlace = this.#chapterIsKnown ? this.#place(state) : null;
    this.#verses = 0;
    this.#told = false;
    this.#unmarkedFirst = (findFirstVerse(state, this.#chapter)?.verse ?? 0) > 1;
  }

  /** To be called at the end of the file too. */
  endChapter(): void {
    if (!this.#chapterPlace || this.#verses > 0) return;
    this.#flow.fault(this.#chapterPlace, `there is no verse in chapter ${this.#chapter}`);
  }

  /** `isWhole`: whether the file's last line has an end, or cannot be cut off. */
  endFile(isWhole: boolean): void {
    if (this.#code === null)
      this.#flow.fault({ file: this.#file, line: 1 }, 'there is no "\\id" with the code of a book');
    if (this.#code === null || this.#code === false) return;
    this.endChapter();
    const book = findBookByCode(this.#code)!;
    if (this.#chapter === null) {
      this.#flow.fault({ file: this.#file, line: null }, `there is no chapter of ${this.#code}`);
      return;
    }
    const name = BOOK_NAMES.map((marker) => this.notices.names.get(marker)?.trim()).find(Boolean);
    this.#flow.startBook(book, name ?? null);
    if (!isWhole && this.#chapterIsKnown) this.#requireEnd(book);
  }

  /** A file without a line end that has less of its last chapter than others have is taken for cut off. */
  #requireEnd(book: BookDefinition): void {
    const usual = findChapterCounts('KJV', osisOf(book))?.[this.#chapter! - 1] ?? 0;
    if (this.#lastVerse >= usual - LAST_VERSES_VARY) return;
    const named = `${book.code} ${this.#chapter}:${this.#lastVerse}`;
    const reason =
      `its last line, in ${named}, has no end, and more verses are usual: it is cut off there. ` +
      'If it is whole, end that line';
    this.#flow.fault({ file: this.#file, line: this.#lastPlace?.line ?? null }, reason);
  }

  override verse(state: UsfmParserState, number: string): void {
    if (this.#code === false || !this.#chapterIsKnown) return;
    const parsed = this.#chapter === null ? null : parseVerseNumber(number, this.#chapter);
    if (parsed) {
      this.#startVerse(parsed, this.#place(state));
      return;
    }
    const isTooEarly = this.#chapter === null;
    const reason = isTooEarly ? 'a verse stands before any chapter' : `"${number.slice(0, 20)}" is no verse number`;
    this.#flow.discardVerse(this.#place(state), reason);
    this.#verses++;
  }

  #startVerse(number: VerseNumber, place: Place): void {
    this.#columnHeading = false;
    this.#flow.startVerse(number, place);
    this.#verses++;
    this.#lastVerse = number.last ?? number.verse;
    this.#lastPlace = place;
  }

  override startPara(state: UsfmParserState, marker: string, unknown: boolean): void {
    if (this.#title) this.#flow.endHeading();
    this.#title = false;
    this.#columnHeading = false;
    if (unknown && this.#code !== false) {
      this.#collector.suspect(this.#place(state), `the marker "\\${marker}" is unknown: its words are kept`);
    }
    if (marker === 'd' && this.#chapter !== null) {
      this.#title = true;
      this.#flow.startTitle();
    } else if (state.isVersePara) {
      // After \nb the paragraph that was interrupted goes on.
      if (marker === 'nb') this.#flow.space();
      else this.#flow.break();
    } else if (this.#chapter !== null) {
      const kind = findParagraphKind(marker);
      if (kind) this.#flow.leaveOut(kind);
      this.#flow.break();
    }
  }

  override startRow(): void {
    this.#columnHeading = false;
    this.#flow.break();
  }

  override startCell(_state: UsfmParserState, marker: string): void {
    this.#columnHeading = marker.startsWith('th');
    if (this.#columnHeading && this.#code) this.#flow.leaveOut('headings');
    this.#flow.space();
  }

  override startChar(state: UsfmParserState, marker: string): void {
    if (state.stack.length > DEPTH_MAX) throw this.#damage(state, 'the markers are nested too deep');
    const kind = CHARACTERS_LEFT_OUT.get(marker);
    if (!kind || this.#asides > 0) return;
    if (this.#leftOut === 0 && this.#code) this.#flow.leaveOut(kind);
    this.#leftOut++;
  }

  override endChar(
    state: UsfmParserState,
    marker: string,
    _attributes: readonly UsfmAttribute[] | undefined,
    closed: boolean,
  ): void {
    if (!CHARACTERS_LEFT_OUT.has(marker) || this.#asides > 0) return;
    this.#leftOut--;
    if (!closed && this.#code && state.isVersePara) this.#fault(state, `"\\${marker}" is not closed`);
  }

  override startNote(_state: UsfmParserState, marker: string): void {
    this.#asides++;
    if (this.#code) this.#flow.leaveOut(CROSS_REFERENCES.has(marker) ? 'cross references' : 'notes');
  }

  /** What follows an open note would be lost. */
  override endNote(state: UsfmParserState, marker: string, closed: boolean): void {
    this.#asides--;
    if (!closed && this.#code) this.#fault(state, `the note "\\${marker}" is not closed`);
  }

  override startSidebar(): void {
    this.#asides++;
    this.#flow.leaveOut('sidebars');
  }

  override endSidebar(): void {
    this.#asides--;
  }

  override unmatched(state: UsfmParserState, marker: string): void {
    if (this.#code) this.#collector.suspect(this.#place(state), `"\\${marker}" closes nothing`);
  }

  override ref(state: UsfmParserState, _marker: string, display: string): void {
    this.text(state, display);
  }

  override optBreak(state: UsfmParserState): void {
    this.text(state, ' ');
  }

  override text(state: UsfmParserState, text: string): void {
    if (this.#chapter === null) this.#notice(state, text);
    if (this.#chapter === null || !this.#chapterIsKnown || !this.#isVerseText(state)) return;
    if (text.startsWith('\\')) {
      this.#fault(state, `"${/^\\[^\s|]*/.exec(text)![0]}" is not closed`);
      return;
    }
    const words = toWords(state, text);
    if (!this.#flow.inVerse) {
      if (words.trim() === '') return;
      const place = this.#place(state);
      const named = `${this.#code} ${this.#chapter}`;
      if (!this.#unmarkedFirst || this.#verses > 0) {
        if (!this.#told) this.#collector.suspect(place, `words of ${named} that stand before verse 1 are left out`);
        this.#told = true;
        return;
      }
      this.#collector.suspect(place, `${named} has no "\\v 1": the words before the next verse are taken for it`);
      this.#startVerse({ chapter: this.#chapter, verse: 1 }, place);
    }
    this.#flow.write(words, this.#place(state));
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
    if (marker === 'id') this.notices.id += text;
    else if (marker === 'rem' || marker === 'pubinfo') this.notices.remarks.push(text.trim());
    else if (BOOK_NAMES.includes(marker)) {
      this.notices.names.set(marker, (this.notices.names.get(marker) ?? '') + text);
    }
  }

  #place(state: UsfmParserState): Place {
    return { file: this.#file, line: state.lineNumber };
  }

  #fault(state: UsfmParserState, reason: string): void {
    this.#flow.fault(this.#place(state), reason);
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
