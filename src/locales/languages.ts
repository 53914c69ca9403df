interface LanguageDetails {
  /** The name of the language in that language. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
}

/**
 * Languages of the pages by code (BCP 47). The strings of a language are in the folder with its code; `strings.ts`
 * collects them.
 */
const DETAILS = {
  en: { name: 'English', direction: 'ltr' },
  pt: { name: 'Português', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
} satisfies Readonly<Record<string, LanguageDetails>>;

export type InterfaceLanguage = keyof typeof DETAILS;

export const INTERFACE_LANGUAGES: Readonly<Record<InterfaceLanguage, LanguageDetails>> = DETAILS;

export const LANGUAGE_CODES = Object.keys(INTERFACE_LANGUAGES) as readonly InterfaceLanguage[];

export const isLanguage = (code: unknown): code is InterfaceLanguage =>
  typeof code === 'string' && Object.hasOwn(INTERFACE_LANGUAGES, code);

/** Returns the language of a tag: `pt` for "pt-BR" and "PT", undefined for a language that the pages do not have. */
export function toLanguage(tag: string | null | undefined): InterfaceLanguage | undefined {
  const code = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return isLanguage(code) ? code : undefined;
}

/** Returns the address of the guides in a language of the pages. */
export const guidesAddress = (language: string): string => (language === 'en' ? '/docs' : `/docs/${language}`);
