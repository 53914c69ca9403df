import type { FastifyRequest } from 'fastify';
import { findRelyingParty } from '../../domain/account/identity/relying-party.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets } from '../toolkit/assets.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import type { PostLoginRedirect } from '../toolkit/post-login-redirect.ts';
import type { Visit, Visits } from '../toolkit/visits.ts';

/** What a page has of it. */
export interface PasskeyOffer {
  readonly content: SafeHtml;
  /** Addresses of its scripts. */
  readonly scripts: readonly string[];
}

/**
 * The button of the page for signing in, and its script, which shows it where the browser has passkeys. The field for the
 * address offers them too if its `autocomplete` is "username webauthn". Nothing where passkeys cannot work.
 */
export function passkeySignIn(
  { visits }: { readonly visits: Visits },
  request: FastifyRequest,
  visit: Visit,
  onward: PostLoginRedirect,
): PasskeyOffer {
  if (!findRelyingParty(visits.originOf(request))) return { content: html``, scripts: [] };
  const content = html`<div id="passkey-sign-in" hidden data-csrf="${visit.csrf('passkey-sign-in')}"${
    onward.request !== null && html` data-request="${onward.request}"`
  }${onward.next !== null && html` data-next="${onward.next}"`}>
<p class="actions"><button type="button" class="secondary">${STRINGS[visit.language].signIn.withPasskey}</button></p>
<p class="problem" role="alert" hidden></p>
</div>
`;
  return { content, scripts: [builtAssets('web/account/passkey-sign-in.ts').script] };
}
