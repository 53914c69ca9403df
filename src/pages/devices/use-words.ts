import { html, type SafeHtml } from '../toolkit/html.ts';
import { type PageLanguage, toMoment, type Words } from '../toolkit/page-language.ts';

interface UseWords {
  created: (moment: SafeHtml) => SafeHtml;
  lastUsed: (moment: SafeHtml) => SafeHtml;
  neverUsed: string;
}

/** When a passkey was made, and when it or a device was used. */
export const USE_WORDS: Words<UseWords> = {
  en: {
    created: (moment) => html`Made on ${moment}`,
    lastUsed: (moment) => html`Last used ${moment}`,
    neverUsed: 'Not used yet',
  },
  pt: {
    created: (moment) => html`Criada em ${moment}`,
    lastUsed: (moment) => html`Último uso: ${moment}`,
    neverUsed: 'Ainda não usada',
  },
  de: {
    created: (moment) => html`Erstellt am ${moment}`,
    lastUsed: (moment) => html`Zuletzt benutzt: ${moment}`,
    neverUsed: 'Noch nicht benutzt',
  },
};

/** Null: never. */
export const toUse = (language: PageLanguage, lastUsedAt: string | null): string | SafeHtml =>
  lastUsedAt === null ? USE_WORDS[language].neverUsed : USE_WORDS[language].lastUsed(toMoment(language, lastUsedAt));
