import { GRANT_DAYS } from '../contract/limits.ts';
import type { Scope } from '../contract/scopes.ts';
import { toTime } from '../domain/clock.ts';
import { STRINGS } from '../locales/strings.ts';
import { csrfField } from '../pages/toolkit/form.ts';
import { html } from '../pages/toolkit/html.ts';
import { timeElement } from '../pages/toolkit/page-language.ts';
import { personFrame } from '../pages/toolkit/person-frame.ts';
import type { Visit } from '../pages/toolkit/visit.ts';
import type { ListedGrant } from '../storage/storage.ts';
import type { OpenRequest } from './authorization-requests.ts';
import { toDestination } from './redirect-uri.ts';

interface Consent extends OpenRequest {
  /** Secret of the request, for the form. */
  readonly secret: string;
  /** Grant that is revoked when this one is allowed, or null. */
  readonly replaced: ListedGrant | null;
  readonly nowMs: number;
}

const DAY_MS = 86_400_000;

/**
 * Renders the consent page: the app, its scopes, the end of the grant and the redirect target. Works without scripts.
 * [Endpoints] authorize
 */
export function consentPage(visit: Visit, { request, client, secret, replaced, nowMs }: Consent): string {
  const { language, holder } = visit;
  const strings = STRINGS[language].oauth.consent;
  const app = html`<strong>${client.name}</strong>`;
  const destination = toDestination(request.redirectUri);
  const end = timeElement(language, toTime(nowMs + GRANT_DAYS * DAY_MS), 'day');
  return personFrame(
    { title: strings.title(client.name), visit },
    html`<h1>${strings.title(client.name)}</h1>
<form method="post" action="/oauth/authorize">
<input type="hidden" name="request" value="${secret}">${csrfField(visit, `consent ${secret}`)}${
      replaced && html`<input type="hidden" name="replaces" value="${replaced.id}">`
    }
<div class="consenter">
<p><span class="label">${holder?.user.name}</span>${holder?.user.email}</p>
<button class="quiet" name="decision" value="switch">${strings.switch}</button>
</div>
<p>${strings.lead(app)}</p>
<p>${destination.kind === 'program' ? strings.toProgram : strings.toHost(html`<strong>${destination.host}</strong>`)}</p>
${groups(request.scopes).map(
  ([group, scopes]) => html`<h2>${strings.groups[group]}</h2>
<ul>${scopes.map((scope) => html`<li>${STRINGS[language].scopes.names[scope]}</li>`)}</ul>
`,
)}<h2>${strings.term}</h2>
<p>${request.scopes.includes('offline_access') ? strings.untilDate(end) : strings.oneHour} ${strings.endIt(html`<a href="/account/apps">${strings.apps}</a>`)}</p>
<p class="hint">${strings.never}</p>
${
  replaced &&
  html`<p class="problem" role="alert">${strings.replaced(
    html`<strong>${replaced.clientName}</strong>`,
    timeElement(language, replaced.createdAt, 'day'),
  )}</p>\n`
}<p class="actions"><button class="primary" name="decision" value="allow">${strings.allow}</button> <button name="decision" value="deny">${strings.deny}</button></p>
</form>`,
  );
}

type Group = 'look' | 'change' | 'delete';

/**
 * Groups the scopes, from reading to deleting. Leaves out `offline_access`, which the page states with the end of the
 * grant.
 */
function groups(scopes: readonly Scope[]): [Group, Scope[]][] {
  const found = Map.groupBy(
    scopes.filter((scope) => scope !== 'offline_access'),
    (scope): Group => (scope.endsWith('.delete') ? 'delete' : /\.(create|update)$/.test(scope) ? 'change' : 'look'),
  );
  return (['look', 'change', 'delete'] as const).flatMap((group) => {
    const those = found.get(group);
    return those ? [[group, those]] : [];
  });
}
