import type { CanonLanguage } from '../../canon.ts';

/** A converted text with the original position of each character. */
export interface MappedText {
  readonly text: string;
  /** The original start of each character by its index, with one more for the end. */
  readonly starts: readonly number[];
  /** The original end of each character by its index. */
  readonly ends: readonly number[];
}

type Words = Readonly<Record<string, number>>;

const list = (words: string, first: number, step = 1): Words =>
  Object.fromEntries(
    words.split(' ').flatMap((each, index) => each.split('/').map((word) => [word, first + index * step])),
  );

/** The number words of a language: ones, tens and hundreds. */
interface Numbers {
  readonly ones: Words;
  readonly tens: Words;
  readonly hundreds: Words;
  /** The optional word between hundreds and the rest, and between tens and ones. */
  readonly joint: { readonly hundreds: string | null; readonly tens: string | null };
}

const ENGLISH: Numbers = {
  ones: list(
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    1,
  ),
  tens: list('twenty thirty forty/fourty fifty sixty seventy eighty ninety', 20, 10),
  hundreds: { hundred: 100 },
  joint: { hundreds: 'and', tens: null },
};
const PORTUGUESE: Numbers = {
  ones: list(
    'um/uma dois/duas três/tres quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze dezesseis/dezasseis ' +
      'dezessete/dezassete dezoito dezenove/dezanove',
    1,
  ),
  tens: list('vinte trinta quarenta cinquenta/cinqüenta sessenta setenta oitenta noventa', 20, 10),
  hundreds: { cem: 100, cento: 100 },
  joint: { hundreds: 'e', tens: 'e' },
};

const GERMAN_ONES = list('ein zwei drei vier fünf sechs sieben acht neun', 1);
const GERMAN_SINGLE = list(
  'eins zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  1,
);
const GERMAN_TENS = list('zwanzig dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig', 20, 10);

/** Builds the German number words: "einundzwanzig", "hundertneunzehn". */
function germanNumbers(): Words {
  const below = { ...GERMAN_SINGLE, ...GERMAN_TENS };
  for (const [ten, tens] of Object.entries(GERMAN_TENS)) {
    for (const [one, ones] of Object.entries(GERMAN_ONES)) below[`${one}und${ten}` as string] = tens + ones;
  }
  const hundreds = Object.entries(below).flatMap(([word, value]) =>
    ['hundert', 'einhundert'].flatMap((hundred) => [
      [hundred + word, 100 + value] as const,
      [`${hundred}und${word}`, 100 + value] as const,
    ]),
  );
  return { ...below, ...Object.fromEntries(hundreds), hundert: 100, einhundert: 100 };
}

const GERMAN: Numbers = { ones: germanNumbers(), tens: {}, hundreds: {}, joint: { hundreds: null, tens: null } };
const NUMBERS: Readonly<Record<CanonLanguage, Numbers>> = { en: ENGLISH, pt: PORTUGUESE, de: GERMAN };

/**
 * Portuguese articles that are also numbers. They count only after a word for chapters and verses, or after a number.
 */
const ARTICLES = new Set(['um', 'uma']);
/** The characters before an article that are searched for a word or number that it counts. */
const COUNTED_BEFORE = 80;
const COUNTED = /(?:\d|\b(?:cap[ií]tulos?|vers[ií]culos?|versos?))[\s:,.]*$/iu;

interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces number words with digits: "thirteen verse four" becomes "13 verse 4". Pass all three languages if the
 * language is unknown.
 */
export function replaceNumberWords(text: string, languages: readonly CanonLanguage[]): MappedText {
  const words = [...text.matchAll(/\p{L}+/gu)].map(
    ({ 0: word, index }): Word => ({
      word: word.toLowerCase().normalize('NFC'),
      start: index,
      end: index + word.length,
    }),
  );
  let digits = '';
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (piece: string, start: number, end: number, exact: boolean) => {
    for (let at = 0; at < piece.length; at++) {
      starts.push(exact ? start + at : start);
      ends.push(exact ? start + at + 1 : end);
    }
    digits += piece;
  };
  let copied = 0;
  for (let at = 0; at < words.length; ) {
    const found = readNumber(text, words, at, languages);
    const isArticle = found?.next === at + 1 && ARTICLES.has(words[at]!.word);
    const before = () =>
      digits.slice(-COUNTED_BEFORE) + text.slice(Math.max(copied, words[at]!.start - COUNTED_BEFORE), words[at]!.start);
    if (!found || (isArticle && !COUNTED.test(before()))) {
      at++;
      continue;
    }
    const { start } = words[at]!;
    const { end } = words[found.next - 1]!;
    add(text.slice(copied, start), copied, start, true);
    add(String(found.value), start, end, false);
    copied = end;
    at = found.next;
  }
  add(text.slice(copied), copied, text.length, true);
  starts.push(text.length);
  return { text: digits, starts, ends };
}

function readNumber(text: string, words: readonly Word[], at: number, languages: readonly CanonLanguage[]) {
  for (const language of languages) {
    const found = readIn(NUMBERS[language], text, words, at);
    if (found) return found;
  }
  return null;
}

/**
 * Reads the longest number that begins with this word: "one hundred and nineteen", "cento e dezenove", "twenty-one".
 */
function readIn(
  { ones, tens, hundreds, joint }: Numbers,
  text: string,
  words: readonly Word[],
  at: number,
): { value: number; next: number } | null {
  const isNear = (index: number) =>
    index < words.length && /^(?:\s+|\s*-\s*)$/u.test(text.slice(words[index - 1]!.end, words[index]!.start));
  /** Returns the index at which the number continues after one of its words. */
  const after = (index: number, joint: string | null): number | null => {
    if (!isNear(index + 1)) return null;
    if (words[index + 1]!.word !== joint) return index + 1;
    return isNear(index + 2) ? index + 2 : null;
  };
  const of = (table: Words, index: number | null): number | undefined =>
    index !== null && Object.hasOwn(table, words[index]!.word) ? table[words[index]!.word] : undefined;
  const belowHundred = (index: number) => {
    const ten = of(tens, index);
    if (ten === undefined) {
      const one = of(ones, index);
      return one === undefined ? null : { value: one, next: index + 1 };
    }
    const last = after(index, joint.tens);
    const one = of(ones, last);
    return one !== undefined && one < 10 ? { value: ten + one, next: last! + 1 } : { value: ten, next: index + 1 };
  };
  const counted = of(ones, at) === 1 ? after(at, null) : null;
  const hundredAt = of(hundreds, counted) === undefined ? at : counted!;
  const hundred = of(hundreds, hundredAt);
  if (hundred === undefined) return belowHundred(at);
  const restAt = after(hundredAt, joint.hundreds);
  const rest = restAt === null ? null : belowHundred(restAt);
  return { value: hundred + (rest?.value ?? 0), next: rest?.next ?? hundredAt + 1 };
}
