import type { OfferedMembership } from '../../domain/account/identity/one-time-links.ts';
import type { PasswordProblem } from '../../domain/account/identity/password.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { SignInUser } from '../../storage/storage.ts';
import { type RemainingAccess, remainingAccess } from '../account/remaining-access.ts';
import type { DoorHost } from '../toolkit/door-host.ts';
import { csrfField } from '../toolkit/form.ts';
import { inputField } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import { type PostLoginRedirect, postLoginRedirectFields } from '../toolkit/post-login-redirect.ts';
import type { Visit } from '../toolkit/visit.ts';

interface LinkPage {
  readonly visit: Visit;
  readonly secret: string;
  readonly redirect: PostLoginRedirect;
}

interface LinkForm {
  readonly title: string;
  readonly text: SafeHtml;
  readonly button: string;
  readonly fields?: SafeHtml;
  readonly note?: SafeHtml | false;
  readonly host?: DoorHost | null;
}

/** Renders a page with a button. Mail scanners follow links, but only a person presses a button. */
export function signInLinkPage(page: LinkPage, user: SignInUser, passkeys: number): string {
  const strings = STRINGS[page.visit.language].signIn.links;
  const later = user.passwordHash === null && passkeys === 0 && html`<p class="hint">${strings.signInLater}</p>\n`;
  const text = html`<p>${strings.signInAs(user.name, user.email)}</p>`;
  return linkFrame(page, { title: strings.signIn, text, button: strings.signIn, note: later });
}

export function invitationLinkPage(
  page: LinkPage,
  email: string,
  offered: OfferedMembership | null,
  host: DoorHost | null,
): string {
  const { language } = page.visit;
  const strings = STRINGS[language].signIn.links;
  const text = offered ? membershipOffer(language, offered) : html`<p>${strings.invited(email)}</p>`;
  const note = html`${offered && html`<p class="hint">${strings.onlyFor(email)}</p>\n`}<p class="hint">${STRINGS[language].home.what}</p>`;
  return linkFrame(page, { title: strings.invitation, text, button: strings.goOn, note, host });
}

/** Renders who invites to which organization and role. */
export const membershipOffer = (language: InterfaceLanguage, { inviter, name, role }: OfferedMembership): SafeHtml => {
  const { name: roleName, may } = STRINGS[language].organizations.roles[role];
  return html`<p>${STRINGS[language].signIn.links.invitedTo(inviter, name, roleName)}</p>
<p class="hint">${roleName}: ${may}.</p>`;
};

export function resetLinkPage(
  page: LinkPage,
  user: SignInUser,
  access: RemainingAccess,
  problem: PasswordProblem | null = null,
): string {
  const { language } = page.visit;
  const strings = STRINGS[language].signIn.links;
  const fields = html`<input type="text" name="username" autocomplete="username" value="${user.email}" hidden readonly>
${inputField({
  name: 'password',
  label: strings.newPassword,
  type: 'password',
  autocomplete: 'new-password',
  autofocus: true,
  hint: STRINGS[language].signIn.passwords.rule,
  problem: problem && STRINGS[language].signIn.passwords[problem],
})}`;
  const note = remainingAccess(language, access, 'later');
  const text = html`<p>${strings.newPasswordFor(user.email)}</p>`;
  return linkFrame(page, { title: strings.newPassword, text, button: strings.setPassword, fields, note });
}

function linkFrame(
  { visit, secret, redirect }: LinkPage,
  { title, text, button, fields, note, host }: LinkForm,
): string {
  return personFrame(
    { title, visit, host },
    html`<h1>${title}</h1>
${text}
<form method="post" action="/link/${secret}">
${csrfField(visit, 'link')}${postLoginRedirectFields(redirect)}
${fields}<div class="actions"><button class="primary">${button}</button></div>
</form>
${note}`,
  );
}
