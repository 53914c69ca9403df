import type { Language } from '../../../contract/schemas/translation.ts';
import { toLanguageTag } from '../../../import-files/language-tag.ts';

const CODES: readonly [Language, RegExp][] = [
  ['en', /^(en|eng|english)$/],
  ['pt', /^(pt|por|portugu[eê]se?|português)$/],
  ['de', /^(de|deu|ger|german|deutsch)$/],
];

/** The language that a source states: one of ours, and its tag (BCP 47). Null where it states none. */
export interface StatedLanguage {
  readonly language: Language | null;
  readonly languageTag: string | null;
}

/** Returns the language for a code (ISO 639 or BCP 47, in any case) or a name. [D71] */
export function readEditionLanguage(code: string): StatedLanguage {
  const language = findEditionLanguage(code);
  const tag = toLanguageTag(code);
  return { language, languageTag: tag ?? (language === 'und' ? null : language) };
}

/** Returns the language for a code or a name. Null if the text is empty. */
function findEditionLanguage(code: string): Language | null {
  const primary = code.trim().toLowerCase().split(/[-_]/)[0]!;
  if (primary === '') return null;
  return CODES.find(([, pattern]) => pattern.test(primary))?.[0] ?? 'und';
}
