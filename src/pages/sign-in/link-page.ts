import type { PasswordProblem } from '../../domain/account/identity/password.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { SignInUser } from '../../storage/storage.ts';
import { type RemainingAccess, remainingAccess } from '../account/remaining-access.ts';
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

/** Renders a page with a button. Mail scanners follow links, but only a person presses a button. */
export function signInLinkPage(page: LinkPage, user: SignInUser, passkeys: number): string {
  const strings = STRINGS[page.visit.language].signIn.links;
  const later = user.passwordHash === null && passkeys === 0 && html`<p class="hint">${strings.signInLater}</p>\n`;
  return linkFrame(page, strings.signIn, strings.signInAs(user.name, user.email), strings.signIn, undefined, later);
}

export function invitationLinkPage(page: LinkPage, email: string, organization: string | null): string {
  const strings = STRINGS[page.visit.language].signIn.links;
  const text = organization === null ? strings.invited(email) : strings.invitedTo(email, organization);
  return linkFrame(page, strings.invitation, text, strings.goOn);
}

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
  return linkFrame(page, strings.newPassword, strings.newPasswordFor(user.email), strings.setPassword, fields, note);
}

function linkFrame(
  { visit, secret, redirect }: LinkPage,
  title: string,
  text: string,
  button: string,
  fields?: SafeHtml,
  note?: SafeHtml | false,
): string {
  return personFrame(
    { title, visit },
    html`<h1>${title}</h1>
<p>${text}</p>
<form method="post" action="/link/${secret}">
${csrfField(visit, 'link')}${postLoginRedirectFields(redirect)}
${fields}<div class="actions"><button>${button}</button></div>
</form>
${note}`,
  );
}
