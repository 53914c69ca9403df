import { type BookNames, isUnnamed, NO_NAMES } from '../../contract/book-names.ts';
import { type ImportNotice, type ReportLine, toNotice } from '../../contract/import-notices.ts';
import { isVisible } from '../../domain/name.ts';
import type { CanonBook } from '../../domain/scripture/canon.ts';
import { ImportErrors } from '../../import-files/import-errors.ts';
import type { SourcePosition } from '../../import-files/import-source.ts';
import { toReportLine } from '../../import-files/import-source.ts';
import { repairWindows1252 } from '../../import-files/windows-1252.ts';
import type { ParseOptions } from '../edition-format.ts';
import type { EditionBook, EditionVerse } from '../normalized-edition.ts';
import { CharacterRepairs } from './character-repairs.ts';
import {
  type CollectedBook,
  type CollectedVerse,
  describeDisplacedVerses,
  findBridgeEnd,
  findNumberError,
  toVerseKey,
  type VerseNumber,
} from './collected-book.ts';
import { withoutMarkup } from './leftover-markup.ts';
import { type FillSpaces, findMissingSpaces, JOINT } from './missing-spaces.ts';
import { isBlank, isWordless, normalizeVerseText, withoutMorphemeSlashes } from './normalize-verse-text.ts';

/** Warnings that are kept; further ones are only counted. */
const WARNINGS_MAX = 200;
/** Omitted verses that a warning about a list names. */
const SKIPPED_SHOWN_MAX = 10;
/** A book in which more than one verse in this many is empty may be corrupted. [D30] */
const EMPTY_ONE_IN = 20;
/** Characters of markup that a warning shows. */
const MARKUP_SHOWN_MAX = 40;
const MORPHEME_SLASHES = 'slashes within Hebrew words';

/** Verses with something to report, by file: the first with its position, and how many there are. */
interface VerseTally {
  readonly place: SourcePosition;
  readonly verse: string;
  readonly markup: string;
  count: number;
}

/** Shared by all verses without parts, and never changed. */
const WHOLE = new Set(['']);

/** Returns the edition's name for the book with this id. */
export type BookNamer = (bookId: number) => string;

/** The collected text. A format adds name, language and rights to make a `ParsedEdition`. */
export interface CollectedEdition {
  readonly books: EditionBook[];
  readonly bridged: ReadonlySet<string>;
  readonly removed: Record<string, number>;
  readonly spacesAdded: number;
  readonly suspicious: ReportLine[];
}

/**
 * Collects the text of a format piece by piece, with the checks that all formats share [D30]: a bridge is stored under
 * its first number, parts are joined, and duplicates are errors. Verses without words are left out with a warning.
 * Errors are collected, and `finish` throws them together as one DamagedSourceError.
 */
export class EditionCollector {
  readonly #books = new Map<number, CollectedBook>();
  readonly #bridged = new Set<string>();
  readonly #removed: Record<string, number> = {};
  readonly #warnings: ReportLine[] = [];
  readonly #repairs = new CharacterRepairs();
  readonly #markup = new Map<string, VerseTally>();
  /** Set at the end if the text has joints. */
  #fillSpaces: FillSpaces | null = null;
  #hasJoints = false;
  #spacesAdded = 0;
  readonly #allowGaps: boolean;
  readonly errors = new ImportErrors();
  #unlisted = 0;
  #book: CollectedBook | null = null;
  #verse: CollectedVerse | null = null;
  /** Pieces of the current verse's text. */
  readonly #pieces: string[] = [];

  constructor({ allowGaps = false }: ParseOptions = {}) {
    this.#allowGaps = allowGaps;
  }

