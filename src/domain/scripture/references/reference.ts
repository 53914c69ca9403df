import { CANON_LANGUAGES, type CanonLanguage } from '../canon.ts';
import type { Passage } from '../passage-numbers.ts';
import { passageExists } from '../versification/largest-counts.ts';
import { splitBooks } from './reference-book-names.ts';
import { formatPassages } from './reference-format.ts';
import { joinAdjacentPassages } from './reference-lists.ts';
import { CONFIDENCE, type Reading, readReferenceText } from './reference-names.ts';
import { listSpellings, type Spelling } from './reference-numerals.ts';
import { stripEdition, toBookFirst } from './reference-order.ts';
import { normalizeReferenceText } from './reference-text.ts';

/**
 * What a typed text may mean [D32]. `reference` is in canonical English form ("John 3:16-18"); `confidence` is 0…1. A list has its
 * `passages`, and the first of them as its own.
 */
export interface PassageCandidate extends Passage {
  reference: string;
  exists: boolean;
  confidence: number;
  passages?: Passage[];
}

/** The readings of a typed text, best first; `ambiguous` when the first is not clearly meant. No candidates: not a reference. */
export interface PassageReading {
  candidates: PassageCandidate[];
  ambiguous: boolean;
}

const CANDIDATES_MAX = 20;
/** The first candidate is clearly meant when it leads the next by this much, */
const CLEAR_LEAD = 0.25;
/** and is itself as likely as this. */
const CLEAR_CONFIDENCE = 0.6;
/** What remains of the confidence in what does not exist, */
const NONEXISTENT_FACTOR = 0.3;
/** and the most that remains. [D32] */
const NONEXISTENT_MAX = 0.29;
/** Readings of one part of a list that are tried with those of the others. */
const PART_READINGS_MAX = 4;

/** Whether there is such a passage. */
export type PassageExists = (passage: Passage) => boolean;

/**
 * Reads a reference as a person types it: "jn 3 16", "1 co 13.4-7", "Jo 3,16", "1. Mose 1" [D32]. The whole text must be the
 * reference; a translation's initials may follow, and one of the `labels` of editions may stand before or after. Without `language` all
 * three are tried, and a name that means different books in different languages is ambiguous, as is one that is misspelt so that it
 * could be another. Several passages ("John 3:16; Ps 23") are one candidate. A chapter may be in Roman numerals ("Rom. viii, 28"). A
 * range that runs backwards or across books has no candidate. Pure; texts over 200 characters, and those with more words or numbers
 * than a reference has, are no references.
 */
export const parsePassage = (text: string, language?: CanonLanguage, labels: readonly string[] = []): PassageReading =>
  rankReadings(readTyped(text, language, labels), passageExists);

/** What a text may mean, before it is judged by what exists. */
export function readTyped(text: string, language?: CanonLanguage, labels: readonly string[] = []): Reading[] {
  const readings = readWhole(text, language);
  const bare = labels.length > 0 ? stripEdition(text, labels) : null;
  if (bare === null) return readings;
  // "Ruth" may be an edition's name, too.
  const named = readWhole(bare, language);
  return bestOf(named) > bestOf(readings) ? named : readings;
}

const bestOf = (readings: readonly Reading[]): number => Math.max(0, ...readings.map(({ confidence }) => confidence));

function readWhole(text: string, language: CanonLanguage | undefined): Reading[] {
  const typed = normalizeReferenceText(text);
  return typed === null
    ? []
    : listSpellings(toBookFirst(typed)).flatMap((spelling) => readSpelling(spelling, language));
}

function readSpelling({ text, mayMean }: Spelling, language: CanonLanguage | undefined): Reading[] {
  const all = splitBooks(text).flatMap(({ parts: [first = '', ...others], clear }) => {
    const readings = others.reduce((read, part) => append(read, readPart(part, language)), readPart(first, language));
    return clear ? readings : readings.map(makeUnsure);
  });
  return all.filter(({ passages }) => passages.every(mayMean));
}

/** Of one book. Nothing but a letter or two that a name begins with is not clear. */
function readPart(text: string, language: CanonLanguage | undefined): Reading[] {
  const readings = readReferenceText(text, language);
  const isShort = text.replace(/[^\p{L}]/gu, '').length < 3;
  if (!isShort || bestOf(readings) !== CONFIDENCE.begun) return readings;
  return readings.map(makeUnsure);
}

const makeUnsure = (reading: Reading): Reading => ({
  ...reading,
  confidence: Math.min(reading.confidence, CONFIDENCE.unsure),
});

/** Each reading of the parts before with each of the next. */
function append(before: readonly Reading[], next: readonly Reading[]): Reading[] {
  const best = (readings: readonly Reading[]) => {
    const existing = readings.filter(({ passages }) => passages.every(passageExists));
    return (existing.length > 0 ? existing : readings).slice(0, PART_READINGS_MAX);
  };
  return best(before).flatMap((start) =>
    best(next).map(({ passages, confidence }) => ({
      passages: joinAdjacentPassages([...start.passages, ...passages]),
      confidence: Math.min(start.confidence, confidence),
    })),
  );
}

/** Weighs readings: those of which there is no such passage come last, and none of them is believed where another exists. [D32] */
export function rankReadings(readings: readonly Reading[], isThere: PassageExists): PassageReading {
  const found = new Map<string, PassageCandidate>();
  for (const { passages, confidence } of readings) {
    const reference = formatPassages(passages);
    const known = found.get(reference);
    if (known && known.confidence >= confidence) continue;
    const list = passages.length > 1 && { passages };
    found.set(reference, { reference, ...passages[0]!, exists: passages.every(isThere), confidence, ...list });
  }
  const candidates = [...found.values()].sort((a, b) => b.confidence - a.confidence);
  const existing = candidates.filter((candidate) => candidate.exists);
  // Where another is meant, a guess that does not exist is of no use.
  const missing = candidates.filter(
    ({ exists, confidence }) => !exists && (existing.length === 0 || confidence > CONFIDENCE.overruled),
  );
  return {
    candidates: [...existing, ...missing.map(doubt)].slice(0, CANDIDATES_MAX),
    ambiguous: !isClear(existing.length > 0 ? existing : missing),
  };
}

const doubt = (candidate: PassageCandidate): PassageCandidate => ({
  ...candidate,
  confidence: Math.min(NONEXISTENT_MAX, Math.round(candidate.confidence * NONEXISTENT_FACTOR * 100) / 100),
});

function isClear([first, second]: readonly PassageCandidate[]): boolean {
  if (!first) return true;
  const led = second === undefined || first.confidence - second.confidence >= CLEAR_LEAD;
  return led && first.confidence >= CLEAR_CONFIDENCE;
}

/** The passages of a candidate in the order in which they were typed. */
export function candidatePassages({
  passages,
  book_id,
  chapter,
  verse,
  end_chapter,
  end_verse,
}: PassageCandidate): Passage[] {
  if (passages) return passages;
  return [{ book_id, chapter, verse, end_chapter, end_verse }];
}

/** Texts that need all tables of names. */
const FIRST_TEXTS = ['Gen 1:1', 'Jo 1,1-2,3', 'cor 1', 'Genisys 1'];

/** Readies what the first texts would wait for, in short steps. */
export function* warmUpReferences(): Generator<void> {
  for (const text of FIRST_TEXTS) {
    for (const language of [undefined, ...CANON_LANGUAGES]) parsePassage(text, language);
    yield;
  }
}
