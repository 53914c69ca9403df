import { CANON_LANGUAGES, findBookByName } from './canon.ts';

/** A text that begins with the name of a book. */
export interface NamedText {
  /** As a table of names has it: without "the book of" around it. */
  readonly name: string;
  /** What follows the name. */
  readonly rest: string;
}

/** No book has a longer name, with what people write around it: "Der zweite Brief des Apostels Paulus an die Thessalonicher". */
const NAME_MAX_CHARACTERS = 64;

/** "John chapter 3", "Judas Vers 5" */
const NUMBER_WORD =
  /^(.*?\p{L}.*?)([\s.,:]+(?:chapters?|chap|chs?|cap[ií]tulos?|caps?|kapitels?|kap|verses?|vers[ií]culos?|versos?|vers|ver|vv|vss?|v)[\s.]*)$/iu;

const NUMBER =
  '(?:[1-5](?:st|nd|rd|th|[ao])?|i{1,3}|iv|v|first|second|third|erste[nrs]?|zweite[nrs]?|dritte[nrs]?|vierte[nrs]?|fünfte[nrs]?|' +
  'primeir[ao]|segund[ao]|terceir[ao])';
const NUMBERED = new RegExp(`^(?:(?:the|das|der|die|o|a)\\s+)?(${NUMBER}[\\s.]+)?(.*)$`, 'iu');
const HEAD =
  /^(?:the\s+)?(?:gospel|book|letter|epistle|prophet|prophecy|brief|buch|evangelium|prophet|carta|epístola|epistola|evangelho|livro|profeta)(?![\p{L}])\s*/iu;
const LINK =
  /^(?:according\s+to|of|to|from|an|nach|des|der|dem|die|den|das|von|de|do|da|dos|das|aos?|às|à|a|segundo|the|st\.?|saint|sankt|santo|são|sao|s\.|apostle|apostels?|apóstolo|prophet|propheten|profeta|paul|paulus|paulo)\s+/iu;
const TAIL = /[\s-]*(?:briefe?s?|evangeliums?|gospel|epistle|letter)$/iu;

const isBook = (name: string): boolean => CANON_LANGUAGES.some((language) => findBookByName(name, language));

/** A name as a table has it; null for one that no table has. */
export function toBookName(typed: string): string | null {
  const name = typed.trim().replace(/[\s,:;-]+$/, '');
  if (name === '') return null;
  if (isBook(name)) return name;
  const bare = withoutTitle(name);
  return bare !== name && isBook(bare) ? bare : null;
}

/** "Erster Brief des Paulus an die Korinther" is "Erster Korinther", "Matthäus-Evangelium" is "Matthäus". */
function withoutTitle(name: string): string {
  const [, number = '', title = ''] = NUMBERED.exec(name) ?? [];
  let bare = title;
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(HEAD, '').replace(LINK, '');
  }
  return number + bare.replace(TAIL, '');
}

/** Splits at the longest beginning that is a book's name in some language. */
export function splitName(text: string): NamedText | null {
  const ends = [...text.matchAll(/(?<!\d)\d/g)]
    .map((match) => match.index)
    .filter((index) => index > 0 && index <= NAME_MAX_CHARACTERS);
  if (text.length <= NAME_MAX_CHARACTERS) ends.push(text.length);
  for (const end of ends.reverse()) {
    const typed = text.slice(0, end);
    const name = toBookName(typed);
    if (name !== null) return { name, rest: text.slice(typed.trimEnd().length) };
    const [, before = '', words = ''] = NUMBER_WORD.exec(typed) ?? [];
    const named = before === '' ? null : toBookName(before);
    if (named !== null) return { name: named, rest: words + text.slice(end) };
  }
  return null;
}

/** Where a further book may begin in a list: behind a mark or a conjunction, or behind a number. */
const FURTHER_BOOK =
  /(?:\s*[;,&+/]\s*|\s+(?:and|und|u|e|y)\s+|(?<=\d[a-d]?f{0,2})\s+)(?=(?:[1-5]\.?\s*|i{1,3}\s+)?\p{L}{2})/giu;

/** The parts of a list of passages in several books: "John 3:16; Rom 5:8". One for a text that names one book. */
export function splitBooks(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: separator, index } of text.matchAll(FURTHER_BOOK)) {
    const before = text.slice(from, index);
    if (!/\p{L}/u.test(before)) continue;
    const next = text.slice(index + separator.length);
    // Words such as "verse" and "end" are no books.
    const named = /^\P{L}*?(?:verses?|vers|v|chapter|kapitel|end|ende|fim|ff?)(?!\p{L})/iu.test(next)
      ? null
      : splitName(next);
    if (!named || (separator.trim() === '' && !/^\P{L}*\d/u.test(named.rest))) continue;
    parts.push(before);
    from = index + separator.length;
  }
  parts.push(text.slice(from));
  return parts;
}
