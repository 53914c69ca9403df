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
    void add(form);
  });
}

async function add(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button')!;
  const said = form.querySelector<HTMLElement>('[role=alert]')!;
  const { csrf, name } = Object.fromEntries(new FormData(form));
  said.hidden = true;
  button.disabled = true;
  try {
    const optionsJSON = await postJson<PublicKeyCredentialCreationOptionsJSON>('/account/passkeys/options', { csrf });
    const response = await startRegistration({ optionsJSON });
    const { location: to } = await postJson<{ location: string }>('/account/passkeys', { csrf, name, response });
    location.assign(to);
  } catch (error) {
    said.textContent = describePasskeyFailure(error, 'add');
    said.hidden = said.textContent === '';
    button.disabled = false;
  }
}
