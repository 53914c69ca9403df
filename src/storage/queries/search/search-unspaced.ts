import { hasUnspacedScript, UNSPACED_SCRIPTS } from '../../../contract/text-patterns.ts';

/** Matches a run of such characters, or a run of others. */
const RUNS = new RegExp(`[${UNSPACED_SCRIPTS}]+|[^${UNSPACED_SCRIPTS}]+`, 'gu');

/** Returns whether a piece returned by `splitUnspaced` belongs to such a run. */
export const isUnspaced = hasUnspacedScript;

/**
 * Splits a word into searchable pieces: each pair of adjacent characters of a run, and its last character. Any run of
 * characters is then found as a sequence of pairs. A word of another script stays whole.
 */
export function splitUnspaced(word: string): string[] {
  if (!isUnspaced(word)) return [word];
  return (word.match(RUNS) ?? []).flatMap((run) => (isUnspaced(run) ? toPairs([...run]) : [run]));
}

const toPairs = (characters: readonly string[]): string[] =>
  characters.map((character, at) => character + (characters[at + 1] ?? ''));

/** Returns whether `pair` ends with the single character `last`. */
export const isPairBefore = (pair: string, last: string): boolean =>
  pair.endsWith(last) && [...pair].length === 2 && [...last].length === 1 && isUnspaced(pair);
