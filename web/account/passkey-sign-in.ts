import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser';
import { describePasskeyFailure } from './passkey-messages.ts';
import { PasskeyError, type PasskeyFailure, postJson } from './post-json.ts';

/** A challenge works for five minutes, and the offer in the field for the address stays open for longer than that. */
const OFFER_AGAIN_MS = 4 * 60_000;

/** What the server says of a passkey that somebody has chosen there. */
const TOLD: readonly PasskeyFailure[] = ['stale', 'unknown', 'invalid'];

const place = document.querySelector<HTMLElement>('#passkey-sign-in');
if (place && browserSupportsWebAuthn()) offer(place);

function offer(place: HTMLElement): void {
  const button = place.querySelector('button')!;
  const said = place.querySelector<HTMLElement>('[role=alert]')!;
  const { csrf, request, next } = place.dataset;
  let offering: ReturnType<typeof setTimeout> | undefined;

  async function signIn(useBrowserAutofill: boolean): Promise<void> {
    const optionsJSON = await postJson<PublicKeyCredentialRequestOptionsJSON>('/sign-in/passkey/options', { csrf });
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill });
    const { location: to } = await postJson<{ location: string }>('/sign-in/passkey', {
      csrf,
      request,
      next,
      response,
    });
    location.assign(to);
  }

  function say(error: unknown): void {
    const words = describePasskeyFailure(error, 'sign-in');
    if (words !== null) said.textContent = words;
    said.hidden = said.textContent === '';
  }

  /** Passkeys beside addresses, where the browser does that. Where nobody chooses one, nothing is said. */
  async function offerInField(): Promise<void> {
    if (!(await browserSupportsWebAuthnAutofill())) return;
    clearTimeout(offering);
    offering = setTimeout(offerInField, OFFER_AGAIN_MS);
    await signIn(true).catch((error: unknown) => {
      if (error instanceof PasskeyError && TOLD.includes(error.failure)) say(error);
    });
  }

  button.addEventListener('click', async () => {
    said.hidden = true;
    said.textContent = '';
    button.disabled = true;
    clearTimeout(offering);
    await signIn(false).catch((error: unknown) => {
      say(error);
      return offerInField();
    });
    button.disabled = false;
  });
  place.hidden = false;
  void offerInField();
}
