import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from './html.ts';

/** In place of what is possible only shortly after signing in: the way to sign in and come back to `next`, a path of ours. */
export const signInAgain = (
  language: InterfaceLanguage,
  next: string,
  why = STRINGS[language].common.signInAgain.why,
): SafeHtml => html`<p>${why}</p>
<p class="actions"><a class="button secondary" href="/sign-in?next=${next}">${STRINGS[language].common.signInAgain.signIn}</a></p>
`;
