import { LOOKUP_DECKS_BY_SLIDES_MAX, LOOKUP_LINE_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { LookupCandidate } from '../../contract/schemas/lookup.ts';
import type { Storage } from '../../storage/storage.ts';
import { truncateToCharacters } from '../truncate-text.ts';

/** The confidence by where the words are. */
const CONFIDENCE = { title: 0.5, slides: 0.3 };

/** The songs that have the typed number, the decks whose title begins with the typed text, and others. */
interface FoundDecks {
  readonly numbered: readonly LookupCandidate[];
  readonly first: readonly LookupCandidate[];
  readonly others: readonly LookupCandidate[];
}

/**
 * Finds the decks of an organization that have words beginning with all typed words: in the title first, then a few by
 * the words of their slides. Without `content`, reads only titles. [D58]
 */
export async function findDecks(
  { decks }: Pick<Storage, 'decks'>,
  organizationId: string,
  typed: string,
  { limit, bySlides, content }: { readonly limit: number; readonly bySlides: boolean; readonly content: boolean },
): Promise<FoundDecks> {
  const limits = { limit, bySlides: bySlides && content ? LOOKUP_DECKS_BY_SLIDES_MAX : 0 };
  const found = await decks.search(organizationId, typed, limits);
  const toCandidate = ({
    id,
    title,
    kind,
    authors,
    songbook,
    firstLine,
    line,
  }: (typeof found)[number]): LookupCandidate => ({
    kind: 'deck',
    reference: title,
    passages: [],
    exists: true,
    confidence: line === null ? CONFIDENCE.title : CONFIDENCE.slides,
    translations: [],
    texts: [],
    deck_id: id,
    deck_kind: kind,
    deck_authors: content ? authors : null,
    deck_songbook: songbook,
    deck_first_line: content ? firstLine || null : null,
    deck_line: line && truncateToCharacters(line, LOOKUP_LINE_MAX_CHARACTERS),
  });
  return {
    numbered: found.filter(({ numbered }) => numbered).map(toCandidate),
    first: found.filter(({ begins, numbered }) => begins && !numbered).map(toCandidate),
    others: found.filter(({ begins }) => !begins).map(toCandidate),
  };
}
