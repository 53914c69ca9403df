import type { InterfaceLanguage } from '../locales/languages.ts';
import { STRINGS } from '../locales/strings.ts';
import { builtAssets, type PageAssets } from '../pages/toolkit/assets.ts';
import { html } from '../pages/toolkit/html.ts';
import { entranceLayout } from './entrance-layout.ts';

export interface AudienceSecretPageOptions {
  liveId: string;
  /** Query of the page's URL, with its question mark, to keep its parameters; empty if none. */
  query: string;
  language: InterfaceLanguage;
  /** Result of the previous attempt. */
  failure: { reason: 'wrong' } | { reason: 'limited'; seconds: number } | null;
  /** Text of the previous attempt, so that the user can correct it. */
  typed?: string;
  /** Defaults to the built assets. */
  assets?: PageAssets;
}

/**
 * Renders the form that asks for the audience secret [D20], [D44]. It posts the field `secret` and reveals nothing
 * about the Live. It works without its script, which reads a secret from the URL fragment and groups the typed
 * characters.
 */
export function audienceSecretPage({
  liveId,
  query,
  language,
  failure,
  typed,
  assets = builtAssets(ENTRY),
}: AudienceSecretPageOptions): string {
  const strings = STRINGS[language].entrance.secret;
  const message = failure && (failure.reason === 'wrong' ? strings.wrong : strings.limited(failure.seconds));
  return entranceLayout(
    { query, language, assets, title: strings.title },
    html`<form class="gate" method="post" action="/l/${encodeURIComponent(liveId)}/secret${query}">
<h1>${strings.title}</h1>
<p class="hint" id="hint">${strings.hint}</p>
<label for="secret">${strings.label}</label>
<input id="secret" name="secret" type="text" value="${typed?.slice(0, TYPED_MAX_CHARACTERS)}" required autofocus maxlength="${TYPED_MAX_CHARACTERS}" placeholder="XXXX-XXXX-XXXX" autocomplete="off"
 autocapitalize="characters" autocorrect="off" spellcheck="false" enterkeyhint="go" aria-describedby="${message ? 'problem' : 'hint'}"${message && html` aria-invalid="true"`}>
${message && html`<p class="problem" id="problem" role="alert">${message}</p>\n`}<button type="submit">${strings.enter}</button>
</form>`,
  );
}

const ENTRY = 'web/entrance/secret.ts';
/** A code with dashes has 14 characters. Longer input is kept up to this length. */
const TYPED_MAX_CHARACTERS = 40;
