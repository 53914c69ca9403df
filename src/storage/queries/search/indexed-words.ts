import type { Language } from '../../../contract/schemas/translation.ts';
import { joinSpellings, spellOutUmlauts, toStem, toWords } from './search-words.ts';

/** Maximum number of cached stems. A Bible has 800,000 words, about 15,000 of them distinct. */
const STEMS_MAX = 50_000;

/** The words of a text and, at the same positions, their stems. */
export interface IndexedWords {
  readonly words: readonly string[];
  readonly stems: readonly string[];
}

export type ReadWords = (text: string) => IndexedWords;

/** Returns a function that reads the words of texts in one language. Words with umlauts are also spelled out. */
export function wordReader(language: Language): ReadWords {
  const stems = new Map<string, string>();
  const stemOf = (word: string): string => {
    const cached = stems.get(word);
    if (cached !== undefined) return cached;
    const stem = toStem(word, language);
    if (stems.size < STEMS_MAX) stems.set(word, stem);
    return stem;
  };
  const readAsWritten = (text: string): IndexedWords => {
    const words = toWords(text);
    return { words, stems: words.map(stemOf) };
  };
  return (text) => {
    const written = readAsWritten(text);
    const other = spellOutUmlauts(text);
    if (other === null) return written;
    const spelledOut = readAsWritten(other);
    return {
      words: joinSpellings(written.words, spelledOut.words),
      stems: joinSpellings(written.stems, spelledOut.stems),
    };
  };
}
