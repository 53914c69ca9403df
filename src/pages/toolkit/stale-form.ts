import { LecternError } from '../../contract/lectern-error.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from './html.ts';

/** A form that is out of date: from before signing in or out, or of a browser that has lost its cookie. */
export class StaleFormError extends LecternError {
  /** The page with the form. */
  readonly back: string;

  constructor(back: string) {
    super('forbidden', 'This form is out of date. Load its page again.');
    this.back = back;
  }
}

/** Renders the notice above a form that is shown again with the typed values. */
export const staleNotice = (language: InterfaceLanguage, stale: boolean): SafeHtml | false =>
  stale && html`<p class="problem" role="alert">${STRINGS[language].common.stale}</p>\n`;
