import { findBook, findBookByCode } from '../../domain/scripture/canon.ts';
import { findVersification } from '../../domain/scripture/versification/versification.ts';
import { endsSentence } from '../collector/normalize-verse-text.ts';
import { findOsisBook } from '../formats/shared/osis-id.ts';
import type { EditionBook } from '../normalized-edition.ts';

/** An edition marks the ends of its sentences if so many of its chapters end with one. */
const MARKED_SHARE_MIN = 0.95;
const MARKED_CHAPTERS_MIN = 5;

/** A longer form of a book that stands in its place. */
const STAND_INS = new Map([
  ['EST', 'ESG'],
  ['DAN', 'DAG'],
]);

/** Of the verses that a remark is about, so many are named. */
const PLACES_MAX = 5;

/** What the bytes with which a character of UTF-8 goes on look like, read as Windows-1252; a few of them are controls, which go. */
const GOES_ON = '[\\u00a1-\\u00bfŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]';
/**
 * UTF-8 that was read so. One Latin letter is a sign ("Ã¶", "Å¾ena"), unless it ends a word in capitals ("MANHÃ”"); so are two
 * letters together of another script ("Ð˜Ð·", "æ˜¯ä¸€"), and any quotation mark or dash ("â€œ").
 */
const MISREAD = new RegExp(
  [
    `(?<!\\p{Lu})(?:Ã${GOES_ON}|Â[\\u00a0-\\u00bf])`,
    `[ÃÄÅ]${GOES_ON}(?=\\p{Ll})`,
    `(?:[Ä-ï]${GOES_ON}{1,2}){2}`,
    'â€',
  ].join('|'),
  'u',
);
/** Characters of which one is in all that `SIGNS` find; most verses of many languages have none. */
const SIGN_CHARACTERS = /[\ufffd\ue000-\uf8ff\udb80-\udbff\u202d\u202e\u00c2-\u00ef]/;
/** What shows that a text was broken on its way here, and how a remark calls it. */
const SIGNS: readonly (readonly [sign: RegExp, what: string])[] = [
  [/\ufffd/, 'the character U+FFFD in place of one that could not be read'],
  [MISREAD, 'letters that look like UTF-8 read as Windows-1252'],
  [/\p{Co}/u, 'private-use characters, which have no meaning outside of their own font'],
  [/[\u202d\u202e]/, 'a character that overrides the direction of writing (U+202D, U+202E)'],
];
const WORDS = /[\p{L}\p{N}]/u;

const codeOf = (id: number): string => findBook(id)!.code;

/** What makes one doubt that an edition is whole, for a person to look at. */
export const findEditionWarnings = (books: readonly EditionBook[]): string[] => [
  ...findAbsentBooks(books),
  ...findOpenEnds(books),
];

/** The few books that a testament lacks. An edition that has less than half of one is a part of the Bible. */
function findAbsentBooks(books: readonly EditionBook[]): string[] {
  const ids = new Set(books.map(({ book_id }) => book_id));
  const isThere = (code: string | undefined) => code !== undefined && ids.has(findBookByCode(code)!.id);
  const { ot, nt } = findVersification('KJV')!;
  const testaments = { 'Old Testament': ot, 'New Testament': nt };
  return Object.entries(testaments).flatMap(([name, testament]) => {
    const codes = testament.map(({ osis }) => findOsisBook(osis)!.code);
    const absent = codes.filter((code) => !isThere(code) && !isThere(STAND_INS.get(code)));
    if (absent.length === 0 || absent.length > codes.length / 2) return [];
    return [`the ${name} is here without ${absent.join(', ')}`];
  });
}

/** Books that end within a sentence, in an edition whose chapters do not. */
function findOpenEnds(books: readonly EditionBook[]): string[] {
  let chapters = 0;
  let marked = 0;
  const open: string[] = [];
  for (const { book_id, verses } of books) {
    for (const [at, { chapter, verse, text }] of verses.entries()) {
      const next = verses[at + 1];
      if (next?.chapter === chapter) continue;
      chapters++;
      if (endsSentence(text)) marked++;
      else if (!next) open.push(`${codeOf(book_id)} ${chapter}:${verse}`);
    }
  }
  if (chapters < MARKED_CHAPTERS_MIN || marked < (chapters - open.length) * MARKED_SHARE_MIN) return [];
  return open.map((named) => `${named}, the last verse of its book, ends within a sentence: it may be cut off there`);
}

/** Verses that may have been broken on their way, or have no words; one remark of each kind, with the first places. */
export function findBrokenText(books: readonly EditionBook[]): string[] {
  const signs = SIGNS.map(([sign, what]) => ({ sign, what, places: [] as string[] }));
  const wordless: string[] = [];
  for (const { book_id, verses } of books) {
    for (const { chapter, verse, text } of verses) {
      if (!WORDS.test(text)) wordless.push(`${codeOf(book_id)} ${chapter}:${verse}`);
      if (!SIGN_CHARACTERS.test(text)) continue;
      for (const { sign, places } of signs) {
        if (sign.test(text)) places.push(`${codeOf(book_id)} ${chapter}:${verse}`);
      }
    }
  }
  return [...signs, { what: 'no words', places: wordless }]
    .filter(({ places }) => places.length > 0)
    .map(({ what, places }) => toRemark(what, places));
}

function toRemark(what: string, places: readonly string[]): string {
  const verses = places.length === 1 ? '1 verse has' : `${places.length} verses have`;
  const more = places.length - PLACES_MAX;
  return `${verses} ${what}: ${places.slice(0, PLACES_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
