import type { BookDefinition } from '../../domain/scripture/canon.ts';
import type { BookCounts } from '../../domain/scripture/versification.ts';
import type { EditionCollector, Place } from '../edition-collector.ts';
import { DamagedEditionError } from '../edition-source.ts';
import { isBlank } from '../verse-text.ts';
import { findOsisBook, parseOsisVerses } from './osis-id.ts';
import { type OsisPiece, toOsisPieces } from './sword-osis.ts';
import type { ZTextEntry } from './sword-ztext.ts';
import { toQuote, VerseFlow } from './verse-flow.ts';

/** How a module is written. */
export interface ModuleKind {
  readonly markup: 'osis' | 'plain';
  readonly encoding: 'utf-8' | 'windows-1252';
  readonly blockType: string;
  readonly versification: { readonly ot: readonly BookCounts[]; readonly nt: readonly BookCounts[] };
}

/** Sends the verses of a module to the collector. */
export class ModuleReader {
  readonly #collector: EditionCollector;
  readonly #flow: VerseFlow;
  readonly #kind: ModuleKind;
  readonly #decoder: TextDecoder;
  /** What the edition calls its books, by id. */
  readonly names = new Map<number, string>();

  constructor(collector: EditionCollector, kind: ModuleKind) {
    this.#collector = collector;
    this.#flow = new VerseFlow(collector);
    this.#kind = kind;
    this.#decoder = new TextDecoder(kind.encoding, { fatal: true });
  }

  readTestament(entries: readonly ZTextEntry[], file: string): void {
    let osis = '';
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at]!;
      const { book, chapter, verse } = entry;
      const place: Place = { file: `${file} (${book.osis} ${chapter}:${verse})`, line: null };
      const definition = requireBook(book.osis);
      if (book.osis !== osis) this.#flow.startBook(definition, null);
      osis = book.osis;
      if (verse === 0) {
        this.#readFront(entry, definition, place);
        continue;
      }
      const pieces = this.#ownPieces(this.#toPieces(entry.bytes, place), definition, place);
      // Verses that are one point to the same words.
      let last = verse;
      while (entries[at + 1]?.linked && entries[at + 1]!.verse === last + 1 && entries[at + 1]!.chapter === chapter) {
        last++;
        at++;
      }
      if (!pieces.some(isContent)) continue;
      // What is told of it has its number already.
      this.#flow.startVerse({ chapter, verse, ...(last > verse && { last }) }, { file, line: null });
      this.#write(pieces, entry, place);
      this.#flow.endVerse();
    }
  }

  #toPieces(bytes: Buffer, { file, line }: Place): OsisPiece[] {
    const damaged = (reason: string) => new DamagedEditionError(file, line, reason);
    let text: string;
    try {
      text = this.#decoder.decode(bytes);
    } catch {
      throw damaged('the text is not UTF-8');
    }
    return this.#kind.markup === 'osis' ? toOsisPieces(text, damaged) : [{ kind: 'text', text }];
  }

  /** A book that the versification has no place for may hang on an entry of another; what is of it is left out, and told. */
  #ownPieces(pieces: readonly OsisPiece[], { id }: BookDefinition, place: Place): OsisPiece[] {
    let isOwn = true;
    return pieces.filter((piece) => {
      if (piece.kind !== 'book') return isOwn;
      isOwn = findOsisBook(piece.osisId)?.id === id;
      if (!isOwn) this.#collector.suspect(place, `the book ${toQuote(piece.osisId)} stands here and was left out`);
      return false;
    });
  }

  /** What stands before a book or a chapter is no verse, so it does no harm where it is damaged; a book's name may be in it. */
  #readFront({ bytes, chapter }: ZTextEntry, definition: BookDefinition, place: Place): void {
    let pieces: OsisPiece[];
    try {
      pieces = this.#ownPieces(this.#toPieces(bytes, place), definition, place);
    } catch (error) {
      if (!(error instanceof DamagedEditionError)) throw error;
      this.#collector.suspect(place, `what stands before the first verse is damaged and was left out: ${error.reason}`);
      return;
    }
    for (const piece of pieces) {
      if (piece.kind === 'title') {
        const name = piece.text.replace(/\s+/g, ' ').trim();
        if (chapter === 0 && piece.main && name !== '' && !this.names.has(definition.id))
          this.names.set(definition.id, name);
        else this.#collector.leaveOut('headings');
      } else if (piece.kind === 'out') this.#collector.leaveOut(piece.what);
    }
    if (pieces.some(hasWords)) this.#collector.leaveOut('introductions');
  }

  #write(pieces: readonly OsisPiece[], { book, chapter, verse }: ZTextEntry, place: Place): void {
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
        this.#collector.suspect(place, 'another verse hangs on this one, for which the versification has no number');
        told = true;
      } else if (piece.kind === 'out') flow.leaveOut(piece.what);
      else if (piece.kind === 'cut') {
        if (!isWithinWord(pieces[at - 1], pieces[at + 1])) flow.cut();
      } else if (piece.kind === 'title') {
        flow.startHeading(piece.canonical);
        flow.write(piece.text, place);
        flow.endHeading();
      } else if (piece.kind === 'verse') {
        // A verse that the versification does not have hangs on the one before it.
        const [other, ...more] = parseOsisVerses(piece.osisId) ?? [];
        if (!other || more.length > 0 || findOsisBook(other.book) !== findOsisBook(book.osis)) {
          throw new DamagedEditionError(place.file, place.line, `${toQuote(piece.osisId)} is no verse of this book`);
        }
        if (other.chapter !== chapter || other.verse !== verse) {
          flow.startVerse({ chapter: other.chapter, verse: other.verse, part: other.part }, place);
        }
      }
    });
  }
}

/** The canon has every book of every versification. */
function requireBook(osis: string): BookDefinition {
  const book = findOsisBook(osis);
  if (!book) throw new Error(`the canon has no book ${osis}`);
  return book;
}

const hasWords = (piece: OsisPiece): boolean => piece.kind === 'text' && !isBlank(piece.text);

/** A mark at the end of a verse is for what comes before the next one, and holds none of its words. */
const isBetweenWords = (pieces: readonly OsisPiece[], at: number): boolean =>
  pieces.slice(0, at).some(hasWords) && pieces.slice(at).some(hasWords);

/** Whether a verse has something to say, or a note that says why not. */
const isContent = (piece: OsisPiece): boolean =>
  hasWords(piece) || (piece.kind === 'out' && piece.what === 'notes') || (piece.kind === 'title' && piece.canonical);

/** A single consonant is no word, so what it touches is the rest of one: "d" and "aquela". */
function isWithinWord(before: OsisPiece | undefined, after: OsisPiece | undefined): boolean {
  return (
    (before?.kind === 'text' && /(?:^|[^\p{L}])[b-df-hj-np-tv-z]$/iu.test(before.text)) ||
    (after?.kind === 'text' && /^[b-df-hj-np-tv-z](?!\p{L})/iu.test(after.text))
  );
}
