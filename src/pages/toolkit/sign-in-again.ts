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
<p class="actions"><a class="button secondary" href="/sign-in?next=${next}">${STRINGS[language].common.signInAgain.signIn}</a></p>
`;
