import { LOOKUP_UNSPACED_MIN_LETTERS, LOOKUP_WORDS_MIN_LETTERS } from '../../contract/limits.ts';
import type { Lookup, LookupCandidate } from '../../contract/schemas/lookup.ts';
import { hasUnspacedScript } from '../../contract/text-patterns.ts';
import type { EditionRecord, LiveRecord, Storage } from '../../storage/storage.ts';
import type { Editions } from '../scripture/editions.ts';
import { findHolders } from '../scripture/existing-passages.ts';
import { loadEditionNames } from '../scripture/load-edition-names.ts';
import { findEditionBooksByPrefix } from '../scripture/lookup/find-books-by-prefix.ts';
import { findVersesByWords } from '../scripture/lookup/find-verses-by-words.ts';
import type { LookupPassage } from '../scripture/lookup/lookup-passage.ts';
import { type ReferenceResult, readReference } from '../scripture/lookup/lookup-reading.ts';
import { previewBook, previewPassage } from '../scripture/lookup/passage-preview.ts';
import { citedBookName, citePassagesIn } from '../scripture/names/citations.ts';
import type { EditionNames } from '../scripture/names/edition-names.ts';
import { CONFIDENCE } from '../scripture/references/reference-names.ts';
import { type EditionChoices, findLiveEditions } from '../scripture/shown-editions.ts';
import { findDecks } from './find-decks.ts';
import type { RecentPassagesReader } from './recent-passages.ts';

/** The typed text and what the response may contain. */
export interface LookupRequest {
  readonly q: string;
  readonly limit: number;
  /** `titles` leaves out what slides and footers contain. */
  readonly decks: 'content' | 'titles' | null;
  readonly words: boolean;
}

export interface LookupDependencies {
  readonly editions: Editions;
  readonly recent: RecentPassagesReader;
  readonly storage: Pick<Storage, 'decks' | 'search'>;
}

/** The confidence in recent passages: as likely as a book of which only a letter is typed. */
const RECENT_CONFIDENCE = 0.5;

/** The number of a song in its book. */
const NUMBER = /^\s*\d{1,5}\s*$/;

/** Lists the candidates for typed text, best first. Changes nothing. [D58] */
export async function lookUp(
  services: LookupDependencies,
  record: LiveRecord,
  { q, limit, decks, words }: LookupRequest,
): Promise<Lookup> {
  const { editions, storage } = services;
  const { owner } = record;
  const live = await findLiveEditions(editions, owner, record.translations);
  const names = await loadEditionNames(editions, live.configured, live.library);
  const read = await readReference(editions, q, live, names);
  const response = (reading: Lookup['reading'], data: readonly LookupCandidate[]): Lookup => ({
    q,
    reading,
    ...(read.edition !== undefined && { edition: read.edition }),
    data: data.slice(0, limit),
  });
  const find = async (most: number, bySlides: boolean) => {
    if (!decks || owner.kind !== 'organization' || most <= 0) return { numbered: [], first: [], others: [] };
    return findDecks(storage, owner.id, q, { limit: most, bySlides, content: decks === 'content' });
  };
  const letters = q.match(/\p{L}/gu)?.length ?? 0;
  const lettersMin = hasUnspacedScript(q) ? LOOKUP_UNSPACED_MIN_LETTERS : LOOKUP_WORDS_MIN_LETTERS;
  if (letters < lettersMin) {
    const { reading, passages } = await withBegun(services, record, q, read, live.choices, names);
    const { numbered, first, others } = await find(NUMBER.test(q) ? limit : 0, false);
    const songs = [...numbered, ...first, ...others];
    const candidates = await toCandidates(editions, passages.slice(0, limit - songs.length), read.choices, names);
    if (reading === 'missing') await nameOtherTranslations(editions, candidates, live.library);
    // A single song of this number is meant. [D77]
    const isNumber = numbered.length > 0;
    return response(isNumber ? (numbered.length === 1 ? 'one' : 'several') : reading, [...songs, ...candidates]);
  }
  const candidates = await toCandidates(editions, read.candidates.slice(0, limit), read.choices, names);
  if (read.reading === 'missing') await nameOtherTranslations(editions, candidates, live.library);
  // A clear passage needs no search for words, and comes before songs.
  const isClear = read.reading === 'one' && read.candidates[0]!.kind === 'passage';
  // The name of a book is rarely meant as a word: then only the Live's translations are searched.
  const isNamed = read.reading === 'one' && read.candidates[0]!.confidence >= CONFIDENCE.loose;
  const { first, others } = await find(read.reading === 'one' ? limit - candidates.length : limit, !isClear);
  const data = read.reading === 'one' ? [...candidates, ...first, ...others] : [...first, ...candidates, ...others];
  if (words && !isClear && data.length < limit) {
    const found = await findVersesByWords(services, q, isNamed ? { ...live, library: [] } : live, limit - data.length);
    data.push(...(await toCandidates(editions, found, live.choices, names)));
  }
  return response(read.reading, data);
}

