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
import type { SignedInVisit } from '../toolkit/visit.ts';

/** Renders the form for the code of a terminal. `wrong` is a code for which no terminal waits. */
export function enterCodePage(visit: SignedInVisit, wrong?: { typed: string }): string {
  const strings = STRINGS[visit.language].connect;
  return personFrame(
    { title: strings.enterTitle, visit },
    html`<h1>${strings.enterTitle}</h1>
<p>${strings.enterIntro}</p>
<form method="get" action="/connect">
<div class="field">
<label for="code">${strings.code}</label>
<input id="code" name="code" value="${wrong?.typed.slice(0, TYPED_MAX_CHARACTERS)}" maxlength="${TYPED_MAX_CHARACTERS}" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false"${
      wrong && html` aria-invalid="true" aria-describedby="code-problem"`
    }>
${wrong && html`<p class="problem" id="code-problem" role="alert">${strings.wrong}</p>\n`}</div>
<p class="actions"><button class="primary">${strings.next}</button></p>
</form>`,
  );
}

/**
 * Renders the page on which a person allows or denies a terminal. `membership`: that of the organization that the
 * terminal wants to act for; null if the person is not a member. `stale`: the submitted form was out of date.
 */
export function approveTerminalPage(
  visit: SignedInVisit,
  { userCode, name, scopes, endsAt }: PendingLogin,
  membership: Membership | null | undefined,
  stale = false,
): string {
  const { language, holder } = visit;
  const strings = STRINGS[language].connect;
  return personFrame(
    { title: strings.approvalTitle, visit },
    html`<h1>${strings.approvalTitle}</h1>
${staleNotice(language, stale)}<p>${membership === undefined ? strings.calls : strings.callsFor} <strong>${name}</strong></p>
${membership && html`<p>${strings.actsFor} <strong>${membership.name}</strong>. ${strings.role} <strong>${STRINGS[language].organizations.roles[membership.role].name}</strong>. ${strings.roleMeans}</p>`}
${membership !== null && html`<p>${strings.compare}</p>\n`}<p class="secret"><strong>${userCode}</strong></p>
${
  membership === null
    ? html`<p class="problem" role="alert">${strings.noMember}</p>\n`
    : html`<p class="problem">${strings.warning}</p>
<h2>${strings.may}</h2>
${abilities(language, scopes, membership)}
<p>${strings.until(timeElement(language, endsAt))} ${membership ? strings.endMembership : strings.endEarlier}</p>
`
}<form method="post" action="/connect">
${csrfField(visit, `connect ${userCode}`)}<input type="hidden" name="code" value="${userCode}">
${membership && html`<input type="hidden" name="organization" value="${membership.id}">\n`}<p class="actions">${membership !== null && html`<button class="primary" name="decision" value="allow">${strings.allow}</button>\n`}<button name="decision" value="deny">${strings.deny}</button></p>
</form>
<form method="post" action="/sign-out">
${csrfField(visit, 'sign-out')}<input type="hidden" name="next" value="/connect?code=${userCode}">
<p class="meta">${strings.as} ${holder.user.name} (${holder.user.email}). <button class="quiet">${strings.other}</button></p>
</form>`,
  );
}

/**
 * Lists what the terminal will be able to do. Requested scopes that the role does not allow are listed separately,
 * because they take effect only with another role. [D67]
 */
function abilities(
  language: InterfaceLanguage,
  scopes: readonly Scope[],
  membership: Membership | undefined,
): SafeHtml {
  const strings = STRINGS[language].connect;
  const list = (some: readonly Scope[]) =>
    html`<ul>${some.map((scope) => html`<li>${STRINGS[language].scopes.names[scope]}</li>\n`)}</ul>`;
  if (scopes.length === 0) {
    return membership
      ? html`<p><strong>${strings.roleEverything}</strong> (${STRINGS[language].organizations.roles[membership.role].may})</p>`
      : html`<p><strong>${strings.everything}</strong> ${strings.everythingMeans}</p>`;
  }
  if (!membership) return list(scopes);
  const allowed = scopesOfMember(scopes, membership.role);
  const beyond = scopes.filter((scope) => !allowed.includes(scope));
  return html`${allowed.length === 0 ? html`<p>${strings.nothing}</p>` : list(allowed)}${
    beyond.length > 0 && html`\n<p>${strings.beyondRole}</p>\n${list(beyond)}`
  }`;
}

/** Renders the page after the decision. `membership`: that of the organization that the terminal acts for. */
export function connectedPage(visit: SignedInVisit, done: 'allowed' | 'denied', membership?: Membership): string {
  const strings = STRINGS[visit.language].connect;
  const [title, advice] = strings[done];
  const [href, link] = membership
    ? ([`${organizationPath(membership.id)}/tokens`, strings.serviceTokens(membership.name)] as const)
    : (['/account/tokens', strings.tokens] as const);
  return personFrame(
    { title, visit, place: membership ? 'people' : 'tokens', ownerId: membership?.id },
    html`<h1>${title}</h1>
<p>${advice}</p>
<p><a href="${href}">${link}</a></p>`,
  );
}

/** Maximum length of a typed code that is shown again. A code has nine characters. */
const TYPED_MAX_CHARACTERS = 40;
