import { foldText } from '../../../src/contract/fold-text.ts';
import type { CatalogEdition } from './fetch-library.ts';

/** Filters of the list, in the order of the buttons. */
export const FILTERS = ['all', 'enabled', 'installed', 'missing'] as const;
export type LibraryFilter = (typeof FILTERS)[number];

interface Wanted {
  readonly text: string;
  /** Empty for all languages. */
  readonly language: string;
  readonly filter: LibraryFilter;
  /** Whether the edition is in the library. */
  readonly enabled: boolean;
}

/** Returns whether an edition is shown. Every typed word must occur in its name or abbreviation. */
export function matchEdition(edition: CatalogEdition, { text, language, filter, enabled }: Wanted): boolean {
  if (language !== '' && edition.language !== language) return false;
  if (filter === 'enabled' && !enabled) return false;
  if (filter === 'installed' && (enabled || !edition.installed)) return false;
  if (filter === 'missing' && edition.installed) return false;
  const searched = foldText(`${edition.name} ${edition.slug} ${edition.rights.edition}`);
  return foldText(text)
    .trim()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** Sorts editions by name: those in the library first, then the installed ones, then the others. */
export function sortEditions(
  editions: readonly CatalogEdition[],
  enabled: ReadonlySet<string>,
  language: string,
): readonly CatalogEdition[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const rank = ({ slug, installed }: CatalogEdition) => (enabled.has(slug) ? 0 : installed ? 1 : 2);
  return [...editions].sort((a, b) => rank(a) - rank(b) || compare(a.name, b.name));
}
