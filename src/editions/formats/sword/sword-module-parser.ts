import { type CanonBook, findBookByCode } from '../../../domain/scripture/canon.ts';
import type { BookCounts } from '../../../domain/scripture/versification/versification.ts';
import type { SourcePosition } from '../../../import-files/import-source.ts';
import { DamagedSourceError } from '../../../import-files/import-source.ts';
import { repairWindows1252 } from '../../../import-files/windows-1252.ts';
import type { EditionCollector } from '../../collector/edition-collector.ts';
import { isBlank, normalizeVerseText } from '../../collector/normalize-verse-text.ts';
import { findOsisBook, parseOsisVerses } from '../shared/osis-id.ts';
import { quoteExcerpt, VerseWriter } from '../shared/verse-writer.ts';
import { convertGbf } from './sword-gbf.ts';
import { type Omission, type OsisPiece, type OsisTitle, toOsisPieces } from './sword-osis.ts';
import type { ZTextEntry } from './sword-ztext.ts';

/** The encoding of a module. */
export interface SwordModuleKind {
  readonly markup: 'osis' | 'gbf' | 'plain';
  readonly encoding: 'utf-8' | 'latin1';
  readonly versification: { readonly ot: readonly BookCounts[]; readonly nt: readonly BookCounts[] };
}

/** Sends the verses of a module to the collector. */
export class SwordModuleParser {
  readonly #collector: EditionCollector;
  readonly #flow: VerseWriter;
  readonly #kind: SwordModuleKind;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  /** Whether titles of psalms are verses, or the beginning of one. */
  #titlesAreText: boolean;
  /** The note or the like that goes on in the next entry. */
  #unended: Omission | null = null;
  /** The edition's names of its books, by id. */
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
        this.#readFront(entries, at, definition, place);
        continue;
      }
      // Merged verses point to the same text.
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
        const pieces = this.#ownPieces(this.#readPieces(entries, at, place), definition, place);
        if (!pieces.some(isContent)) continue;
        // Messages about it already contain its number.
        this.#flow.startVerse({ chapter, verse, ...(last > verse && { last }) }, { file, line: null });
        this.#write(pieces, entry, place);
        this.#flow.endVerse();
      } catch (error) {
        if (!(error instanceof DamagedSourceError)) throw error;
        this.#collector.errors.addError(error);
      }
    }
  }

  /** Returns the pieces of an entry. A note or the like may go on until a later verse of its chapter. */
  #readPieces(entries: readonly ZTextEntry[], at: number, place: SourcePosition): OsisPiece[] {
    const carried = this.#unended;
    this.#unended = null;
    const { pieces, unended } = this.#toPieces(entries[at]!.bytes, place, carried);
    if (unended && unended !== carried && !this.#endsLater(unended.name, entries, at)) {
      throw new DamagedSourceError(place.file, place.line, `the ${unended.name} does not end`);
    }
    this.#unended = unended;
    return pieces;
  }

  /** Returns whether an element that an entry leaves open ends later in its chapter, before another one begins. */
  #endsLater(name: string, entries: readonly ZTextEntry[], at: number): boolean {
    const { book, chapter } = entries[at]!;
    const tag = new RegExp(`<(/?)${name}[\\s>]`);
    for (let next = at + 1; entries[next]?.book === book && entries[next]!.chapter === chapter; next++) {
      const [, closing] = tag.exec(this.#toOsis(entries[next]!.bytes.toString('latin1'))) ?? [];
      if (closing !== undefined) return closing === '/';
    }
    return false;
  }

  #toOsis(text: string): string {
    return this.#kind.markup === 'gbf' ? convertGbf(text) : text;
  }

  #toPieces(bytes: Buffer, { file, line }: SourcePosition, carried: Omission | null = null) {
    const damaged = (reason: string) => new DamagedSourceError(file, line, reason);
    let text: string;
    try {
      // Windows-1252 characters in Latin-1 are repaired and reported later.
      text = this.#kind.encoding === 'latin1' ? bytes.toString('latin1') : this.#utf8.decode(bytes);
    } catch {
      throw damaged('the text is not UTF-8');
    }
    if (this.#kind.markup === 'plain') return { pieces: [{ kind: 'text', text } as const], unended: null };
    return toOsisPieces(this.#toOsis(text), damaged, carried);
  }

  /**
   * Returns the pieces of this book. A book that the versification lacks may be attached to an entry of another; it is
   * left out with a warning.
   */
  #ownPieces(pieces: readonly OsisPiece[], { id }: CanonBook, place: SourcePosition): OsisPiece[] {
    let isOwn = true;
    return pieces.filter((piece) => {
      if (piece.kind !== 'book') return isOwn;
      isOwn = findOsisBook(piece.osisId)?.id === id;
      if (!isOwn) this.#collector.warn(place, `the book ${quoteExcerpt(piece.osisId)} appears here and was left out`);
      return false;
    });
  }

  /**
   * Reads the text before a book or chapter, which may hold the name of the book. It is not a verse, so damage is only
   * a warning.
   */
  #readFront(entries: readonly ZTextEntry[], at: number, definition: CanonBook, place: SourcePosition): void {
    const { chapter } = entries[at]!;
    let pieces: OsisPiece[];
    try {
      pieces = this.#ownPieces(this.#readPieces(entries, at, place), definition, place);
    } catch (error) {
      if (!(error instanceof DamagedSourceError)) throw error;
      this.#collector.warn(place, `the text before the first verse is damaged and was left out: ${error.reason}`);
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

  /** Returns whether a psalm's title continues from this verse to the next. */
  #isRunningTitle({ book, verse, bytes }: ZTextEntry): boolean {
    if (book.osis !== 'Ps' || verse === 0 || !bytes.includes('<title')) return false;
    try {
      const { pieces } = this.#toPieces(bytes, { file: '', line: null });
      return pieces.some((piece) => piece.kind === 'title' && piece.canonical && !piece.ends);
    } catch (error) {
      // Reported when the verse is read.
      if (error instanceof DamagedSourceError) return false;
      throw error;
    }
  }

  #write(pieces: readonly OsisPiece[], entry: ZTextEntry, place: SourcePosition): void {
    const { book, chapter, verse } = entry;
    const flow = this.#flow;
    let hasWarned = false;
    pieces.forEach((piece, at) => {
      if (piece.kind === 'text') flow.write(piece.text, place);
      else if (piece.kind === 'break') flow.break();
      else if (piece.kind === 'space') flow.space();
      else if (piece.kind === 'preverse') {
        if (hasWarned || !isBetweenWords(pieces, at)) return;
        this.#collector.warn(place, 'another verse is attached to this one, without a number in the versification');
        hasWarned = true;
      } else if (piece.kind === 'out') flow.omit(piece.what);
      else if (piece.kind === 'mark') this.#collector.countOmitted(piece.what);
      else if (piece.kind === 'joint') flow.joint();
      else if (piece.kind === 'title') this.#writeTitle(piece, pieces.slice(0, at), entry, place);
      else if (piece.kind === 'verse') {
        // A verse that the versification lacks is attached to the previous one.
        const [other, ...more] = parseOsisVerses(piece.osisId) ?? [];
        if (!other || more.length > 0 || findOsisBook(other.book) !== findOsisBook(book.osis)) {
          throw new DamagedSourceError(
            place.file,
            place.line,
            `${quoteExcerpt(piece.osisId)} is not a verse of this book`,
          );
        }
        if (other.chapter !== chapter || other.verse !== verse) {
          flow.startVerse({ chapter: other.chapter, verse: other.verse, part: other.part }, place);
        }
      }
    });
  }

  /**
   * Writes a title: as a heading, except for words of the verse in it. `before` are the preceding pieces of the verse.
   */
  #writeTitle(title: OsisTitle, before: readonly OsisPiece[], entry: ZTextEntry, place: SourcePosition): void {
    const { pieces, short } = title;
    // The letters in Psalm 119 are not text of a verse.
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

  /** Returns whether a title that does not mark where the verse starts is text of the verse. */
  #isText({ canonical, type, ends }: OsisTitle, before: readonly OsisPiece[], { book, verse }: ZTextEntry): boolean {
    const isFirst = !before.some(hasWords);
    if (!ends) return canonical || isFirst;
    // It is marked as text before the verse.
    if (before.findLast(({ kind }) => kind === 'preverse' || kind === 'verse begins')?.kind === 'preverse')
      return false;
    const isPsalmTitle = canonical && isFirst && book.osis === 'Ps' && verse === 1 && ['', 'psalm'].includes(type);
    return isPsalmTitle && this.#titlesAreText;
  }
}

