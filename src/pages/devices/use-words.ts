import { type PageLanguage, toMoment, type Words } from '../page-language.ts';

interface UseWords {
  created: (moment: string) => string;
  lastUsed: (moment: string) => string;
  neverUsed: string;
}

/** When a passkey was made, and when it or a device was used. */
export const USE_WORDS: Words<UseWords> = {
  en: {
    created: (moment) => `Made on ${moment}`,
    lastUsed: (moment) => `Last used ${moment}`,
    neverUsed: 'Not used yet',
  },
  pt: {
    created: (moment) => `Criada em ${moment}`,
    lastUsed: (moment) => `Último uso: ${moment}`,
    neverUsed: 'Ainda não usada',
  },
  de: {
    created: (moment) => `Erstellt am ${moment}`,
    lastUsed: (moment) => `Zuletzt benutzt: ${moment}`,
    neverUsed: 'Noch nicht benutzt',
  },
};

/** Null: never. */
export const toUse = (language: PageLanguage, lastUsedAt: string | null): string =>
  lastUsedAt === null ? USE_WORDS[language].neverUsed : USE_WORDS[language].lastUsed(toMoment(language, lastUsedAt));
