import type { NormalizedEdition } from '../../src/editions/normalized-edition.ts';
import { readStarterEdition } from '../../src/editions/starter.ts';
import { translateByGlossary } from './glossed-bible.ts';

export const TWENTY_EDITIONS = 20;
export const EDITION_LANGUAGES = ['en', 'pt', 'de'] as const;
type Language = (typeof EDITION_LANGUAGES)[number];

export const toEditionSlug = (number: number): string => `bench-${number}`;
export const toEditionLanguage = (number: number): Language => EDITION_LANGUAGES[number % EDITION_LANGUAGES.length]!;

/** Whole Bibles, one after another in English, Portuguese and German. */
export async function createTwentyEditions(): Promise<NormalizedEdition[]> {
  const english = await readStarterEdition();
  const texts = { en: english, pt: translateByGlossary(english, 'pt'), de: translateByGlossary(english, 'de') };
  return Array.from({ length: TWENTY_EDITIONS }, (_, number) => ({
    ...texts[toEditionLanguage(number)],
    slug: toEditionSlug(number),
  }));
}
