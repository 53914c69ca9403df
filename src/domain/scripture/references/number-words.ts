import { CANON_LANGUAGES, type CanonLanguage } from '../canon.ts';

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

const ENGLISH_ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const ENGLISH_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const ENGLISH: Numbers = {
  ones: list(ENGLISH_ONES, 1),
  tens: { ...list(ENGLISH_TENS, 20, 10), fourty: 40 },
  hundreds: { hundred: 100 },
  joint: { hundreds: 'and', tens: null },
};
const PORTUGUESE: Numbers = {
  ones: list(
    'um/uma dois/duas três/tres quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze dezesseis/dezasseis ' +
      'dezessete/dezassete dezoito dezenove/dezanove',
    1,
  ),
  // An ordinal is made of ordinals: "décimo nono".
  tens: { décimo: 10, ...list('vinte trinta quarenta cinquenta/cinqüenta sessenta setenta oitenta noventa', 20, 10) },
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

/** English and Portuguese ordinals in the order of their number words. */
const ORDINALS: readonly (readonly [ordinals: string, cardinals: string])[] = [
  [
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth ' +
      'seventeenth eighteenth nineteenth',
    ENGLISH_ONES,
  ],
  [
    'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth',
    `${ENGLISH_TENS} hundred`,
  ],
  [
    'primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono décimo',
    'um dois três quatro cinco seis sete oito nove décimo',
  ],
  [
    'vigésimo trigésimo quadragésimo quinquagésimo sexagésimo septuagésimo octogésimo nonagésimo centésimo',
    'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cento',
  ],
];
const cardinals = new Map(
  ORDINALS.flatMap(([ordinals, words]) => {
    const cardinal = words.split(' ');
    return ordinals.split(' ').map((ordinal, index) => [ordinal, cardinal[index]!] as const);
  }),
);
const GERMAN_ORDINAL = /^(.*?)(?:(erst)|(dritt)|(siebt)|(acht)|(?<=(?:zig|ßig|ssig|hundert))st|t)e[mnrs]?$/u;

const numberWords = new Set(
  Object.values(NUMBERS).flatMap(({ ones, tens, hundreds }) => Object.keys({ ...ones, ...tens, ...hundreds })),
);

/** Returns the number word of an ordinal: "vier" for "vierten". Returns undefined for other words. */
function toCardinal(word: string): string | undefined {
  const known = cardinals.get(word);
  if (known !== undefined) return known;
  const [, stem = '', one, three, seven, eight] = GERMAN_ORDINAL.exec(word) ?? [];
  const german = stem + ((one && 'eins') ?? (three && 'drei') ?? (seven && 'sieben') ?? eight ?? '');
  return Object.hasOwn(GERMAN.ones, german) ? german : undefined;
}

/**
 * Portuguese articles that are also numbers. They count only after a word for chapters and verses, or after a number.
 */
const ARTICLES = new Set(['um', 'uma']);
/** The characters before an article that are searched for a word or number that it counts. */
const COUNTED_BEFORE = 80;
const COUNTED = /(?:\d|\b(?:cap[ií]tulos?|vers[ií]culos?|versos?))[\s:,.]*$/iu;
/** Words whose number may be an ordinal. */
const NUMBERED = /^(?:chapters?|kapitels?|cap[ií]tulos?|verses?|vers|vers[ií]culos?|psalms?|salmos?)$/u;
/** After "um", these show that it is not Portuguese. */
const NOT_PORTUGUESE = /^[\s,]+(?:chapters?|kapitel|verses?|and|und)(?!\p{L})/iu;
/** Words that speakers insert and that mean nothing. "Um" may also be a Portuguese number. */
const FILLERS = new Set('uh uhm um umm erm hm hmm ah äh ähm öhm hã ahn né please bitte ja'.split(' '));

interface Word {
  readonly word: string;
  /** The number word, if this is an ordinal. */
  readonly cardinal: string | undefined;
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces number words with digits: "thirteen verse four" becomes "13 verse 4", and "eighth chapter" becomes "8.
 * chapter". Pass all three languages if the language is unknown. With `spoken`, removes words such as "uh". With
 * `ordinals`, replaces only ordinals.
 */
export function replaceNumberWords(
  text: string,
  languages: readonly CanonLanguage[] = CANON_LANGUAGES,
  { spoken = false, ordinals = false } = {},
): MappedText {
  const words = [...text.matchAll(/\p{L}+/gu)].map(({ 0: written, index }): Word => {
    const word = written.toLowerCase().normalize('NFC');
    return { word, cardinal: toCardinal(word), start: index, end: index + written.length };
  });
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
  const isNumbered = (index: number) => NUMBERED.test(words[index]?.word ?? '');
  let copied = 0;
  for (let at = 0; at < words.length; ) {
    const { word, cardinal, start, end } = words[at]!;
    const before = () => digits.slice(-COUNTED_BEFORE) + text.slice(Math.max(copied, start - COUNTED_BEFORE), start);
    const isArticle =
      ARTICLES.has(word) &&
      (!languages.includes('pt') || !COUNTED.test(before()) || NOT_PORTUGUESE.test(text.slice(end, end + 20)));
    if (spoken && FILLERS.has(word) && (!ARTICLES.has(word) || isArticle)) {
      const kept = text.slice(copied, start).replace(/[\s,.…-]+$/u, '');
      add(kept, copied, copied + kept.length, true);
      copied = end + /^[\s,.…-]*/u.exec(text.slice(end, end + 40))![0].length;
      add(' ', start, copied, false);
      at++;
      continue;
    }
    if (cardinal === undefined && !numberWords.has(word)) {
      at++;
      continue;
    }
    const ordinal = readNumber(text, words, at, languages, true);
    const isOrdinal =
      ordinal !== null &&
      words[ordinal.next - 1]!.cardinal !== undefined &&
      (isNumbered(ordinal.next) || (isNumbered(at - 1) && cardinal !== undefined));
    const found = isOrdinal ? ordinal : ordinals ? null : readNumber(text, words, at, languages, false);
    if (!found || (isArticle && found.next === at + 1)) {
      at++;
      continue;
    }
    add(text.slice(copied, start), copied, start, true);
    copied = words[found.next - 1]!.end;
    add(`${found.value}${isOrdinal ? '.' : ''}`, start, copied, false);
    at = found.next;
  }
  add(text.slice(copied), copied, text.length, true);
  starts.push(text.length);
  return { text: digits, starts, ends };
}

function readNumber(
  text: string,
  words: readonly Word[],
  at: number,
  languages: readonly CanonLanguage[],
  ordinals: boolean,
) {
  for (const language of languages) {
    const found = readIn(NUMBERS[language], text, words, at, ordinals);
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
  ordinals: boolean,
): { value: number; next: number } | null {
  const isNear = (index: number) =>
    index < words.length && /^(?:\s+|\s*-\s*)$/u.test(text.slice(words[index - 1]!.end, words[index]!.start));
  /** Returns the index at which the number continues after one of its words. */
  const after = (index: number, joint: string | null): number | null => {
    if (!isNear(index + 1)) return null;
    if (words[index + 1]!.word !== joint) return index + 1;
    return isNear(index + 2) ? index + 2 : null;
  };
  const of = (table: Words, index: number | null): number | undefined => {
    if (index === null) return undefined;
    const { word, cardinal } = words[index]!;
    const known = Object.hasOwn(table, word) || !ordinals ? word : cardinal;
    return known !== undefined && Object.hasOwn(table, known) ? table[known] : undefined;
  };
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