/** Returns the index of the piece where a verse starts in a title, or -1. */
const findBeginning = ({ pieces }: OsisTitle): number =>
  pieces.findIndex(({ kind }) => kind === 'verse begins' || kind === 'verse');

const toTitleText = ({ short, pieces }: OsisTitle): string =>
  short || pieces.map((piece) => (piece.kind === 'text' ? piece.text : ' ')).join('');

/** Returns whether a versification counts the title of Psalm 3 as its first verse. */
const countsTitles = (books: readonly BookCounts[]): boolean =>
  books.find(({ osis }) => osis === 'Ps')?.chapters[2] === 9;

/** Luther's Bible numbers the additions to Daniel as chapters. In the canon they are books. */
const ADDITIONS_TO_DANIEL = ['SUS', 'BEL', 'S3Y'];

/** Returns the position of an entry in the canon, which has every book of every versification. */
function toCanonPlace({ book: { osis }, chapter }: ZTextEntry): { definition: CanonBook; chapter: number } {
  const addition = osis === 'AddDan' ? ADDITIONS_TO_DANIEL[Math.max(chapter, 1) - 1] : undefined;
  const definition = addition === undefined ? findOsisBook(osis) : findBookByCode(addition);
  if (!definition) throw new Error(`the canon has no book ${osis}`);
  return { definition, chapter: addition === undefined ? chapter : Math.min(chapter, 1) };
}

const hasWords = (piece: OsisPiece): boolean => piece.kind === 'text' && !isBlank(piece.text);

/** Returns whether a mark has words on both sides. A mark at the end of a verse belongs to the next one. */
const isBetweenWords = (pieces: readonly OsisPiece[], at: number): boolean =>
  pieces.slice(0, at).some(hasWords) && pieces.slice(at).some(hasWords);

/** Returns whether a piece makes a verse: text, or a note that may explain its absence. */
const isContent = (piece: OsisPiece): boolean =>
  hasWords(piece) ||
  (piece.kind === 'out' && piece.what === 'notes') ||
  (piece.kind === 'title' && piece.pieces.some(hasWords) && (piece.canonical || !piece.ends));
