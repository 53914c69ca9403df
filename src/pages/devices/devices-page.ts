import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import { toHandle } from '../../domain/account/identity/passkeys.ts';
import type { PasskeyRecord, SessionRecord } from '../../storage/storage.ts';
import { notice, postForm, sentenceOf } from '../account/pieces.ts';
import { signInAgain } from '../account/sign-in-again.ts';
import { builtAssets } from '../toolkit/assets.ts';
import { field } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { momentText, toMoment, type Words } from '../toolkit/page-language.ts';
import { csrfField, personFrame } from '../toolkit/person-frame.ts';
import type { HeldVisit } from '../toolkit/visits.ts';
import { toDeviceWords } from './device-words.ts';
import { toUse, USE_WORDS } from './use-words.ts';

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
export function devicesPage(visit: HeldVisit, { devices, passkeys, adding, local, done }: Devices): string {
  const words = WORDS[visit.language];
  const { session } = visit.holder;
  const scripts = adding === 'now' ? [builtAssets('web/account/passkey-add.ts').script] : [];
  return personFrame(
    { title: words.title, visit, place: 'sessions', scripts },
    html`<h1>${words.title}</h1>
${notice(sentenceOf(words.done, done))}
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

function deviceEntry(visit: HeldVisit, { id, device, createdAt, lastUsedAt }: SessionRecord): SafeHtml {
  const { language, holder } = visit;
  const words = WORDS[language];
  const name = toDeviceWords(device) ?? words.unknownDevice;
  const own = id === holder.session.id;
  return html`<li><div class="what"><p><strong>${name}</strong>${own && html` · ${words.thisDevice}`}</p>
<p class="meta">${toUse(language, lastUsedAt)}<br>${words.since(toMoment(language, createdAt))}</p></div>
${
  !own &&
  html`<form method="post" action="/account/sessions/${id}/end">${csrfField(visit, 'end-session')}<button class="danger" aria-label="${words.end}: ${name}, ${words.since(html`${momentText(language, createdAt)}`)}">${words.end}</button></form>`
}</li>
`;
}

function passkeyEntry({ language }: HeldVisit, passkey: PasskeyRecord): SafeHtml {
  const words = WORDS[language];
  const { name, createdAt, lastUsedAt } = passkey;
  return html`<li><div class="what"><p><strong>${name}</strong></p>
<p class="meta">${toUse(language, lastUsedAt)}<br>${USE_WORDS[language].created(toMoment(language, createdAt, 'day'))}</p></div>
<a class="button secondary" href="/account/passkeys/${toHandle(passkey)}" aria-label="${words.change}: ${name}">${words.change}</a></li>
`;
}

function addPasskey(visit: HeldVisit, adding: Devices['adding'], local: Devices['local']): SafeHtml {
  const words = WORDS[visit.language];
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
  const suggested = toDeviceWords(visit.holder.session.device) ?? '';
  return html`<p id="passkey-without">${words.without}</p>
<form id="passkey-add" method="post" action="/account/passkeys" hidden>
${csrfField(visit, 'passkey-add')}
${field({ name: 'name', label: words.name, hint: words.nameHint, value: suggested, maxLength: NAME_MAX_CHARACTERS })}<p class="problem" role="alert" hidden></p>
<p class="actions"><button>${words.add}</button></p>
</form>`;
}

interface DevicesWords {
  title: string;
  devices: string;
  devicesHint: string;
  unknownDevice: string;
  thisDevice: string;
  since: (moment: SafeHtml) => SafeHtml;
  end: string;
  endOthers: string;
  passkeys: string;
  passkeysHint: string;
  change: string;
  notHere: string;
  onThisMachine: string;
  signInAgain: string;
  without: string;
  newPasskey: string;
  name: string;
  nameHint: string;
  add: string;
  done: { ended: string; others: string; added: string; removed: string };
}

const WORDS: Words<DevicesWords> = {
  en: {
    title: 'Devices and passkeys',
    devices: 'Where you are signed in',
    devicesHint: 'If you do not recognize one of these, sign it out and change your password.',
    unknownDevice: 'Unknown browser',
    thisDevice: 'this device',
    since: (moment) => html`Signed in since ${moment}`,
    end: 'Sign out',
    endOthers: 'Sign out everywhere else',
    passkeys: 'Passkeys',
    passkeysHint:
      'A passkey signs you in with your finger, your face or the PIN of your device, without a password. It stays on your device or in your password manager.',
    change: 'Change',
    notHere:
      'Passkeys cannot be made under this address: browsers offer them only over HTTPS, and only under a domain name.',
    onThisMachine:
      'To try them on this machine alone, start Lectern under the name localhost, with your other settings, such as the data folder, as they are. Apps cannot be connected while it runs like this.',
    signInAgain: 'To add a passkey, sign in once more: that shows that it is really you.',
    without: 'This browser cannot make passkeys, or scripts are switched off in it.',
    newPasskey: 'A new passkey',
    name: 'Name',
    nameHint: 'So that you know later which device has it.',
    add: 'Add a passkey',
    done: {
      ended: 'That device is signed out.',
      others: 'All other devices are signed out.',
      added: 'The passkey is ready. You can sign in with it from now on.',
      removed: 'The passkey was removed. Nobody can sign in with it any more.',
    },
  },
  pt: {
    title: 'Dispositivos e chaves de acesso',
    devices: 'Onde você entrou',
    devicesHint: 'Se não reconhecer algum dispositivo, encerre a sessão dele e troque a sua senha.',
    unknownDevice: 'Navegador desconhecido',
    thisDevice: 'este dispositivo',
    since: (moment) => html`Conectado desde ${moment}`,
    end: 'Encerrar',
    endOthers: 'Sair de todos os outros',
    passkeys: 'Chaves de acesso',
    passkeysHint:
      'Com uma chave de acesso (passkey) você entra usando o dedo, o rosto ou o PIN do dispositivo, sem senha. Ela fica no seu dispositivo ou no seu gerenciador de senhas.',
    change: 'Alterar',
    notHere:
      'Não é possível criar chaves de acesso neste endereço: os navegadores só as oferecem por HTTPS e com um nome de domínio.',
    onThisMachine:
      'Para experimentá-las só nesta máquina, inicie o Lectern com o nome localhost e mantenha as suas outras configurações, como a pasta de dados. Enquanto ele roda assim, não é possível conectar aplicativos.',
    signInAgain: 'Para adicionar uma chave de acesso, entre mais uma vez: assim sabemos que é mesmo você.',
    without: 'Este navegador não consegue criar chaves de acesso, ou os scripts estão desativados nele.',
    newPasskey: 'Nova chave de acesso',
    name: 'Nome',
    nameHint: 'Para você saber depois em qual dispositivo ela está.',
    add: 'Adicionar chave de acesso',
    done: {
      ended: 'A sessão naquele dispositivo foi encerrada.',
      others: 'As sessões em todos os outros dispositivos foram encerradas.',
      added: 'A chave de acesso está pronta. Você já pode entrar com ela.',
      removed: 'A chave de acesso foi removida. Ninguém mais pode entrar com ela.',
    },
  },
  de: {
    title: 'Geräte und Passkeys',
    devices: 'Wo Sie angemeldet sind',
    devicesHint: 'Wenn Sie ein Gerät nicht kennen, melden Sie es ab und ändern Sie Ihr Passwort.',
    unknownDevice: 'Unbekannter Browser',
    thisDevice: 'dieses Gerät',
    since: (moment) => html`Angemeldet seit ${moment}`,
    end: 'Abmelden',
    endOthers: 'Überall sonst abmelden',
    passkeys: 'Passkeys',
    passkeysHint:
      'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder Geräte-PIN an, ohne Passwort. Er bleibt auf Ihrem Gerät oder in Ihrem Passwortmanager.',
    change: 'Ändern',
    notHere:
      'Unter dieser Adresse lassen sich keine Passkeys erstellen: Browser bieten sie nur über HTTPS und unter einem Domainnamen an.',
    onThisMachine:
      'Um sie nur auf diesem Rechner auszuprobieren, starten Sie Lectern unter dem Namen localhost und mit Ihren übrigen Einstellungen, etwa dem Datenordner. Solange es so läuft, lassen sich keine Apps verbinden.',
    signInAgain: 'Um einen Passkey hinzuzufügen, melden Sie sich noch einmal an: So ist sicher, dass Sie es sind.',
    without: 'Dieser Browser kann keine Passkeys erstellen, oder Skripte sind darin abgeschaltet.',
    newPasskey: 'Neuer Passkey',
    name: 'Name',
    nameHint: 'Damit Sie später wissen, auf welchem Gerät er liegt.',
    add: 'Passkey hinzufügen',
    done: {
      ended: 'Das Gerät ist abgemeldet.',
      others: 'Alle anderen Geräte sind abgemeldet.',
      added: 'Der Passkey ist bereit. Sie können sich ab jetzt damit anmelden.',
      removed: 'Der Passkey wurde entfernt. Niemand kann sich mehr damit anmelden.',
    },
  },
};
