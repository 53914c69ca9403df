import type { EditionRecord, Owner } from '../../storage/storage.ts';
import type { Editions } from './editions.ts';

/** Editions that show a passage together, in order. Of several choices, the first that has the passage is taken. */
export type EditionChoices = readonly (readonly EditionRecord[])[];

/** The editions that a Live can show. */
export interface LiveEditions {
  /** Those that it is configured with, as far as the library has them; where it has none, any one of the library. */
  readonly choices: EditionChoices;
  /** All of the library, by slug. */
  readonly library: readonly EditionRecord[];
}

/** Finds what to show before anything is pushed: an import of a moment ago on another node may be left out. */
export async function findLiveEditions(
  editions: Editions,
  owner: Owner,
  configured: readonly string[],
): Promise<LiveEditions> {
  const [enabled, all] = await Promise.all([editions.enabled(owner), editions.listAll('cached')]);
  const library = all.filter(({ slug, revisionId }) => revisionId !== null && enabled.has(slug));
  if (configured.length === 0) return { choices: library.map((edition) => [edition]), library };
  const shown = configured.flatMap((slug) => library.find((edition) => edition.slug === slug) ?? []);
  return { choices: [shown], library };
}
