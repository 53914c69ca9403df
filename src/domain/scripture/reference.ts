import { createRequire } from 'node:module';
import type { BookDefinition, CanonLanguage } from './canon.ts';
import {
  bookName,
  CANON,
  CANON_LANGUAGES,
  findBookByCode,
  findBookByName,
  findBooksByPrefix,
  osisOf,
} from './canon.ts';
import { joinAdjacent } from './reference-lists.ts';
import { findBooksByLikeness } from './reference-typos.ts';

/**
 * A passage within one book. No `chapter`: the whole book. No `verse`: whole chapters. `end_chapter` is there only when the passage
 * ends in another chapter, `end_verse` only when it ends at another verse than it began with.
 */
export interface Passage {
  book_id: number;
  chapter?: number;
  verse?: number;
  end_chapter?: number;
  end_verse?: number;
}

/** What a typed text may mean [D32]. `reference` is in canonical English form ("John 3:16-18"); `confidence` is 0…1. */
export interface PassageCandidate extends Passage {
  reference: string;
  confidence: number;
}

/** The readings of a typed text, best first; `ambiguous` when the first is not clearly meant. No candidates: not a reference. */
export interface PassageReading {
  candidates: PassageCandidate[];
  ambiguous: boolean;
}

const TEXT_MAX_CHARACTERS = 200;
const CANDIDATES_MAX = 20;
/** The first candidate is clearly meant when it leads the next by this much. */
const CLEAR_LEAD = 0.25;

const CONFIDENCE = {
  /** A name or standard abbreviation in the language that was asked for. */
  named: 1,
  /** The same, where no language was asked for, or in another one than was. */
  namedElsewhere: 0.95,
  /** Something that English speakers also write for this book, without it being standard. */
  loose: 0.85,
  /** The name as written belongs to another book in the language asked for. */
  overruled: 0.5,
  /** Only the beginning of a name. */
  begun: 0.7,
};
/** The confidence in a name that is misspelt, by its slips: one that has two more than the next is clearly not meant. */
const CONFIDENCE_BY_SLIPS = [0.8, 0.65, 0.4, 0.35];
/** Without numbers a text is less likely a reference: it must be longer, and have one slip at most. Letters. */
const MISSPELT_NAME_MIN_LETTERS = 6;
/** What remains of the confidence in a chapter or verse that the book does not have, when there are other readings. */
const NONEXISTENT_FACTOR = 0.4;

// "jn" is Jonah in Portuguese, but whoever names no language and writes no comma means John: [D32] has it so.
const ENGLISH_BY_DEFAULT = new Set(['jn']);

/** Books that the parsing library cannot read by their own id and that have one chapter, where "Jude 5" is verse 5. */
const FOREIGN_ONE_CHAPTER_BOOKS = new Set(['PS2', 'LBA', 'LAO']);

// ---- the library: one parser a language, loaded and built at the first text that needs it (35–65 ms each) ----

interface Point {
  b: string;
  c: number;
  v: number;
  /** What was written: "bc" book and chapter, "bcv" with a verse. Only ranges say so. */
  type?: string;
}

interface LibraryEntity {
  type: string;
  indices: [number, number];
  start: Point;
  end: Point;
  entities: { alternates?: { start: { b: string } }[] }[];
}

interface Library {
  parse(text: string): unknown;
  parsed_entities(): LibraryEntity[];
  set_options(options: Record<string, unknown>): unknown;
  translation_info(name: string): { chapters: Record<string, number[]> };
}

const load = createRequire(import.meta.url);
const libraries = new Map<CanonLanguage, Library>();

function libraryFor(language: CanonLanguage): Library {
  let library = libraries.get(language);
  if (!library) {
    const { bcv_parser } = load('bible-passage-reference-parser') as { bcv_parser: new (language: unknown) => Library };
    library = new bcv_parser(load(`bible-passage-reference-parser/esm/lang/${language}.js`));
    library.set_options({
      testaments: 'ona',
      passage_existence_strategy: 'b',
      book_alone_strategy: 'full',
      book_sequence_strategy: 'include',
      sequence_combination_strategy: 'separate',
      consecutive_combination_strategy: 'separate',
      captive_end_digits_strategy: 'include',
      // "Jer 33-11" is an order no text has, not a guess at verse 11.
      end_range_digits_strategy: 'sequence',
    });
    libraries.set(language, library);
  }
  return library;
}

