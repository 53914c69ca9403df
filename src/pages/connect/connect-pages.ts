import { type Scope, scopesOfMember } from '../../contract/scopes.ts';
import type { PendingLogin } from '../../domain/account/credentials/terminal-logins.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { Membership } from '../../storage/storage.ts';
import { organizationPath } from '../organizations/organization-head.ts';
import { csrfField } from '../toolkit/form.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { timeElement } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import { staleNotice } from '../toolkit/stale-form.ts';
import type { SignedInVisit } from '../toolkit/visits.ts';

/** Asks for the code of a terminal; `wrong` is one that no terminal waits with. */
export function enterCodePage(visit: SignedInVisit, wrong?: { typed: string }): string {
  const words = STRINGS[visit.language].connect;
  return personFrame(
    { title: words.enterTitle, visit },
    html`<h1>${words.enterTitle}</h1>
<p>${words.enterIntro}</p>
<form method="get" action="/connect">
<div class="field">
<label for="code">${words.code}</label>
<input id="code" name="code" value="${wrong?.typed.slice(0, TYPED_MAX_CHARACTERS)}" maxlength="${TYPED_MAX_CHARACTERS}" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false"${
      wrong && html` aria-invalid="true" aria-describedby="code-problem"`
    }>
${wrong && html`<p class="problem" id="code-problem" role="alert">${words.wrong}</p>\n`}</div>
<p class="actions"><button>${words.next}</button></p>
</form>`,
  );
}

/**
 * What a terminal wants, and who may give it: for the one decision of a person. `membership`: of the organization that it wants to act
 * for; null where the visitor is no member. `stale`: what was sent was out of date.
 */
export function approveTerminalPage(
  visit: SignedInVisit,
  { userCode, name, scopes, endsAt }: PendingLogin,
  membership: Membership | null | undefined,
  stale = false,
): string {
  const { language, holder } = visit;
  const words = STRINGS[language].connect;
  return personFrame(
    { title: words.judgeTitle, visit },
    html`<h1>${words.judgeTitle}</h1>
${staleNotice(language, stale)}<p>${membership === undefined ? words.calls : words.callsFor} <strong>${name}</strong></p>
${membership && html`<p>${words.actsFor} <strong>${membership.name}</strong>. ${words.role} <strong>${STRINGS[language].organizations.roles[membership.role].name}</strong>. ${words.roleMeans}</p>`}
${membership !== null && html`<p>${words.compare}</p>\n`}<p class="secret"><strong>${userCode}</strong></p>
${
  membership === null
    ? html`<p class="problem" role="alert">${words.noMember}</p>\n`
    : html`<p class="problem">${words.warning}</p>
<h2>${words.may}</h2>
${abilities(language, scopes, membership)}
<p>${words.until(timeElement(language, endsAt))} ${membership ? words.endMembership : words.endEarlier}</p>
`
}<form method="post" action="/connect">
${csrfField(visit, `connect ${userCode}`)}<input type="hidden" name="code" value="${userCode}">
${membership && html`<input type="hidden" name="organization" value="${membership.id}">\n`}<p class="actions">${membership !== null && html`<button name="decision" value="allow">${words.allow}</button>\n`}<button class="secondary" name="decision" value="deny">${words.deny}</button></p>
</form>
<form method="post" action="/sign-out">
${csrfField(visit, 'sign-out')}<input type="hidden" name="next" value="/connect?code=${userCode}">
<p class="meta">${words.as} ${holder.user.name} (${holder.user.email}). <button class="quiet">${words.other}</button></p>
</form>`,
  );
}

/** What it names and the role does not allow is said apart: it gets that only with another role. [D67] */
function abilities(
  language: InterfaceLanguage,
  scopes: readonly Scope[],
  membership: Membership | undefined,
): SafeHtml {
  const words = STRINGS[language].connect;
  const list = (some: readonly Scope[]) =>
    html`<ul>${some.map((scope) => html`<li>${STRINGS[language].scopes.names[scope]}</li>\n`)}</ul>`;
  if (scopes.length === 0) {
    return membership
      ? html`<p><strong>${words.roleEverything}</strong> (${STRINGS[language].organizations.roles[membership.role].may})</p>`
      : html`<p><strong>${words.everything}</strong> ${words.everythingMeans}</p>`;
  }
  if (!membership) return list(scopes);
  const allowed = scopesOfMember(scopes, membership.role);
  const beyond = scopes.filter((scope) => !allowed.includes(scope));
  return html`${allowed.length === 0 ? html`<p>${words.nothing}</p>` : list(allowed)}${
    beyond.length > 0 && html`\n<p>${words.beyondRole}</p>\n${list(beyond)}`
  }`;
}

/** After the decision. `membership`: of the organization that it was about. */
export function connectedPage(visit: SignedInVisit, done: 'allowed' | 'denied', membership?: Membership): string {
  const words = STRINGS[visit.language].connect;
  const [title, advice] = words[done];
  const [href, link] = membership
    ? ([`${organizationPath(membership.id)}/tokens`, words.serviceTokens(membership.name)] as const)
    : (['/account/tokens', words.tokens] as const);
  return personFrame(
    { title, visit, place: membership ? 'organizations' : 'tokens' },
    html`<h1>${title}</h1>
<p>${advice}</p>
<p class="more"><a href="${href}">${link}</a></p>`,
  );
}

/** A code has nine; more is shown again, but not without end. */
const TYPED_MAX_CHARACTERS = 40;
