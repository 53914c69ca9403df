import { LANGUAGE_TAG_MAX_CHARACTERS } from '../contract/limits.ts';
import type { Language } from '../contract/schemas/translation.ts';
import { LANGUAGE_TAG_PATTERN } from '../contract/text-patterns.ts';

/** The language is a code of two or three letters: a name such as "English" is no tag. */
const TAG = new RegExp(LANGUAGE_TAG_PATTERN);

/** Returns a language tag in canonical form: "pt_br" is "pt-BR", "spa" is "es". Null for any other text. [D71] */
export function toLanguageTag(text: string): string | null {
  const tag = text.trim().replaceAll('_', '-');
  if (!TAG.test(tag) || tag.length > LANGUAGE_TAG_MAX_CHARACTERS) return null;
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical === undefined || /^(?:und|mul|zxx|mis)(?:-|$)/.test(canonical) ? null : canonical;
  } catch {
    return null;
  }
}

/** Returns the tag of one of our languages. */
export const tagOf = (language: Language): string | null => (language === 'und' ? null : language);
