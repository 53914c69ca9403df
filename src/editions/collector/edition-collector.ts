import { isVisible } from '../../domain/name.ts';
import type { CanonBook } from '../../domain/scripture/canon.ts';
import type { ParseOptions } from '../edition-format.ts';
import type { EditionBook, EditionVerse } from '../normalized-edition.ts';
import { toPlainLine } from '../sources/edition-source.ts';
import { CharacterRepairs } from './character-repairs.ts';
import {
  type CollectedBook,
  type CollectedVerse,
  describeDisplacedVerses,
  findBridgeEnd,
  findNumberError,
  formatPosition,
  type SourcePosition,
  toVerseKey,
  type VerseNumber,
} from './collected-book.ts';
import { EditionErrors } from './edition-errors.ts';
import {
  findMarkup,
  isBlank,
  isWordless,
  normalizeVerseText,
  repairWindows1252,
  withoutMorphemeSlashes,
} from './normalize-verse-text.ts';

/** Remarks that are kept one by one; what comes after them is counted. */
const SUSPICIOUS_MAX = 200;
/** Verses that a list does not name, told in one remark. */
const SKIPPED_SHOWN_MAX = 10;
/** A book of which more than one verse in so many is empty may have lost them on its way. [D30] */
const EMPTY_ONE_IN = 20;
const MORPHEME_SLASHES = 'slashes within Hebrew words';

/** Nothing is ever added to it: a verse that is whole takes no part. */
const WHOLE = new Set(['']);

/** What an edition calls the book with this id. */
export type BookNamer = (bookId: number) => string;

/** What a format hands over of its text; its `ParsedEdition` is this and what it knows of name, language and rights. */
export interface CollectedEdition {
  readonly books: EditionBook[];
  readonly bridged: ReadonlySet<string>;
  readonly removed: Record<string, number>;
  readonly suspicious: string[];
}

/**
 * Puts together what a format reads, piece by piece, and checks what is the same in all of them [D30]: bridges go under their first
 * number, parts are joined, nothing comes twice. A verse without words is left out, and told. What is wrong is kept, so that all of it
 * can be told at the end: `finish` throws DamagedEditionError.
 */
export class EditionCollector {
  readonly #books = new Map<number, CollectedBook>();
  readonly #bridged = new Set<string>();
  readonly #removed: Record<string, number> = {};
  readonly #suspicious: string[] = [];
  readonly #repairs = new CharacterRepairs();
  readonly #allowGaps: boolean;
  readonly errors = new EditionErrors();
  #unlisted = 0;
  #book: CollectedBook | null = null;
  #verse: CollectedVerse | null = null;
  /** Of the text of the present verse. */
  readonly #pieces: string[] = [];

  constructor({ allowGaps = false }: ParseOptions = {}) {
    this.#allowGaps = allowGaps;
  }

  /** A book may come in several pieces; the last name that is given counts. */
  startBook(book: CanonBook, name: string | null): void {
    this.endVerse();
    const known = this.#books.get(book.id);
    this.#book = known ?? { book, name: book.names.en, verses: new Map(), taken: new Map(), repeatedIn: new Set() };
    const own = normalizeVerseText(repairWindows1252(name ?? '')).replaceAll('\n', ' ');
    if (isVisible(own)) this.#book.name = own;
    this.#books.set(book.id, this.#book);
  }

