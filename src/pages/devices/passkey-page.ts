import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import { toPasskeyHandle } from '../../domain/account/identity/passkeys.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { PasskeyRecord } from '../../storage/storage.ts';
import { dangerForm } from '../toolkit/disclosure.ts';
import { postForm } from '../toolkit/form.ts';
import { inputField } from '../toolkit/form-field.ts';
import { html } from '../toolkit/html.ts';
import { notice } from '../toolkit/notice.ts';
import { timeElement } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { lastUsedText } from './last-used-text.ts';

/** Renders the page of a passkey, where it can be renamed or removed. */
export function passkeyPage(
  visit: SignedInVisit,
  passkey: PasskeyRecord,
  done: string,
  refused: { wrongName?: string; lastWayIn?: boolean } = {},
): string {
  const { language } = visit;
  const strings = STRINGS[language].devices.passkey;
  const { name, createdAt, lastUsedAt } = passkey;
  const address = `/account/passkeys/${toPasskeyHandle(passkey)}`;
  const problem = refused.wrongName !== undefined && strings.wrongName;
  return personFrame(
    { title: name, visit, place: 'sessions' },
    html`<p><a class="page-back" href="/account/sessions">${strings.back}</a></p>
<h1>${name}</h1>
${notice(done === 'renamed' ? strings.renamed : undefined)}${
  refused.lastWayIn && html`<p class="problem" role="alert">${strings.lastWayIn}</p>\n`
}<p class="meta">${STRINGS[language].devices.use.created(timeElement(language, createdAt))}<br>${lastUsedText(language, lastUsedAt)}</p>
${postForm(
  visit,
  { action: `${address}/rename`, purpose: 'rename-passkey' },
  html`${inputField({ name: 'name', label: strings.name, value: refused.wrongName ?? name, problem, maxLength: NAME_MAX_CHARACTERS })}<p class="actions"><button class="primary">${strings.rename}</button></p>\n`,
)}
${dangerForm(visit, {
  summary: strings.remove,
  explanation: strings.removeMeans,
  action: `${address}/remove`,
  purpose: 'remove-passkey',
  button: strings.removeNow,
})}`,
  );
}
