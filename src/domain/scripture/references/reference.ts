import { CANON_LANGUAGES, type CanonLanguage } from '../canon.ts';
import type { Passage } from '../passage-numbers.ts';
import { passageExists } from '../versification/largest-counts.ts';
import { splitBooks } from './reference-book-names.ts';
import { formatPassages } from './reference-format.ts';
import { joinAdjacentPassages } from './reference-lists.ts';
import { CONFIDENCE, type Reading, readReferenceText } from './reference-names.ts';
import { listSpellings, type Spelling } from './reference-numerals.ts';
import { splitAlternatives, stripEdition, toBookFirst } from './reference-order.ts';
import { normalizeReferenceText } from './reference-text.ts';
import { reword } from './reference-wording.ts';

/**
 * A candidate for typed text [D32]. `reference` is in canonical English form ("John 3:16-18"); `confidence` is from 0
 * to 1. A list has `passages`, and its own fields are those of the first.
 */
export interface PassageCandidate extends Passage {
  reference: string;
  exists: boolean;
  confidence: number;
  passages?: Passage[];
}

/**
 * The candidates for typed text, best first. `ambiguous` is true if the first is not clearly meant. Without candidates,
 * the text is not a reference.
 */
export interface PassageReading {
  candidates: PassageCandidate[];
  ambiguous: boolean;
}

const CANDIDATES_MAX = 20;
/** The first candidate is clear if it leads the next by at least this much, */
const CLEAR_LEAD = 0.25;
/** and has at least this confidence. */
const CLEAR_CONFIDENCE = 0.6;
/** The factor of the confidence in passages that do not exist, */
const NONEXISTENT_FACTOR = 0.3;
/** and its maximum. [D32] */
const NONEXISTENT_MAX = 0.29;
/** The most readings of each part of a list that are combined with those of the others. */
const PART_READINGS_MAX = 4;

/** Returns true if the passage exists. */
export type PassageExists = (passage: Passage) => boolean;

/**
 * Parses a typed reference: "jn 3 16", "1 co 13.4-7", "Jo 3,16", "1. Mose 1" [D32]. The whole text must be the
 * reference; a translation's initials may follow it, and one of the `labels` of editions may precede or follow it.
 * Without `language`, all three are tried; a name that means different books in different languages is ambiguous, and
 * so is a misspelling that may be another name. Several passages ("John 3:16; Ps 23") are one candidate. Chapters may
 * be in Roman numerals ("Rom. viii, 28"). A range that runs backwards or across books has no candidate. Pure. Texts
 * over 200 characters, and those with more words or numbers than a reference has, are not references.
 */
export const parsePassage = (text: string, language?: CanonLanguage, labels: readonly string[] = []): PassageReading =>
  rankReadings(readTyped(text, language, labels), passageExists);

/** Returns the readings of a text, without checking whether the passages exist. */
export function readTyped(text: string, language?: CanonLanguage, labels: readonly string[] = []): Reading[] {
  const readings = readWhole(text, language);
  const bare = labels.length > 0 ? stripEdition(text, labels) : null;
  if (bare === null) return readings;
  // "Ruth" may also be the name of an edition.
  const named = readWhole(bare, language);
  return bestOf(named) > bestOf(readings) ? named : readings;
}

const bestOf = (readings: readonly Reading[]): number => Math.max(0, ...readings.map(({ confidence }) => confidence));

function readWhole(text: string, language: CanonLanguage | undefined): Reading[] {
  const typed = normalizeReferenceText(text);
  return typed === null ? [] : readAlternatives(typed.text, language);
}

/** Reads what stands before and after "or". None of it is clear, and all of it must be readable. */
function readAlternatives(typed: string, language: CanonLanguage | undefined): Reading[] {
  const alternatives = splitAlternatives(typed);
  if (alternatives.length === 1) return readWorded(typed, language);
  const read = alternatives.map((each) => readWorded(each, language));
  return read.every(({ length }) => length > 0) ? read.flat().map(makeUnsure) : [];
}

function readWorded(typed: string, language: CanonLanguage | undefined): Reading[] {
  const readings = readOrdered(typed, language);
  if (readings.length > 0) return readings;
  const reworded = reword(typed);
  return reworded === typed ? [] : readOrdered(reworded, language);
}

const readOrdered = (typed: string, language: CanonLanguage | undefined): Reading[] =>
  listSpellings(toBookFirst(typed)).flatMap((spelling) => readSpelling(spelling, language));

function readSpelling({ text, mayMean }: Spelling, language: CanonLanguage | undefined): Reading[] {
  const all = splitBooks(text).flatMap(({ parts: [first = '', ...others], clear }) => {
    const readings = others.reduce((read, part) => append(read, readPart(part, language)), readPart(first, language));
    return clear ? readings : readings.map(makeUnsure);
  });
  return all.filter(({ passages }) => passages.every(mayMean));
}

/** Reads a part with one book. One or two letters of a name alone are not clear. */
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

/** Combines each reading of the earlier parts with each of the next. */
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

/** Ranks readings. Passages that do not exist come last and are not chosen if another exists. [D32] */
export function rankReadings(readings: readonly Reading[], exists: PassageExists): PassageReading {
  const found = new Map<string, PassageCandidate>();
  for (const { passages, confidence } of readings) {
    const reference = formatPassages(passages);
    const known = found.get(reference);
    if (known && known.confidence >= confidence) continue;
    const list = passages.length > 1 && { passages };
    found.set(reference, { reference, ...passages[0]!, exists: passages.every(exists), confidence, ...list });
  }
  const candidates = [...found.values()].sort((a, b) => b.confidence - a.confidence);
  const existing = candidates.filter((candidate) => candidate.exists);
  // If another passage exists, a guess that does not is useless.
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

/** Returns the passages of a candidate in the typed order. */
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

/** Texts whose parsing builds all tables of names. */
const FIRST_TEXTS = ['Gen 1:1', 'Jo 1,1-2,3', 'cor 1', 'Genisys 1'];

/** Builds the tables in short steps, so that the first reference does not wait for them. */
export function* warmUpReferences(): Generator<void> {
  for (const text of FIRST_TEXTS) {
    for (const language of [undefined, ...CANON_LANGUAGES]) parsePassage(text, language);
    yield;
  }
}
