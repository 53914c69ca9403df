import type { EditionRecord, Owner } from '../../storage/storage.ts';
import type { Editions } from './editions.ts';

/** The editions that show a passage together, in order. The first choice that has the passage is used. */
export type EditionChoices = readonly (readonly EditionRecord[])[];

/** The editions that a Live can show. */
export interface LiveEditions {
  /** The translations of the Live that the library has; without any, every edition of the library. */
  readonly choices: EditionChoices;
  /** The translations of the Live that the library has; empty without any. */
  readonly configured: readonly EditionRecord[];
  /** All editions of the library, by slug. */
  readonly library: readonly EditionRecord[];
  /** All editions of the catalog, by slug. */
  readonly catalog: readonly EditionRecord[];
}

/** Finds the editions that a Live can show. Recent imports of other nodes may be missing. */
export async function findLiveEditions(
  editions: Editions,
  owner: Owner,
  configured: readonly string[],
): Promise<LiveEditions> {
  const [enabled, catalog] = await Promise.all([editions.enabled(owner), editions.listAll('cached')]);
  const library = catalog.filter(({ slug, revisionId }) => revisionId !== null && enabled.has(slug));
  if (configured.length === 0) {
    return { choices: library.map((edition) => [edition]), configured: [], library, catalog };
  }
  const shown = configured.flatMap((slug) => library.find((edition) => edition.slug === slug) ?? []);
  return { choices: [shown], configured: shown, library, catalog };
}
