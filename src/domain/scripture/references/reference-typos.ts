import { foldText } from '../../../contract/fold-text.ts';
import { CANON, type CanonBook, type CanonLanguage } from '../canon.ts';
import { CANON_ROWS } from '../canon-data.ts';

/** A book with a name similar to the typed one. */
export interface SimilarBook {
  readonly book: CanonBook;
  /** The number of letters that are wrong, missing, extra or transposed, compared by sound. */
  readonly slips: number;
  /** True if the name begins with the typed letter, not only with its sound ("Jenesis"). */
  readonly sameBeginning: boolean;
}

/** A name by its sound, with its written letters and its number ("" if it has none). */
interface Sound {
  readonly number: string;
  readonly written: string;
  readonly letters: string;
}

/** Sounds of other lengths are not compared: shorter ones resemble too many names, and no name is longer. */
const LETTERS_MIN = 3;
const LETTERS_MAX = 32;

/** Spellings that are often confused in the three languages, replaced in this order. */
const ALIKE: readonly [RegExp, string][] = [
  [/ph/g, 'f'],
  [/(?:ch|ck|qu)/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/g(?=[eiy])|y|j/g, 'i'],
  [/z/g, 's'],
  [/w/g, 'v'],
  [/^h(?=[aeiou])|(?<!^)h/g, ''],
  [/([aou])e(?=.)/g, '$1'],
  [/(.)\1+/g, '$1'],
];

function toSound(name: string): Sound {
  const [, number = '', rest = ''] = /^\s*([1-6]?)(.*)$/s.exec(foldText(name))!;
  const written = rest.replace(/[^\p{L}]/gu, '').slice(0, 2 * LETTERS_MAX);
  let letters = written;
  for (const [spelling, sound] of ALIKE) letters = letters.replace(spelling, sound);
  return { number, written, letters };
}

interface Name {
  readonly sound: Sound;
  readonly book: CanonBook;
}
type Names = readonly Name[];
let namesByLanguage: Record<CanonLanguage, Names> | null = null;

/** Builds the table on first use. */
function requireNames(): Record<CanonLanguage, Names> {
  const listNames = (name: number, aliases: number): Names =>
    CANON_ROWS.flatMap((row, index) =>
      [row[1]!, row[name]!, ...row[aliases]!.split(',')]
        .map((text) => ({ sound: toSound(text), book: CANON[index]! }))
        .filter(({ sound }) => sound.letters.length >= LETTERS_MIN),
    );
  namesByLanguage ??= { en: listNames(2, 5), pt: listNames(3, 6), de: listNames(4, 7) };
  return namesByLanguage;
}

/** Returns the most typos of a name, by the number of letters of its sound. */
const slipsAllowed = (letters: number): number => (letters < 4 ? 0 : letters < 7 ? 1 : letters < 10 ? 2 : 3);

/**
 * Finds books with a name in these languages similar to the typed one, most similar first. The number and the first
 * letter, or its sound, must match, because people who type a name know them. A name without its number means all its
 * numbered books, unless a book without a number is similar.
 */
export function findSimilarBooks(typed: string, languages: readonly CanonLanguage[]): SimilarBook[] {
  const sound = toSound(typed);
  if (sound.letters.length < LETTERS_MIN || sound.letters.length > LETTERS_MAX) return [];
  const names = languages.flatMap((language) => requireNames()[language]).filter((name) => beginsAlike(name, sound));
  const found = findAlike(
    names.filter((name) => name.sound.number === sound.number),
    sound,
  );
  return found.length > 0 || sound.number !== '' ? found : findAlike(names, sound);
}

function findAlike(names: Names, sound: Sound): SimilarBook[] {
  const { letters, written } = sound;
  const heard = countSlipsByBook(names, 'letters', sound, slipsAllowed(letters.length));
  const [best] = heard;
  if (!best) return [];
  const bestNames = names.filter(({ book }) => book === best.book);
  const distance = countSlipsByBook(bestNames, 'written', sound, written.length)[0]?.slips ?? 0;
  const alike = new Set(heard.map(({ book }) => book));
  const neighbors = countSlipsByBook(names, 'written', sound, distance)
    .filter(({ book, sameBeginning }) => sameBeginning && !alike.has(book))
    .map(({ book }) => ({ ...best, book }));
  return [...heard, ...neighbors].sort((a, b) => a.slips - b.slips);
}

/** Returns true if the first letter or its sound matches. */
const beginsAlike = ({ sound }: Name, typed: Sound): boolean =>
  hasBeginning(sound, typed) || sound.letters[0] === typed.letters[0];

const hasBeginning = (sound: Sound, typed: Sound): boolean => sound.written[0] === typed.written[0];

/** Returns the books with a name within the distance limit, nearest first. */
function countSlipsByBook(names: Names, by: 'letters' | 'written', typed: Sound, limit: number): SimilarBook[] {
  const found = new Map<CanonBook, SimilarBook>();
  for (const { sound, book } of names) {
    const slips = countSlips(typed[by], sound[by], limit);
    const known = found.get(book);
    if (slips > limit || (known && known.slips < slips)) continue;
    const sameBeginning = hasBeginning(sound, typed) || (known?.slips === slips && known.sameBeginning);
    found.set(book, { book, slips, sameBeginning });
  }
  return [...found.values()].sort((a, b) => a.slips - b.slips);
}

/** Returns the optimal string alignment distance, or more than `limit` if it is larger. */
function countSlips(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let slips = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const exchanged = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && exchanged) slips = Math.min(slips, before[column - 2]! + 1);
      current.push(slips);
    }
    [before, last] = [last, current];
  }
  return last[b.length]!;
}
