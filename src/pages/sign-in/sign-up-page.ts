import type { OpenLink } from '../../domain/account/identity/one-time-links.ts';
import type { SignUpProblems } from '../../domain/account/identity/sign-up.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { DoorHost } from '../toolkit/door-host.ts';
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
import type { Visit } from '../toolkit/visit.ts';
import { membershipOffer } from './link-page.ts';
import { reasonLine, type SignInReason } from './sign-in-reason.ts';

export type Invitation = Extract<OpenLink, { purpose: 'invitation' }> & { readonly secret: string };

interface SignUpPage {
  readonly visit: Visit;
  readonly redirect: PostLoginRedirect;
  readonly reason: SignInReason | null;
  readonly invitation: Invitation | null;
  readonly host: DoorHost | null;
  /** Whether the submitted form was out of date and is shown again. */
  readonly stale: boolean;
}

export function signUpPage(
  { visit, redirect, reason, invitation, host, stale }: SignUpPage,
  { name = '', email = '', problems = {} }: { name?: string; email?: string; problems?: SignUpProblems } = {},
): string {
  const strings = STRINGS[visit.language].signIn.signUp;
  const passwordWords = STRINGS[visit.language].signIn.passwords;
  const emailField = inputField({
    name: 'email',
    label: strings.email,
    type: 'email',
    autocomplete: 'username',
    value: email,
    problem: problems.email && strings[problems.email === 'taken' ? 'emailTaken' : 'emailInvalid'],
  });
  return personFrame(
    { title: strings.title, visit, host },
    html`<h1>${strings.title}</h1>
${reasonLine(visit.language, reason)}${staleNotice(visit.language, stale)}${invitation && invitationNotice(visit, redirect, invitation, problems.email === 'taken')}<form method="post" action="/sign-up">
${csrfField(visit, 'sign-up')}${postLoginRedirectFields(redirect)}${invitationField(invitation)}
${inputField({
  name: 'name',
  label: strings.name,
  type: 'text',
  autocomplete: 'name',
  value: name,
  // The browser focuses the first field with autofocus, so a field with an error takes precedence.
  autofocus: Object.keys(problems).length === 0,
  problem: problems.name && strings.nameInvalid,
})}${
  invitation
    ? html`<p class="field"><span class="label">${strings.email}</span>${invitation.email}</p>
<input type="text" name="username" autocomplete="username" value="${invitation.email}" hidden readonly>
`
    : emailField
}${inputField({
  name: 'password',
  label: strings.password,
  type: 'password',
  autocomplete: 'new-password',
  hint: passwordWords.rule,
  problem: problems.password && passwordWords[problems.password],
})}<div class="actions"><button class="primary">${strings.title}</button></div>
</form>
${!invitation && html`<p><a href="${withPostLoginRedirect('/sign-in', redirect)}">${strings.known}</a></p>`}`,
  );
}

/** Renders the page for an invited person who is signed in. */
export function joinPage({
  visit,
  redirect,
  invitation,
  host,
  stale,
}: SignUpPage & { readonly invitation: Invitation }): string {
  const strings = STRINGS[visit.language].signIn.signUp;
  const { organization, email } = invitation;
  const text = organization ? strings.join(email, organization.name) : strings.already(email);
  return personFrame(
    { title: strings.invitation, visit, host },
    html`<h1>${strings.invitation}</h1>
${staleNotice(visit.language, stale)}<p>${text}</p>
<form method="post" action="/sign-up">
${csrfField(visit, 'sign-up')}${postLoginRedirectFields(redirect)}${invitationField(invitation)}
<div class="actions"><button class="primary">${organization ? strings.joinButton : strings.goOn}</button></div>
</form>`,
  );
}

/** Renders the page for an invited person if sign-up is closed. */
export function signInFirstPage({
  visit,
  redirect,
  invitation,
  host,
}: SignUpPage & { readonly invitation: Invitation }): string {
  const strings = STRINGS[visit.language].signIn.signUp;
  const { holder } = visit;
  return personFrame(
    { title: strings.invitation, visit, host },
    html`<h1>${strings.invitation}</h1>
<p>${strings.signInFirst(invitation.email)}</p>
${holder && html`<p>${strings.signedInAs(holder.user.email)}</p>\n`}<p class="actions"><a class="button primary" href="${signInAndBack(redirect, invitation)}">${strings.signIn}</a></p>`,
  );
}

/** Renders the page for a person without an invitation if sign-up needs one. */
export function noSignUpPage(visit: Visit, closed: boolean): string {
  const strings = STRINGS[visit.language].signIn.signUp;
  return personFrame(
    { title: strings.title, visit },
    html`<h1>${strings.title}</h1>
<p>${closed ? strings.closed : strings.byInvitation}</p>
<p><a href="/sign-in">${strings.known}</a></p>`,
  );
}

/** Renders the invitation and a link to sign in. It does not reveal whether an account exists. */
function invitationNotice(visit: Visit, redirect: PostLoginRedirect, invitation: Invitation, taken: boolean): SafeHtml {
  const strings = STRINGS[visit.language].signIn.signUp;
  const { organization } = invitation;
  return html`${organization && membershipOffer(visit.language, organization)}${
    taken && html`<p class="problem" role="alert" tabindex="-1" autofocus>${strings.invitedTaken}</p>\n`
  }${visit.holder && html`<p>${strings.signedInAs(visit.holder.user.email)}</p>\n`}<p><a href="${signInAndBack(redirect, invitation)}">${strings.knownInvited}</a></p>
`;
}

const signInAndBack = (redirect: PostLoginRedirect, { secret }: Invitation): string =>
  withPostLoginRedirect('/sign-in', {
    request: null,
    next: withPostLoginRedirect('/sign-up', redirect, { invitation: secret }),
  });

const invitationField = (invitation: Invitation | null) =>
  invitation && html`<input type="hidden" name="invitation" value="${invitation.secret}">`;
