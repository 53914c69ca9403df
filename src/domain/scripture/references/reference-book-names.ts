import { CANON_LANGUAGES, findBookByName } from '../canon.ts';

/** A text that begins with the name of a book. */
export interface NamedText {
  /** The name as in the tables of names, without "the book of" around it. */
  readonly name: string;
  /** The text after the name. */
  readonly rest: string;
}

/** The longest name of a book with its title: "Der zweite Brief des Apostels Paulus an die Thessalonicher". */
const NAME_MAX_CHARACTERS = 64;

/** "John chapter 3", "Judas Vers 5" */
const NUMBER_WORD =
  /^(.*?\p{L}.*?)([\s.,:]+(?:chapters?|chap|chs?|cap[ií]tulos?|caps?|kapitels?|kap|verses?|vers[ií]culos?|versos?|vers|ver|vv|vss?|v)[\s.]*)$/iu;

const NUMBER =
  '(?:[1-5](?:st|nd|rd|th|[ao])?|i{1,3}|iv|v|first|second|third|erste[nrs]?|zweite[nrs]?|dritte[nrs]?|vierte[nrs]?|fünfte[nrs]?|' +
  'primeir[ao]|segund[ao]|terceir[ao])';
const NUMBERED = new RegExp(
  `^(?:(?:the|das|der|die|den|dem|des|o|a|in|im|aus|no|na|from)\\s+)*(${NUMBER}[\\s.]+)?(.*)$`,
  'iu',
);
const HEAD =
  /^(?:the\s+|paul's\s+)?(?:gospel|book|letter|epistle|prophet|prophecy|briefe?s?|buch(?:es)?|evangelium|prophet|carta|epístola|epistola|evangelho|livro|profeta)(?![\p{L}])\s*/iu;
const LINK =
  /^(?:according\s+to|of|to|from|an|nach|des|der|dem|die|den|das|von|de|do|da|dos|das|aos?|às|à|a|segundo|the|st\.?|saint|sankt|santo|são|sao|s\.|apostle|apostels?|apóstolo|prophet|propheten|profeta|paul|paulus|paulo)\s+/iu;
const OF = /^(?:of|from|de|do|da|des|von)\s/iu;
const TAIL = /(?:'s)?[\s-]*(?:briefe?s?|evangeliums?|gospel|epistle|letter)$/iu;

const isBook = (name: string): boolean => CANON_LANGUAGES.some((language) => findBookByName(name, language));

/** Returns the name as in the tables of names, or null if no table has it. */
export function canonicalizeBookName(typed: string): string | null {
  const name = typed.trim().replace(/[\s,:;-]+$/, '');
  if (name === '') return null;
  if (isBook(name)) return name;
  const bare = withoutTitle(name);
  return bare !== name && isBook(bare) ? bare : null;
}

/**
 * Removes titles: "Erster Brief des Paulus an die Korinther" becomes "Erster Korinther", "Matthäus-Evangelium" becomes
 * "Matthäus".
 */
function withoutTitle(name: string): string {
  const [, number = '', title = ''] = NUMBERED.exec(name) ?? [];
  // "3 of John" is no name.
  if (/^\d[\s.]+$/u.test(number) && OF.test(title)) return name;
  let bare = title;
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(HEAD, '').replace(LINK, '');
  }
  return number + bare.replace(TAIL, '');
}

/** Splits a text after the longest beginning that is a book's name in some language. */
export function splitBookName(text: string): NamedText | null {
  const ends = [...text.matchAll(/(?<!\d)\d/g)]
    .map((match) => match.index)
    .filter((index) => index > 0 && index <= NAME_MAX_CHARACTERS);
  if (text.length <= NAME_MAX_CHARACTERS) ends.push(text.length);
  for (const end of ends.reverse()) {
    const typed = text.slice(0, end);
    const name = canonicalizeBookName(typed);
    if (name !== null) return { name, rest: text.slice(typed.trimEnd().length) };
    const [, before = '', words = ''] = NUMBER_WORD.exec(typed) ?? [];
    const named = before === '' ? null : canonicalizeBookName(before);
    if (named !== null) return { name: named, rest: words + text.slice(end) };
  }
  return null;
}

/** Matches where another book may begin in a list: after a mark, a conjunction or a number. */
const FURTHER_BOOK =
  /(?:\s*[;,&+/]\s*|\s+(?:and|und|u|e|y)\s+|(?<=\d[a-d]?f{0,2})\s+)(?=(?:[1-5](?:[ao]|st|nd|rd|th)?\.?\s*|i{1,3}\s+)?\p{L}{2})/giu;

/** After spaces only, these are more likely ordinary words: "john 3 at 7", "Joh 3 am 5". */
const ORDINARY_WORDS: ReadonlySet<string> = new Set('am as at da do he is na no ob os pm re so'.split(' '));
/** "mt 5 de 1 a 12" */
const NO_BOOK = /^\P{L}*?(?:verses?|vers|v|chapter|kapitel|end|ende|fim|ff?|de)(?!\p{L})/iu;
/** Matches the number of a book, which is not a verse: "1ª João". */
const NUMBER_ALONE = /^\s*\d[ao]?$/u;

/** One way to split a list of passages in several books. */
export interface BookParts {
  /** The parts; one for a text that names one book. */
  readonly parts: readonly string[];
  /** False if the text may mean something else. */
  readonly clear: boolean;
}

/**
 * Splits a list such as "John 3:16; Rom 5:8" into its books. "Gen 1 1 John 1" can be split in two ways: its second
 * number is a verse or the number of a book.
 */
export function splitBooks(text: string): BookParts[] {
  const splits = [takeApart(text, 'book'), takeApart(text, 'verse')];
  return splits.filter(({ parts }, at) => at === 0 || parts.join('\n') !== splits[0]!.parts.join('\n'));
}

function takeApart(text: string, numberOf: 'book' | 'verse'): BookParts {
  const parts: string[] = [];
  let clear = true;
  let from = 0;
  for (const { 0: separator, index } of text.matchAll(FURTHER_BOOK)) {
    const before = text.slice(from, index);
    if (!/\p{L}/u.test(before) || NUMBER_ALONE.test(before)) continue;
    const next = text.slice(index + separator.length);
    const spaced = separator.trim() === '';
    if (spaced && numberOf === 'verse' && /^\d\s/.test(next) && splitBookName(next.slice(1).trim())) continue;
    // Words such as "verse" and "end" are not books.
    const named = NO_BOOK.test(next) ? null : splitBookName(next);
    if (!named || (spaced && !/^\P{L}*\d/u.test(named.rest))) continue;
    if (spaced && ORDINARY_WORDS.has(named.name)) clear = false;
    parts.push(before);
    from = index + separator.length;
  }
  parts.push(text.slice(from));
  return { parts, clear };
}
