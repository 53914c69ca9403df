import { type ImportNotice, toNotice } from '../../../contract/import-notices.ts';
import type { CanonBook } from '../../../domain/scripture/canon.ts';
import type { SourcePosition } from '../../../import-files/import-source.ts';
import { DamagedSourceError } from '../../../import-files/import-source.ts';
import type { VerseNumber } from '../../collector/collected-book.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { JOINT } from '../../collector/missing-spaces.ts';
import { endsSentence } from '../../collector/normalize-verse-text.ts';

/** A whole chapter as one verse has some 10,000. */
const VERSE_MAX_CHARACTERS = 64 * 1024;
const BOOK_NAME_MAX_CHARACTERS = 200;

// Scripts without spaces between words need no space in place of a note.
const SPACELESS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';
/** Match the end of a word or clause, and the beginning of one. */
const WORD_END = new RegExp(`^(?![${SPACELESS}])[\\p{L}\\p{M}\\p{N}.,;:!?)\\]”]$`, 'u');
const WORD_START = new RegExp(`^(?![${SPACELESS}])[\\p{L}\\p{N}([„¿¡]$`, 'u');
const CLOSING = /^[.,;:!?)\]]$/;
/** Brackets may stand within a word: "[Stamm]vater". */
const BRACKET = /[()[\]]/;
/** Text that continues a sentence. */
const CONTINUATION = /^\p{Ll}/u;

/** Quotes text in a message, shortened and in one line. */
export const quoteExcerpt = (text: string): string =>
  `"${(text.length > 60 ? `${text.slice(0, 60)}…` : text).replace(/\s+/g, ' ')}"`;

/** Trims the name of a book and limits its length. */
export const trimBookName = (text: string): string => text.trim().slice(0, BOOK_NAME_MAX_CHARACTERS);

const isSpace = (character: string | undefined): boolean =>
  character === ' ' || character === '\n' || character === '\r' || character === '\t';

/**
 * Trims white space of the markup, but no no-break space, which is text. A regular expression would take quadratic
 * time.
 */
function trimMarkup(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return text.slice(start, end);
}

/** The kind of a heading: it is left out, may be a verse's only text, or may be the end of a verse. */
type Heading = 'left out' | 'title' | 'end of verse';

/**
 * Writes the text of a marked-up source to the verses of an edition. Words on either side of a note stay separate, and
 * the note leaves no space before a comma. Headings are left out, unless a verse starts in one. A canonical title, such
 * as that of a psalm, becomes the text of a verse that has no other text, or that continues the title's sentence. A
 * title after the words of a verse is part of that verse, unless the next verse follows: then it is a heading of the
 * next verse.
 */
export class VerseWriter {
  readonly #collector: EditionCollector;
  /** The text last written to the verse. */
  #last = '';
  /** The length of the verse so far. */
  #length = 0;
  #space = false;
  /** Set after something was left out: whether there were spaces before and after it. */
  #omission: { spaceBefore: boolean; spaceAfter: boolean } | null = null;
  /** Whether a space may be missing before the next words, and whether those begin a line. */
  #isJoint = false;
  #beginsLine = false;
  #heading: 'none' | Heading = 'none';
  /** A title in the open verse whose use is not decided yet. */
  #title = '';
  /** Whether that title may end a verse, and whether something was left out at its end. */
  #titleEnds = false;
  #titleCut = false;
  /** Whether a verse 0 is open, which is a title. */
  #inVerseZero = false;

  constructor(collector: EditionCollector) {
    this.#collector = collector;
  }

  startBook(book: CanonBook, name: string | null): void {
    this.endVerse();
    this.#collector.startBook(book, name);
  }

