import type { InterfaceLanguage } from '../locales/languages.ts';
import { STRINGS } from '../locales/strings.ts';
import { builtAssets, type PageAssets } from '../pages/toolkit/assets.ts';
import { html } from '../pages/toolkit/html.ts';
import { entranceLayout } from './entrance-layout.ts';

export interface AudienceSecretPageOptions {
  liveId: string;
  /** With its question mark, so that the page comes back with the address it was opened with; empty for none. */
  query: string;
  language: InterfaceLanguage;
  /** What became of the try before. */
  failure: { reason: 'wrong' } | { reason: 'limited'; seconds: number } | null;
  /** What was typed in that try, so that it can be mended. */
  typed?: string;
  /** As built, unless given. */
  assets?: PageAssets;
}

/**
 * Asks whoever opens a protected Live for its secret [D20], [D44]: a plain form that posts the field `secret`, and says
 * nothing of the Live. It works without its script, which takes a secret from the link's fragment and groups what is typed.
 */
export function audienceSecretPage({
  liveId,
  query,
  language,
  failure,
  typed,
  assets = builtAssets(ENTRY),
}: AudienceSecretPageOptions): string {
  const words = STRINGS[language].entrance.secret;
  const said = failure && (failure.reason === 'wrong' ? words.wrong : words.limited(failure.seconds));
  return entranceLayout(
    { query, language, assets, title: words.title },
    html`<form class="gate" method="post" action="/l/${encodeURIComponent(liveId)}/secret${query}">
<h1>${words.title}</h1>
<p class="hint" id="hint">${words.hint}</p>
<label for="secret">${words.label}</label>
<input id="secret" name="secret" type="text" value="${typed?.slice(0, TYPED_MAX_CHARACTERS)}" required autofocus maxlength="${TYPED_MAX_CHARACTERS}" placeholder="XXXX-XXXX-XXXX" autocomplete="off"
 autocapitalize="characters" autocorrect="off" spellcheck="false" enterkeyhint="go" aria-describedby="${said ? 'problem' : 'hint'}"${said && html` aria-invalid="true"`}>
${said && html`<p class="problem" id="problem" role="alert">${said}</p>\n`}<button type="submit">${words.enter}</button>
</form>`,
  );
}

const ENTRY = 'web/entrance/secret.ts';
/** A code has fourteen with its dashes; more is shown again, but not without end. */
const TYPED_MAX_CHARACTERS = 40;
