import type { MissingVerses } from '../../domain/scripture/missing-verses.ts';
import { formatVerseRanges } from '../../domain/scripture/verse-ranges.ts';
import type { OperationResult } from '../responses/operation-result.ts';

/** Stretches of verses that Lectern-Skipped names; `count` tells of all. */
const SKIPPED_RANGES_MAX = 20;

/** What of an answer says which verses the translations lack; nothing where they have all. [D17] */
export const skippedHeader = (skipped: readonly MissingVerses[]): Pick<OperationResult, 'headers'> =>
  skipped.length > 0 ? { headers: { 'lectern-skipped': skipped.map(toSkippedMember).join(', ') } } : {};

/** One of Lectern-Skipped: the translation, with what it lacks where that is not all: `web`, or `web;count=4;verses="3:17-19 4:1"`. */
function toSkippedMember({ slug, verses }: MissingVerses): string {
  if (verses === null) return slug;
  const ranges = formatVerseRanges(verses).slice(0, SKIPPED_RANGES_MAX);
  return `${slug};count=${verses.length};verses="${ranges.join(' ')}"`;
}
