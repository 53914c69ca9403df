import { REFERENCE_MAX_CHARACTERS } from '../../../contract/limits.ts';
import { hasUnspacedScript } from '../../../contract/text-patterns.ts';
import { bookName, type CanonLanguage } from '../canon.ts';
import { rankReadings, readTyped } from '../references/reference.ts';
import { CONFIDENCE, type Reading } from '../references/reference-names.ts';
import { passageExists } from '../versification/largest-counts.ts';
import { type EditionNames, findBegunNames, findNamesAt, type NameOrigin } from './edition-names.ts';
import { type FoldedText, foldWithPlaces, toPlainDigits } from './fold-name.ts';

/** Marks without a width, such as those of direction. */
const INVISIBLE = /[\p{Cf}\p{Cc}]/gu;
const MARKS: readonly [RegExp, string][] = [
  [/[،、]/g, ','],
  [/؛/g, ';'],
  [/[־〜～]/g, '-'],
  [/۔/g, '.'],
];
/** Words for chapters and verses in scripts without spaces: "3章16节", "제3장 16절". */
const COUNTERS: readonly [RegExp, string][] = [
  [/[第제]\s*(?=\d)/gu, ' '],
  [/(?<=\d)\s*[章장篇편回]\s*(?=\d)/gu, ':'],
  [/(?<=\d)\s*[章장篇편回節节절]/gu, ''],
];

const replaceAll = (text: string, pairs: readonly [RegExp, string][]): string =>
  pairs.reduce((read, [pattern, replacement]) => read.replace(pattern, replacement), text);

const normalize = (text: string): string =>
  replaceAll(toPlainDigits(text.normalize('NFKC')).replace(INVISIBLE, ''), MARKS);

/** The most ways in which the names of a list are combined. */
const COMBINED_MAX = 8;
/** The most names that are replaced in a text. */
const NAMES_MAX = 20;

/** A text in which the names of editions are replaced with those of the canon. */
interface Renamed {
  readonly text: string;
  readonly origin: NameOrigin;
  readonly confidence: number;
}

/** The confidence in a name, by where it is from. */
const NAMED: Readonly<Record<NameOrigin, number>> = { live: CONFIDENCE.namedElsewhere, library: CONFIDENCE.loose };

/**
 * Reads typed text in the three languages and by the names of editions. Such a name never makes ambiguous what is
 * certain in the three languages, unless an edition of the Live has it so: then both are candidates. [D71] Pure.
 */
export function readByNames(
  text: string,
  language: CanonLanguage | undefined,
  names: EditionNames,
  read: (text: string, language: CanonLanguage | undefined) => Reading[] = readTyped,
): Reading[] {
  const readings = read(text, language);
  if (text.length > REFERENCE_MAX_CHARACTERS || names.live.length + names.library.length === 0) return readings;
  const best = Math.max(0, ...readings.map(({ confidence }) => confidence));
  const isNamed = best >= CONFIDENCE.loose;
  const isCertain = isNamed && isClear(readings);
  const renamed = rename(normalize(text), names).filter(({ origin }) => !isCertain || origin === 'live');
  const exact = renamed.flatMap((each) => readRenamed(each, read));
  if (exact.length > 0) {
    // A name outranks the misspelling or the beginning of another.
    return isNamed ? [...readings, ...exact] : [...exact, ...readings.map(makeUnsure)];
  }
  if (isNamed) return readings;
  return [...readings, ...renameBegun(normalize(text), names).flatMap((each) => readRenamed(each, read))];
}

/** Reads as `readByNames`: first in a language, which excludes none. [D71] */
export const readInAnyLanguage = (text: string, language: CanonLanguage | undefined, names: EditionNames): Reading[] =>
  readByNames(text, language, names, readOrdered);

/** Reads in a language, and in all languages if it means nothing in that one. */
function readOrdered(text: string, language: CanonLanguage | undefined): Reading[] {
  const own = language === undefined ? [] : readTyped(text, language);
  return own.length > 0 ? own : readTyped(text);
}

const makeUnsure = (reading: Reading): Reading => ({
  ...reading,
  confidence: Math.min(reading.confidence, CONFIDENCE.unsure),
});

function isClear(readings: readonly Reading[]): boolean {
  const { candidates, ambiguous } = rankReadings(readings, passageExists);
  return !ambiguous && candidates[0]?.exists === true;
}

/** Reads the names and numbers of the canon, which leave no doubt, with the confidence in the edition's name. */
const readRenamed = (
  { text, confidence }: Renamed,
  read: (text: string, language: CanonLanguage | undefined) => Reading[],
): Reading[] =>
  read(text, 'en').map((reading) => ({ ...reading, confidence: Math.min(reading.confidence, confidence) }));

