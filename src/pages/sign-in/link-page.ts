import type { PasswordProblem } from '../../domain/account/identity/password.ts';
import type { SigningUser } from '../../storage/storage.ts';
import { type LastingAccess, lastingAccess } from '../account/lasting-access.ts';
import { field } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import type { Words } from '../toolkit/page-language.ts';
import { csrfField, personFrame } from '../toolkit/person-frame.ts';
import type { Visit } from '../toolkit/visits.ts';
import { type Onward, onwardFields } from './onward.ts';
import { PASSWORD_WORDS } from './password-problem.ts';

interface LinkPage {
  readonly visit: Visit;
  readonly secret: string;
  readonly onward: Onward;
}

/** Programs that look into mail follow links; only a person presses a button. */
export function signInLinkPage(page: LinkPage, user: SigningUser): string {
  const words = WORDS[page.visit.language];
  return linkFrame(page, words.signIn, words.signInAs(user.name, user.email), words.signIn);
}

export function invitationLinkPage(page: LinkPage, email: string, organization: string | null): string {
  const words = WORDS[page.visit.language];
  const text = organization === null ? words.invited(email) : words.invitedTo(email, organization);
  return linkFrame(page, words.invitation, text, words.goOn);
}

export function resetLinkPage(
  page: LinkPage,
  user: SigningUser,
  access: LastingAccess,
  problem: PasswordProblem | null = null,
): string {
  const { language } = page.visit;
  const words = WORDS[language];
  const fields = html`<input type="text" name="username" autocomplete="username" value="${user.email}" hidden readonly>
${field({
  name: 'password',
  label: words.newPassword,
  type: 'password',
  autocomplete: 'new-password',
  autofocus: true,
  hint: PASSWORD_WORDS[language].rule,
  problem: problem && PASSWORD_WORDS[language][problem],
})}`;
  const told = lastingAccess(language, access, 'later');
  return linkFrame(page, words.newPassword, words.newPasswordFor(user.email), words.setPassword, fields, told);
}

function linkFrame(
  { visit, secret, onward }: LinkPage,
  title: string,
  text: string,
  button: string,
  fields?: SafeHtml,
  told?: SafeHtml,
): string {
  return personFrame(
    { title, visit },
    html`<h1>${title}</h1>
<p>${text}</p>
<form method="post" action="/link/${secret}">
${csrfField(visit, 'link')}${onwardFields(onward)}
${fields}<div class="actions"><button>${button}</button></div>
</form>
${told}`,
  );
}

interface LinkWords {
  signIn: string;
  signInAs: (name: string, email: string) => string;
  invitation: string;
  invited: (email: string) => string;
  invitedTo: (email: string, organization: string) => string;
  goOn: string;
  newPassword: string;
  newPasswordFor: (email: string) => string;
  setPassword: string;
}

const WORDS: Words<LinkWords> = {
  en: {
    signIn: 'Sign in',
    signInAs: (name, email) => `This link signs you in as ${name} (${email}). It works once.`,
    invitation: 'You are invited',
    invited: (email) => `With this invitation, ${email} gets an account.`,
    invitedTo: (email, organization) => `With this invitation, ${email} joins ${organization}.`,
    goOn: 'Continue',
    newPassword: 'New password',
    newPasswordFor: (email) => `For ${email}. Whoever is signed in to this account elsewhere is signed out there.`,
    setPassword: 'Set password and sign in',
  },
  pt: {
    signIn: 'Entrar',
    signInAs: (name, email) => `Com este link você entra como ${name} (${email}). Ele funciona uma única vez.`,
    invitation: 'Você recebeu um convite',
    invited: (email) => `Com este convite, ${email} ganha uma conta.`,
    invitedTo: (email, organization) => `Com este convite, ${email} passa a fazer parte de ${organization}.`,
    goOn: 'Continuar',
    newPassword: 'Nova senha',
    newPasswordFor: (email) =>
      `Para ${email}. Quem estiver conectado a esta conta em outros lugares será desconectado.`,
    setPassword: 'Definir senha e entrar',
  },
  de: {
    signIn: 'Anmelden',
    signInAs: (name, email) => `Dieser Link meldet Sie als ${name} (${email}) an. Er funktioniert einmal.`,
    invitation: 'Sie sind eingeladen',
    invited: (email) => `Mit dieser Einladung bekommt ${email} ein Konto.`,
    invitedTo: (email, organization) => `Mit dieser Einladung wird ${email} Mitglied von ${organization}.`,
    goOn: 'Weiter',
    newPassword: 'Neues Passwort',
    newPasswordFor: (email) => `Für ${email}. Wer anderswo in diesem Konto angemeldet ist, wird dort abgemeldet.`,
    setPassword: 'Passwort setzen und anmelden',
  },
};
