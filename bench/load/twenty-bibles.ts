import type { EditionText } from '../../src/editions/edition-text.ts';
import { readStarterEdition } from '../../src/editions/starter.ts';
import { glossed } from './glossed-bible.ts';

export const EDITIONS = 20;
export const LANGUAGES = ['en', 'pt', 'de'] as const;
type Language = (typeof LANGUAGES)[number];

export const toSlug = (number: number): string => `bench-${number}`;
export const languageOf = (number: number): Language => LANGUAGES[number % LANGUAGES.length]!;

/** Whole Bibles, one after another in English, Portuguese and German. */
export async function twentyEditions(): Promise<EditionText[]> {
  const english = await readStarterEdition();
  const texts = { en: english, pt: glossed(english, 'pt'), de: glossed(english, 'de') };
  return Array.from({ length: EDITIONS }, (_, number) => ({ ...texts[languageOf(number)], slug: toSlug(number) }));
}
