import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser';
import { describePasskeyFailure } from './passkey-messages.ts';
import { postJson } from './post-json.ts';

const form = document.querySelector<HTMLFormElement>('#passkey-add');
if (form && browserSupportsWebAuthn()) {
  form.hidden = false;
  document.querySelector<HTMLElement>('#passkey-without')!.hidden = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void addPasskey(form);
  });
}

async function addPasskey(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button')!;
  const alert = form.querySelector<HTMLElement>('[role=alert]')!;
  const { csrf, name } = Object.fromEntries(new FormData(form));
  alert.hidden = true;
  button.disabled = true;
  try {
    const optionsJSON = await postJson<PublicKeyCredentialCreationOptionsJSON>('/account/passkeys/options', { csrf });
    const response = await startRegistration({ optionsJSON });
    const { location: to } = await postJson<{ location: string }>('/account/passkeys', { csrf, name, response });
    location.assign(to);
  } catch (error) {
    alert.textContent = describePasskeyFailure(error, 'add');
    alert.hidden = alert.textContent === '';
    button.disabled = false;
  }
}