/** The number the library writes for "to the end". */
const OPEN_END = 999;

let verseCounts: Record<string, number[]> | null = null;

/** Verses of each chapter of a book in the library's default numbering; undefined for a book it does not know. */
function verseCountsOf(osis: string): number[] | undefined {
  verseCounts ??= libraryFor('en').translation_info('default').chapters;
  return Object.hasOwn(verseCounts, osis) ? verseCounts[osis] : undefined;
}

function exists({ book_id, chapter = 1, verse = 1, end_chapter = chapter, end_verse = 1 }: Passage): boolean {
  const counts = verseCountsOf(osisOf(CANON[book_id - 1]!));
  if (!counts) return true;
  const lastVerse = end_chapter === chapter ? Math.max(verse, end_verse) : end_verse;
  return verse <= (counts[chapter - 1] ?? 0) && lastVerse <= (counts[end_chapter - 1] ?? 0);
}

const booksByOsis = new Map(CANON.map((book) => [osisOf(book), book]));
// The library counts the prayer and the song in Daniel 3 as two books; USFM has one.
booksByOsis.set('PrAzar', findBookByCode('S3Y')!);

const PSALMS = findBookByCode('PSA')!.id;
const PSALM_151 = findBookByCode('PS2')!.id;

/** One entity of the library as a passage, or null when it spans books or ends where nobody knows. */
function toPassage({ type, start, end }: LibraryEntity, book: BookDefinition): Passage | null {
  if (start.b !== end.b) return null;
  // The library runs "Jude 1:3-2:1" to the end of the book, for want of a second chapter. That is a guess.
  if (type === 'range' && end.v === OPEN_END && (start.v > 1 || start.type === 'bcv')) return null;
  if (type === 'b') return { book_id: book.id };
  const passage: Passage = { book_id: book.id, chapter: start.c };
  const counts = verseCountsOf(osisOf(book));
  const endChapter = end.c === OPEN_END ? counts?.length : end.c;
  if (endChapter === undefined || endChapter < start.c) return null;
  if (endChapter !== start.c) passage.end_chapter = endChapter;
  const wholeChapters = start.v === 1 && end.v === OPEN_END;
  if (!wholeChapters) {
    const endVerse = end.v === OPEN_END && start.v !== OPEN_END ? counts?.[endChapter - 1] : end.v;
    if (endVerse === undefined) return null;
    passage.verse = start.v;
    if (endChapter !== start.c || endVerse !== start.v) passage.end_verse = endVerse;
    if (endChapter === start.c && endVerse < start.v) return null;
  }
  if (book.id === PSALMS && passage.chapter === 151 && passage.end_chapter === undefined) {
    return { ...passage, book_id: PSALM_151, chapter: 1 };
  }
  return passage;
}

/** What may stand between two passages of a list; a dash may not, for it would be a range that runs backwards. */
const LIST_SEPARATOR = /^[\s;,.&/]*(?:and|und|u|e)?[\s.]*$/i;

/** The comma rule: a comma parts chapter and verse only if it is the first separator between digits and no colon is. */
function isCommaNotation(text: string): boolean {
  const separator = /\d\s*([.,:])\s*\d/.exec(text)?.[1];
  return separator === ',' && !/\d\s*:\s*\d/.test(text);
}

/** The entities of a text that is nothing but references, or null. */
function readEntities(text: string, language: CanonLanguage): LibraryEntity[] | null {
  const library = libraryFor(language);
  library.set_options({ punctuation_strategy: isCommaNotation(text) ? 'eu' : 'us' });
  library.parse(text);
  const entities = library.parsed_entities();
  let position = 0;
  for (const { indices } of entities) {
    const gap = text.slice(position, indices[0]);
    if (position === 0 ? gap !== '' : !LIST_SEPARATOR.test(gap)) return null;
    position = indices[1];
  }
  return entities.length > 0 && position === text.length ? entities : null;
}

