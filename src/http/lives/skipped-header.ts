import type { MissingVerses } from '../../domain/scripture/missing-verses.ts';
import { formatVerseRanges } from '../../domain/scripture/verse-ranges.ts';
import type { OperationResult } from '../responses/operation-result.ts';

/** Most verse ranges that Lectern-Skipped lists. `count` covers all missing verses. */
const SKIPPED_RANGES_MAX = 20;

/** Returns the Lectern-Skipped header, or nothing if no translation lacks verses. [D17] */
export const skippedHeader = (skipped: readonly MissingVerses[]): Pick<OperationResult, 'headers'> =>
  skipped.length > 0 ? { headers: { 'lectern-skipped': skipped.map(toSkippedMember).join(', ') } } : {};

/** Formats one member of Lectern-Skipped: `web` if all verses are missing, else `web;count=4;verses="3:17-19 4:1"`. */
function toSkippedMember({ slug, verses }: MissingVerses): string {
  if (verses === null) return slug;
  const ranges = formatVerseRanges(verses).slice(0, SKIPPED_RANGES_MAX);
  return `${slug};count=${verses.length};verses="${ranges.join(' ')}"`;
}
