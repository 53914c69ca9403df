import type { Notation } from './reference-grammar.ts';
import type { NumberToken, SeparatorMark } from './reference-tokens.ts';

const SEPARATORS: ReadonlySet<SeparatorMark> = new Set<SeparatorMark>([':', ',', '.']);

/**
 * The notations that a person may have typed in, equally likely. The first mark between numbers tells: "3:16,18" and "3.16,18" part
 * chapter and verse in English, "3,16.18" in German, "3 16, 18" at a desk.
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

/** What a text may be in that means nothing else that exists: "Ps 23, 24" and "Ps 23;24" are two psalms. */
export const listFallbackNotations = (tokens: readonly NumberToken[]): Notation[] =>
  (tokens[1]?.mark === ',' && tokens[1].spaced) || isSlipOfColon(tokens) ? [CHAPTERS] : [];

/** The notations in which numbers that nothing but spaces part may go on otherwise: "8 1 4 28", "6 4-9 11 13-21". */
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

/** "3;16": the key of the colon without shift. */
const isSlipOfColon = ([, second, ...others]: readonly NumberToken[]): boolean =>
  second?.mark === ';' && !second.spaced && second.word === null && others.every(({ mark }) => mark === '-');

/** "Matthew 5, 6, 7" and "Ps 1-2, 5" may be chapters alone; "5, 3-12" is not. */
function listsChapters(tokens: readonly NumberToken[]): boolean {
  const later = tokens.slice(1);
  const first = later.findIndex(({ mark }) => mark === ',');
  return later.length > 1 && later.slice(first).every(({ mark, spaced }) => mark === ',' && spaced);
}
