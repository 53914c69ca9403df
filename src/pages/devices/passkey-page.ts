import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import { toHandle } from '../../domain/account/identity/passkeys.ts';
import type { PasskeyRecord } from '../../storage/storage.ts';
import { destruction, notice, postForm } from '../account/pieces.ts';
import { field } from '../toolkit/form-field.ts';
import { html } from '../toolkit/html.ts';
import { toMoment, type Words } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { HeldVisit } from '../toolkit/visits.ts';
import { toUse, USE_WORDS } from './use-words.ts';

/** One passkey: its name, and its end. */
export function passkeyPage(
  visit: HeldVisit,
  passkey: PasskeyRecord,
  done: string,
  refused: { wrongName?: string; lastWayIn?: boolean } = {},
): string {
  const { language } = visit;
  const words = WORDS[language];
  const { name, createdAt, lastUsedAt } = passkey;
  const address = `/account/passkeys/${toHandle(passkey)}`;
  const problem = refused.wrongName !== undefined && words.wrongName;
  return personFrame(
    { title: name, visit, place: 'sessions' },
    html`<p class="eyebrow"><a href="/account/sessions">${words.back}</a></p>
<h1>${name}</h1>
${notice(done === 'renamed' ? words.renamed : undefined)}${
  refused.lastWayIn && html`<p class="problem" role="alert">${words.lastWayIn}</p>\n`
}<p class="meta">${USE_WORDS[language].created(toMoment(language, createdAt))}<br>${toUse(language, lastUsedAt)}</p>
${postForm(
  visit,
  { action: `${address}/rename`, purpose: 'rename-passkey' },
  html`${field({ name: 'name', label: words.name, value: refused.wrongName ?? name, problem, maxLength: NAME_MAX_CHARACTERS })}<p class="actions"><button>${words.rename}</button></p>\n`,
)}
${destruction(visit, {
  summary: words.remove,
  explanation: words.removeMeans,
  action: `${address}/remove`,
  purpose: 'remove-passkey',
  button: words.removeNow,
})}`,
  );
}

interface PasskeyWords {
  back: string;
  name: string;
  wrongName: string;
  rename: string;
  renamed: string;
  remove: string;
  removeMeans: string;
  removeNow: string;
  lastWayIn: string;
}

const WORDS: Words<PasskeyWords> = {
  en: {
    back: 'Devices and passkeys',
    name: 'Name',
    wrongName: 'A name has 1 to 120 characters, and something to see.',
    rename: 'Save the name',
    renamed: 'The name was changed.',
    remove: 'Remove this passkey',
    removeMeans:
      'Nobody can sign in with it any more. Devices that are signed in stay so. Your device may still offer it; delete it there too.',
    removeNow: 'Remove it for good',
    lastWayIn: 'This is your only way to sign in. Set a password or add another passkey, then remove this one.',
  },
  pt: {
    back: 'Dispositivos e chaves de acesso',
    name: 'Nome',
    wrongName: 'Um nome tem de 1 a 120 caracteres, e algo visível.',
    rename: 'Salvar o nome',
    renamed: 'O nome foi alterado.',
    remove: 'Remover esta chave de acesso',
    removeMeans:
      'Ninguém mais poderá entrar com ela. Os dispositivos já conectados continuam conectados. Talvez o seu dispositivo ainda a ofereça; apague-a lá também.',
    removeNow: 'Remover de vez',
    lastWayIn:
      'Esta é a sua única forma de entrar. Defina uma senha ou adicione outra chave de acesso e depois remova esta.',
  },
  de: {
    back: 'Geräte und Passkeys',
    name: 'Name',
    wrongName: 'Ein Name hat 1 bis 120 Zeichen und muss sichtbar sein.',
    rename: 'Namen speichern',
    renamed: 'Der Name wurde geändert.',
    remove: 'Diesen Passkey entfernen',
    removeMeans:
      'Niemand kann sich mehr damit anmelden. Geräte, die angemeldet sind, bleiben es. Vielleicht bietet Ihr Gerät ihn noch an; löschen Sie ihn dort ebenfalls.',
    removeNow: 'Endgültig entfernen',
    lastWayIn:
      'Dies ist Ihre einzige Möglichkeit, sich anzumelden. Legen Sie ein Passwort fest oder fügen Sie einen weiteren Passkey hinzu, und entfernen Sie dann diesen.',
  },
};
