import type { EditionRecord } from '../../storage/storage.ts';
import type { EditionVerses, FoundPassages } from './passage.ts';
import { rangesOverlap } from './position-ranges.ts';
import { findMissingNumbers, type VerseNumberRange } from './versification/versification-map.ts';

/** The verses that an edition lacks and others have, by the numbers of the first that has them; null for all. */
export interface MissingVerses {
  readonly slug: string;
  readonly verses: readonly VerseNumberRange[] | null;
}

/** Lists the editions that lack verses of the passages which others have. [D17] */
export function listMissingVerses(from: readonly EditionRecord[], found: FoundPassages): MissingVerses[] {
  // A single edition lacks nothing.
  if (from.length === 1) return [];
  return from.flatMap(({ slug }): MissingVerses[] => {
    if (!found.some((editions) => editions.some((each) => each.slug === slug))) return [{ slug, verses: null }];
    const verses = found.flatMap((editions) => listMissingNumbers(slug, editions));
    return verses.length > 0 ? [{ slug, verses }] : [];
  });
}

/** Lists the verse numbers that an edition lacks of one passage. */
function listMissingNumbers(slug: string, found: readonly EditionVerses[]): VerseNumberRange[] {
  const own = found.find((each) => each.slug === slug);
  const verses: VerseNumberRange[] = [];
  for (const { book, verses: shown } of found) {
    const missing = findMissingNumbers(shown, book, own?.texts ?? []);
    // Verses that several editions have are listed by the numbers of the first.
    verses.push(...missing.filter((one) => !verses.some((known) => rangesOverlap(known, one))));
  }
  return verses;
}