/** Adds to the first passage, which the Live's translations lack, the editions of the library that have it. [D32] */
async function nameOtherTranslations(
  editions: Editions,
  [first]: readonly LookupCandidate[],
  library: readonly EditionRecord[],
): Promise<void> {
  const holders = first ? await findHolders(editions, library, first.passages) : [];
  if (holders.length > 0) first!.other_translations = holders;
}

/**
 * Adds, for one or two letters, the books that begin with them and recent passages of these books. Without letters,
 * adds all recent passages.
 */
async function withBegun(
  { recent }: LookupDependencies,
  record: LiveRecord,
  q: string,
  { reading, candidates }: ReferenceResult,
  choices: EditionChoices,
  names: EditionNames,
): Promise<{ reading: Lookup['reading']; passages: readonly LookupPassage[] }> {
  if (candidates.some(({ kind }) => kind !== 'book')) return { reading, passages: candidates };
  const books = [...candidates, ...findEditionBooksByPrefix(q, choices, names, candidates.map(bookOf))];
  const ids = new Set(books.map(bookOf));
  const shown = (await recent.list(record))
    .map((each): LookupPassage => ({ kind: 'recent', ...each, exists: true, confidence: RECENT_CONFIDENCE }))
    .filter((each) => q.trim() === '' || ids.has(bookOf(each)));
  const [first, ...others] = books;
  if (first && reading === 'one') return { reading, passages: [first, ...shown, ...others] };
  return { reading: first && reading === 'none' ? 'several' : reading, passages: [...shown, ...books] };
}

const bookOf = ({ passages }: LookupPassage): number => passages[0]!.book_id;

/** Adds the translations and how each passage begins in them, and cites it for the first of them. [D71] */
const toCandidates = (
  editions: Editions,
  passages: readonly LookupPassage[],
  choices: EditionChoices,
  names: EditionNames,
): Promise<LookupCandidate[]> =>
  Promise.all(
    passages.map(async (each): Promise<LookupCandidate> => {
      const isBook = each.kind === 'book';
      const preview = isBook
        ? previewBook(choices, bookOf(each))
        : await previewPassage(editions, choices, each.passages[0]!);
      return {
        ...each,
        reference: cite(editions, choices, names, preview.translations[0], each),
        // The library may no longer have a recent passage.
        exists: each.exists && (isBook || preview.translations.length > 0),
        ...preview,
      };
    }),
  );

/** Cites a passage for the edition that shows it first; without one, for the first choice. [D71] */
function cite(
  editions: Editions,
  choices: EditionChoices,
  names: EditionNames,
  slug: string | undefined,
  { kind, passages, reference }: LookupPassage,
): string {
  const among = choices.flat();
  const revisionId = (among.find((edition) => edition.slug === slug) ?? among[0])?.revisionId;
  if (!revisionId) return reference;
  const revision = editions.requireRevision(revisionId);
  return kind === 'book'
    ? citedBookName(revision, passages[0]!.book_id, names)
    : citePassagesIn(revision, passages, names);
}
