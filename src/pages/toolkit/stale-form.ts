import { LecternError } from '../../contract/lectern-error.ts';
import { html, type SafeHtml } from './html.ts';
import type { PageLanguage, Words } from './page-language.ts';

/** A form of our own page that is out of date: of before signing in or out, or of a browser that has lost its cookie since. */
export class StaleForm extends LecternError {
  /** The page that has it. */
  readonly back: string;

  constructor(back: string) {
    super('forbidden', 'This form is out of date. Load its page again.');
    this.back = back;
  }
}

/** Above a form that is shown again, with what was typed. */
export const staleNotice = (language: PageLanguage, stale: boolean): SafeHtml | false =>
  stale && html`<p class="problem" role="alert">${STALE_WORDS[language]}</p>\n`;

const STALE_WORDS: Words<string> = {
  en: 'This page was out of date, so nothing was done. Please send it once more.',
  pt: 'Esta página estava desatualizada, por isso nada foi feito. Envie mais uma vez, por favor.',
  de: 'Diese Seite war nicht mehr aktuell, deshalb ist nichts geschehen. Bitte senden Sie sie noch einmal ab.',
};