  /** Words that follow go to this verse; to none that is kept if its number cannot be. */
  startVerse(number: VerseNumber, place: SourcePosition): void {
    this.endVerse();
    const { chapter, verse, skipped } = number;
    const last = number.last ?? verse;
    const current = this.#book;
    const fault = current ? findNumberError(current.book, number) : 'a verse stands before any book';
    if (fault !== null || !current) {
      this.discardVerse(place, fault ?? '');
      return;
    }
    const named = `${current.book.code} ${chapter}:${verse}`;
    let isNew = true;
    for (let each = verse; each <= last; each++) {
      if (each > verse) this.#bridged.add(`${current.book.id}/${chapter}:${each}`);
      if (skipped?.includes(each)) continue;
      const part = (each === verse && number.part) || (each === last && number.lastPart) || '';
      isNew &&= this.#take(current, chapter, each, part, place);
    }
    if (!isNew) {
      this.#discard(place);
      return;
    }
    if (skipped) {
      const shown = skipped.length > SKIPPED_SHOWN_MAX ? [...skipped.slice(0, SKIPPED_SHOWN_MAX), '…'] : skipped;
      this.warn(place, `the list of verses ${named}-${last} does not name ${shown.join(', ')}`);
    }
    const key = toVerseKey(chapter, verse);
    const known = current.verses.get(key);
    // Parts are joined with a space, or with the break that stands between them.
    if (known) known.text += ' ';
    this.#verse = known ?? { chapter, verse, position: place, last, skipped, text: '', notes: 0 };
    this.#verse.last = Math.max(this.#verse.last, last);
    this.#verse.skipped ??= skipped;
    current.verses.set(key, this.#verse);
  }

  /** A verse begins that is wrong; the words that follow are kept nowhere. */
  discardVerse(place: SourcePosition, reason: string): void {
    this.endVerse();
    this.errors.add(place, reason);
    this.#discard(place);
  }

  #discard(place: SourcePosition): void {
    this.#verse = { chapter: 0, verse: 0, position: place, last: 0, skipped: undefined, text: '', notes: 0 };
  }

  /** To no verse: what follows is a heading or the like. */
  endVerse(): void {
    // Together they are one string; added one by one, each would live as long as the edition.
    if (this.#verse) this.#verse.text += this.#pieces.join('');
    this.#pieces.length = 0;
    this.#verse = null;
  }

  get inVerse(): boolean {
    return this.#verse !== null;
  }

  /** Words of the present verse, as they stand; the spaces between them are put right at the end. */
  addText(text: string): void {
    if (text === '') return;
    if (!this.#verse) throw new Error('there is no verse for this text');
    const { file, line } = this.#verse.position;
    const repaired = this.repair(text, { file, line });
    // What is a line is the format's to say.
    this.#pieces.push(repaired.replace(/[\r\n\u2028\u2029]/g, ' '));
  }

  /** Mends what a text cannot have meant, and remembers it. The text begins at the place. */
  repair(text: string, { file, line }: SourcePosition): string {
    return this.#repairs.repair(text, file, (at) => {
      const lines = text.slice(0, at).split('\n').length - 1;
      return formatPosition({ file, line: line === null ? null : line + lines });
    });
  }

