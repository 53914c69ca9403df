import { LOOKUP_WORDS_MIN_LETTERS } from '../../contract/limits.ts';
import type { Lookup, LookupCandidate } from '../../contract/schemas/lookup.ts';
import type { LiveRecord, Storage } from '../../storage/storage.ts';
import type { Editions } from '../scripture/editions.ts';
import { findEditionBooksByPrefix } from '../scripture/lookup/find-books-by-prefix.ts';
import { findVersesByWords } from '../scripture/lookup/find-verses-by-words.ts';
import type { LookupPassage } from '../scripture/lookup/lookup-passage.ts';
import { type ReferenceResult, readReference } from '../scripture/lookup/lookup-reading.ts';
import { previewBook, previewPassage } from '../scripture/lookup/passage-preview.ts';
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

/** Lists the candidates for typed text, best first. Changes nothing. [D58] */
export async function lookUp(
  services: LookupDependencies,
  record: LiveRecord,
  { q, limit, decks, words }: LookupRequest,
): Promise<Lookup> {
  const { editions, storage } = services;
  const { owner } = record;
  const live = await findLiveEditions(editions, owner, record.translations);
  const read = await readReference(editions, q, live);
  const letters = q.match(/\p{L}/gu)?.length ?? 0;
  if (letters < LOOKUP_WORDS_MIN_LETTERS) {
    const { reading, passages } = await withBegun(services, record, q, read, live.choices);
    return { q, reading, data: await toCandidates(editions, passages.slice(0, limit), read.choices) };
  }
  const data = await toCandidates(editions, read.candidates.slice(0, limit), read.choices);
  // A clear passage needs no search for words.
  const isClear = read.reading === 'one' && read.candidates[0]!.kind === 'passage';
  if (decks && owner.kind === 'organization' && data.length < limit) {
    const options = { limit: limit - data.length, bySlides: !isClear, content: decks === 'content' };
    data.push(...(await findDecks(storage, owner.id, q, options)));
  }
  if (words && !isClear && data.length < limit) {
    const found = await findVersesByWords(services, q, live, limit - data.length);
    data.push(...(await toCandidates(editions, found, live.choices)));
  }
  return { q, reading: read.reading, data: data.slice(0, limit) };
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
): Promise<{ reading: Lookup['reading']; passages: readonly LookupPassage[] }> {
  if (candidates.some(({ kind }) => kind !== 'book')) return { reading, passages: candidates };
  const books = [...candidates, ...findEditionBooksByPrefix(q, choices, candidates.map(bookOf))];
  const ids = new Set(books.map(bookOf));
  const shown = (await recent.list(record))
    .map((each): LookupPassage => ({ kind: 'recent', ...each, exists: true, confidence: RECENT_CONFIDENCE }))
    .filter((each) => q.trim() === '' || ids.has(bookOf(each)));
  const [first, ...others] = books;
  if (first && reading === 'one') return { reading, passages: [first, ...shown, ...others] };
  return { reading: first && reading === 'none' ? 'several' : reading, passages: [...shown, ...books] };
}

const bookOf = ({ passages }: LookupPassage): number => passages[0]!.book_id;

/** Adds the translations and how each passage begins in them. */
const toCandidates = (
  editions: Editions,
  passages: readonly LookupPassage[],
  choices: EditionChoices,
): Promise<LookupCandidate[]> =>
  Promise.all(
    passages.map(async (each): Promise<LookupCandidate> => {
      if (each.kind === 'book') return { ...each, ...previewBook(choices, bookOf(each)) };
      const preview = await previewPassage(editions, choices, each.passages[0]!);
      // The library may no longer have a recent passage.
      return { ...each, exists: each.exists && preview.translations.length > 0, ...preview };
    }),
  );
