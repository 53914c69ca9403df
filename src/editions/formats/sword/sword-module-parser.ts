import { type CanonBook, findBookByCode } from '../../../domain/scripture/canon.ts';
import type { BookCounts } from '../../../domain/scripture/versification/versification.ts';
import type { SourcePosition } from '../../collector/collected-book.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { isBlank, normalizeVerseText, repairWindows1252 } from '../../collector/normalize-verse-text.ts';
import { DamagedEditionError } from '../../sources/edition-source.ts';
import { findOsisBook, parseOsisVerses } from '../shared/osis-id.ts';
import { quoteExcerpt, VerseWriter } from '../shared/verse-writer.ts';
import { type OsisPiece, type OsisTitle, toOsisPieces } from './sword-osis.ts';
import type { ZTextEntry } from './sword-ztext.ts';

/** How a module is written. */
export interface SwordModuleKind {
  readonly markup: 'osis' | 'plain';
  readonly encoding: 'utf-8' | 'latin1';
  readonly blockType: string;
  readonly versification: { readonly ot: readonly BookCounts[]; readonly nt: readonly BookCounts[] };
}

/** Sends the verses of a module to the collector. */
export class SwordModuleParser {
  readonly #collector: EditionCollector;
  readonly #flow: VerseWriter;
  readonly #kind: SwordModuleKind;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  /** Whether the titles of psalms are counted as verses, or as the beginning of one. */
  #titlesAreText: boolean;
  /** What the edition calls its books, by id. */
  readonly names = new Map<number, string>();

  constructor(collector: EditionCollector, kind: SwordModuleKind) {
    this.#collector = collector;
    this.#flow = new VerseWriter(collector);
    this.#kind = kind;
    this.#titlesAreText = countsTitles(kind.versification.ot);
  }

