import { bookName, type CanonLanguage } from './canon.ts';
import { exists } from './reference-counts.ts';
import { isCommaNotation, prepareLibraries } from './reference-library.ts';
import { isOpen, joinAdjacent } from './reference-lists.ts';
import { CONFIDENCE, type Reading, readText } from './reference-names.ts';
import { listSpellings, type Spelling } from './reference-numerals.ts';
import { parseTyped } from './reference-text.ts';

/**
 * A passage within one book. No `chapter`: the whole book. No `verse`: whole chapters. `end_chapter` is there only when the passage
 * ends in another chapter, `end_verse` only when it ends at another verse than it began with. With `verse` and `end_chapter` alone it
 * goes on to the end of that chapter, wherever an edition has it: "5:3ff".
 */
export interface Passage {
  book_id: number;
  chapter?: number;
  verse?: number;
  end_chapter?: number;
  end_verse?: number;
}

/** What a typed text may mean [D32]. `reference` is in canonical English form ("John 3:16-18"); `confidence` is 0…1. */
export interface PassageCandidate extends Passage {
  reference: string;
  confidence: number;
}

/** The readings of a typed text, best first; `ambiguous` when the first is not clearly meant. No candidates: not a reference. */
export interface PassageReading {
  candidates: PassageCandidate[];
  ambiguous: boolean;
  /** Whether it names several passages, which are the candidates in their order. */
  list: boolean;
}

const CANDIDATES_MAX = 20;
/** The first candidate is clearly meant when it leads the next by this much, */
const CLEAR_LEAD = 0.25;
/** and is itself as likely as this. */
const CLEAR_CONFIDENCE = 0.6;
/** What remains of the confidence in a chapter or verse that the book does not have, when there are other readings. */
const NONEXISTENT_FACTOR = 0.4;

/**
 * Reads a reference as a person types it: "jn 3 16", "1 co 13.4-7", "Jo 3,16", "1. Mose 1" [D32]. The whole text must be the
 * reference (a translation's initials may follow). Without `language` all three are tried, and a name that means different books in
 * different languages is ambiguous, as is one that is misspelt so that it could be another. Several passages ("John 3:16; Ps 23") are
 * returned in their order, as ambiguous: a passage is one reference. A chapter may be in Roman numerals ("Rom. viii, 28"). A range that
 * runs backwards or across books has no candidate. Whether a chapter or verse exists decides only between readings; an edition's text has the last word. Pure; texts over 200
 * characters, and those with more words or numbers than a reference has, are no references.
 */
export function parsePassage(text: string, language?: CanonLanguage): PassageReading {
  const typed = parseTyped(text);
  if (typed === null) return { candidates: [], ambiguous: false, list: false };
  const spellings = listSpellings(typed);
  const readings = spellings.flatMap((spelling) => readSpelling(spelling, language));
  return readList(readings) ?? weigh(readings, spellings[0]!.text);
}

function readSpelling({ text, mayMean }: Spelling, language: CanonLanguage | undefined): Reading[] {
  const preferred = language ?? (isCommaNotation(text) ? 'de' : 'en');
  return readText(text, language, preferred)
    .filter(({ passages }) => passages.every(mayMean) && (!isShortened(text) || passages.every(exists)))
    .map(({ passages, confidence }) => ({ passages: joinAdjacent(passages), confidence }));
}

/** "119:176-8", which is read as 176-178: where there are no such verses, something else was meant. */
const isShortened = (text: string): boolean =>
  [...text.matchAll(/(\d+)\s*-\s*(\d+)(?![\d.:,])/g)].some(([, start, end]) => Number(end) < Number(start));

/** Texts that need all tables of names. */
const FIRST_TEXTS = ['Gen 1:1', 'Jo 1,1-2,3', 'cor 1', 'Genisys 1'];

/** Readies what the first texts would wait a second for, in steps of some 20 ms. */
export function* prepareReferences(): Generator<void> {
  yield* prepareLibraries();
  for (const text of FIRST_TEXTS) {
    parsePassage(text);
    yield;
  }
}

/** Where one reading is a list: its passages, in their order, and other readings of the same book. */
function readList(readings: readonly Reading[]): PassageReading | null {
  const list = readings.find(({ passages }) => passages.length > 1);
  if (!list) return null;
  const book = list.passages[0]!.book_id;
  const ofBook = readings.filter(({ passages }) => passages[0]!.book_id === book);
  const weighed = ofBook.flatMap(({ passages, confidence }) =>
    passages.map((passage): [Passage, number] => [passage, confidence]),
  );
  return { candidates: toCandidates(weighed), ambiguous: true, list: true };
}

function weigh(readings: readonly Reading[], typed: string): PassageReading {
  const weighed = readings.map(({ passages, confidence }): [Passage, number] => [passages[0]!, confidence]);
  const contested = new Set(weighed.map(([passage]) => passage.book_id)).size > 1;
  const candidates = toCandidates(
    weighed.map(([passage, weight]) => [passage, contested && !exists(passage) ? weight * NONEXISTENT_FACTOR : weight]),
  ).sort((a, b) => b.confidence - a.confidence);
  const [first, second] = candidates;
  if (!first) return { candidates, ambiguous: false, list: false };
  const begunTooShort = first.confidence === CONFIDENCE.begun && typed.replace(/[^\p{L}]/gu, '').length < 3;
  const led = second === undefined || first.confidence - second.confidence >= CLEAR_LEAD;
  return { candidates, ambiguous: begunTooShort || !led || first.confidence < CLEAR_CONFIDENCE, list: false };
}

function toCandidates(weighed: [Passage, number][]): PassageCandidate[] {
  const candidates = new Map<string, PassageCandidate>();
  for (const [passage, weight] of weighed) {
    const reference = formatReference(passage);
    if (!candidates.has(reference))
      candidates.set(reference, { reference, ...passage, confidence: Math.round(weight * 100) / 100 });
  }
  return [...candidates.values()].slice(0, CANDIDATES_MAX);
}

/** Writes a passage as a person would: "John 3:16-18", "John 3:16ff", "João 3:16", "Johannes 3,16-4,2". An undetermined language reads English. */
export function formatReference(passage: Passage, language: CanonLanguage | 'und' = 'en'): string {
  const { book_id, chapter, verse, end_chapter, end_verse } = passage;
  const name = bookName(book_id, language);
  if (chapter === undefined) return name;
  const mark = language === 'de' ? ',' : ':';
  const start = verse === undefined ? `${chapter}` : `${chapter}${mark}${verse}`;
  const endsElsewhere = end_chapter !== undefined && end_chapter !== chapter;
  if (endsElsewhere)
    return `${name} ${start}-${end_verse === undefined ? end_chapter : `${end_chapter}${mark}${end_verse}`}`;
  if (isOpen(passage)) return `${name} ${start}${language === 'pt' ? 'ss' : 'ff'}`;
  return end_verse === undefined || end_verse === verse ? `${name} ${start}` : `${name} ${start}-${end_verse}`;
}
