import { LecternError } from '../../contract/lectern-error.ts';
import { PASSAGES_MAX } from '../../contract/limits.ts';
import type { EditionRecord } from '../../storage/storage.ts';
import type { CanonLanguage } from './canon.ts';
import type { Editions } from './editions.ts';
import type { Passage } from './passage-numbers.ts';
import { completeEnds } from './passage-numbers.ts';
import { candidatePassages, type PassageReading, parsePassage } from './references/reference.ts';

/** What a person has clearly meant. */
export interface TypedPassages {
  /** In canonical English form. */
  readonly reference: string;
  /** In the order in which they were typed. */
  readonly passages: readonly Passage[];
}

/** Readings that a refusal names. */
const READINGS_TOLD = 4;

/**
 * The passages that a person's words clearly mean: in the language of what is to be read, if they are clear in that. Throws
 * `invalid_reference`. [D32], [D50]
 */
export async function parseTypedPassages(
  editions: Editions,
  text: string,
  language?: CanonLanguage,
): Promise<TypedPassages> {
  const reading = read(text, language, []);
  if (reading.candidates.length > 0) return requireClear(text, reading);
  // Only an edition that stands before or after the reference makes a difference now.
  return requireClear(text, read(text, language, await editions.labels()));
}

function read(text: string, language: CanonLanguage | undefined, labels: readonly string[]): PassageReading {
  // Without a language English comes first anyway.
  if (language !== undefined && language !== 'en') {
    const reading = parsePassage(text, language, labels);
    if (reading.candidates.length > 0 && !reading.ambiguous) return reading;
  }
  return parsePassage(text, undefined, labels);
}

function requireClear(text: string, { candidates, ambiguous }: PassageReading): TypedPassages {
  const [first] = candidates;
  if (!first) throw new LecternError('invalid_reference', `"${text}" cannot be read as a reference.`);
  if (ambiguous) {
    const readings = candidates.slice(0, READINGS_TOLD).map(({ reference }) => reference);
    throw new LecternError('invalid_reference', `"${text}" is ambiguous: it could mean ${readings.join(', ')}.`);
  }
  const passages = candidatePassages(first).map(completeEnds);
  if (passages.length > PASSAGES_MAX) {
    throw new LecternError(
      'invalid_reference',
      `"${text}" names ${passages.length} passages: ${PASSAGES_MAX} at most.`,
    );
  }
  return { reference: first.reference, passages };
}

/** The language that all these editions are in; undefined where they differ, or do not say. */
export function commonLanguage(editions: readonly EditionRecord[]): CanonLanguage | undefined {
  const [first, ...others] = new Set(editions.map(({ language }) => language));
  return others.length > 0 || first === 'und' ? undefined : first;
}
