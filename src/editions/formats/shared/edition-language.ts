import type { Language } from '../../../contract/schemas/translation.ts';

const CODES: readonly [Language, RegExp][] = [
  ['en', /^(en|eng|english)$/],
  ['pt', /^(pt|por|portugu[eê]se?|português)$/],
  ['de', /^(de|deu|ger|german|deutsch)$/],
];

/** The language that a code (ISO 639, BCP 47, in any case) or a name means; null where there is none. */
export function findEditionLanguage(code: string): Language | null {
  const primary = code.trim().toLowerCase().split(/[-_]/)[0]!;
  if (primary === '') return null;
  return CODES.find(([, pattern]) => pattern.test(primary))?.[0] ?? 'und';
}