  /** A line of poetry or a paragraph begins. */
  addBreak(): void {
    if (this.#verse) this.#pieces.push('\n');
  }

  /** A note, cross reference, heading or the like was left out. `kind` is a plural: "notes". */
  countOmitted(kind: string): void {
    this.#removed[kind] = (this.#removed[kind] ?? 0) + 1;
    if (this.#verse && kind === 'notes') this.#verse.notes++;
  }

  warn(place: SourcePosition, what: string): void {
    this.#remark(`${formatPosition(place)}: ${what}`);
  }

  /** `nameOf` counts before the names that books were given. */
  finish(source: SourcePosition, nameOf?: BookNamer): CollectedEdition {
    this.endVerse();
    const books = [...this.#books.values()]
      .sort((a, b) => a.book.id - b.book.id)
      .map((book) => this.#toBook(book, nameOf?.(book.book.id) ?? book.name))
      .filter((book) => book.verses.length > 0);
    if (books.length === 0 && !this.errors.hasAny) this.errors.add(source, 'there is no verse in it');
    this.errors.throwIfAny();
    for (const remark of this.#repairs.remarks) this.#remark(remark);
    if (this.#unlisted > 0) this.#suspicious.push(`and ${this.#unlisted} more of this kind`);
    return { books, bridged: this.#bridged, removed: this.#removed, suspicious: this.#suspicious };
  }

  #toBook(collected: CollectedBook, name: string): EditionBook {
    const { book, verses } = collected;
    const empty: CollectedVerse[] = [];
    const whole: EditionVerse[] = [];
    for (const each of verses.values()) {
      const { chapter, verse, position: place, notes } = each;
      const named = `${book.code} ${chapter}:${verse}`;
      const last = findBridgeEnd(each, verses);
      const text = this.#toWords(each.text);
      const markup = findMarkup(text);
      if (markup) this.warn(place, `${named} has markup left in its words: "${markup}"`);
      if (!isWordless(text)) whole.push(last > verse ? { chapter, verse, last, text } : { chapter, verse, text });
      else if (notes > 0) this.warn(place, `${named} has a note and no words: left out`);
      else if (!this.errors.isTruncated(place.file)) empty.push(each);
    }
    this.#tellEmpty(collected, empty);
    for (const remark of describeDisplacedVerses(collected)) this.#remark(remark);
    const ordered = whole.sort((a, b) => a.chapter - b.chapter || a.verse - b.verse);
    return { book_id: book.id, name, verses: ordered };
  }

  #toWords(raw: string): string {
    const text = normalizeVerseText(raw);
    const words = text.includes('/') ? withoutMorphemeSlashes(text) : text;
    const slashes = text.length - words.length;
    if (slashes > 0) this.#removed[MORPHEME_SLASHES] = (this.#removed[MORPHEME_SLASHES] ?? 0) + slashes;
    return words;
  }

  #tellEmpty({ book, verses }: CollectedBook, empty: readonly CollectedVerse[]): void {
    const isRefused = !this.#allowGaps && empty.length * EMPTY_ONE_IN > verses.size;
    for (const { chapter, verse, position: place, text } of empty) {
      const marks = isBlank(text) ? 'is empty' : `has no words but "${normalizeVerseText(text).slice(0, 10)}"`;
      const reason = `${book.code} ${chapter}:${verse} ${marks}`;
      if (isRefused) this.errors.add(place, reason);
      else this.warn(place, `${reason}: left out`);
    }
    if (!isRefused) return;
    const share = `${empty.length} of ${verses.size} ${verses.size === 1 ? 'verse' : 'verses'} of ${book.code}`;
    this.errors.addAdvice(
      `${share} ${empty.length === 1 ? 'is' : 'are'} empty, more than one in ${EMPTY_ONE_IN}. ` +
        'If the edition is like that, import it with --allow-gaps',
    );
  }

  /** False where it has come already, which is a fault. */
  #take(current: CollectedBook, chapter: number, verse: number, part: string, place: SourcePosition): boolean {
    const { book, taken, repeatedIn } = current;
    const key = toVerseKey(chapter, verse);
    const parts = taken.get(key);
    if (parts && (part === '' || parts.has('') || parts.has(part))) {
      const other = current.verses.get(key)?.position.file ?? place.file;
      if (other === place.file) this.errors.add(place, `${book.code} ${chapter}:${verse}${part} comes twice`);
      // One fault for all that two files have in common.
      else if (!repeatedIn.has(place.file)) {
        const reason = `${book.code} ${chapter}:${verse} comes twice: it is in ${other} too, which is the same book`;
        this.errors.add(place, `${reason}. Take one of the two files away, or correct which book it says it is`);
      }
      if (other !== place.file) repeatedIn.add(place.file);
      return false;
    }
    if (parts) parts.add(part);
    else taken.set(key, part === '' ? WHOLE : new Set([part]));
    return true;
  }

  #remark(remark: string): void {
    if (this.#suspicious.length < SUSPICIOUS_MAX) this.#suspicious.push(toPlainLine(remark));
    else this.#unlisted++;
  }
}
