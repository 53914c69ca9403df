import { html, type SafeHtml } from '../toolkit/html.ts';
import { type PageLanguage, toMoment, type Words } from '../toolkit/page-language.ts';

/** When an app or a token was last used, and when it ends, after the words that say when it `began`. */
export function lifeLine(
  language: PageLanguage,
  began: SafeHtml,
  { lastUsedAt, expiresAt }: { lastUsedAt: string | null; expiresAt: string | null },
  precision?: 'day',
): SafeHtml {
  const words = WORDS[language];
  const used = lastUsedAt === null ? words.unused : words.used(toMoment(language, lastUsedAt));
  return html`<p class="meta">${began} · ${used} · ${toEnd(language, expiresAt, precision)}</p>\n`;
}

/** When something ends; null: not by itself. */
export const toEnd = (language: PageLanguage, expiresAt: string | null, precision?: 'day'): string | SafeHtml =>
  expiresAt === null ? WORDS[language].endless : WORDS[language].ends(toMoment(language, expiresAt, precision));

interface LifeWords {
  used: (moment: SafeHtml) => SafeHtml;
  unused: string;
  ends: (moment: SafeHtml) => SafeHtml;
  endless: string;
}

const WORDS: Words<LifeWords> = {
  en: {
    used: (moment) => html`last used ${moment}`,
    unused: 'never used',
    ends: (moment) => html`ends on ${moment}`,
    endless: 'ends when it is revoked',
  },
  pt: {
    used: (moment) => html`último uso em ${moment}`,
    unused: 'nunca usado',
    ends: (moment) => html`termina em ${moment}`,
    endless: 'vale até ser revogado',
  },
  de: {
    used: (moment) => html`zuletzt benutzt am ${moment}`,
    unused: 'nie benutzt',
    ends: (moment) => html`endet am ${moment}`,
    endless: 'gilt bis zum Widerruf',
  },
};
