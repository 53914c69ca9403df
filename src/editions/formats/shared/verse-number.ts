import type { VerseNumber } from '../../collector/collected-book.ts';

/** A list of each verse of a long psalm has some 600. */
const NUMBER_MAX_CHARACTERS = 1_000;
/** Direction marks, which right-to-left texts put around the hyphen. They are ignored. */
const MARKS = '\\u200e\\u200f';
const SEPARATORS = '\\-\\u2010-\\u2014,';
const ONE = `[\\d${MARKS}]+[\\p{L}\\p{Mn}${MARKS}]*`;
const BEGINNING = new RegExp(`^${ONE}(?:[${SEPARATORS}]${ONE})*`, 'u');
const EVERY_MARK = new RegExp(`[${MARKS}]`, 'g');
const SEPARATOR = new RegExp(`([${SEPARATORS}])`);
/**
 * A number with an optional part: a letter of any script, possibly doubled ("aa" follows "z"). The standard allows any
 * letters, but "3rd" or "1In" is a number without the space after it, and the word would be lost too.
 */
const ITEM = /^(\d{1,4})((\p{L}\p{Mn}{0,3})\3?)?$/u;

/** The most common form of a number. */
const PLAIN = /^\d{1,4}$/;

/** Splits a text into the number at its beginning, which may be empty, and the rest: "14..." becomes "14" and "...". */
export function splitVerseNumber(text: string): [number: string, rest: string] {
  if (PLAIN.test(text)) return [text, ''];
  const number = BEGINNING.exec(text)?.[0] ?? '';
  return [number, text.slice(number.length)];
}

/**
 * Parses the number of a verse: "5", a part "5a", a bridge "1-2" or "5b-6", or a list "1,2,3" or "1-3,5". Null for
 * anything else. A list is a bridge from its first verse to its last. [USX: verse number]
 */
export function parseVerseNumber(text: string, chapter: number): VerseNumber | null {
  if (PLAIN.test(text)) return { chapter, verse: Number(text) };
  if (text.length > NUMBER_MAX_CHARACTERS) return null;
  const pieces = text.replace(EVERY_MARK, '').toLowerCase().split(SEPARATOR);
  const first = ITEM.exec(pieces[0]!.trim());
  if (!first) return null;
  const verse = Number(first[1]);
  const skipped: number[] = [];
  let last = verse;
  let lastPart: string | undefined;
  for (let at = 2; at < pieces.length; at += 2) {
    const item = ITEM.exec(pieces[at]!.trim());
    if (!item) return null;
    const next = Number(item[1]);
    // Bridges that run backwards are rejected together, in the collector.
    if (next < last) return { chapter, verse: last, last: next };
    if (pieces[at - 1] === ',') for (let each = last + 1; each < next; each++) skipped.push(each);
    last = next;
    lastPart = item[2];
  }
  const bridge = last === verse ? {} : { last, lastPart };
  return { chapter, verse, part: first[2], ...bridge, ...(skipped.length > 0 && { skipped }) };
}

/** Parses the number of a chapter. Null if invalid. */
export function parseChapterNumber(text: string): number | null {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : null;
}
