import { ERROR_CODES } from '../../contract/error-codes.ts';
import type { LecternError } from '../../contract/lectern-error.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { toDocument } from './document.ts';
import { html } from './html.ts';

/** What an error is about, where the code alone does not say it, and where to go on. */
export interface ErrorPageContext {
  readonly about?: 'stale_form' | 'link_over';
  /** The same, where the way on is that of all others. */
  readonly advice?: 'needs_https' | 'app_needs_https';
  /** Where it works on the machine of the server itself. */
  readonly local?: string | null;
  readonly back: string;
}

/** What went wrong, for a person: in words of the catalogue, and what the refusal itself says. */
export function errorPage(
  language: InterfaceLanguage,
  { code, detail: said, retryAfterSeconds }: LecternError,
  { about, advice: advised, local, back }: ErrorPageContext,
): string {
  const words = STRINGS[language].errors;
  const known: Readonly<Record<string, readonly [title: string, advice: string]>> = words.known;
  const { status } = ERROR_CODES[code];
  const [title, advice] =
    known[about ?? advised ?? code] ?? words.known[status >= 500 ? 'internal_error' : 'invalid_fields'];
  // What it says of a body is meant for programs.
  const detail = about === undefined && code !== 'body_too_large' && said;
  return toDocument(
    { language, title, forPerson: true },
    html`<main id="content">
<p class="eyebrow">${status}</p>
<h1>${title}</h1>
<p>${advice}</p>
${local && html`<p>${words.local(local)}</p>\n`}${retryAfterSeconds !== undefined && html`<p>${words.wait(retryAfterSeconds)}</p>\n`}${
  detail && html`<p class="hint"${language !== 'en' && html` lang="en"`}>${detail}</p>\n`
}<p class="more"><a href="${back}">${about ? words[about] : words.back}</a></p>
</main>`,
  );
}
