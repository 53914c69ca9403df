import { STRINGS } from '../locales/strings.ts';
import { html } from '../pages/toolkit/html.ts';
import { personFrame } from '../pages/toolkit/person-frame.ts';
import type { Visit } from '../pages/toolkit/visit.ts';

/** Reasons for an error page instead of a redirect to the client. [D41] */
export type RefusalReason = 'client' | 'redirect_uri' | 'state' | 'request' | 'decision';

/** Renders an error page for the user, with one line for the app's developer. It contains no input. */
export function refusalPage(visit: Visit, reason: RefusalReason): string {
  const strings = STRINGS[visit.language].oauth.refusal;
  return personFrame(
    { title: strings.title, visit },
    html`<p class="meta">400</p>
<h1>${strings.title}</h1>
<p>${strings.reasons[reason]}</p>
<p>${strings.advice}</p>
<p class="hint">${strings.makers} <span lang="en">${DEVELOPER_MESSAGES[reason]}</span></p>`,
  );
}

const DEVELOPER_MESSAGES: Readonly<Record<RefusalReason, string>> = {
  client: 'client_id must be sent exactly once and name a registered, enabled client.',
  redirect_uri: 'redirect_uri must be sent exactly once and equal a registered redirect URI, character for character.',
  state: 'state must be sent exactly once and have 16 to 512 bytes in UTF-8.',
  request: 'request must be the only parameter, and be used within five minutes in its own browser and session.',
  decision: 'decision must be allow or deny.',
};
