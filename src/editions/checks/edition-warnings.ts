import { type ImportNoticeCode, type ReportLine, toNotice } from '../../contract/import-notices.ts';
import { findBook, findBookByCode } from '../../domain/scripture/canon.ts';
import { findVersification } from '../../domain/scripture/versification/versification.ts';
import { toReportLine } from '../../import-files/import-source.ts';
import { endsSentence } from '../collector/normalize-verse-text.ts';
import { findOsisBook } from '../formats/shared/osis-id.ts';
import type { EditionBook } from '../normalized-edition.ts';

/** An edition punctuates the ends of its sentences if this share of its chapters ends with a sentence. */
const MARKED_SHARE_MIN = 0.95;
const MARKED_CHAPTERS_MIN = 5;

/** Longer forms of a book that replace it. */
const STAND_INS = new Map([
  ['EST', 'ESG'],
  ['DAN', 'DAG'],
]);

/** Verses that a warning names. */
const NAMED_VERSES_MAX = 5;

/** UTF-8 continuation bytes read as Windows-1252. A few of them are control characters, which are removed. */
const CONTINUATION = '[\\u00a1-\\u00bfŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]';
/**
 * UTF-8 read as Windows-1252. One misread Latin letter is a sign ("Ã¶", "Å¾ena"), unless it ends a word in capitals
 * ("MANHÃ”"). Two misread letters of another script in a row are a sign ("Ð˜Ð·", "æ˜¯ä¸€"), and so is any quotation
 * mark or dash ("â€œ").
 */
const MISREAD = new RegExp(
  [
    `(?<!\\p{Lu})(?:Ã${CONTINUATION}|Â[\\u00a0-\\u00bf])`,
    `[ÃÄÅ]${CONTINUATION}(?=\\p{Ll})`,
    `(?:[Ä-ï]${CONTINUATION}{1,2}){2}`,
    'â€',
  ].join('|'),
  'u',
);
/** Every match of `SIGNS` contains one of these characters, so other verses need no further check. */
const SIGN_CHARACTERS = /[\ufffd\ue000-\uf8ff\udb80-\udbff\u202d\u202e\u00c2-\u00ef]/;
/** Signs of a text that was corrupted, with their warnings. */
const SIGNS = [
  [/\ufffd/, 'edition_replacement_characters'],
  [MISREAD, 'edition_misread'],
  [/\p{Co}/u, 'edition_private_characters'],
  [/[\u202d\u202e]/, 'edition_overrides'],
] as const satisfies readonly (readonly [sign: RegExp, code: ImportNoticeCode])[];
type BrokenTextCode = (typeof SIGNS)[number][1] | 'edition_wordless';
const WORDS = /[\p{L}\p{N}]/u;

const codeOf = (id: number): string => findBook(id)!.code;

/** Returns warnings about an edition that may be incomplete. */
export const findEditionWarnings = (books: readonly EditionBook[]): ReportLine[] => [
  ...findAbsentBooks(books),
  ...findOpenEnds(books),
];

/** Returns the books that a testament lacks. An edition with less than half of a testament is meant to be partial. */
function findAbsentBooks(books: readonly EditionBook[]): ReportLine[] {
  const ids = new Set(books.map(({ book_id }) => book_id));
  const isPresent = (code: string | undefined) => code !== undefined && ids.has(findBookByCode(code)!.id);
  const { ot, nt } = findVersification('KJV')!;
  const testaments = [
    ['edition_lacks_old_testament', ot],
    ['edition_lacks_new_testament', nt],
  ] as const;
  return testaments.flatMap(([code, testament]) => {
    const codes = testament.map(({ osis }) => findOsisBook(osis)!.code);
    const absent = codes.filter((code) => !isPresent(code) && !isPresent(STAND_INS.get(code)));
    if (absent.length === 0 || absent.length > codes.length / 2) return [];
    return [toReportLine(null, toNotice(code, { books: absent.join(', ') }))];
  });
}

/** Returns books that end within a sentence, in an edition whose chapters usually do not. */
function findOpenEnds(books: readonly EditionBook[]): ReportLine[] {
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
  return open.map((verse) => toReportLine(null, toNotice('edition_open_end', { verse })));
}

/** Returns warnings about verses that may be corrupted or have no words: one of each kind, with the first verses. */
export function findBrokenText(books: readonly EditionBook[]): ReportLine[] {
  const signs = SIGNS.map(([sign, code]) => ({ sign, code, places: [] as string[] }));
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
  return [...signs, { code: 'edition_wordless' as const, places: wordless }]
    .filter(({ places }) => places.length > 0)
    .map(({ code, places }) => toWarning(code, places));
}

function toWarning(code: BrokenTextCode, places: readonly string[]): ReportLine {
  const shown = places.length > NAMED_VERSES_MAX ? [...places.slice(0, NAMED_VERSES_MAX), '…'] : places;
  return toReportLine(null, toNotice(code, { count: places.length, verses: shown.join(', ') }));
}