  readTestament(entries: readonly ZTextEntry[], file: string): void {
    this.#titlesAreText ||= entries.some((entry) => this.#isRunningTitle(entry));
    let code = '';
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at]!;
      const { book, verse } = entry;
      const place: SourcePosition = { file: `${file} (${book.osis} ${entry.chapter}:${verse})`, line: null };
      const { definition, chapter } = toCanonPlace(entry);
      if (definition.code !== code) this.#flow.startBook(definition, null);
      code = definition.code;
      if (verse === 0) {
        this.#readFront(entry, definition, place);
        continue;
      }
      // Verses that are one point to the same words.
      let last = verse;
      while (
        entries[at + 1]?.linked &&
        entries[at + 1]!.verse === last + 1 &&
        entries[at + 1]!.chapter === entry.chapter
      ) {
        last++;
        at++;
      }
      try {
        const pieces = this.#ownPieces(this.#toPieces(entry.bytes, place), definition, place);
        if (!pieces.some(isContent)) continue;
        // What is told of it has its number already.
        this.#flow.startVerse({ chapter, verse, ...(last > verse && { last }) }, { file, line: null });
        this.#write(pieces, entry, place);
        this.#flow.endVerse();
      } catch (error) {
        if (!(error instanceof DamagedEditionError)) throw error;
        this.#collector.errors.addError(error);
      }
    }
  }

  #toPieces(bytes: Buffer, { file, line }: SourcePosition): OsisPiece[] {
    const damaged = (reason: string) => new DamagedEditionError(file, line, reason);
    let text: string;
    try {
      // What is Windows-1252 in Latin-1 is left to be found, and told.
      text = this.#kind.encoding === 'latin1' ? bytes.toString('latin1') : this.#utf8.decode(bytes);
    } catch {
      throw damaged('the text is not UTF-8');
    }
    return this.#kind.markup === 'osis' ? toOsisPieces(text, damaged) : [{ kind: 'text', text }];
  }

  /** A book that the versification has no place for may hang on an entry of another; what is of it is left out, and told. */
  #ownPieces(pieces: readonly OsisPiece[], { id }: CanonBook, place: SourcePosition): OsisPiece[] {
    let isOwn = true;
    return pieces.filter((piece) => {
      if (piece.kind !== 'book') return isOwn;
      isOwn = findOsisBook(piece.osisId)?.id === id;
      if (!isOwn) this.#collector.warn(place, `the book ${quoteExcerpt(piece.osisId)} stands here and was left out`);
      return false;
    });
  }

  /** What stands before a book or a chapter is no verse, so it does no harm where it is damaged; a book's name may be in it. */
  #readFront({ bytes, chapter }: ZTextEntry, definition: CanonBook, place: SourcePosition): void {
    let pieces: OsisPiece[];
    try {
      pieces = this.#ownPieces(this.#toPieces(bytes, place), definition, place);
    } catch (error) {
      if (!(error instanceof DamagedEditionError)) throw error;
      this.#collector.warn(place, `what stands before the first verse is damaged and was left out: ${error.reason}`);
      return;
    }
    for (const piece of pieces) {
      if (piece.kind === 'title') {
        const name = normalizeVerseText(repairWindows1252(toTitleText(piece)))
          .replace(/\s+/g, ' ')
          .trim();
        if (chapter === 0 && piece.type === 'main' && name !== '' && !this.names.has(definition.id))
          this.names.set(definition.id, name);
        else this.#collector.countOmitted('headings');
      } else if (piece.kind === 'out') this.#collector.countOmitted(piece.what);
    }
    if (pieces.some(hasWords)) this.#collector.countOmitted('introductions');
  }

  /** Whether this is a verse of a psalm that is a title, or begins with one, which goes on in the next verse. */
  #isRunningTitle({ book, verse, bytes }: ZTextEntry): boolean {
    if (book.osis !== 'Ps' || verse === 0 || !bytes.includes('<title')) return false;
    try {
      const pieces = this.#toPieces(bytes, { file: '', line: null });
      return pieces.some((piece) => piece.kind === 'title' && piece.canonical && !piece.ends);
    } catch (error) {
      // It is told when the verse is read.
      if (error instanceof DamagedEditionError) return false;
      throw error;
    }
  }

  #write(pieces: readonly OsisPiece[], entry: ZTextEntry, place: SourcePosition): void {
    const { book, chapter, verse } = entry;
    const flow = this.#flow;
    let told = false;
    pieces.forEach((piece, at) => {
      if (piece.kind === 'text') {
        const mended = pieces[at - 1]?.kind === 'cut' ? piece.text.replace(/^ +(?=[.,;])/, '') : piece.text;
        flow.write(mended, place);
      } else if (piece.kind === 'break') flow.break();
      else if (piece.kind === 'space') flow.space();
      else if (piece.kind === 'preverse') {
        if (told || !isBetweenWords(pieces, at)) return;
        this.#collector.warn(place, 'another verse hangs on this one, for which the versification has no number');
        told = true;
      } else if (piece.kind === 'out') flow.omit(piece.what);
      else if (piece.kind === 'cut') {
        if (!isWithinWord(pieces[at - 1], pieces[at + 1])) flow.markOmission();
      } else if (piece.kind === 'title') this.#writeTitle(piece, pieces.slice(0, at), entry, place);
      else if (piece.kind === 'verse') {
        // A verse that the versification does not have hangs on the one before it.
        const [other, ...more] = parseOsisVerses(piece.osisId) ?? [];
        if (!other || more.length > 0 || findOsisBook(other.book) !== findOsisBook(book.osis)) {
          throw new DamagedEditionError(
            place.file,
            place.line,
            `${quoteExcerpt(piece.osisId)} is no verse of this book`,
          );
        }
        if (other.chapter !== chapter || other.verse !== verse) {
          flow.startVerse({ chapter: other.chapter, verse: other.verse, part: other.part }, place);
        }
      }
    });
  }

  /** A heading, except for the words of the verse that are in it; `before` stands before it in the verse. */
  #writeTitle(title: OsisTitle, before: readonly OsisPiece[], entry: ZTextEntry, place: SourcePosition): void {
    const { pieces, short } = title;
    // The letters of Psalm 119 are no words of a verse.
    const canonical = title.canonical && title.type !== 'acrostic';
    const beginning = findBeginning(title);
    const end = beginning !== -1 ? beginning : this.#isText(title, before, entry) ? 0 : pieces.length;
    if (end > 0) {
      this.#flow.startHeading(canonical);
      this.#write(short === '' ? pieces.slice(0, end) : [{ kind: 'text', text: short }], entry, place);
      this.#flow.endHeading();
    }
    if (end === pieces.length) return;
    this.#flow.break();
    this.#write(pieces.slice(end), entry, place);
    this.#flow.break();
  }

  /** Whether a title without a mark of where the verse begins is the verse's own text. */
  #isText({ canonical, type, ends }: OsisTitle, before: readonly OsisPiece[], { book, verse }: ZTextEntry): boolean {
    const isFirst = !before.some(hasWords);
    if (!ends) return canonical || isFirst;
    // It says that it stands before the verse.
    if (before.findLast(({ kind }) => kind === 'preverse' || kind === 'verse begins')?.kind === 'preverse')
      return false;
    const isPsalmTitle = canonical && isFirst && book.osis === 'Ps' && verse === 1 && ['', 'psalm'].includes(type);
    return isPsalmTitle && this.#titlesAreText;
  }
}

