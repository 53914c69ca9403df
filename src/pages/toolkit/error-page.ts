import { ERROR_CODES } from '../../contract/error-codes.ts';
import type { LecternError } from '../../contract/lectern-error.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { toDocument } from './document.ts';
import { html } from './html.ts';
import { signInLink } from './sign-in-again.ts';

/** The context of an error, where the code alone is not enough, and the page to go back to. */
export interface ErrorPageContext {
  readonly about?: 'stale_form' | 'missing_target' | 'link_over' | 'sign_in_again';
  /** Advice for errors with the usual way back. */
  readonly advice?: 'needs_https' | 'app_needs_https' | 'not_in_network' | 'network_sign_in_off';
  /** The address at which it works on the server's own machine. */
  readonly local?: string | null;
  readonly back: string;
  /** Whether others in the network can read the page. */
  readonly isPlain?: boolean;
}

/** Renders an error for a person: the text of the catalog, and the error's own detail. */
export function errorPage(
  language: InterfaceLanguage,
  { code, detail: ownDetail, retryAfterSeconds }: LecternError,
  { about, advice: advised, local, back, isPlain = false }: ErrorPageContext,
): string {
  const strings = STRINGS[language].errors;
  const known: Readonly<Record<string, readonly [title: string, advice: string]>> = strings.known;
  const { status } = ERROR_CODES[code];
  const [title, advice] =
    known[about ?? advised ?? code] ?? strings.known[status >= 500 ? 'internal_error' : 'invalid_fields'];
  const link = about && about !== 'sign_in_again' ? strings[about] : back === '/' ? strings.start : strings.back;
  // Details about a body are meant for programs.
  const detail = about === undefined && code !== 'body_too_large' && ownDetail;
  return toDocument(
    { language, title, main: 'card', forPerson: true, isPlain },
    html`${about !== 'sign_in_again' && html`<p class="meta">${status}</p>\n`}<h1>${title}</h1>
<p>${advice}</p>
${local && html`<p>${strings.local(local)}</p>\n`}${retryAfterSeconds !== undefined && html`<p>${strings.wait(retryAfterSeconds)}</p>\n`}${
  detail && html`<p class="hint"${language !== 'en' && html` lang="en"`}>${detail}</p>\n`
}${
  about === 'sign_in_again'
    ? signInLink(language, back)
    : html`<p class="actions"><a class="button primary" href="${back}">${link}</a></p>
`
}`,
  );
}
