import type { EditionRecord } from '../../storage/storage.ts';
import type { Editions } from './editions.ts';
import { type EditionNames, tableOf } from './names/edition-names.ts';

/** Loads the names of the editions of a Live and of a library. */
export async function loadEditionNames(
  editions: Editions,
  live: readonly EditionRecord[],
  library: readonly EditionRecord[],
): Promise<EditionNames> {
  const own = revisionsOf(live);
  const others = revisionsOf(library).filter((id) => !own.includes(id));
  await editions.loadRevisions([...own, ...others]);
  const toTables = (ids: readonly string[]) => ids.map((id) => tableOf(editions.requireRevision(id)));
  return { live: toTables(own), library: toTables(others) };
}

const revisionsOf = (among: readonly EditionRecord[]): string[] => [
  ...new Set(among.flatMap(({ revisionId }) => revisionId ?? [])),
];
