import { LecternError } from '../../contract/lectern-error.ts';
import { PASSAGES_MAX } from '../../contract/limits.ts';
import type { EditionRecord } from '../../storage/storage.ts';
import type { CanonLanguage } from './canon.ts';
import type { Editions } from './editions.ts';
import type { EditionNames } from './names/edition-names.ts';
import { readByNames } from './names/read-with-names.ts';
import type { Passage } from './passage-numbers.ts';
import { completeEnds } from './passage-numbers.ts';
import { candidatePassages, type PassageReading, rankReadings, readTyped } from './references/reference.ts';
import { passageExists } from './versification/largest-counts.ts';

/** The passages that a typed text clearly means. */
export interface TypedPassages {
  /** The reference in canonical English form. */
  readonly reference: string;
  /** The passages in the typed order. */
  readonly passages: readonly Passage[];
}

/** The most readings listed in an error. */
const LISTED_READINGS_MAX = 4;

/**
 * Parses typed text whose meaning must be clear, first in the language of the editions. Throws `invalid_reference`.
 * [D32], [D50]
 */
export async function parseTypedPassages(
  editions: Editions,
  text: string,
  language: CanonLanguage | undefined,
  names: EditionNames,
): Promise<TypedPassages> {
  const reading = read(text, language, names, []);
  if (reading.candidates.length > 0) return requireClear(text, reading);
  // Only an edition before or after the reference can make a difference now.
  return requireClear(text, read(text, language, names, await editions.labels()));
}

function read(
  text: string,
  language: CanonLanguage | undefined,
  names: EditionNames,
  labels: readonly string[],
): PassageReading {
  const parse = (first: CanonLanguage | undefined) =>
    rankReadings(
      readByNames(text, first, names, (part, own) => readTyped(part, own, labels)),
      passageExists,
    );
  // Without a language, English is tried first.
  if (language !== undefined && language !== 'en') {
    const reading = parse(language);
    if (reading.candidates.length > 0 && !reading.ambiguous) return reading;
  }
  return parse(undefined);
}

function requireClear(text: string, { candidates, ambiguous }: PassageReading): TypedPassages {
  const [first] = candidates;
  if (!first) throw new LecternError('invalid_reference', `"${text}" cannot be read as a reference.`);
  if (ambiguous) {
    const readings = candidates.slice(0, LISTED_READINGS_MAX).map(({ reference }) => reference);
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

/** Returns the language of all these editions; undefined if they differ or have none. */
export function commonLanguage(editions: readonly EditionRecord[]): CanonLanguage | undefined {
  const [first, ...others] = new Set(editions.map(({ language }) => language));
  return others.length > 0 || first === 'und' ? undefined : first;
}
