import type { Skipped } from '../../domain/scripture/skipped-verses.ts';
import { toRanges } from '../../domain/scripture/verses-within.ts';
import type { Answer } from '../answers/answer.ts';

/** Stretches of verses that Lectern-Skipped names; `count` tells of all. */
const SKIPPED_RANGES_MAX = 20;

/** What of an answer says which verses the translations lack; nothing where they have all. [D17] */
export const skippedHeader = (skipped: readonly Skipped[]): Pick<Answer, 'headers'> =>
  skipped.length > 0 ? { headers: { 'lectern-skipped': skipped.map(toSkippedMember).join(', ') } } : {};

/** One of Lectern-Skipped: the translation, with what it lacks where that is not all: `web`, or `web;count=4;verses="3:17-19 4:1"`. */
function toSkippedMember({ slug, verses }: Skipped): string {
  if (verses === null) return slug;
  const ranges = toRanges(verses).slice(0, SKIPPED_RANGES_MAX);
  return `${slug};count=${verses.length};verses="${ranges.join(' ')}"`;
}
