/** Letters that decomposition leaves as they are, and letters that are typed for each other. */
const ALIKE: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
  // Arabic and Persian
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
};

/** Accents and vowel points. In scripts such as Devanagari, Thai and Japanese, marks are part of their letters. */
const POINTS = /[[\p{Mn}&&[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Cyrl}\p{sc=Grek}]]--[\u3099\u309a]]/gv;
const CLUSTER = /[\s\S]\p{M}*/gu;
const SPELLED = /[\p{L}\p{N}\p{M}]/u;

/** Returns letters without case and width. */
const withoutCase = (letters: string): string => letters.normalize('NFKC').toLowerCase();

/** Returns letters also without accents and vowel points. */
function withoutPoints(letters: string): string {
  const bare = letters.normalize('NFD').replace(POINTS, '').normalize('NFC');
  return bare.replace(/./gsu, (letter) => ALIKE[letter] ?? letter);
}

/** A folded text, with the end of each of its characters in the text that it was made of. */
export interface FoldedText {
  readonly text: string;
  /** Only without case and width. */
  readonly exact: string;
  readonly ends: readonly number[];
  readonly starts: readonly number[];
}

/**
 * Folds a text for comparing names: without case, width, accents, vowel points, dots and spaces. `exact` has as many
 * characters, so that a part of it has the accents of the same part of `text`. Pure.
 */
export function foldWithPlaces(text: string): FoldedText {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  let exact = '';
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const letters = withoutCase(cluster).replace(/[\u0640]/g, '');
    if (!SPELLED.test(letters)) continue;
    const bare = withoutPoints(letters);
    if (bare === '') continue;
    folded += bare;
    // A letter with its accents counts as one character of the bare text.
    exact += bare === letters ? bare : letters.normalize('NFC').padEnd(bare.length, '\0').slice(0, bare.length);
    for (let at = 0; at < bare.length; at++) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return { text: folded, exact, starts, ends };
}

/** A name as it is compared. */
export interface FoldedName {
  readonly key: string;
  readonly exact: string;
}

export function foldName(name: string): FoldedName {
  const { text, exact } = foldWithPlaces(toPlainDigits(name.normalize('NFKC')));
  return { key: text, exact };
}

const DIGIT = /\p{Nd}/gu;
const ZEROS_APART = 10;

/** Replaces the digits of any script with 0-9. The text is in NFKC, which has no mathematical digits. */
export const toPlainDigits = (text: string): string =>
  text.replace(DIGIT, (digit) => (digit <= '9' ? digit : String(digitValueOf(digit.codePointAt(0)!))));

/** The digits of a script follow each other from its zero. */
function digitValueOf(code: number): number {
  let value = 0;
  while (value < ZEROS_APART - 1 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}
