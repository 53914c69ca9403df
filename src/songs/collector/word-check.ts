import { cleanLine } from './clean-line.ts';

const WORD = /\p{L}[\p{L}\p{M}]*/gu;

const toWords = (text: string): string[] => cleanLine(text.normalize('NFC')).text.match(WORD) ?? [];

/** Compares the words that a file has with those of the song that is made of it. */
export class WordCheck {
  /** The words of the file as they stand first, by their lower case. */
  readonly #expected = new Map<string, string>();
  readonly #found = new Set<string>();

  expect(text: string): void {
    for (const word of toWords(text)) {
      const key = word.toLowerCase();
      if (!this.#expected.has(key)) this.#expected.set(key, word);
    }
  }

  find(text: string): void {
    for (const word of toWords(text)) this.#found.add(word.toLowerCase());
  }

  /** Returns the words that were expected and not found, each once. */
  missing(): string[] {
    return [...this.#expected].filter(([key]) => !this.#found.has(key)).map(([, word]) => word);
  }
}
