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
import type { SignedInVisit } from '../toolkit/visits.ts';
import { lastUsedText } from './last-used-text.ts';

interface Devices {
  readonly devices: readonly SessionRecord[];
  readonly passkeys: readonly PasskeyRecord[];
  /** Whether a passkey can be made now; only after signing in once more; or not at all under this address. */
  readonly adding: 'now' | 'sign_in_again' | 'not_here';
  /** Where they could be made on this machine, and where Lectern listens; null where this is not the address of it. */
  readonly local: { readonly name: string; readonly port: number | undefined } | null;
  readonly done: string;
}

/** Where somebody is signed in, and with which passkeys. */
export function devicesPage(visit: SignedInVisit, { devices, passkeys, adding, local, done }: Devices): string {
  const words = STRINGS[visit.language].devices.page;
  const { session } = visit.holder;
  const scripts = adding === 'now' ? [builtAssets('web/account/passkey-add.ts').script] : [];
  return personFrame(
    { title: words.title, visit, place: 'sessions', scripts },
    html`<h1>${words.title}</h1>
${notice(findSentence(words.done, done))}
<h2 id="devices">${words.devices}</h2>
<p class="hint">${words.devicesHint}</p>
<ul class="entries" aria-labelledby="devices">
${devices.map((device) => deviceEntry(visit, device))}</ul>
${
  devices.some(({ id }) => id !== session.id) &&
  postForm(
    visit,
    { action: '/account/sessions/end-others', purpose: 'end-other-sessions' },
    html`<p class="actions"><button class="danger">${words.endOthers}</button></p>\n`,
  )
}<h2 id="passkeys">${words.passkeys}</h2>
<p class="hint">${words.passkeysHint}</p>
${passkeys.length > 0 && html`<ul class="entries" aria-labelledby="passkeys">\n${passkeys.map((one) => passkeyEntry(visit, one))}</ul>\n`}<h2>${words.newPasskey}</h2>
${addPasskey(visit, adding, local)}`,
  );
}

function deviceEntry(visit: SignedInVisit, { id, device, createdAt, lastUsedAt }: SessionRecord): SafeHtml {
  const { language, holder } = visit;
  const words = STRINGS[language].devices.page;
  const name = toDeviceLabel(device) ?? words.unknownDevice;
  const own = id === holder.session.id;
  return html`<li><div class="what"><p><strong>${name}</strong>${own && html` · ${words.thisDevice}`}</p>
<p class="meta">${lastUsedText(language, lastUsedAt)}<br>${words.since(timeElement(language, createdAt))}</p></div>
${
  !own &&
  html`<form method="post" action="/account/sessions/${id}/end">${csrfField(visit, 'end-session')}<button class="danger" aria-label="${words.end}: ${name}, ${words.since(html`${formatPageTime(language, createdAt)}`)}">${words.end}</button></form>`
}</li>
`;
}

function passkeyEntry({ language }: SignedInVisit, passkey: PasskeyRecord): SafeHtml {
  const words = STRINGS[language].devices.page;
  const { name, createdAt, lastUsedAt } = passkey;
  return html`<li><div class="what"><p><strong>${name}</strong></p>
<p class="meta">${lastUsedText(language, lastUsedAt)}<br>${STRINGS[language].devices.use.created(timeElement(language, createdAt, 'day'))}</p></div>
<a class="button secondary" href="/account/passkeys/${toPasskeyHandle(passkey)}" aria-label="${words.change}: ${name}">${words.change}</a></li>
`;
}

function addPasskey(visit: SignedInVisit, adding: Devices['adding'], local: Devices['local']): SafeHtml {
  const words = STRINGS[visit.language].devices.page;
  if (adding === 'not_here') {
    return html`<p>${words.notHere}</p>
${
  local !== null &&
  html`<p>${words.onThisMachine}</p>
<p><code>PORT=${local.port} LECTERN_PUBLIC_URL=${local.name} LECTERN_INSECURE_LAN=on npm start</code></p>
`
}`;
  }
  if (adding === 'sign_in_again') return signInAgain(visit.language, '/account/sessions', words.signInAgain);
  const suggested = toDeviceLabel(visit.holder.session.device) ?? '';
  return html`<p id="passkey-without">${words.without}</p>
<form id="passkey-add" method="post" action="/account/passkeys" hidden>
${csrfField(visit, 'passkey-add')}
${inputField({ name: 'name', label: words.name, hint: words.nameHint, value: suggested, maxLength: NAME_MAX_CHARACTERS })}<p class="problem" role="alert" hidden></p>
<p class="actions"><button>${words.add}</button></p>
</form>`;
}
