import { CANON_LANGUAGES, type CanonLanguage } from '../../canon.ts';
import type { Passage } from '../../passage-numbers.ts';
import { type MappedText, replaceNumberWords } from '../number-words.ts';
import { candidatePassages, parsePassage } from '../reference.ts';
import { findNameBefore, isFullBookName, type ProseName } from './prose-names.ts';

/** A reference in a text. `start` and `end` count UTF-16 code units. */
export interface ProseReference {
  readonly start: number;
  readonly end: number;
  readonly reference: string;
  readonly passages: readonly Passage[];
}

const CHAPTER_WORD = '(?:chapters?|chap\\.?|ch\\.?|cap[ií]tulos?|caps?\\.?|kapitel|kap\\.?)';
const VERSE_WORD = '(?:vers(?:es?|en)?|vers[ií]culos?|versos?|vv?\\.|vss?\\.?|v)';
/** Space between the parts of a reference. It is bounded, because several in a row are tried in every division. */
const GAP = '\\s{0,40}';
/** Separators of chapter and verse, and of the ends of a range. */
const VERSE_MARK = `(?:[:.,](?=\\d)|:${GAP}|${GAP},?${GAP}${VERSE_WORD}${GAP})`;
const RANGE_MARK = `(?:${GAP}[-‐-―−]${GAP}|\\s+(?:to|thru|through|bis|a|à|at[ée])\\s+(?:${VERSE_WORD}${GAP})?)`;
const LIST_MARK = `(?:${GAP}[,;]${GAP}|\\.(?=\\d)|\\s+(?:and|und|e|y|&)\\s+)`;
const NUMBER = '\\d{1,3}(?![\\d])(?:[a-d](?!\\p{L}))?(?:\\s?(?:ff?|ss?)\\.?(?![\\p{L}\\d]))?';

/** Also excludes the middle of a word such as "God's". */
const wordBoundary = "(?<![\\p{L}\\d]|\\p{L}['’])";
/** Matches a word, an optional word for chapters, and a number. */
const ANCHOR = new RegExp(
  `${wordBoundary}(\\p{L}[\\p{L}'’]*)(\\.?${GAP}[,:]?${GAP}(?:${CHAPTER_WORD}${GAP})?|${GAP},?${GAP}${VERSE_WORD}${GAP})(?=\\d)`,
  'giu',
);
const CHAPTER = new RegExp(CHAPTER_WORD, 'iu');
const FIRST = new RegExp(NUMBER, 'uy');
const FURTHER = new RegExp(`(${VERSE_MARK}|${RANGE_MARK}|${LIST_MARK})(${NUMBER})`, 'iuy');
/** Transcribed speech has no marks. */
const FURTHER_SPOKEN = new RegExp(`(${RANGE_MARK}|${VERSE_MARK}|${LIST_MARK}|\\s+)(${NUMBER})`, 'iuy');
const IS_VERSE_MARK = new RegExp(`^(?:[.,]|:${GAP}|${GAP},?${GAP}${VERSE_WORD}${GAP})$`, 'iu');
const LISTS = /^(?:\s*[,;]\s+|\s*;|\s+(?:and|und|e|y|&)\s+)$/iu;
/** Matches words after a number of a list that continue the sentence, such as "5 people". */
const COUNTS_THINGS = /^\s+(?!(?:and|und|e|y|to|through|bis|a|at[ée])\s+\d)\p{L}/iu;
const TIME = /^(?:1?\d|2[0-3]):[0-5]\d$/u;
const LINES = /[^\n\r\u2028\u2029]+/gu;
/** Matches a trimmed line without its bullet or number and its final colon. */
const ITEM = /^(?:[-*•–]\s+|\d{1,2}\)\s+)?(\S.{0,63}?)[:.]?$/u;
/** The most numbers of a reference in prose. */
const NUMBERS_MAX = 24;
/** The names that are searched before the event loop gets a turn. */
const TURN = 20;

/** Extracts the references of a text in one or all three languages, in order. Yields to the event loop. [D66] */
export async function extractReferences(
  text: string,
  { language, spoken = false }: { language?: CanonLanguage; spoken?: boolean },
): Promise<ProseReference[]> {
  const mapped = spoken ? replaceNumberWords(text, language ? [language] : CANON_LANGUAGES) : null;
  const read = mapped?.text ?? text;
  const found: ProseReference[] = [];
  let from = 0;
  let looks = 0;
  for (const anchor of read.matchAll(ANCHOR)) {
    const [all, word = '', gap = ''] = anchor;
    if (anchor.index < from || beginsItem(gap, read, anchor.index + all.length)) continue;
    if (++looks % TURN === 0) await new Promise(setImmediate);
    const name = findNameBefore(read, from, anchor.index + word.length, language);
    if (!name) continue;
    const reference = await readAt(read, name, { gap, numbers: anchor.index + all.length, language, spoken });
    if (!reference) continue;
    from = reference.end;
    found.push(mapped ? toOriginal(reference, mapped) : reference);
  }
  if (spoken) return found;
  return [...found, ...listBooks(text, language)].sort((one, other) => one.start - other.start);
}

