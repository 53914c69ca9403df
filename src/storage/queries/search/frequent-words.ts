import type { IndexedWords } from './indexed-words.ts';

/**
 * A word is frequent if at least this many verses contain it. A Bible of 31,000 verses has about 60 such words, and 20
 * pairs of them.
 */
const FREQUENT_MIN_VERSES = 2_000;
/** PostgreSQL stores this many positions of a word per verse. In a longer verse it does not find every phrase. */
const POSITIONS_MAX = 256;

/** Version of the index content. */
export const INDEX_VERSION = 3;

/**
 * The number of verses that contain each frequent word ("lord"), each adjacent pair of them ("the lord"), and each
 * frequent stem.
 */
export interface FrequentWords {
  readonly version: typeof INDEX_VERSION;
  readonly words: Readonly<Record<string, number>>;
  readonly stems: Readonly<Record<string, number>>;
}

/** Counts the verses that contain each word. Pass every verse to `addVerse`, then every verse to `addPairs`. */
export class FrequentWordCounts {
  readonly #words = new Map<string, number>();
  readonly #stems = new Map<string, number>();
  readonly #pairs = new Map<string, number>();
  #pairsAreExact = true;

  addVerse({ words, stems }: IndexedWords): void {
    count(this.#words, words);
    count(this.#stems, stems);
  }

  /** Counts pairs of frequent words, which are known only after the last verse was added. */
  addPairs({ words }: IndexedWords): void {
    if (words.length > POSITIONS_MAX) this.#pairsAreExact = false;
    const isFrequent = (word: string) => this.#words.get(word)! >= FREQUENT_MIN_VERSES;
    const pairs = words.slice(1).flatMap((word, index) => {
      const before = words[index]!;
      return isFrequent(before) && isFrequent(word) ? [`${before} ${word}`] : [];
    });
    count(this.#pairs, pairs);
  }

  result(): FrequentWords {
    const pairs = this.#pairsAreExact ? onlyFrequent(this.#pairs) : {};
    return {
      version: INDEX_VERSION,
      words: { ...onlyFrequent(this.#words), ...pairs },
      stems: onlyFrequent(this.#stems),
    };
  }
}

function count(counts: Map<string, number>, found: readonly string[]): void {
  for (const one of new Set(found)) counts.set(one, (counts.get(one) ?? 0) + 1);
}

const onlyFrequent = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].filter(([, verses]) => verses >= FREQUENT_MIN_VERSES));
