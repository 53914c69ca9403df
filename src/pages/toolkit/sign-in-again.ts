import { LecternError } from '../../contract/lectern-error.ts';
import { RECENT_SIGN_IN_MINUTES } from '../../contract/limits.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from './html.ts';

/**
 * Renders a link to sign in again and return to the local path `next`, in place of an action that needs a recent
 * sign-in.
 */
export const signInAgain = (
  language: InterfaceLanguage,
  next: string,
  why = STRINGS[language].common.signInAgain.why,
): SafeHtml => html`<p>${why}</p>
${signInLink(language, next)}`;

/** Renders only the link to sign in again. */
export const signInLink = (language: InterfaceLanguage, next: string): SafeHtml =>
  html`<p class="actions"><a class="button primary" href="/sign-in?next=${encodeURIComponent(next).replaceAll('%2F', '/')}&amp;again=1">${STRINGS[language].common.signInAgain.signIn}</a></p>
`;

/** An action that needs a recent sign-in. Its error page leads to the sign-in page, and from there to `back`. */
export class SignInAgainError extends LecternError {
  readonly back: string;

  constructor(back: string) {
    super('forbidden', `This needs a sign-in of the last ${RECENT_SIGN_IN_MINUTES} minutes.`, {
      recovery: 'Sign in again, and repeat the request.',
    });
    this.back = back;
  }
}
