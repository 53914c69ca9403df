import type { CanonBook } from '../../../domain/scripture/canon.ts';
import type { SourcePosition, VerseNumber } from '../../collector/collected-book.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { endsSentence } from '../../collector/normalize-verse-text.ts';
import { DamagedEditionError } from '../../sources/edition-source.ts';

/** A whole chapter as one verse has some 10,000. */
const VERSE_MAX_CHARACTERS = 64 * 1024;
const BOOK_NAME_MAX_CHARACTERS = 200;

// Scripts that put no space between words need none where a note was.
const SPACELESS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';
/** What ends a word or a clause, and what begins one. */
const ENDS = new RegExp(`^(?![${SPACELESS}])[\\p{L}\\p{M}\\p{N}.,;:!?)\\]”]$`, 'u');
const BEGINS = new RegExp(`^(?![${SPACELESS}])[\\p{L}\\p{N}([„¿¡]$`, 'u');
const CLOSES = /^[.,;:!?)\]]$/;
/** Words that go on with a sentence. */
const GOES_ON = /^\p{Ll}/u;

/** A short quotation for a message, in one line. */
export const quoteExcerpt = (text: string): string =>
  `"${(text.length > 60 ? `${text.slice(0, 60)}…` : text).replace(/\s+/g, ' ')}"`;

/** What an edition calls a book, as far as it is a name. */
export const trimBookName = (text: string): string => text.trim().slice(0, BOOK_NAME_MAX_CHARACTERS);

const isSpace = (character: string | undefined): boolean =>
  character === ' ' || character === '\n' || character === '\r' || character === '\t';

/** Without the white space of markup at its ends; a no-break space is text. An expression would take quadratic time. */
function trimMarkup(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return text.slice(start, end);
}

/** What becomes of a heading: it stays out, may be a verse's only text, or may be the end of one. */
type Heading = 'left out' | 'title' | 'end of verse';

/**
 * What flows from a marked-up text into an edition's verses. The words on the two sides of a note are not glued, and the note
 * leaves no space before a comma. Headings stay out, unless a verse begins in one. A canonical title (a psalm's) is the text of
 * a verse that has no other, and of one that goes on with the title's sentence. One that stands after the words of a verse is text
 * of that verse, unless the next verse follows: then it is its heading.
 */
export class VerseWriter {
  readonly #collector: EditionCollector;
  /** What was last written to the verse, and whether a space comes after it. */
  #last = '';
  /** Of the verse so far. */
  #length = 0;
  #space = false;
  /** Whether something was left out since then, and where the spaces stood. */
  #cut: { spaceBefore: boolean; spaceAfter: boolean } | null = null;
  #heading: 'none' | Heading = 'none';
  /** A title in the open verse, while it is not known what becomes of it. */
  #title = '';
  /** Whether that title is one that ends a verse; and whether something was left out at its end. */
  #titleEnds = false;
  #titleCut = false;
  /** Whether a verse 0 is open, which is a title. */
  #aside = false;

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
    this.#aside = number.verse === 0 && number.last === undefined;
    if (this.#aside) this.#collector.countOmitted('headings');
    else this.#collector.startVerse(number, place);
  }

  /** A verse begins that is wrong; the words that follow are kept nowhere. */
  discardVerse(place: SourcePosition, reason: string): void {
    this.endVerse();
    this.#heading = 'none';
    this.#collector.discardVerse(place, reason);
  }

  /** What is wrong is told at the end, with all that is. */
  addError(place: SourcePosition, reason: string): void {
    this.#collector.errors.add(place, reason);
  }

  endVerse(): void {
    if (this.#titleEnds || this.#last === '') this.#useTitle();
    if (this.#heading === 'end of verse') this.#heading = 'none';
    this.#title = '';
    this.#titleEnds = false;
    this.#begin();
    this.#aside = false;
    this.#collector.endVerse();
  }

  /** Makes the title that is kept text of the verse. */
  #useTitle(): void {
    const title = trimMarkup(this.#title);
    this.#title = '';
    this.#titleEnds = false;
    if (title === '' || !this.#collector.inVerse) return;
    this.#collector.addBreak();
    this.#collector.addText(title);
    this.#collector.addBreak();
    this.#last = title;
  }

  #begin(): void {
    this.#last = '';
    this.#length = 0;
    this.#space = false;
    this.#cut = null;
  }

  /** Whether what is written now is a verse's. */
  get inVerse(): boolean {
    return this.#collector.inVerse;
  }

  write(text: string, place: SourcePosition): void {
    if (this.#heading === 'left out' || this.#aside) return;
    if (this.#heading !== 'none') {
      this.#addToTitle(text.slice(0, VERSE_MAX_CHARACTERS - this.#title.length));
      return;
    }
    const words = trimMarkup(text);
    if (!this.#collector.inVerse) {
      if (words !== '') this.#collector.warn(place, `text outside of verses was left out: ${quoteExcerpt(words)}`);
      return;
    }
    if (isSpace(text[0])) this.space();
    if (words === '') return;
    const goesOn = this.#last === '' && GOES_ON.test(words) && !endsSentence(this.#title);
    if (this.#titleEnds || goesOn) this.#useTitle();
    if (this.#length + words.length > VERSE_MAX_CHARACTERS)
      throw new DamagedEditionError(place.file, place.line, 'this is too long for a verse');
    if (this.#cut) this.#space = this.#needsSpace(this.#cut, String.fromCodePoint(words.codePointAt(0)!));
    this.#collector.addText(this.#space ? ` ${words}` : words);
    this.#last = words;
    this.#length += words.length;
    this.#space = isSpace(text.at(-1));
    this.#cut = null;
  }

  #addToTitle(text: string): void {
    const isGlued = this.#titleCut && ENDS.test(this.#title.slice(-1)) && BEGINS.test(text.slice(0, 1));
    if (this.#titleCut && CLOSES.test(text.slice(0, 1))) this.#title = this.#title.trimEnd();
    this.#title += isGlued ? ` ${text}` : text;
    this.#titleCut = false;
  }

  #needsSpace({ spaceBefore, spaceAfter }: { spaceBefore: boolean; spaceAfter: boolean }, next: string): boolean {
    if (!this.#space) return ENDS.test([...this.#last.slice(-2)].at(-1) ?? '') && BEGINS.test(next);
    return !(spaceBefore && !spaceAfter && CLOSES.test(next));
  }

  space(): void {
    this.#space = true;
    if (this.#cut) this.#cut.spaceAfter = true;
  }

  /** A line of poetry, a paragraph or another block begins or ends. */
  break(): void {
    if (this.#heading !== 'none') return;
    this.#collector.addBreak();
    this.#space = false;
    this.#cut = null;
  }

  /** Something that is not the verse's own text stands here, and is left out; `kind` is a plural. */
  omit(kind: string): void {
    this.#collector.countOmitted(kind);
    this.markOmission();
  }

  /** The words on the two sides of this place must not be glued, and need no space here before a comma. */
  markOmission(): void {
    this.#titleCut = this.#heading !== 'none';
    this.#cut ??= { spaceBefore: this.#space, spaceAfter: false };
  }

  /** What is written until `endHeading`, or until a verse begins, is a heading. */
  startHeading(canonical: boolean): void {
    this.#startHeading(canonical ? 'title' : 'left out');
  }

  /** The same for a canonical title that may stand after the words of a verse. */
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
    // What becomes of a title at the end of a verse is not known yet.
    if (this.#heading === 'title' || this.#heading === 'left out') this.#collector.countOmitted(kind);
    this.#heading = 'none';
    this.break();
  }
}
