import type { Language } from '../../../contract/schemas/translation.ts';
import {
  cutWords,
  joinSpellings,
  spellOut,
  toPlain,
  toStem,
  WORD_MAX_CHARACTERS,
  WORDS_PER_VERSE_MAX,
} from './search-words.ts';

/** Letters that there is room for at first; a book has some thousands. */
const LETTERS_FIRST = 4_096;
/** Letters that are kept: the English Bible of 1769 has 33,000. Words that come when there are so many are not kept. */
const LETTERS_MAX = 131_072;
/** Ways that go on from a letter: to 26 letters and 10 digits. None is the first, 0. */
const WAYS = 37;

/** What a UTF-16 unit is: a way, or what stands between words, or a letter of another script. */
const BETWEEN = 0;
const OTHER = 255;
const WAY_OF = new Uint8Array(0x1_0000).fill(OTHER);
// Latin-1, and the quotation marks and dashes of print.
for (const [first, last] of [
  [0x00, 0xff],
  [0x2000, 0x206f],
] as const) {
  for (let unit = first; unit <= last; unit++) {
    if (!/[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(unit))) WAY_OF[unit] = BETWEEN;
  }
}
for (const [index, character] of [...'abcdefghijklmnopqrstuvwxyz0123456789'].entries()) {
  WAY_OF[character.charCodeAt(0)] = index + 1;
}

/** The words of a text, and at the same places their stems. */
interface IndexedWords {
  readonly words: string[];
  readonly stems: string[];
}

/**
 * Reads the texts of one edition for its index. An edition has 800,000 words, but only 15,000 different ones: those in the letters
 * a to z are kept in a tree, where one is found letter by letter. To cut each out of its text and look it up takes twice as long.
 */
export class WordReader {
  readonly #language: Language;
  /** Of each letter that is kept, by way, the letter that comes next; 0 where none has come yet. The first is the root. */
  #next = new Int32Array(LETTERS_FIRST * WAYS);
  #letters = 1;
  /** By their last letter. */
  readonly #words: string[] = [];
  readonly #stems: string[] = [];

  constructor(language: Language) {
    this.#language = language;
  }

  /** Words as of `toWords`, each with what `toStem` says of it; a text with umlauts also with its words spelled out. */
  read(text: string): IndexedWords {
    const written = this.#readPlain(toPlain(text));
    const other = spellOut(text);
    if (other === null) return written;
    const spelledOut = this.#readPlain(toPlain(other));
    return {
      words: joinSpellings(written.words, spelledOut.words),
      stems: joinSpellings(written.stems, spelledOut.stems),
    };
  }

  #readPlain(plain: string): IndexedWords {
    return this.#find(plain) ?? this.#cut(plain);
  }

  #cut(plain: string): IndexedWords {
    const words = cutWords(plain);
    return { words, stems: words.map((word) => toStem(word, this.#language)) };
  }

  /** Null where a word has other letters, or there is no room for it. */
  #find(plain: string): IndexedWords | null {
    const words: string[] = [];
    const stems: string[] = [];
    let letter = 0;
    let start = 0;
    for (let at = 0; at <= plain.length && words.length < WORDS_PER_VERSE_MAX; at++) {
      const way = at < plain.length ? WAY_OF[plain.charCodeAt(at)]! : BETWEEN;
      if (way === OTHER) return null;
      if (way !== BETWEEN) {
        if (letter === 0) start = at;
        if (at - start >= WORD_MAX_CHARACTERS) continue;
        letter = this.#next[letter * WAYS + way] || this.#keepLetter(letter, way);
        if (letter === 0) return null;
      } else if (letter !== 0) {
        if (this.#words[letter] === undefined) {
          this.#keepWord(letter, plain.slice(start, Math.min(at, start + WORD_MAX_CHARACTERS)));
        }
        words.push(this.#words[letter]!);
        stems.push(this.#stems[letter]!);
        letter = 0;
      }
    }
    return { words, stems };
  }

  /** 0 where there is no more room. */
  #keepLetter(before: number, way: number): number {
    if (this.#letters === LETTERS_MAX) return 0;
    if (this.#letters * WAYS === this.#next.length) {
      const next = new Int32Array(this.#next.length * 2);
      next.set(this.#next);
      this.#next = next;
    }
    this.#next[before * WAYS + way] = this.#letters;
    return this.#letters++;
  }

  #keepWord(last: number, word: string): void {
    this.#words[last] = word;
    this.#stems[last] = toStem(word, this.#language);
  }
}
