import type { FastifyRequest } from 'fastify';
import { findRelyingParty } from '../../domain/account/identity/relying-party.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets } from '../toolkit/assets.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import type { PostLoginRedirect } from '../toolkit/post-login-redirect.ts';
import type { Visit } from '../toolkit/visit.ts';
import type { Visits } from '../toolkit/visits.ts';

/** The parts that a page includes. */
export interface PasskeyOffer {
  readonly content: SafeHtml;
  /** Addresses of the scripts. */
  readonly scripts: readonly string[];
}

/**
 * Returns the sign-in page's passkey button and its script, which shows the button if the browser supports passkeys.
 * The e-mail field offers passkeys too if its `autocomplete` is "username webauthn". Empty if passkeys cannot work
 * here.
 */
export function passkeySignIn(
  { visits }: { readonly visits: Visits },
  request: FastifyRequest,
  visit: Visit,
  redirect: PostLoginRedirect,
): PasskeyOffer {
  if (!findRelyingParty(visits.address.originOf(request))) return { content: html``, scripts: [] };
  const content = html`<div id="passkey-sign-in" hidden data-csrf="${visit.csrf('passkey-sign-in')}"${
    redirect.request !== null && html` data-request="${redirect.request}"`
  }${redirect.next !== null && html` data-next="${redirect.next}"`}>
<p class="actions"><button type="button">${STRINGS[visit.language].signIn.withPasskey}</button></p>
<p class="problem" role="alert" hidden></p>
</div>
`;
  return { content, scripts: [builtAssets('web/account/passkey-sign-in.ts').script] };
}