/** Where a name can begin: at the start, after a mark, and after a number. */
const AFTER_MARK = /(?:^|[;,/+&([])\s*$/u;
const AFTER_NUMBER = /\d[a-d]?f{0,2}(\s*)$/u;
/** A name after a number and a space alone; shorter ones are parts of a verse or words for it. */
const AFTER_NUMBER_MIN_LETTERS = 2;

function beginsName(text: string, start: number, letters: string): boolean {
  const before = text.slice(0, start);
  if (AFTER_MARK.test(before)) return true;
  const [, space] = AFTER_NUMBER.exec(before) ?? [];
  if (space === undefined) return false;
  return (
    hasUnspacedScript(letters) || (space !== '' && letters.replace(/\P{L}/gu, '').length >= AFTER_NUMBER_MIN_LETTERS)
  );
}

/** Returns whether a name may end here: not within a word or a number. */
function endsName(text: string, { text: letters, ends }: FoldedText, end: number): boolean {
  const place = ends[end - 1]!;
  // Letters such as "ß" are two folded ones.
  if (ends[end] === place) return false;
  const last = letters[end - 1]!;
  const next = text.slice(place, place + 2);
  if (/\d/.test(last)) return !/^\d/.test(next);
  return !/^[\p{L}\p{M}]/u.test(next) || /^[第제]/u.test(next);
}

/** Replaces the names of editions. Returns each way to do so; none if the text has no such name. */
function rename(text: string, names: EditionNames): Renamed[] {
  const folded = foldWithPlaces(text);
  return renameFrom(text, folded, { at: 0, from: 0, count: 0 }, names)
    .slice(0, COMBINED_MAX)
    .flatMap(({ text: read, origin }) =>
      origin === null ? [] : [{ text: replaceAll(read, COUNTERS), origin, confidence: NAMED[origin] }],
    );
}

interface Place {
  /** The index in the folded text. */
  readonly at: number;
  /** The index in the text. */
  readonly from: number;
  /** The number of names before it. */
  readonly count: number;
}

/** Returns the ways to read the rest of a text. The origin is null without a name. */
function renameFrom(
  text: string,
  folded: FoldedText,
  { at: first, from, count }: Place,
  names: EditionNames,
): { text: string; origin: NameOrigin | null }[] {
  for (let at = first; at < folded.text.length && count < NAMES_MAX; at++) {
    const start = folded.starts[at]!;
    const [found, shorter] = findNamesAt(
      names,
      folded,
      at,
      (end) => endsName(text, folded, end) && beginsName(text, start, folded.text.slice(at, end)),
    );
    if (!found) continue;
    // The number after a name is part of it, or a chapter.
    const choices = shorter && /\d$/.test(folded.text.slice(at, at + found.length)) ? [found, shorter] : [found];
    return choices.flatMap(({ length, bookIds, origin }) => {
      const next = { at: at + length, from: folded.ends[at + length - 1]!, count: count + 1 };
      const rests = renameFrom(text, folded, next, names).slice(0, COMBINED_MAX);
      return bookIds.flatMap((id) =>
        rests.map((rest) => ({
          text: `${text.slice(from, start)} ${bookName(id, 'en')} ${rest.text}`,
          // Of several names, the one of the Live counts.
          origin: rest.origin === 'live' ? rest.origin : origin,
        })),
      );
    });
  }
  return [{ text: text.slice(from), origin: null }];
}

/** The fewest letters of the beginning of a name. In scripts such as Chinese, one means as much. */
const BEGUN_MIN_LETTERS = 2;
const BEGUN = /^((?:\d[\s.]*)?[\p{L}\p{M}][^\d;,:]*?)(\s*(?:\d.*)?)$/su;

/** Replaces the beginning of a name with each name of the canon that it may mean. */
function renameBegun(text: string, names: EditionNames): Renamed[] {
  const [, written = '', rest = ''] = BEGUN.exec(text.trim()) ?? [];
  const { text: key } = foldWithPlaces(written);
  if (key.length < BEGUN_MIN_LETTERS && !hasUnspacedScript(key)) return [];
  const begun = findBegunNames(names, key);
  if (!begun) return [];
  return begun.bookIds.map((id) => ({
    text: replaceAll(`${bookName(id, 'en')} ${rest}`, COUNTERS),
    origin: begun.origin,
    confidence: CONFIDENCE.begun,
  }));
}
