import { CANON, CANON_LANGUAGES, type CanonLanguage } from '../../canon.ts';
import { canonicalizeBookName } from '../reference-book-names.ts';

/** Ordinary words of a language that are also abbreviations of books. */
const ORDINARY_WORDS: Readonly<Record<CanonLanguage, string>> = {
  en: 'am as at do ed he ho is la ma me no ob or re so song to',
  pt: 'as da de do eu ha la ma me na ne no os re sa ti',
  de: 'am da de es is ob os re sa so',
};
const ordinaryWords = new Map(
  CANON_LANGUAGES.map((language) => [language, new Set(ORDINARY_WORDS[language].split(' '))] as const),
);
/** Articles and prepositions before a name. */
const LEADING =
  /^(?:the|to|of|from|in|im|aus|an|nach|des|der|dem|die|den|das|von|de|do|da|dos|das|aos?|às|à|a|o|os|no|na|segundo|st\.?|saint|sankt|santo|são|sao)$/iu;

/** The most words of a name: "Der zweite Brief des Apostels Paulus an die Thessalonicher". */
const NAME_MAX_WORDS = 9;
const NAME_WORD = /(?:\p{L}[\p{L}'’]*|\d(?:st|nd|rd|th|[ªºao])?)\.?/gu;
const NAME_GAP = /^[\s.-]*$/u;

export interface ProseName {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly sure: 'full' | 'short' | 'ordinary';
}

let lastWords: ReadonlySet<string> | null = null;
/** Returns the last words of all names and abbreviations in the three languages, in lower case. */
function requireLastWords(): ReadonlySet<string> {
  lastWords ??= new Set(
    CANON.flatMap(({ aliases, names, code }) => [...aliases, ...Object.values(names), code]).map(toLastWord),
  );
  return lastWords;
}
const toLastWord = (name: string): string =>
  plain(/(\p{L}+)\P{L}*$/u.exec(name)?.[1] ?? '').replace(/(?<=.{3})(?:briefe?s?|evangeliums?)$/u, '');
const plain = (word: string): string => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Finds the longest book name that ends at a word and begins at `from` or later. Returns null without one. */
export function findNameBefore(
  text: string,
  from: number,
  end: number,
  language: CanonLanguage | undefined,
): ProseName | null {
  const near = text.slice(Math.max(from, end - 80), end);
  const offset = end - near.length;
  if (!requireLastWords().has(toLastWord(near))) return null;
  const words = [...near.matchAll(NAME_WORD)].slice(-NAME_MAX_WORDS);
  let found: ProseName | null = null;
  for (let at = words.length - 1; at >= 0; at--) {
    const word = words[at]!;
    const next = words[at + 1];
    if (next && !NAME_GAP.test(near.slice(word.index + word[0].length, next.index))) break;
    // The verse in "10:1 John" is not the number of a book.
    if (/^\d/u.test(word[0]) && /[\d:.,]$/u.test(near.slice(0, word.index))) continue;
    const typed = near.slice(word.index);
    const name = canonicalizeBookName(typed.replace(/\.$/u, ''));
    if (name === null || (found && LEADING.test(word[0]))) continue;
    found = { start: offset + word.index, end, name: typed, sure: surenessOf(typed, language) };
  }
  return found;
}

/** Returns true if the text is a full book name, not an abbreviation. */
export const isFullBookName = (text: string): boolean =>
  requireLastWords().has(toLastWord(text)) &&
  text.replace(/[^\p{L}]/gu, '').length >= 4 &&
  /^[\p{Lu}\d]/u.test(text) &&
  canonicalizeBookName(text) !== null;

function surenessOf(typed: string, language: CanonLanguage | undefined): ProseName['sure'] {
  const letters = plain(typed).replace(/[^\p{L}]/gu, '');
  if (/^\d/u.test(typed.trim())) return 'full';
  const languages = language ? [language] : CANON_LANGUAGES;
  if (languages.some((each) => ordinaryWords.get(each)!.has(letters))) return 'ordinary';
  return letters.length >= 4 ? 'full' : 'short';
}
