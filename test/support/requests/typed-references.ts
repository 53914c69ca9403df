import { readFileSync } from 'node:fs';
import type { CanonLanguage } from '../../../src/domain/scripture/canon.ts';
import { REFERENCES_CORPUS } from '../../unit/references/references-corpus.ts';

/** A reference of the corpus. */
export interface TypedReference {
  readonly language: CanonLanguage;
  readonly typed: string;
  /** The meaning as `typed-references.txt` writes it. */
  readonly meant: string;
}

/** The lines of `typed-references.txt`. */
export function readTypedLines(): TypedReference[] {
  const text = readFileSync(new URL('../../unit/references/typed-references.txt', import.meta.url), 'utf8');
  let language: CanonLanguage = 'en';
  const entries: TypedReference[] = [];
  for (const line of text.split('\n')) {
    const [, named] = /^\[(en|pt|de)\]$/.exec(line) ?? [];
    if (named) language = named as CanonLanguage;
    const [typed, meant] = line.startsWith('#') ? [] : line.split(' = ');
    if (typed && meant) entries.push({ language, typed, meant });
  }
  return entries;
}

/** All references of the corpus. */
export const readTypedReferences = (): TypedReference[] => [
  ...readTypedLines(),
  ...REFERENCES_CORPUS.map(({ language, typed, reference }) => ({ language, typed, meant: reference })),
];