/** Where in a title a verse begins; -1 where none does. */
const findBeginning = ({ pieces }: OsisTitle): number =>
  pieces.findIndex(({ kind }) => kind === 'verse begins' || kind === 'verse');

const toTitleText = ({ short, pieces }: OsisTitle): string =>
  short || pieces.map((piece) => (piece.kind === 'text' ? piece.text : ' ')).join('');

/** Whether a versification has the title of Psalm 3 as its first verse. */
const countsTitles = (books: readonly BookCounts[]): boolean =>
  books.find(({ osis }) => osis === 'Ps')?.chapters[2] === 9;

/** The chapters of the additions to Daniel, as Luther's Bible counts them, are books of the canon. */
const ADDITIONS_TO_DANIEL = ['SUS', 'BEL', 'S3Y'];

/** Where the canon has an entry. It has every book of every versification. */
function toCanonPlace({ book: { osis }, chapter }: ZTextEntry): { definition: CanonBook; chapter: number } {
  const addition = osis === 'AddDan' ? ADDITIONS_TO_DANIEL[Math.max(chapter, 1) - 1] : undefined;
  const definition = addition === undefined ? findOsisBook(osis) : findBookByCode(addition);
  if (!definition) throw new Error(`the canon has no book ${osis}`);
  return { definition, chapter: addition === undefined ? chapter : Math.min(chapter, 1) };
}

const hasWords = (piece: OsisPiece): boolean => piece.kind === 'text' && !isBlank(piece.text);

/** A mark at the end of a verse is for what comes before the next one, and holds none of its words. */
const isBetweenWords = (pieces: readonly OsisPiece[], at: number): boolean =>
  pieces.slice(0, at).some(hasWords) && pieces.slice(at).some(hasWords);

/** Whether a verse has something to say, or a note that says why not. */
const isContent = (piece: OsisPiece): boolean =>
  hasWords(piece) ||
  (piece.kind === 'out' && piece.what === 'notes') ||
  (piece.kind === 'title' && piece.pieces.some(hasWords) && (piece.canonical || !piece.ends));

/** A single consonant is no word, so what it touches is the rest of one: "d" and "aquela". */
function isWithinWord(before: OsisPiece | undefined, after: OsisPiece | undefined): boolean {
  return (
    (before?.kind === 'text' && /(?:^|[^\p{L}])[b-df-hj-np-tv-z]$/iu.test(before.text)) ||
    (after?.kind === 'text' && /^[b-df-hj-np-tv-z](?!\p{L})/iu.test(after.text))
  );
}
