import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import { toPasskeyHandle } from '../../domain/account/identity/passkeys.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { PasskeyRecord, SessionRecord } from '../../storage/storage.ts';
import { builtAssets } from '../toolkit/assets.ts';
import { toDeviceLabel } from '../toolkit/device-label.ts';
import { csrfField, postForm } from '../toolkit/form.ts';
import { inputField } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { findSentence, notice } from '../toolkit/notice.ts';
import { formatPageTime, timeElement } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import { signInAgain } from '../toolkit/sign-in-again.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { lastUsedText } from './last-used-text.ts';

interface Devices {
  readonly devices: readonly SessionRecord[];
  readonly passkeys: readonly PasskeyRecord[];
  /** Whether a passkey can be created now, only after signing in again, or not at all under this address. */
  readonly adding: 'now' | 'sign_in_again' | 'not_here';
  /**
   * The name under which passkeys could be created on this machine, and the port. Null if this is not the address of
   * this machine.
   */
  readonly local: { readonly name: string; readonly port: number | undefined } | null;
  readonly done: string;
}

/** Renders the page with a user's sessions and passkeys. */
export function devicesPage(visit: SignedInVisit, { devices, passkeys, adding, local, done }: Devices): string {
  const strings = STRINGS[visit.language].devices.page;
  const { session } = visit.holder;
  const scripts = adding === 'now' ? [builtAssets('web/account/passkey-add.ts').script] : [];
  return personFrame(
    { title: strings.title, visit, place: 'sessions', scripts },
    html`<h1>${strings.title}</h1>
${notice(findSentence(strings.done, done))}
<h2 id="devices">${strings.devices}</h2>
<p class="hint">${strings.devicesHint}</p>
<ul class="resource-list" aria-labelledby="devices">
${devices.map((device) => deviceEntry(visit, device))}</ul>
${
  devices.some(({ id }) => id !== session.id) &&
  postForm(
    visit,
    { action: '/account/sessions/end-others', purpose: 'end-other-sessions' },
    html`<p class="actions"><button class="danger">${strings.endOthers}</button></p>\n`,
  )
}<h2 id="passkeys">${strings.passkeys}</h2>
<p class="hint">${strings.passkeysHint}</p>
${passkeys.length > 0 && html`<ul class="resource-list" aria-labelledby="passkeys">\n${passkeys.map((one) => passkeyEntry(visit, one))}</ul>\n`}<h2>${strings.newPasskey}</h2>
${addPasskey(visit, adding, local)}`,
  );
}

function deviceEntry(visit: SignedInVisit, { id, device, createdAt, lastUsedAt }: SessionRecord): SafeHtml {
  const { language, holder } = visit;
  const strings = STRINGS[language].devices.page;
  const name = toDeviceLabel(device) ?? strings.unknownDevice;
  const own = id === holder.session.id;
  return html`<li><div class="resource-name"><p><strong>${name}</strong>${own && html` · ${strings.thisDevice}`}</p>
<p class="meta">${lastUsedText(language, lastUsedAt)}<br>${strings.since(timeElement(language, createdAt))}</p></div>
${
  !own &&
  html`<form method="post" action="/account/sessions/${id}/end">${csrfField(visit, 'end-session')}<button class="danger" aria-label="${strings.end}: ${name}, ${strings.since(html`${formatPageTime(language, createdAt)}`)}">${strings.end}</button></form>`
}</li>
`;
}

function passkeyEntry({ language }: SignedInVisit, passkey: PasskeyRecord): SafeHtml {
  const strings = STRINGS[language].devices.page;
  const { name, createdAt, lastUsedAt } = passkey;
  return html`<li><div class="resource-name"><p><strong>${name}</strong></p>
<p class="meta">${lastUsedText(language, lastUsedAt)}<br>${STRINGS[language].devices.use.created(timeElement(language, createdAt, 'day'))}</p></div>
<a class="button" href="/account/passkeys/${toPasskeyHandle(passkey)}" aria-label="${strings.change}: ${name}">${strings.change}</a></li>
`;
}

function addPasskey(visit: SignedInVisit, adding: Devices['adding'], local: Devices['local']): SafeHtml {
  const strings = STRINGS[visit.language].devices.page;
  if (adding === 'not_here') {
    return html`<p>${strings.notHere}</p>
${
  local !== null &&
  html`<p>${strings.onThisMachine}</p>
<p><code>PORT=${local.port} LECTERN_PUBLIC_URL=${local.name} LECTERN_INSECURE_LAN=on npm start</code></p>
`
}`;
  }
  if (adding === 'sign_in_again') return signInAgain(visit.language, '/account/sessions', strings.signInAgain);
  const suggested = toDeviceLabel(visit.holder.session.device) ?? '';
  return html`<p id="passkey-without">${strings.without}</p>
<form id="passkey-add" method="post" action="/account/passkeys" hidden>
${csrfField(visit, 'passkey-add')}
${inputField({ name: 'name', label: strings.name, hint: strings.nameHint, value: suggested, maxLength: NAME_MAX_CHARACTERS })}<p class="problem" role="alert" hidden></p>
<p class="actions"><button class="primary">${strings.add}</button></p>
</form>`;
}
