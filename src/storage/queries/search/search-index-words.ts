import type { Language } from '../../../contract/schemas/translation.ts';
import type { Engine } from '../../storage.ts';
import { portionsOf } from '../shared/portions-of.ts';
import { WordReader } from './search-word-reader.ts';

/** A word is frequent that this many verses have, and so are two words together; a Bible of 31,000 has some 60 and 20 of them. */
const FREQUENT_MIN_VERSES = 2_000;
/** PostgreSQL keeps this many places of a word in a verse; beyond that it does not find all that stands together. */
const PLACES_OF_WORD_MAX = 256;

/** Moves on with what an index keeps of a text. */
export const INDEX_VERSION = 2;

/** The verses of an edition, and what is to be made of them. */
export interface IndexedTexts {
  readonly engine: Engine;
  readonly language: Language;
  readonly texts: readonly string[];
}

/** What an index keeps of some verses: of each its words as written, and their stems at the same positions. */
export interface IndexColumns {
  readonly words: readonly string[];
  readonly stems: readonly string[];
}

/** How many verses have each frequent word ("lord"), each two such words together ("the lord"), and each frequent stem. */
export interface FrequentWords {
  readonly version: typeof INDEX_VERSION;
  readonly words: Readonly<Record<string, number>>;
  readonly stems: Readonly<Record<string, number>>;
}

/** Yields the columns of a portion of verses after another, and gives the frequent words at the end; on SQLite nobody asks for them. */
export function* readIndexWords({ engine, language, texts }: IndexedTexts): Generator<IndexColumns, FrequentWords> {
  const reader = new WordReader(language);
  const counts = { words: new Map<string, number>(), stems: new Map<string, number>() };
  const toColumn = engine === 'sqlite' ? (words: readonly string[]) => words.join(' ') : toVector;
  for (const portion of portionsOf(texts)) {
    const columns = { words: [] as string[], stems: [] as string[] };
    for (const text of portion) {
      const read = reader.read(text);
      for (const column of ['words', 'stems'] as const) {
        columns[column].push(toColumn(read[column]));
        if (engine === 'postgres') count(counts[column], new Set(read[column]));
      }
    }
    yield columns;
  }
  const words = onlyFrequent(counts.words);
  const pairs = onlyFrequent(countPairs(texts, reader, new Set(Object.keys(words))));
  return { version: INDEX_VERSION, words: { ...words, ...pairs }, stems: onlyFrequent(counts.stems) };
}

/** A tsvector as text: words of `toWords` hold nothing that would have to be escaped. */
const toVector = (words: readonly string[]): string => words.map((word, index) => `'${word}':${index + 1}`).join(' ');

function count(counts: Map<string, number>, found: ReadonlySet<string>): void {
  for (const one of found) counts.set(one, (counts.get(one) ?? 0) + 1);
}

const onlyFrequent = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].filter(([, verses]) => verses >= FREQUENT_MIN_VERSES));

/** How many verses have two of these words together. Nothing where a verse is so long that it cannot be sure. */
function countPairs(
  texts: readonly string[],
  reader: WordReader,
  frequent: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (frequent.size === 0) return counts;
  for (const text of texts) {
    const { words } = reader.read(text);
    if (words.length > PLACES_OF_WORD_MAX) return new Map();
    count(counts, pairsOf(words, frequent));
  }
  return counts;
}

function pairsOf(words: readonly string[], frequent: ReadonlySet<string>): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (let at = 1; at < words.length; at++) {
    const [first, second] = [words[at - 1]!, words[at]!];
    if (frequent.has(first) && frequent.has(second)) pairs.add(`${first} ${second}`);
  }
  return pairs;
}
