import { PASSAGES_MAX } from '../../../contract/limits.ts';
import type { Lookup } from '../../../contract/schemas/lookup.ts';
import type { EditionRecord } from '../../../storage/storage.ts';
import type { CanonLanguage } from '../canon.ts';
import { type Editions, editionLabels } from '../editions.ts';
import { filterExistingPassages } from '../existing-passages.ts';
import { type EditionNames, NO_EDITION_NAMES } from '../names/edition-names.ts';
import { readInAnyLanguage } from '../names/read-with-names.ts';
import {
  candidatePassages,
  type PassageCandidate,
  type PassageReading,
  rankReadings,
} from '../references/reference.ts';
import { CONFIDENCE, type Reading } from '../references/reference-names.ts';
import { stripEdition } from '../references/reference-order.ts';
import { normalizeReferenceText } from '../references/reference-text.ts';
import type { EditionChoices, LiveEditions } from '../shown-editions.ts';
import { commonLanguage } from '../typed-passages.ts';
import { dropLastWords } from './drop-last-words.ts';
import { type LookupPassage, toBookPassage } from './lookup-passage.ts';

/** The readings of a text and the edition that it names. */
interface NamedReadings<Edition> {
  readonly readings: readonly Reading[];
  /** Null if it is not available; undefined if the text names none. */
  readonly edition: Edition | null | undefined;
}

/** The fields that name an edition. */
type Named = Pick<EditionRecord, 'slug' | 'name'>;

/** The editions that a text can name. */
interface NameableEditions<Edition> {
  readonly available: readonly Edition[];
  readonly catalog: readonly Edition[];
}

/** The reading of a text as a reference, with its candidates, best first. */
export interface LookupReading {
  readonly reading: Lookup['reading'];
  readonly candidates: readonly PassageCandidate[];
}

/**
 * Reads unfinished typed text in `language`, or in any language if it means nothing in that one. An edition of the
 * catalog may come before or after the reference. [D58]
 */
export function readTypedText<Edition extends Named>(
  text: string,
  language: CanonLanguage | undefined,
  among: NameableEditions<Edition>,
  names: EditionNames = NO_EDITION_NAMES,
): NamedReadings<Edition> {
  const named = readNamed(text, among, (part) => readPushable(part, language, names));
  return named.readings.length > 0 ? named : { ...named, readings: readUnfinished(text, language, names) };
}

/** Reads a text that may name an edition before or after the reference. */
export function readNamed<Edition extends Named>(
  text: string,
  { available, catalog }: NameableEditions<Edition>,
  read: (text: string) => readonly Reading[],
): NamedReadings<Edition> {
  const readings = read(text);
  const named = findNamed(text, new Set([...available, ...catalog]));
  if (named) {
    const bare = read(named.bare);
    // "Ruth" may also be the name of an edition.
    if (bare.length > 0 && bestOf(bare) >= bestOf(readings)) {
      return { readings: bare, edition: available.includes(named.edition) ? named.edition : null };
    }
  }
  return { readings, edition: readings.length > 0 && normalizeReferenceText(text)?.named ? null : undefined };
}

/** Returns the edition with this name or slug, or null. */
export const findEditionByLabel = <Edition extends Named>(label: string, among: readonly Edition[]): Edition | null =>
  among.find((edition) => editionLabels(edition).some((one) => toKey(one) === toKey(label))) ?? null;

const toKey = (label: string): string => label.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Finds the edition that the text names with the longest label. */
function findNamed<Edition extends Named>(text: string, among: ReadonlySet<Edition>) {
  let found: { bare: string; edition: Edition } | null = null;
  for (const edition of among) {
    const bare = stripEdition(text, editionLabels(edition));
    if (bare !== null && (found === null || bare.length < found.bare.length)) found = { bare, edition };
  }
  return found;
}

/** Reads the complete part of an unfinished reference, which is not clear then. */
function readUnfinished(text: string, language: CanonLanguage | undefined, names: EditionNames): Reading[] {
  for (const part of dropLastWords(text)) {
    const readings = readPushable(part, language, names);
    if (readings.length > 0) return readings.map(makeUnsure);
  }
  return [];
}

function readPushable(text: string, language: CanonLanguage | undefined, names: EditionNames): Reading[] {
  return readInAnyLanguage(text, language, names).filter(({ passages }) => passages.length <= PASSAGES_MAX);
}

const bestOf = (readings: readonly Reading[]): number => Math.max(0, ...readings.map(({ confidence }) => confidence));

const makeUnsure = (reading: Reading): Reading => ({
  ...reading,
  confidence: Math.min(reading.confidence, CONFIDENCE.unsure),
});

export function toLookupReading({ candidates, ambiguous }: PassageReading): LookupReading {
  if (candidates.length === 0) return { reading: 'none', candidates };
  if (!candidates.some(({ exists }) => exists)) return { reading: 'missing', candidates };
  return { reading: ambiguous ? 'several' : 'one', candidates };
}

/** A reference in the editions of a Live or in the edition that the text names. */
export interface ReferenceResult {
  readonly reading: Lookup['reading'];
  readonly candidates: readonly LookupPassage[];
  readonly choices: EditionChoices;
  /** The slug of the edition that the text names, null for one that the library does not have. */
  readonly edition?: string | null;
}

/**
 * Reads a text as a reference and ranks the candidates by what the editions contain. Never resolves an ambiguity
 * silently. [D58]
 */
export async function readReference(
  editions: Editions,
  text: string,
  { choices, library, catalog }: LiveEditions,
  names: EditionNames,
): Promise<ReferenceResult> {
  const { readings, edition } = readTypedText(
    text,
    commonLanguage(choices.flat()),
    { available: library, catalog },
    names,
  );
  const from = edition ? [[edition]] : choices;
  const passages = readings.flatMap((reading) => reading.passages);
  const exists = await filterExistingPassages(editions, from.flat(), passages);
  const { reading, candidates } = toLookupReading(rankReadings(readings, exists));
  return {
    reading,
    candidates: candidates.map(toLookupPassage),
    choices: from,
    ...(edition !== undefined && { edition: edition?.slug ?? null }),
  };
}

function toLookupPassage(candidate: PassageCandidate): LookupPassage {
  const { reference, exists, confidence } = candidate;
  const passages = candidatePassages(candidate);
  const isBook = passages.length === 1 && passages[0]!.chapter === undefined;
  return {
    kind: isBook ? 'book' : 'passage',
    reference,
    passages: passages.map((passage) => (passage.chapter === undefined ? toBookPassage(passage.book_id) : passage)),
    exists,
    confidence,
  };
}
