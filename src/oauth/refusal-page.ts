import { STRINGS } from '../locales/strings.ts';
import { html } from '../pages/toolkit/html.ts';
import { personFrame } from '../pages/toolkit/person-frame.ts';
import type { Visit } from '../pages/toolkit/visits.ts';

/** Why an authorization ends here, with its person, instead of at the client. [D41] */
export type RefusalReason = 'client' | 'redirect_uri' | 'state' | 'request' | 'decision';

/** Says it to the person, and in one line to whoever makes the app; nothing of what came is repeated. */
export function refusalPage(visit: Visit, reason: RefusalReason): string {
  const words = STRINGS[visit.language].oauth.refusal;
  return personFrame(
    { title: words.title, visit },
    html`<p class="eyebrow">400</p>
<h1>${words.title}</h1>
<p>${words.reasons[reason]}</p>
<p>${words.advice}</p>
<p class="hint">${words.makers} <span lang="en">${FOR_MAKERS[reason]}</span></p>`,
  );
}

const FOR_MAKERS: Readonly<Record<RefusalReason, string>> = {
  client: 'client_id must be given once and name a client that is registered and enabled.',
  redirect_uri: 'redirect_uri must be given once and be, character for character, one that the client has registered.',
  state: 'state must be given once, 16 to 512 bytes long, in UTF-8.',
  request: 'request must come alone, within five minutes, from the browser and the session that it belongs to.',
  decision: 'decision must be allow or deny.',
};
