interface LanguageDetails {
  /** In the language itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
}

/** The languages of the pages by their codes (BCP 47). The strings of each stand in the folder of its code; `strings.ts` collects them. */
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

/** "pt-BR" and "PT" are "pt"; undefined for a language that the pages do not have. */
export function toLanguage(tag: string | null | undefined): InterfaceLanguage | undefined {
  const code = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return isLanguage(code) ? code : undefined;
}
