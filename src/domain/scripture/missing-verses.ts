import type { EditionRecord } from '../../storage/storage.ts';
import type { EditionVerses, FoundPassages } from './passage.ts';
import { rangesOverlap } from './position-ranges.ts';
import { findMissingNumbers, type VerseNumberRange } from './versification/versification-map.ts';

/** What an edition lacks of that which others have: verses, by the numbers of the first that has them, or null for all. */
export interface MissingVerses {
  readonly slug: string;
  readonly verses: readonly VerseNumberRange[] | null;
}

/** The editions, in order, that have less of the passages than the others, if only by a verse. [D17] */
export function listMissingVerses(from: readonly EditionRecord[], found: FoundPassages): MissingVerses[] {
  // Alone it has less than no other.
  if (from.length === 1) return [];
  return from.flatMap(({ slug }): MissingVerses[] => {
    if (!found.some((editions) => editions.some((each) => each.slug === slug))) return [{ slug, verses: null }];
    const verses = found.flatMap((editions) => listLacking(slug, editions));
    return verses.length > 0 ? [{ slug, verses }] : [];
  });
}

/** What an edition lacks of one passage. */
function listLacking(slug: string, found: readonly EditionVerses[]): VerseNumberRange[] {
  const own = found.find((each) => each.slug === slug);
  const verses: VerseNumberRange[] = [];
  for (const { book, verses: shown } of found) {
    const lacking = findMissingNumbers(shown, book, own?.texts ?? []);
    // Of what several have, the numbers of the first.
    verses.push(...lacking.filter((one) => !verses.some((known) => rangesOverlap(known, one))));
  }
  return verses;
}
