import type { OpenLink } from '../../domain/account/identity/one-time-links.ts';
import type { SignUpProblems } from '../../domain/account/identity/sign-up.ts';
import { field } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import type { Words } from '../toolkit/page-language.ts';
import { csrfField, personFrame } from '../toolkit/person-frame.ts';
import { staleNotice } from '../toolkit/stale-form.ts';
import type { Visit } from '../toolkit/visits.ts';
import { type Onward, onwardFields, withOnward } from './onward.ts';
import { PASSWORD_WORDS } from './password-problem.ts';
import { reasonLine, type SignInReason } from './sign-in-reason.ts';

export type Invitation = Extract<OpenLink, { purpose: 'invitation' }> & { readonly secret: string };

interface SignUpPage {
  readonly visit: Visit;
  readonly onward: Onward;
  readonly reason: SignInReason | null;
  readonly invitation: Invitation | null;
  /** What was sent was out of date, and is shown once more. */
  readonly stale: boolean;
}

export function signUpPage(
  { visit, onward, reason, invitation, stale }: SignUpPage,
  { name = '', email = '', problems = {} }: { name?: string; email?: string; problems?: SignUpProblems } = {},
): string {
  const words = WORDS[visit.language];
  const passwordWords = PASSWORD_WORDS[visit.language];
  const emailField = field({
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
${csrfField(visit, 'sign-up')}${onwardFields(onward)}${invitationField(invitation)}
${field({
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
}${field({
  name: 'password',
  label: words.password,
  type: 'password',
  autocomplete: 'new-password',
  hint: passwordWords.rule,
  problem: problems.password && passwordWords[problems.password],
})}<div class="actions"><button>${words.title}</button></div>
</form>
${!invitation && html`<p class="more"><a href="${withOnward('/sign-in', onward)}">${words.known}</a></p>`}`,
  );
}

/** For whoever is invited and signed in. */
export function joinPage({
  visit,
  onward,
  invitation,
  stale,
}: SignUpPage & { readonly invitation: Invitation }): string {
  const words = WORDS[visit.language];
  const { organization, email } = invitation;
  const text = organization ? words.join(email, organization.name) : words.already(email);
  return personFrame(
    { title: words.invitation, visit },
    html`<h1>${words.invitation}</h1>
${staleNotice(visit.language, stale)}<p>${text}</p>
<form method="post" action="/sign-up">
${csrfField(visit, 'sign-up')}${onwardFields(onward)}${invitationField(invitation)}
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
  const words = WORDS[visit.language];
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
  const words = WORDS[visit.language];
  return personFrame(
    { title: words.title, visit },
    html`<h1>${words.title}</h1>
<p>${closed ? words.closed : words.byInvitation}</p>
<p class="more"><a href="/sign-in">${words.known}</a></p>`,
  );
}

/** What it offers; and the way for whoever has an account, which it does not tell. */
function invited(visit: Visit, onward: Onward, invitation: Invitation, taken: boolean): SafeHtml {
  const words = WORDS[visit.language];
  const { organization } = invitation;
  return html`${organization && html`<p>${words.toJoin(organization.name)}</p>\n`}${
    taken && html`<p class="problem" role="alert" tabindex="-1" autofocus>${words.invitedTaken}</p>\n`
  }${visit.holder && html`<p>${words.signedInAs(visit.holder.user.email)}</p>\n`}<p><a href="${signInAndBack(onward, invitation)}">${words.knownInvited}</a></p>
`;
}

const signInAndBack = (onward: Onward, { secret }: Invitation): string =>
  withOnward('/sign-in', { request: null, next: withOnward('/sign-up', onward, { invitation: secret }) });

const invitationField = (invitation: Invitation | null) =>
  invitation && html`<input type="hidden" name="invitation" value="${invitation.secret}">`;

interface SignUpWords {
  title: string;
  name: string;
  email: string;
  password: string;
  nameInvalid: string;
  emailInvalid: string;
  emailTaken: string;
  known: string;
  knownInvited: string;
  invitedTaken: string;
  toJoin: (organization: string) => string;
  invitation: string;
  join: (email: string, organization: string) => string;
  joinButton: string;
  already: (email: string) => string;
  goOn: string;
  signInFirst: (email: string) => string;
  signedInAs: (email: string) => string;
  signIn: string;
  byInvitation: string;
  closed: string;
}

const WORDS: Words<SignUpWords> = {
  en: {
    title: 'Create an account',
    name: 'Your name',
    email: 'E-mail address',
    password: 'Password',
    nameInvalid: 'Please enter a name of at most 120 characters.',
    emailInvalid: 'Please enter an e-mail address, such as ada@example.org.',
    emailTaken: 'There is an account with this address already. Sign in to it, or use another address.',
    known: 'I have an account',
    knownInvited: 'I have an account with this address: sign in and join',
    invitedTaken: 'There is an account with this address already. Sign in to it to join.',
    toJoin: (organization) => `With it you join ${organization}.`,
    invitation: 'You are invited',
    join: (email, organization) => `As ${email} you can join ${organization}.`,
    joinButton: 'Join',
    already: (email) => `You have an account already: ${email}. There is nothing left to do.`,
    goOn: 'To my account',
    signInFirst: (email) =>
      `The invitation is for ${email}. Sign in with this address to accept it; no new accounts are made here.`,
    signedInAs: (email) => `You are signed in as ${email} now.`,
    signIn: 'Sign in',
    byInvitation: 'Accounts here are made by invitation. Ask the administrator of this installation for one.',
    closed: 'No new accounts are made here.',
  },
  pt: {
    title: 'Criar conta',
    name: 'Seu nome',
    email: 'E-mail',
    password: 'Senha',
    nameInvalid: 'Digite um nome com no máximo 120 caracteres.',
    emailInvalid: 'Digite um e-mail, como ana@example.org.',
    emailTaken: 'Já existe uma conta com este e-mail. Entre nela ou use outro e-mail.',
    known: 'Já tenho conta',
    knownInvited: 'Já tenho conta com este e-mail: entrar e participar',
    invitedTaken: 'Já existe uma conta com este e-mail. Entre nela para participar.',
    toJoin: (organization) => `Com ela você passa a fazer parte de ${organization}.`,
    invitation: 'Você recebeu um convite',
    join: (email, organization) => `Como ${email}, você pode fazer parte de ${organization}.`,
    joinButton: 'Participar',
    already: (email) => `Você já tem uma conta: ${email}. Não falta mais nada.`,
    goOn: 'Para a minha conta',
    signInFirst: (email) =>
      `O convite é para ${email}. Entre com este e-mail para aceitá-lo; aqui não são criadas novas contas.`,
    signedInAs: (email) => `No momento você entrou como ${email}.`,
    signIn: 'Entrar',
    byInvitation: 'Aqui as contas são criadas por convite. Peça um a quem administra esta instalação.',
    closed: 'Aqui não são criadas novas contas.',
  },
  de: {
    title: 'Konto anlegen',
    name: 'Ihr Name',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    nameInvalid: 'Bitte geben Sie einen Namen mit höchstens 120 Zeichen ein.',
    emailInvalid: 'Bitte geben Sie eine E-Mail-Adresse ein, etwa anna@example.org.',
    emailTaken: 'Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich an, oder nehmen Sie eine andere Adresse.',
    known: 'Ich habe schon ein Konto',
    knownInvited: 'Ich habe zu dieser Adresse schon ein Konto: anmelden und beitreten',
    invitedTaken: 'Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich an, um beizutreten.',
    toJoin: (organization) => `Damit werden Sie Mitglied von ${organization}.`,
    invitation: 'Sie sind eingeladen',
    join: (email, organization) => `Als ${email} können Sie Mitglied von ${organization} werden.`,
    joinButton: 'Beitreten',
    already: (email) => `Sie haben schon ein Konto: ${email}. Mehr ist nicht zu tun.`,
    goOn: 'Zu meinem Konto',
    signInFirst: (email) =>
      `Die Einladung gilt für ${email}. Melden Sie sich mit dieser Adresse an, um sie anzunehmen; neue Konten werden hier nicht angelegt.`,
    signedInAs: (email) => `Sie sind gerade als ${email} angemeldet.`,
    signIn: 'Anmelden',
    byInvitation: 'Konten gibt es hier auf Einladung. Bitten Sie die Verwaltung dieser Installation darum.',
    closed: 'Hier werden keine neuen Konten angelegt.',
  },
};
