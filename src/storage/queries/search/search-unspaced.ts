/** Letters, digits and marks of scripts that are written without spaces, or, as Korean, with endings that join their word. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Mymr}`;
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
/** A run of such characters, or a run of others. */
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');

/** Whether what `splitUnspaced` gave is a piece of such a run. */
export const isUnspaced = (piece: string): boolean => HAS_UNSPACED.test(piece);

/**
 * Cuts a word into what can be looked for: each two neighbours of a run and its last character. So any run of characters is found as
 * its pairs, one after another. A word of another script stays whole.
 */
export function splitUnspaced(word: string): string[] {
  if (!isUnspaced(word)) return [word];
  return (word.match(RUNS) ?? []).flatMap((run) => (isUnspaced(run) ? toPairs([...run]) : [run]));
}

const toPairs = (characters: readonly string[]): string[] =>
  characters.map((character, at) => character + (characters[at + 1] ?? ''));

/** Whether one piece is the pair that ends with the other, a single character. */
export const isPairBefore = (pair: string, last: string): boolean =>
  pair.endsWith(last) && [...pair].length === 2 && [...last].length === 1 && isUnspaced(pair);
