import { html, type SafeHtml } from '../toolkit/html.ts';
import type { PageLanguage, Words } from '../toolkit/page-language.ts';

/** In place of what is possible only shortly after signing in: the way to sign in and come back to `next`, a path of ours. */
export const signInAgain = (
  language: PageLanguage,
  next: string,
  why = WORDS[language].why,
): SafeHtml => html`<p>${why}</p>
<p class="actions"><a class="button secondary" href="/sign-in?next=${next}">${WORDS[language].signIn}</a></p>
`;

const WORDS: Words<{ why: string; signIn: string }> = {
  en: {
    why: 'For your safety this is possible only shortly after signing in. Sign in once more.',
    signIn: 'Sign in again',
  },
  pt: {
    why: 'Por segurança, isso só é possível logo depois de entrar. Entre mais uma vez.',
    signIn: 'Entrar de novo',
  },
  de: {
    why: 'Zu Ihrer Sicherheit geht das nur kurz nach dem Anmelden. Melden Sie sich noch einmal an.',
    signIn: 'Erneut anmelden',
  },
};
