import { LecternError } from '../../contract/lectern-error.ts';
import type { EditionRecord, Owner, ParsedSearchQuery, RankedPosition, Storage } from '../../storage/storage.ts';
import type { Editions } from './editions.ts';

/** How often is searched anew when an import has just replaced the text. */
const ATTEMPTS_MAX = 5;

/** Quotation marks of any language, straight or not; single ones are apostrophes. */
const QUOTES = /["“”„‟«»＂]/;

/** Where a search goes on: what its cursor says. */
export interface SearchPosition {
  readonly revisionId: string;
  readonly after: RankedPosition;
  readonly total: number;
}

/**
 * What a person typed: `"…"` is a phrase, everything else are words. There is no other syntax; a last quotation mark that is
 * left open means nothing. Throws `invalid_fields` where there is no letter and no digit. [D31]
 */
export function parseSearchQuery(text: string): ParsedSearchQuery {
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
 * A page of what an edition in the owner's library has, from `position` on; `edition` may be as it was some time ago. Throws
 * `not_found`, `edition_not_enabled`, `stale_cursor` when the position is of another revision, and `unavailable` when the edition
 * is imported again and again.
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
  // Both at once: where the library is far away, that is half the time.
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
  // Which revision a position is of is only known of an edition as it is now.
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
