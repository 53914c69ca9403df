import { DECKS_PER_ORGANIZATION_MAX } from '../../contract/limits.ts';
import type { DeckSummary, Storage } from '../../storage/storage.ts';

/** Finds the decks of an organization whose title has words that begin with all typed words, in list order. [D58] */
export async function findDecks(
  { decks }: Pick<Storage, 'decks'>,
  organizationId: string,
  typed: string,
): Promise<DeckSummary[]> {
  const begun = toWords(typed);
  if (begun.length === 0) return [];
  const all = await decks.list(organizationId, { limit: DECKS_PER_ORGANIZATION_MAX, after: null });
  return all.filter(({ title }) => {
    const words = toWords(title);
    return begun.every((one) => words.some((word) => word.startsWith(one)));
  });
}

/** Splits a text into words without case and accents. */
const toWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