/** The passages that follow a known book's name ("3:16-18", ""), in the first of these languages whose grammar reads all of it. */
function readNumbers(book: BookDefinition, rest: string, languages: readonly CanonLanguage[]): Passage[] | null {
  if (rest === '') return [{ book_id: book.id }];
  const oneChapter = FOREIGN_ONE_CHAPTER_BOOKS.has(book.code);
  const known = !oneChapter && verseCountsOf(osisOf(book)) !== undefined;
  // The grammar needs some book it knows; which one matters only for its number of chapters.
  const stand = known ? osisOf(book) : oneChapter ? 'Jude' : 'Gen';
  // "f" is the next verse in every language, which only the German grammar knows.
  const text = `${stand} ${rest.replace(/(\d+)\s*f$/i, (_, verse: string) => `${verse}-${Number(verse) + 1}`)}`;
  for (const language of languages) {
    const entities = readEntities(text, language);
    if (!entities || (!known && entities.length > 1)) continue;
    const passages = entities.map((entity) => {
      const entityBook = known ? booksByOsis.get(entity.start.b) : book;
      return entityBook ? toPassage(entity, entityBook) : null;
    });
    if (passages.every((passage) => passage !== null)) return passages;
  }
  return null;
}

// ---- from a text to the books it may name ----

interface Reading {
  passages: Passage[];
  confidence: number;
}

/** Splits at the longest beginning that is a book's name in some language. */
function splitName(text: string): { name: string; rest: string } | null {
  const ends = [...text.matchAll(/(?<!\d)\d/g)].map((match) => match.index).filter((index) => index > 0);
  for (const end of [text.length, ...ends.reverse()]) {
    const name = text.slice(0, end);
    if (CANON_LANGUAGES.some((language) => findBookByName(name, language))) {
      return { name: name.trim(), rest: text.slice(end) };
    }
  }
  return null;
}

/** Whether every Bible has the book: "Ps" alone is the Psalms, not the beginning of "Psalms of Solomon". */
const isCommonBook = ({ id }: BookDefinition): boolean => id <= 66;

/** The books that a name stands for, with the confidence in each. */
function weighBooks(name: string, rest: string, language: CanonLanguage | undefined): Map<BookDefinition, number> {
  const weights = new Map<BookDefinition, number>();
  const add = (book: BookDefinition, weight: number) => weights.set(book, Math.max(weight, weights.get(book) ?? 0));
  const comma = isCommaNotation(rest);
  const own = language && findBookByName(name, language);
  const english = findBookByName(name, 'en');
  if (own) add(own, CONFIDENCE.named);
  const leads = !language && !comma && english && ENGLISH_BY_DEFAULT.has(name.toLowerCase().replace('.', ''));
  for (const other of CANON_LANGUAGES) {
    const book = findBookByName(name, other);
    if (book) add(book, own || (leads && book !== english) ? CONFIDENCE.overruled : CONFIDENCE.namedElsewhere);
  }
  // A name that is no English one may still be how some English speakers shorten another book ("Ez", "Hb", "Jo").
  if (!english && !comma && (language ?? 'en') === 'en') {
    for (const book of readEntities(`${name} 1`, 'en')?.flatMap(booksOf) ?? []) add(book, CONFIDENCE.loose);
  }
  // One or two letters alone are the beginning of a word; with numbers they are an abbreviation.
  const complete = [...weights.keys()].some(({ names }) =>
    Object.values(names).some((full) => full.toLowerCase() === name.toLowerCase()),
  );
  if (rest === '' && name.length <= 2 && !complete) {
    const begun = findBooksByPrefix(name, language ? [language] : CANON_LANGUAGES).filter(isCommonBook);
    if (begun.length > 1) for (const book of begun) add(book, CONFIDENCE.loose);
  }
  return weights;
}

