import type { OpenLink } from '../../domain/account/identity/one-time-links.ts';
import type { SignUpProblems } from '../../domain/account/identity/sign-up.ts';
import { STRINGS } from '../../locales/strings.ts';
import { csrfField } from '../toolkit/form.ts';
import { inputField } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import {
  type PostLoginRedirect,
  postLoginRedirectFields,
  withPostLoginRedirect,
} from '../toolkit/post-login-redirect.ts';
import { staleNotice } from '../toolkit/stale-form.ts';
import type { Visit } from '../toolkit/visits.ts';
import { reasonLine, type SignInReason } from './sign-in-reason.ts';

export type Invitation = Extract<OpenLink, { purpose: 'invitation' }> & { readonly secret: string };

interface SignUpPage {
  readonly visit: Visit;
  readonly onward: PostLoginRedirect;
  readonly reason: SignInReason | null;
  readonly invitation: Invitation | null;
  /** What was sent was out of date, and is shown once more. */
  readonly stale: boolean;
}

export function signUpPage(
  { visit, onward, reason, invitation, stale }: SignUpPage,
  { name = '', email = '', problems = {} }: { name?: string; email?: string; problems?: SignUpProblems } = {},
): string {
  const words = STRINGS[visit.language].signIn.signUp;
  const passwordWords = STRINGS[visit.language].signIn.passwords;
  const emailField = inputField({
    name: 'email',
    label: words.email,
    type: 'email',
    autocomplete: 'username',
    value: email,
    problem: problems.email && words[problems.email === 'taken' ? 'emailTaken' : 'emailInvalid'],
  });
  return personFrame(
    { title: words.title, visit },
    html`<h1>${words.title}</h1>
${reasonLine(visit.language, reason)}${staleNotice(visit.language, stale)}${invitation && invited(visit, onward, invitation, problems.email === 'taken')}<form method="post" action="/sign-up">
${csrfField(visit, 'sign-up')}${postLoginRedirectFields(onward)}${invitationField(invitation)}
${inputField({
  name: 'name',
  label: words.name,
  type: 'text',
  autocomplete: 'name',
  value: name,
  // The browser goes to the first that asks for it: what is wrong comes before.
  autofocus: Object.keys(problems).length === 0,
  problem: problems.name && words.nameInvalid,
})}${
  invitation
    ? html`<p class="field"><span class="label">${words.email}</span>${invitation.email}</p>
<input type="text" name="username" autocomplete="username" value="${invitation.email}" hidden readonly>
`
    : emailField
}${inputField({
  name: 'password',
  label: words.password,
  type: 'password',
  autocomplete: 'new-password',
  hint: passwordWords.rule,
  problem: problems.password && passwordWords[problems.password],
})}<div class="actions"><button>${words.title}</button></div>
</form>
${!invitation && html`<p class="more"><a href="${withPostLoginRedirect('/sign-in', onward)}">${words.known}</a></p>`}`,
  );
}

/** For whoever is invited and signed in. */
export function joinPage({
  visit,
  onward,
  invitation,
  stale,
}: SignUpPage & { readonly invitation: Invitation }): string {
  const words = STRINGS[visit.language].signIn.signUp;
  const { organization, email } = invitation;
  const text = organization ? words.join(email, organization.name) : words.already(email);
  return personFrame(
    { title: words.invitation, visit },
    html`<h1>${words.invitation}</h1>
${staleNotice(visit.language, stale)}<p>${text}</p>
<form method="post" action="/sign-up">
${csrfField(visit, 'sign-up')}${postLoginRedirectFields(onward)}${invitationField(invitation)}
<div class="actions"><button>${organization ? words.joinButton : words.goOn}</button></div>
</form>`,
  );
}

/** For whoever is invited, where nobody can make an account. */
export function signInFirstPage({
  visit,
  onward,
  invitation,
}: SignUpPage & { readonly invitation: Invitation }): string {
  const words = STRINGS[visit.language].signIn.signUp;
  const { holder } = visit;
  return personFrame(
    { title: words.invitation, visit },
    html`<h1>${words.invitation}</h1>
<p>${words.signInFirst(invitation.email)}</p>
${holder && html`<p>${words.signedInAs(holder.user.email)}</p>\n`}<p class="actions"><a class="button" href="${signInAndBack(onward, invitation)}">${words.signIn}</a></p>`,
  );
}

/** Where nobody can make an account without an invitation. */
export function noSignUpPage(visit: Visit, closed: boolean): string {
  const words = STRINGS[visit.language].signIn.signUp;
  return personFrame(
    { title: words.title, visit },
    html`<h1>${words.title}</h1>
<p>${closed ? words.closed : words.byInvitation}</p>
<p class="more"><a href="/sign-in">${words.known}</a></p>`,
  );
}

/** What it offers; and the way for whoever has an account, which it does not tell. */
function invited(visit: Visit, onward: PostLoginRedirect, invitation: Invitation, taken: boolean): SafeHtml {
  const words = STRINGS[visit.language].signIn.signUp;
  const { organization } = invitation;
  return html`${organization && html`<p>${words.toJoin(organization.name)}</p>\n`}${
    taken && html`<p class="problem" role="alert" tabindex="-1" autofocus>${words.invitedTaken}</p>\n`
  }${visit.holder && html`<p>${words.signedInAs(visit.holder.user.email)}</p>\n`}<p><a href="${signInAndBack(onward, invitation)}">${words.knownInvited}</a></p>
`;
}

const signInAndBack = (onward: PostLoginRedirect, { secret }: Invitation): string =>
  withPostLoginRedirect('/sign-in', {
    request: null,
    next: withPostLoginRedirect('/sign-up', onward, { invitation: secret }),
  });

const invitationField = (invitation: Invitation | null) =>
  invitation && html`<input type="hidden" name="invitation" value="${invitation.secret}">`;
