import type { Language } from '../../../contract/schemas/translation.ts';

const CODES: readonly [Language, RegExp][] = [
  ['en', /^(en|eng|english)$/],
  ['pt', /^(pt|por|portugu[eê]se?|português)$/],
  ['de', /^(de|deu|ger|german|deutsch)$/],
];

/** Returns the language for a code (ISO 639 or BCP 47, in any case) or a name. Null if the text is empty. */
export function findEditionLanguage(code: string): Language | null {
  const primary = code.trim().toLowerCase().split(/[-_]/)[0]!;
  if (primary === '') return null;
  return CODES.find(([, pattern]) => pattern.test(primary))?.[0] ?? 'und';
}