/** The book that the library takes an entity for, and those it holds possible as well. */
function booksOf(entity: LibraryEntity): BookDefinition[] {
  const alternates = entity.entities.flatMap(({ alternates }) => alternates ?? []);
  return [entity.start.b, ...alternates.map(({ start }) => start.b)].flatMap((osis) => booksByOsis.get(osis) ?? []);
}

/** Names that lack their number: "Corinthians 13", "Mose 1". Which of them is meant is not ours to guess. */
function readUnnumbered(name: string, rest: string, languages: readonly CanonLanguage[]): Reading[] {
  const numbered = languages.flatMap((language) =>
    [1, 2, 3, 4, 5].flatMap((number) => findBookByName(`${number} ${name}`, language) ?? []),
  );
  return [...new Set(numbered)].filter(isCommonBook).flatMap((book) => {
    const passages = readNumbers(book, rest, languages);
    return passages ? [{ passages, confidence: CONFIDENCE.loose }] : [];
  });
}

/** Names that no table has: without their number, in the library's own list of spellings, the beginnings of names, misspelt. */
function readLoosely(text: string, languages: readonly CanonLanguage[], asked: CanonLanguage | undefined): Reading[] {
  const [, name = '', rest = ''] = /^((?:[1-6][\s.]*)?\p{L}[^\d]*)(.*)$/su.exec(text) ?? [];
  const readings: Reading[] = /^\p{L}{4}/u.test(name) ? readUnnumbered(name, rest, asked ? [asked] : languages) : [];
  if (readings.length > 1) return readings;
  for (const language of languages) {
    const entities = readEntities(text, language);
    if (!entities) continue;
    const passages = entities.map((entity) => {
      const book = booksByOsis.get(entity.start.b);
      return book ? toPassage(entity, book) : null;
    });
    if (!passages.every((passage) => passage !== null)) continue;
    readings.push({ passages, confidence: CONFIDENCE.loose });
    for (const other of entities.length === 1 ? booksOf(entities[0]!).slice(1) : []) {
      const rest = /\d.*$/s.exec(text)?.[0] ?? '';
      const alternative = readNumbers(other, rest, [language]);
      if (alternative) readings.push({ passages: alternative, confidence: CONFIDENCE.loose });
    }
    if (language === asked) break;
  }
  if (readings.length > 0) return readings;

  if (name.trim().length < 2) return [];
  const begun = findBooksByPrefix(name, asked ? [asked] : languages).flatMap((book) => {
    const passages = readNumbers(book, rest, languages);
    return passages ? [{ passages, confidence: CONFIDENCE.begun }] : [];
  });
  // A book's own name with numbers that it does not have is not another book's.
  const known = languages.some((language) => findBookByName(name, language));
  return begun.length > 0 || known ? begun : readMisspelt(name, rest, languages, asked);
}

/** The last that is tried: names that are like what was typed. */
function readMisspelt(
  name: string,
  rest: string,
  languages: readonly CanonLanguage[],
  asked: CanonLanguage | undefined,
): Reading[] {
  const slipsMax = rest === '' ? 1 : CONFIDENCE_BY_SLIPS.length;
  if (rest === '' && name.replace(/[^\p{L}]/gu, '').length < MISSPELT_NAME_MIN_LETTERS) return [];
  const own = asked ? findBooksByLikeness(name, [asked]) : [];
  const alike = own.length > 0 ? own : findBooksByLikeness(name, languages);
  return alike.flatMap(({ book, slips }) => {
    const passages = slips <= slipsMax ? readNumbers(book, rest, languages) : null;
    // "Room 101" is no slip of "Romans".
    return passages?.every(exists) ? [{ passages, confidence: CONFIDENCE_BY_SLIPS[slips]! }] : [];
  });
}