  startVerse(number: VerseNumber, place: SourcePosition): void {
    if (this.#titleEnds && this.#title.trim() !== '' && this.#last !== '') {
      this.#title = '';
      this.#collector.countOmitted('headings');
    }
    this.endVerse();
    this.#heading = 'none';
    this.#inVerseZero = number.verse === 0 && number.last === undefined;
    if (this.#inVerseZero) this.#collector.countOmitted('headings');
    else this.#collector.startVerse(number, place);
  }

  /** Starts an invalid verse: adds an error, and discards the following text. */
  discardVerse(place: SourcePosition, reason: string | ImportNotice): void {
    this.endVerse();
    this.#heading = 'none';
    this.#collector.discardVerse(place, reason);
  }

  /** Adds an error, which is thrown at the end with all others. */
  addError(place: SourcePosition, reason: string | ImportNotice): void {
    this.#collector.errors.add(place, reason);
  }

  endVerse(): void {
    if (this.#titleEnds || this.#last === '') this.#useTitle();
    if (this.#heading === 'end of verse') this.#heading = 'none';
    this.#title = '';
    this.#titleEnds = false;
    this.#reset();
    this.#inVerseZero = false;
    this.#collector.endVerse();
  }

  /** Adds the pending title to the text of the verse. */
  #useTitle(): void {
    const title = trimMarkup(this.#title);
    this.#title = '';
    this.#titleEnds = false;
    if (title === '' || !this.#collector.inVerse) return;
    this.#collector.addBreak();
    for (const [at, part] of title.split(JOINT).entries()) {
      if (at > 0) this.#collector.addJoint();
      this.#collector.addText(part);
    }
    this.#collector.addBreak();
    this.#last = title;
  }

  #reset(): void {
    this.#last = '';
    this.#length = 0;
    this.#space = false;
    this.#omission = null;
    this.#isJoint = false;
  }

  /** Whether text written now belongs to a verse. */
  get inVerse(): boolean {
    return this.#collector.inVerse;
  }

  write(text: string, place: SourcePosition): void {
    if (this.#heading === 'left out' || this.#inVerseZero) return;
    if (this.#heading !== 'none') {
      this.#addToTitle(text.slice(0, VERSE_MAX_CHARACTERS - this.#title.length));
      return;
    }
    const isJoint = this.#isJoint && !this.#beginsLine;
    this.#isJoint = false;
    const words = trimMarkup(text);
    if (!this.#collector.inVerse) {
      if (words !== '') {
        this.#collector.warn(place, toNotice('edition_text_outside', { text: quoteExcerpt(words) }));
      }
      return;
    }
    if (isSpace(text[0])) this.space();
    if (words === '') return;
    const goesOn = this.#last === '' && CONTINUATION.test(words) && !endsSentence(this.#title);
    if (this.#titleEnds || goesOn) this.#useTitle();
    if (this.#length + words.length > VERSE_MAX_CHARACTERS)
      throw new DamagedSourceError(place.file, place.line, 'this is too long for a verse');
    const first = String.fromCodePoint(words.codePointAt(0)!);
    if (this.#omission) this.#space = this.#needsSpace(this.#omission, first);
    // A comma follows added words without a space: "viu <isso> , ouvido".
    else if (isJoint && this.#space) this.#space = !/[.,;]/.test(first);
    else if (isJoint && this.#touches(first) && !BRACKET.test(this.#last.at(-1)! + first)) this.#collector.addJoint();
    this.#collector.addText(this.#space ? ` ${words}` : words);
    this.#last = words;
    this.#beginsLine = false;
    this.#length += words.length;
    this.#space = isSpace(text.at(-1));
    this.#omission = null;
  }

  #addToTitle(text: string): void {
    const touches = WORD_END.test(this.#title.slice(-1)) && WORD_START.test(text.slice(0, 1));
    const between = !touches ? '' : this.#titleCut ? ' ' : this.#isJoint ? JOINT : '';
    this.#isJoint = false;
    if (this.#titleCut && CLOSING.test(text.slice(0, 1))) this.#title = this.#title.trimEnd();
    this.#title += between + text;
    this.#titleCut = false;
  }

  #needsSpace({ spaceBefore, spaceAfter }: { spaceBefore: boolean; spaceAfter: boolean }, next: string): boolean {
    if (!this.#space) return this.#touches(next);
    return !(spaceBefore && !spaceAfter && CLOSING.test(next));
  }

  /** Returns whether the text written last ends with a word, and the next begins with one. */
  #touches(next: string): boolean {
    return WORD_END.test([...this.#last.slice(-2)].at(-1) ?? '') && WORD_START.test(next);
  }

  space(): void {
    this.#space = true;
    if (this.#omission) this.#omission.spaceAfter = true;
  }

  /** Starts or ends a line of poetry, a paragraph or another block. */
  break(): void {
    if (this.#heading !== 'none') return;
    this.#collector.addBreak();
    this.#space = false;
    this.#omission = null;
    this.#beginsLine = true;
  }

  /** Leaves out something that is not text of the verse. `kind` is a plural. */
  omit(kind: string): void {
    this.#collector.countOmitted(kind);
    this.markOmission();
  }

  /** Marks the beginning or the end of words that the translators added. Sources lose spaces there. */
  joint(): void {
    this.#isJoint = true;
  }

  /**
   * Marks a position where something was left out: the words on both sides stay separate, without a space before a
   * comma.
   */
  markOmission(): void {
    this.#titleCut = this.#heading !== 'none';
    this.#omission ??= { spaceBefore: this.#space, spaceAfter: false };
  }

  /** Starts a heading, which lasts until `endHeading` or the next verse. */
  startHeading(canonical: boolean): void {
    this.#startHeading(canonical ? 'title' : 'left out');
  }

  /** Starts a canonical title, which may follow the words of a verse. */
  startTitle(): void {
    this.#startHeading('end of verse');
  }

  #startHeading(heading: Heading): void {
    this.break();
    this.#heading = this.#collector.inVerse ? heading : 'left out';
    this.#titleCut = false;
    if (this.#heading === 'left out') return;
    if (this.#title !== '') this.#title += ' ';
    this.#titleEnds = this.#heading === 'end of verse';
  }

  /** `kind` is a plural, as in `leaveOut`. */
  endHeading(kind = 'headings'): void {
    // The use of a title at the end of a verse is not decided yet.
    if (this.#heading === 'title' || this.#heading === 'left out') this.#collector.countOmitted(kind);
    this.#heading = 'none';
    this.break();
  }
}
