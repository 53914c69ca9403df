import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser';
import { describePasskeyFailure } from './passkey-messages.ts';
import { PasskeyError, type PasskeyFailure, postJson } from './post-json.ts';

/**
 * Interval at which the autofill offer is renewed. A challenge expires after five minutes; the offer stays open for
 * longer.
 */
const OFFER_INTERVAL_MS = 4 * 60_000;

/** Failures that are reported for a passkey chosen from the autofill list. */
const REPORTED_FAILURES: readonly PasskeyFailure[] = ['stale', 'unknown', 'invalid'];

const container = document.querySelector<HTMLElement>('#passkey-sign-in');
if (container && browserSupportsWebAuthn()) offerPasskeys(container);

function offerPasskeys(container: HTMLElement): void {
  const button = container.querySelector('button')!;
  const alert = container.querySelector<HTMLElement>('[role=alert]')!;
  const { csrf, request, next } = container.dataset;
  let offerTimer: ReturnType<typeof setTimeout> | undefined;

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

  function showFailure(error: unknown): void {
    const message = describePasskeyFailure(error, 'sign-in');
    if (message !== null) alert.textContent = message;
    alert.hidden = alert.textContent === '';
  }

  /**
   * Offers passkeys in the email field's autofill list, where the browser supports it. Reports nothing when the person
   * chooses none.
   */
  async function offerInField(): Promise<void> {
    if (!(await browserSupportsWebAuthnAutofill())) return;
    clearTimeout(offerTimer);
    offerTimer = setTimeout(offerInField, OFFER_INTERVAL_MS);
    await signIn(true).catch((error: unknown) => {
      if (error instanceof PasskeyError && REPORTED_FAILURES.includes(error.failure)) showFailure(error);
    });
  }

  button.addEventListener('click', async () => {
    alert.hidden = true;
    alert.textContent = '';
    button.disabled = true;
    clearTimeout(offerTimer);
    await signIn(false).catch((error: unknown) => {
      showFailure(error);
      return offerInField();
    });
    button.disabled = false;
  });
  container.hidden = false;
  void offerInField();
}
