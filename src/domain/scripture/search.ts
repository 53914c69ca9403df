import { LecternError } from '../../contract/lectern-error.ts';
import { SEARCH_QUERY_MIN_CHARACTERS } from '../../contract/limits.ts';
import { hasUnspacedScript } from '../../contract/text-patterns.ts';
import type { EditionRecord, Owner, ParsedSearchQuery, RankedPosition, Storage } from '../../storage/storage.ts';
import type { Editions } from './editions.ts';

/** The most attempts to search while imports replace the text. */
const ATTEMPTS_MAX = 5;

/** Double quotation marks of any language. Single ones are apostrophes. */
const QUOTES = /["“”„‟«»＂]/;

/** The position of a search, held in its cursor. */
export interface SearchPosition {
  readonly revisionId: string;
  readonly after: RankedPosition;
  readonly total: number;
}

/**
 * Parses a search query: `"…"` is a phrase, everything else is words. There is no other syntax, and an unclosed
 * quotation mark is ignored. Throws `invalid_fields` if there is no letter or digit. [D31]
 */
export function parseSearchQuery(text: string): ParsedSearchQuery {
  if ([...text].length < SEARCH_QUERY_MIN_CHARACTERS && !hasUnspacedScript(text)) {
    throw new LecternError('invalid_fields', 'The query is too short.', {
      errors: [{ parameter: 'q', message: `must have at least ${SEARCH_QUERY_MIN_CHARACTERS} characters` }],
    });
  }
  const parts = text.split(QUOTES);
  const closed = parts.length % 2 === 1 ? parts.length : parts.length - 1;
  const isPhrase = (_: string, index: number) => index % 2 === 1 && index < closed;
  const phrases = parts.filter(isPhrase).filter(isReadable);
  const words = parts
    .filter((part, index) => !isPhrase(part, index))
    .flatMap((part) => part.split(/\s+/))
    .filter(isReadable);
  if (phrases.length + words.length === 0) {
    throw new LecternError('invalid_fields', 'The query contains no words.', {
      errors: [{ parameter: 'q', message: 'must have a letter or a digit' }],
    });
  }
  return { phrases, words };
}

const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/**
 * Searches an edition of the owner's library from `position` on; `edition` may be stale. Throws `not_found`,
 * `edition_not_enabled`, `stale_cursor` if the position belongs to another revision, and `unavailable` if the edition
 * is imported repeatedly.
 */
export async function searchEdition(
  storage: Pick<Storage, 'search'>,
  editions: Editions,
  owner: Owner,
  edition: EditionRecord,
  query: ParsedSearchQuery,
  limit: number,
  position: SearchPosition | null,
) {
  // Concurrent, which halves the time if the database is remote.
  const [library, found] = await Promise.all([
    editions.enabled(owner),
    findVerses(storage, editions, edition, query, limit, position).catch((error: LecternError) => error),
  ]);
  if (!library.has(edition.slug)) {
    throw new LecternError('edition_not_enabled', `"${edition.slug}" is not enabled in the library.`);
  }
  if (found instanceof Error) throw found;
  return found;
}

async function findVerses(
  storage: Pick<Storage, 'search'>,
  editions: Editions,
  edition: EditionRecord,
  query: ParsedSearchQuery,
  limit: number,
  position: SearchPosition | null,
) {
  // A position can be checked only against the current revision.
  let current = position ? await editions.reload(edition.slug) : edition;
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    if (!current?.revisionId) throw new LecternError('not_found', `The text of "${edition.slug}" is not installed.`);
    const { revisionId, language } = current;
    if (position && position.revisionId !== revisionId) throw new LecternError('stale_cursor');
    const page = { limit, after: position?.after ?? null, total: position?.total ?? null };
    const found = await storage.search.find({ id: revisionId, language }, query, page);
    if (found) {
      const next: SearchPosition | null = found.more && { revisionId, after: found.more, total: found.total };
      return { total: found.total, verses: found.verses, next };
    }
    current = await editions.reload(edition.slug);
  }
  throw new LecternError('unavailable', `The edition "${edition.slug}" is being imported repeatedly.`);
}
