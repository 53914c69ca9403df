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
import type { SignedInVisit } from '../toolkit/visits.ts';
import { lastUsedText } from './last-used-text.ts';

/** One passkey: its name, and its end. */
export function passkeyPage(
  visit: SignedInVisit,
  passkey: PasskeyRecord,
  done: string,
  refused: { wrongName?: string; lastWayIn?: boolean } = {},
): string {
  const { language } = visit;
  const words = STRINGS[language].devices.passkey;
  const { name, createdAt, lastUsedAt } = passkey;
  const address = `/account/passkeys/${toPasskeyHandle(passkey)}`;
  const problem = refused.wrongName !== undefined && words.wrongName;
  return personFrame(
    { title: name, visit, place: 'sessions' },
    html`<p class="eyebrow"><a href="/account/sessions">${words.back}</a></p>
<h1>${name}</h1>
${notice(done === 'renamed' ? words.renamed : undefined)}${
  refused.lastWayIn && html`<p class="problem" role="alert">${words.lastWayIn}</p>\n`
}<p class="meta">${STRINGS[language].devices.use.created(timeElement(language, createdAt))}<br>${lastUsedText(language, lastUsedAt)}</p>
${postForm(
  visit,
  { action: `${address}/rename`, purpose: 'rename-passkey' },
  html`${inputField({ name: 'name', label: words.name, value: refused.wrongName ?? name, problem, maxLength: NAME_MAX_CHARACTERS })}<p class="actions"><button>${words.rename}</button></p>\n`,
)}
${dangerForm(visit, {
  summary: words.remove,
  explanation: words.removeMeans,
  action: `${address}/remove`,
  purpose: 'remove-passkey',
  button: words.removeNow,
})}`,
  );
}