/** Readable text only: composed characters, plain spaces and dashes, no punctuation around it. */
function normalizeTyped(text: string): string {
  return text
    .slice(0, TEXT_MAX_CHARACTERS + 1)
    .normalize('NFKC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[‐-―−]/g, '-')
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');
}

/**
 * Reads a reference as a person types it: "jn 3 16", "1 co 13.4-7", "Jo 3,16", "1. Mose 1" [D32]. The whole text must be the
 * reference (a translation's initials may follow). Without `language` all three are tried, and a name that means different books in
 * different languages is ambiguous. Several passages ("John 3:16; Ps 23") are returned in their order, as ambiguous: a passage is one
 * reference. A range that runs backwards or across books has no candidate. Whether a chapter or verse exists decides only between
 * readings; an edition's text has the last word. Pure; texts over 200 characters are no references.
 */
export function parsePassage(text: string, language?: CanonLanguage): PassageReading {
  const typed = normalizeTyped(text);
  const unreadable = typed.length > TEXT_MAX_CHARACTERS || text.length > TEXT_MAX_CHARACTERS;
  if (unreadable || !/\p{L}/u.test(typed) || /\d{4}/.test(typed)) return { candidates: [], ambiguous: false };

  const split = splitName(typed);
  const preferred = language ?? (isCommaNotation(typed) ? 'de' : 'en');
  const languages = [preferred, ...CANON_LANGUAGES.filter((other) => other !== preferred)];
  let readings: Reading[] = [];
  if (split) {
    for (const [book, confidence] of weighBooks(split.name, split.rest, language)) {
      const passages = readNumbers(book, split.rest, languages);
      if (passages) readings.push({ passages, confidence });
    }
  }
  if (readings.length === 0) readings = readLoosely(typed, languages, language);
  readings = readings.map(({ passages, confidence }) => ({ passages: joinAdjacent(passages), confidence }));

  const several = readings.find(({ passages }) => passages.length > 1);
  if (several)
    return {
      candidates: toCandidates(several.passages.map((passage) => [passage, several.confidence])),
      ambiguous: true,
    };

  const weighed = readings.map(({ passages, confidence }): [Passage, number] => [passages[0]!, confidence]);
  const contested = new Set(weighed.map(([passage]) => passage.book_id)).size > 1;
  const candidates = toCandidates(
    weighed.map(([passage, weight]) => [passage, contested && !exists(passage) ? weight * NONEXISTENT_FACTOR : weight]),
  ).sort((a, b) => b.confidence - a.confidence);
  const [first, second] = candidates;
  const begunTooShort = first?.confidence === CONFIDENCE.begun && typed.replace(/[^\p{L}]/gu, '').length < 3;
  return {
    candidates,
    ambiguous:
      begunTooShort ||
      (first !== undefined && second !== undefined && first.confidence - second.confidence < CLEAR_LEAD),
  };
}

function toCandidates(weighed: [Passage, number][]): PassageCandidate[] {
  const candidates = new Map<string, PassageCandidate>();
  for (const [passage, weight] of weighed) {
    const reference = formatReference(passage);
    if (!candidates.has(reference))
      candidates.set(reference, { reference, ...passage, confidence: Math.round(weight * 100) / 100 });
  }
  return [...candidates.values()].slice(0, CANDIDATES_MAX);
}

/** Writes a passage as a person would: "John 3:16-18", "Genesis 1-2", "João 3:16", "Johannes 3,16-4,2". An undetermined language reads English. */
export function formatReference(passage: Passage, language: CanonLanguage | 'und' = 'en'): string {
  const { book_id, chapter, verse, end_chapter, end_verse } = passage;
  const name = bookName(book_id, language);
  if (chapter === undefined) return name;
  const mark = language === 'de' ? ',' : ':';
  const start = verse === undefined ? `${chapter}` : `${chapter}${mark}${verse}`;
  const endsElsewhere = end_chapter !== undefined && end_chapter !== chapter;
  if (endsElsewhere)
    return `${name} ${start}-${end_verse === undefined ? end_chapter : `${end_chapter}${mark}${end_verse}`}`;
  return end_verse === undefined || end_verse === verse ? `${name} ${start}` : `${name} ${start}-${end_verse}`;
}
