import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import { toHandle } from '../../domain/account/identity/passkeys.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { PasskeyRecord } from '../../storage/storage.ts';
import { destruction } from '../toolkit/disclosure.ts';
import { postForm } from '../toolkit/form.ts';
import { field } from '../toolkit/form-field.ts';
import { html } from '../toolkit/html.ts';
import { notice } from '../toolkit/notice.ts';
import { toMoment } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { HeldVisit } from '../toolkit/visits.ts';
import { toUse } from './use-line.ts';

/** One passkey: its name, and its end. */
export function passkeyPage(
  visit: HeldVisit,
  passkey: PasskeyRecord,
  done: string,
  refused: { wrongName?: string; lastWayIn?: boolean } = {},
): string {
  const { language } = visit;
  const words = STRINGS[language].devices.passkey;
  const { name, createdAt, lastUsedAt } = passkey;
  const address = `/account/passkeys/${toHandle(passkey)}`;
  const problem = refused.wrongName !== undefined && words.wrongName;
  return personFrame(
    { title: name, visit, place: 'sessions' },
    html`<p class="eyebrow"><a href="/account/sessions">${words.back}</a></p>
<h1>${name}</h1>
${notice(done === 'renamed' ? words.renamed : undefined)}${
  refused.lastWayIn && html`<p class="problem" role="alert">${words.lastWayIn}</p>\n`
}<p class="meta">${STRINGS[language].devices.use.created(toMoment(language, createdAt))}<br>${toUse(language, lastUsedAt)}</p>
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
