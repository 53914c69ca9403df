import { PAGING_KEYS_MAX, SETTINGS_TRANSLATIONS_MAX } from '../../../src/contract/limits.ts';
import type { Edition } from '../../session/editions.ts';

interface Known {
  /** Order that the Live keeps; null for the default one. */
  readonly keys: readonly string[] | null;
  /** Translations of the Live. */
  readonly shown: readonly string[];
  readonly library: readonly Pick<Edition, 'slug' | 'name'>[];
}

/**
 * Returns the translations in the order of the console's keys: as the Live keeps it, or else those of the Live and then
 * the library by name. [D54]
 */
export function orderTranslations({ keys, shown, library }: Known): readonly string[] {
  if (keys) return keys;
  return [...new Set([...shown, ...slugsByName(library)])].slice(0, PAGING_KEYS_MAX);
}

/** Returns the slugs of a library, by name. */
export const slugsByName = (library: Known['library']): string[] =>
  library.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ slug }) => slug);

/** Returns the translations that the Live shows after one was turned on or off; null if it is the only one. */
export function toggleTranslation(shown: readonly string[], slug: string): string[] | null {
  const others = shown.filter((one) => one !== slug);
  if (others.length === shown.length) return [...others, slug].slice(0, SETTINGS_TRANSLATIONS_MAX);
  return others.length > 0 ? others : null;
}

/** Returns the order with a translation at another place. */
export function moveKey(order: readonly string[], slug: string, by: 1 | -1): string[] {
  const at = order.indexOf(slug);
  const to = Math.max(0, Math.min(order.length - 1, at + by));
  return at < 0 ? [...order] : order.toSpliced(at, 1).toSpliced(to, 0, slug);
}

/** Returns the order with a translation at its end, or without it. In a full order, the last one gives way. */
export function togglePinned(order: readonly string[], slug: string): string[] {
  const others = order.filter((one) => one !== slug);
  return others.length < order.length ? others : [...others.slice(0, PAGING_KEYS_MAX - 1), slug];
}
