import { LecternError } from '../../contract/lectern-error.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from './html.ts';

/** A form of our own page that is out of date: of before signing in or out, or of a browser that has lost its cookie since. */
export class StaleFormError extends LecternError {
  /** The page that has it. */
  readonly back: string;

  constructor(back: string) {
    super('forbidden', 'This form is out of date. Load its page again.');
    this.back = back;
  }
}

/** Above a form that is shown again, with what was typed. */
export const staleNotice = (language: InterfaceLanguage, stale: boolean): SafeHtml | false =>
  stale && html`<p class="problem" role="alert">${STRINGS[language].common.stale}</p>\n`;