/** Returns the lines that consist of a book's name. */
function listBooks(text: string, language: CanonLanguage | undefined): ProseReference[] {
  return [...text.matchAll(LINES)].flatMap(({ 0: line, index }) => {
    const written = ITEM.exec(line.trim())?.[1];
    if (written === undefined || !isFullBookName(written)) return [];
    const { candidates, ambiguous } = parsePassage(written, language);
    const [first] = candidates;
    if (!first || ambiguous || first.chapter !== undefined) return [];
    const start = index + line.indexOf(written);
    return { start, end: start + written.length, reference: first.reference, passages: candidatePassages(first) };
  });
}

interface Numbers {
  readonly gap: string;
  /** The index at which the numbers begin. */
  readonly numbers: number;
  readonly language: CanonLanguage | undefined;
  readonly spoken: boolean;
}

/** Returns the longest reference that begins with a name, or null if no reference follows. */
async function readAt(
  text: string,
  name: ProseName,
  { gap, numbers, language, spoken }: Numbers,
): Promise<ProseReference | null> {
  const ends = listEnds(text, numbers, spoken);
  const [, second] = ends;
  const isVerse = second !== undefined && (IS_VERSE_MARK.test(second.mark) || spoken);
  const isTime = ends.length === 2 && TIME.test(text.slice(numbers, second!.end));
  if (!isMeant(name, { isVerse, isTime, mark: second?.mark ?? '', gap, spoken })) return null;
  for (const { end } of ends.toReversed()) {
    // Refusing a long list takes time, so this yields to the event loop.
    if (end < ends.at(-1)!.end) await new Promise(setImmediate);
    const { candidates, ambiguous } = parsePassage(text.slice(name.start, end), language);
    const [first] = candidates;
    if (!first || (ambiguous && !first.exists)) continue;
    return { start: name.start, end, reference: first.reference, passages: candidatePassages(first) };
  }
  return null;
}

/** Returns the positions at which a reference may end: after each of its numbers, with the mark before it. */
function listEnds(text: string, from: number, spoken: boolean): { end: number; mark: string }[] {
  FIRST.lastIndex = from;
  if (!FIRST.test(text)) return [];
  const ends = [{ end: FIRST.lastIndex, mark: '' }];
  const further = spoken ? FURTHER_SPOKEN : FURTHER;
  while (ends.length < NUMBERS_MAX) {
    further.lastIndex = ends.at(-1)!.end;
    const [, mark = '', number] = further.exec(text) ?? [];
    if (number === undefined) return ends;
    const end = further.lastIndex;
    // "Romans 8:28, 5 people": and "John 3:16, 1 John 4:8".
    if (beginsItem(mark, text, end - number.length)) return ends;
    if (LISTS.test(mark) && COUNTS_THINGS.test(text.slice(end, end + 40))) return ends;
    ends.push({ end, mark });
  }
  return ends;
}

interface Seen {
  readonly isVerse: boolean;
  /** "At 5:30" */
  readonly isTime: boolean;
  /** The mark between the first two numbers. */
  readonly mark: string;
  readonly gap: string;
  readonly spoken: boolean;
}

/** Returns true for the number of an outline item on its own line. */
const beginsItem = (before: string, text: string, at: number): boolean =>
  before.includes('\n') && /^\d{1,2}[.)]\s/u.test(text.slice(at, at + 4));

/** Returns true if a word before numbers is the name of a book here. Short names are also other words. */
function isMeant({ name, sure }: ProseName, { isVerse, isTime, mark, gap, spoken }: Seen): boolean {
  const isCapital = /^[\p{Lu}\d]/u.test(name);
  if (sure === 'ordinary') return !spoken && isCapital && (mark === ',' || (/^:/u.test(mark) && !isTime));
  if (isVerse) return true;
  if (CHAPTER.test(gap)) return true;
  return sure === 'full' ? isCapital || spoken : isCapital && !spoken;
}

const toOriginal = ({ start, end, ...reference }: ProseReference, { starts, ends }: MappedText): ProseReference => ({
  ...reference,
  start: starts[start]!,
  end: ends[end - 1]!,
});
