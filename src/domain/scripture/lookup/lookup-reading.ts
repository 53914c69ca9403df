import { PASSAGES_MAX } from '../../../contract/limits.ts';
import type { Lookup } from '../../../contract/schemas/lookup.ts';
import type { EditionRecord } from '../../../storage/storage.ts';
import type { CanonLanguage } from '../canon.ts';
import { type Editions, editionLabels } from '../editions.ts';
import { filterExistingPassages } from '../existing-passages.ts';
import {
  candidatePassages,
  type PassageCandidate,
  type PassageReading,
  rankReadings,
  readTyped,
} from '../references/reference.ts';
import { CONFIDENCE, type Reading } from '../references/reference-names.ts';
import { stripEdition } from '../references/reference-order.ts';
import type { EditionChoices, LiveEditions } from '../shown-editions.ts';
import { commonLanguage } from '../typed-passages.ts';
import { dropLastWords } from './drop-last-words.ts';
import { type LookupPassage, toBookPassage } from './lookup-passage.ts';

/** The readings of a text and the edition that it names. */
interface NamedReadings<Edition> {
  readonly readings: readonly Reading[];
  readonly edition: Edition | null;
}

/** The fields that name an edition. */
type Named = Pick<EditionRecord, 'slug' | 'name'>;

/** The reading of a text as a reference, with its candidates, best first. */
export interface LookupReading {
  readonly reading: Lookup['reading'];
  readonly candidates: readonly PassageCandidate[];
}

/**
 * Reads unfinished typed text in `language`, or in any language if it means nothing in that one. An edition of the
 * library may come before or after the reference. [D58]
 */
export function readTypedText<Edition extends Named>(
  text: string,
  language: CanonLanguage | undefined,
  library: readonly Edition[],
): NamedReadings<Edition> {
  const readings = readPushable(text, language);
  const named = findNamed(text, library);
  if (named) {
    const bare = readPushable(named.bare, language);
    // "Ruth" may also be the name of an edition.
    if (bare.length > 0 && bestOf(bare) >= bestOf(readings)) return { readings: bare, edition: named.edition };
  }
  return { readings: readings.length > 0 ? readings : readUnfinished(text, language), edition: null };
}

/** Finds the edition that the text names with the longest label. */
function findNamed<Edition extends Named>(text: string, library: readonly Edition[]) {
  let found: { bare: string; edition: Edition } | null = null;
  for (const edition of library) {
    const bare = stripEdition(text, editionLabels(edition));
    if (bare !== null && (found === null || bare.length < found.bare.length)) found = { bare, edition };
  }
  return found;
}

/** Reads the complete part of an unfinished reference, which is not clear then. */
function readUnfinished(text: string, language: CanonLanguage | undefined): Reading[] {
  for (const part of dropLastWords(text)) {
    const readings = readPushable(part, language);
    if (readings.length > 0) return readings.map(makeUnsure);
  }
  return [];
}

function readPushable(text: string, language: CanonLanguage | undefined): Reading[] {
  const own = language === undefined ? [] : readTyped(text, language);
  const readings = own.length > 0 ? own : readTyped(text);
  return readings.filter(({ passages }) => passages.length <= PASSAGES_MAX);
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
}

/**
 * Reads a text as a reference and ranks the candidates by what the editions contain. Never resolves an ambiguity
 * silently. [D58]
 */
export async function readReference(
  editions: Editions,
  text: string,
  { choices, library }: LiveEditions,
): Promise<ReferenceResult> {
  const { readings, edition } = readTypedText(text, commonLanguage(choices.flat()), library);
  const from = edition ? [[edition]] : choices;
  const passages = readings.flatMap((reading) => reading.passages);
  const exists = await filterExistingPassages(editions, from.flat(), passages);
  const { reading, candidates } = toLookupReading(rankReadings(readings, exists));
  return { reading, candidates: candidates.map(toLookupPassage), choices: from };
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
