import type { PhoneText } from '../../../src/contract/phones.ts';
import { foldText } from '../../shared/fold-text.ts';

type Tagged = Pick<PhoneText, 'slug' | 'language_tag'>;

const primaryOf = (tag: string): string => tag.toLowerCase().split('-')[0]!;
const isSame = (tag: string | null, wanted: string): boolean => tag?.toLowerCase() === wanted.toLowerCase();
const isRelated = (tag: string | null, wanted: string): boolean => tag !== null && primaryOf(tag) === primaryOf(wanted);

/**
 * Returns the edition that a phone shows without a choice of its person; null: as on the screen. The languages of the
 * browser count in order, each first as it is and then by its primary subtag: a language that the screen shows means
 * the screen, else one of an offered edition means that edition. [D72]
 */
export function chooseText<Text extends Tagged>(
  languages: readonly string[],
  onScreen: readonly string[],
  texts: readonly Text[],
): Text | null {
  for (const language of languages) {
    for (const matches of [isSame, isRelated]) {
      if (onScreen.some((tag) => matches(tag, language))) return null;
      const text = texts.find(({ language_tag }) => matches(language_tag, language));
      if (text) return text;
    }
  }
  return null;
}

/** Returns whether the screen decides before the offered editions are known, so that they need not be requested. */
export function isOnScreen(languages: readonly string[], onScreen: readonly string[]): boolean {
  const [first] = languages;
  return first === undefined || onScreen.some((tag) => isSame(tag, first));
}

/** Returns the name of the language of an edition in that language; empty if it is not known. */
export function languageName(tag: string | null): string {
  try {
    return (tag && new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag)) || '';
  } catch {
    return '';
  }
}

/** Returns the editions whose name or language has the typed text. */
export function findTexts(texts: readonly PhoneText[], typed: string): readonly PhoneText[] {
  const wanted = foldText(typed.trim());
  return texts.filter(({ name, language_tag, slug }) =>
    foldText(`${name} ${languageName(language_tag)} ${slug}`).includes(wanted),
  );
}
