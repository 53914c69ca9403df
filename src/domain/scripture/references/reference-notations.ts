import type { Notation } from './reference-grammar.ts';
import type { NumberToken, SeparatorMark } from './reference-tokens.ts';

const SEPARATORS: ReadonlySet<SeparatorMark> = new Set<SeparatorMark>([':', ',', '.']);

/**
 * Returns the notations that may have been used, equally likely. The first mark between numbers decides: "3:16,18" and
 * "3.16,18" are English, "3,16.18" is German, and "3 16, 18" is typed in a hurry.
 */
export function listNotations(tokens: readonly NumberToken[]): Notation[] {
  const second = tokens[1];
  const marks = tokens.slice(1).map(({ mark }) => mark);
  const hasColon = marks.includes(':');
  const spaces = second?.mark === ' ' && second.word === null;
  const separator = hasColon ? ':' : marks.find((mark) => SEPARATORS.has(mark));
  const chapterMarks = new Set<SeparatorMark>(
    separator && (hasColon || !spaces) && second?.word !== 'verse' ? [separator] : [],
  );
  const base = { chapterMarks, spaces };
  if (isSlipOfColon(tokens)) return [{ ...base, chapterMarks: new Set<SeparatorMark>([';']), later: 'chapter' }];
  const notations: Notation[] = [
    { ...base, later: 'chapter' },
    { ...base, later: 'verse' },
  ];
  if (separator === ',' && !spaces && listsChapters(tokens)) notations.push(CHAPTERS);
  return notations;
}

/** Returns the notations to try if no other meaning exists: "Ps 23, 24" and "Ps 23;24" are two psalms. */
export const listFallbackNotations = (tokens: readonly NumberToken[]): Notation[] =>
  (tokens[1]?.mark === ',' && tokens[1].spaced) || isSlipOfColon(tokens) ? [CHAPTERS] : [];

/** Returns further notations for numbers separated by spaces only: "8 1 4 28", "6 4-9 11 13-21". */
export function listRunNotations(tokens: readonly NumberToken[]): Notation[] {
  const [first, second, ...later] = tokens;
  const isRun = second?.mark === ' ' && later.filter(({ mark }) => mark === ' ').length > 1;
  if (!first || !isRun || tokens.some(({ word }) => word !== null)) return [];
  const base: Notation = { chapterMarks: new Set(), spaces: true, later: 'verse' };
  return [
    { ...base, run: 'verses' },
    { ...base, run: 'chapters' },
  ];
}

const CHAPTERS: Notation = { chapterMarks: new Set<SeparatorMark>(), spaces: false, later: 'chapter' };

/** Returns true for a colon typed without shift: "3;16". */
const isSlipOfColon = ([, second, ...others]: readonly NumberToken[]): boolean =>
  second?.mark === ';' && !second.spaced && second.word === null && others.every(({ mark }) => mark === '-');

/** Returns true if all numbers may be chapters: "Matthew 5, 6, 7", "Ps 1-2, 5", but not "5, 3-12". */
function listsChapters(tokens: readonly NumberToken[]): boolean {
  const later = tokens.slice(1);
  const first = later.findIndex(({ mark }) => mark === ',');
  return later.length > 1 && later.slice(first).every(({ mark, spaced }) => mark === ',' && spaced);
}