  /** Starts a book, or continues it: a book may come in several pieces. The last given name counts. */
  startBook(book: CanonBook, name: string | null): void {
    this.endVerse();
    const known = this.#books.get(book.id);
    this.#book = known ?? {
      book,
      name: book.names.en,
      names: NO_NAMES,
      verses: new Map(),
      taken: new Map(),
      repeatedIn: new Set(),
    };
    this.#book.name = toLine(name) ?? this.#book.name;
    this.#books.set(book.id, this.#book);
  }

  /** Adds names of a book that was started. The first of each kind counts. [D71] */
  nameBook(bookId: number, names: BookNames): void {
    const book = this.#books.get(bookId);
    if (!book) return;
    const { long, short, abbreviation } = book.names;
    book.names = {
      long: long ?? toLine(names.long),
      short: short ?? toLine(names.short),
      abbreviation: abbreviation ?? toLine(names.abbreviation),
    };
  }

  /** Starts a verse, to which the following text belongs. If its number is invalid, that text is discarded. */
  startVerse(number: VerseNumber, place: SourcePosition): void {
    this.endVerse();
    const { chapter, verse, skipped } = number;
    const last = number.last ?? verse;
    const current = this.#book;
    const error = current ? findNumberError(current.book, number) : toNotice('edition_verse_before_book');
    if (error !== null || !current) {
      this.discardVerse(place, error!);
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
      this.warn(place, toNotice('edition_list_skips', { verses: `${named}-${last}`, missing: shown.join(', ') }));
    }
    const key = toVerseKey(chapter, verse);
    const known = current.verses.get(key);
    // Parts are joined with a space, or with the line break between them.
    if (known) known.text += ' ';
    this.#verse = known ?? { chapter, verse, position: place, last, skipped, text: '', notes: 0 };
    this.#verse.last = Math.max(this.#verse.last, last);
    this.#verse.skipped ??= skipped;
    current.verses.set(key, this.#verse);
  }

  /** Starts an invalid verse: adds an error, and discards the following text. */
  discardVerse(place: SourcePosition, reason: string | ImportNotice): void {
    this.endVerse();
    this.errors.add(place, reason);
    this.#discard(place);
  }

  #discard(place: SourcePosition): void {
    this.#verse = { chapter: 0, verse: 0, position: place, last: 0, skipped: undefined, text: '', notes: 0 };
  }

  /** Ends the verse. The following text, such as a heading, belongs to no verse. */
  endVerse(): void {
    // Joining the pieces once makes one string; appended one by one, each would live as long as the edition.
    if (this.#verse) this.#verse.text += this.#pieces.join('');
    this.#pieces.length = 0;
    this.#verse = null;
  }

  get inVerse(): boolean {
    return this.#verse !== null;
  }

  /** Adds text to the current verse. White space is normalized at the end. */
  addText(text: string): void {
    if (text === '') return;
    if (!this.#verse) throw new Error('there is no verse for this text');
    const { file, line } = this.#verse.position;
    const repaired = this.repair(text, { file, line });
    // The format decides on line breaks, with `addBreak`.
    this.#pieces.push(repaired.replace(/[\r\n\u2028\u2029]/g, ' '));
  }

  /** Repairs invalid characters and remembers them for the report. `position` is the beginning of the text. */
  repair(text: string, { file, line }: SourcePosition): string {
    return this.#repairs.repair(text, file, (at) => {
      const lines = text.slice(0, at).split('\n').length - 1;
      return { file, line: line === null ? null : line + lines };
    });
  }

  /** Starts a line of poetry or a paragraph. */
  addBreak(): void {
    if (this.#verse) this.#pieces.push('\n');
  }

  /** Marks a position between two words that touch, where a space may be missing. */
  addJoint(): void {
    if (!this.#verse) return;
    this.#pieces.push(JOINT);
    this.#hasJoints = true;
  }

  /** Counts something that was left out, such as a note, cross reference or heading. `kind` is a plural: "notes". */
  countOmitted(kind: string): void {
    this.#removed[kind] = (this.#removed[kind] ?? 0) + 1;
    if (this.#verse && kind === 'notes') this.#verse.notes++;
  }

  warn(place: SourcePosition, what: string | ImportNotice): void {
    this.#addWarning(toReportLine(place, what));
  }

  /**
   * Returns the collected edition, or throws all errors. Names from `nameOf` take precedence over those given to
   * `startBook`.
   */
  finish(source: SourcePosition, nameOf?: BookNamer): CollectedEdition {
    this.endVerse();
    if (this.#hasJoints) {
      const verses = [...this.#books.values()].flatMap((book) => [...book.verses.values()]);
      this.#fillSpaces = findMissingSpaces(verses.map(({ text }) => text));
    }
    const books = [...this.#books.values()]
      .sort((a, b) => a.book.id - b.book.id)
      .map((book) => this.#toBook(book, nameOf?.(book.book.id) ?? book.name))
      .filter((book) => book.verses.length > 0);
    if (books.length === 0 && !this.errors.hasAny) this.errors.add(source, toNotice('edition_without_verses'));
    this.errors.throwIfAny();
    for (const warning of this.#repairs.warnings) this.#addWarning(warning);
    for (const { place, ...params } of this.#markup.values())
      this.warn(place, toNotice('edition_markup_removed', params));
    if (this.#spacesAdded > 0) this.warn(source, toNotice('edition_spaces_added', { count: this.#spacesAdded }));
    if (this.#unlisted > 0) {
      this.#warnings.push(toReportLine(null, toNotice('edition_more_warnings', { count: this.#unlisted })));
    }
    return {
      books,
      bridged: this.#bridged,
      removed: this.#removed,
      spacesAdded: this.#spacesAdded,
      suspicious: this.#warnings,
    };
  }

  #toBook(collected: CollectedBook, name: string): EditionBook {
    const { book, names, verses } = collected;
    const empty: CollectedVerse[] = [];
    const whole: EditionVerse[] = [];
    for (const each of verses.values()) {
      const { chapter, verse, position: place, notes } = each;
      const named = `${book.code} ${chapter}:${verse}`;
      const last = findBridgeEnd(each, verses);
      const text = this.#toWords(each.text, named, place);
      if (!isWordless(text)) whole.push(last > verse ? { chapter, verse, last, text } : { chapter, verse, text });
      else if (notes > 0) this.warn(place, toNotice('edition_note_only', { verse: named }));
      else if (!this.errors.isTruncated(place.file)) empty.push(each);
    }
    this.#reportEmpty(collected, empty);
    for (const warning of describeDisplacedVerses(collected)) this.#addWarning(warning);
    const ordered = whole.sort((a, b) => a.chapter - b.chapter || a.verse - b.verse);
    return { book_id: book.id, name, ...(!isUnnamed(names) && { names }), verses: ordered };
  }

  #toWords(raw: string, verse: string, place: SourcePosition): string {
    const filled = this.#fillSpaces?.(raw);
    this.#spacesAdded += filled?.added ?? 0;
    const { text, found } = withoutMarkup(normalizeVerseText(filled?.text ?? raw));
    if (found !== null) {
      const tally = this.#markup.get(place.file) ?? {
        place,
        verse,
        markup: found.slice(0, MARKUP_SHOWN_MAX),
        count: 0,
      };
      tally.count++;
      this.#markup.set(place.file, tally);
    }
    const tidy = found === null ? text : normalizeVerseText(text);
    const words = tidy.includes('/') ? withoutMorphemeSlashes(tidy) : tidy;
    const slashes = tidy.length - words.length;
    if (slashes > 0) this.#removed[MORPHEME_SLASHES] = (this.#removed[MORPHEME_SLASHES] ?? 0) + slashes;
    return words;
  }

  #reportEmpty({ book, verses }: CollectedBook, empty: readonly CollectedVerse[]): void {
    const isRejected = !this.#allowGaps && empty.length * EMPTY_ONE_IN > verses.size;
    for (const { chapter, verse, position: place, text } of empty) {
      const named = `${book.code} ${chapter}:${verse}`;
      const reasons = isBlank(text)
        ? describeEmpty(named)
        : describeMarks(named, normalizeVerseText(text).slice(0, 10));
      if (isRejected) this.errors.add(place, reasons.refused);
      else this.warn(place, reasons.omitted);
    }
    if (!isRejected) return;
    const counts = { count: empty.length, total: verses.size, book: book.code, max: EMPTY_ONE_IN };
    this.errors.addAdvice(toNotice('edition_gaps', counts));
  }

  /** Marks a verse or a part of it as collected. Returns false and adds an error if it was collected before. */
  #take(current: CollectedBook, chapter: number, verse: number, part: string, place: SourcePosition): boolean {
    const { book, taken, repeatedIn } = current;
    const key = toVerseKey(chapter, verse);
    const parts = taken.get(key);
    if (parts && (part === '' || parts.has('') || parts.has(part))) {
      const other = current.verses.get(key)?.position.file ?? place.file;
      const named = `${book.code} ${chapter}:${verse}${part}`;
      if (other === place.file) this.errors.add(place, toNotice('edition_verse_twice', { verse: named }));
      // One error for everything that two files have in common.
      else if (!repeatedIn.has(place.file)) {
        this.errors.add(place, toNotice('edition_verse_in_two_files', { verse: named, file: other }));
      }
      if (other !== place.file) repeatedIn.add(place.file);
      return false;
    }
    if (parts) parts.add(part);
    else taken.set(key, part === '' ? WHOLE : new Set([part]));
    return true;
  }

  #addWarning(warning: ReportLine): void {
    if (this.#warnings.length < WARNINGS_MAX) this.#warnings.push(warning);
    else this.#unlisted++;
  }
}

/** Normalizes a name. Returns null if nothing of it is visible. */
function toLine(name: string | null): string | null {
  const line = normalizeVerseText(repairWindows1252(name ?? '')).replaceAll('\n', ' ');
  return isVisible(line) ? line : null;
}

/** Reasons for which a verse without words refuses its book, or is left out. */
interface EmptyReasons {
  readonly refused: ImportNotice;
  readonly omitted: ImportNotice;
}

const describeEmpty = (verse: string): EmptyReasons => ({
  refused: toNotice('edition_verse_empty', { verse }),
  omitted: toNotice('edition_verse_empty_omitted', { verse }),
});

const describeMarks = (verse: string, text: string): EmptyReasons => ({
  refused: toNotice('edition_verse_only_marks', { verse, text }),
  omitted: toNotice('edition_verse_only_marks_omitted', { verse, text }),
});
