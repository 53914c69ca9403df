import { createRequire } from 'node:module';
import { type BookDefinition, CANON, CANON_LANGUAGES, type CanonLanguage, findBookByCode, osisOf } from './canon.ts';

export interface Point {
  b: string;
  c: number;
  v: number;
  /** What was written: "bc" book and chapter, "bcv" with a verse. Only ranges say so. */
  type?: string;
}

/** A reference as the library found it in a text. */
export interface LibraryEntity {
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
  readonly regexps: { readonly books: readonly { readonly regexp: RegExp }[] };
  translation_info(name: string): { chapters: Record<string, number[]> };
}

type LibraryClass = new (language: unknown) => Library;

const load = createRequire(import.meta.url);
const loadClass = () => (load('bible-passage-reference-parser') as { bcv_parser: LibraryClass }).bcv_parser;
const loadGrammar = (language: CanonLanguage): unknown =>
  load(`bible-passage-reference-parser/esm/lang/${language}.js`);

/** One parser a language, built when it is first needed. */
const libraries = new Map<CanonLanguage, Library>();

function libraryFor(language: CanonLanguage): Library {
  let library = libraries.get(language);
  if (!library) {
    library = new (loadClass())(loadGrammar(language));
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

/** A text with no book in it, on which each pattern is tried in full. */
const PATTERN_TEXT = 'lorem ipsum 1 dolor 2:3';
/** The engine compiles a pattern at its first use, and again at its second. */
const PATTERN_USES = 2;
const PATTERNS_PER_STEP = 10;
const FIRST_TEXTS = ['Gen 1:1', 'Gen 1,1-2,3; 4', PATTERN_TEXT];

/** Readies the parsers, which cost the first texts half a second and more otherwise, in steps of some 20 ms. */
export function* prepareLibraries(): Generator<void> {
  loadClass();
  yield;
  for (const language of CANON_LANGUAGES) {
    loadGrammar(language);
    yield;
    const { regexps } = libraryFor(language);
    yield;
    for (let first = 0; first < regexps.books.length; first += PATTERNS_PER_STEP) {
      for (const { regexp } of regexps.books.slice(first, first + PATTERNS_PER_STEP)) {
        for (let use = 0; use < PATTERN_USES; use++) PATTERN_TEXT.replace(regexp, '');
      }
      yield;
    }
    for (const text of FIRST_TEXTS) {
      readEntities(text, language);
      yield;
    }
  }
}

/** What may stand between two passages of a list; a dash may not, for it would be a range that runs backwards. */
const LIST_SEPARATOR = /^[\s;,.&/]*(?:and|und|u|e)?[\s.]*$/i;

/** The comma rule: a comma parts chapter and verse only if it is the first separator between digits and no colon is. */
export function isCommaNotation(text: string): boolean {
  const separator = /\d\s*([.,:])\s*\d/.exec(text)?.[1];
  return separator === ',' && !/\d\s*:\s*\d/.test(text);
}

/** The entities of a text that is nothing but references, or null. */
export function readEntities(text: string, language: CanonLanguage): LibraryEntity[] | null {
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

const booksByOsis = new Map(CANON.map((book) => [osisOf(book), book]));
// The library counts the prayer and the song in Daniel 3 as two books; USFM has one.
booksByOsis.set('PrAzar', findBookByCode('S3Y')!);

/** The book with an OSIS id of the library. */
export const findBookByOsis = (osis: string): BookDefinition | undefined => booksByOsis.get(osis);

/** The book that the library takes an entity for, and those it holds possible as well. */
export function booksOf(entity: LibraryEntity): BookDefinition[] {
  const alternates = entity.entities.flatMap(({ alternates }) => alternates ?? []);
  return [entity.start.b, ...alternates.map(({ start }) => start.b)].flatMap((osis) => findBookByOsis(osis) ?? []);
}

let verseCounts: Record<string, number[]> | null = null;

/** Verses of each chapter of a book in the library's default numbering; undefined for a book it does not know. */
export function verseCountsOf(book: BookDefinition): number[] | undefined {
  verseCounts ??= libraryFor('en').translation_info('default').chapters;
  const osis = osisOf(book);
  return Object.hasOwn(verseCounts, osis) ? verseCounts[osis] : undefined;
}
