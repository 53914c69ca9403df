import type { Config } from '../../config.ts';
import type { PasskeyOffer } from '../passkeys/passkey-sign-in.ts';
import { field } from '../toolkit/form-field.ts';
import { html } from '../toolkit/html.ts';
import type { Words } from '../toolkit/page-language.ts';
import { csrfField, personFrame } from '../toolkit/person-frame.ts';
import { staleNotice } from '../toolkit/stale-form.ts';
import type { Visit } from '../toolkit/visits.ts';
import { destinationOf, type Onward, onwardFields, withOnward } from './onward.ts';
import { reasonLine, type SignInReason } from './sign-in-reason.ts';

interface SignInPage {
  readonly visit: Visit;
  readonly onward: Onward;
  readonly reason: SignInReason | null;
  readonly signUp: Config['signUp'];
  readonly passkey: PasskeyOffer;
  /** A form came from here, and was not taken: nobody is signed in any more. */
  readonly undone?: boolean;
  /** As it was typed. */
  readonly email?: string;
  readonly problem?: SignInProblem;
}

/** Why nobody was signed in. */
export type SignInProblem = 'wrong' | 'disabled' | 'stale' | { readonly retryAfterSeconds: number };

export function signInPage(page: SignInPage): string {
  const { visit, onward, reason, signUp, passkey, undone, email = '', problem } = page;
  const words = WORDS[visit.language];
  const { holder } = visit;
  const told =
    problem &&
    problem !== 'stale' &&
    (typeof problem === 'string' ? words[problem] : words.throttled(Math.ceil(problem.retryAfterSeconds / 60)));
  return personFrame(
    { title: words.title, visit, scripts: passkey.scripts },
    html`<h1>${words.title}</h1>
${reasonLine(visit.language, reason)}${
  holder &&
  html`<p class="done">${words.already(holder.user.name)} <a href="${destinationOf(onward)}">${words.goOn}</a></p>\n`
}${undone && !holder && html`<p class="problem" role="alert">${words.undone}</p>\n`}${staleNotice(visit.language, problem === 'stale')}${told && html`<p class="problem" role="alert" id="sign-in-problem">${told}</p>\n`}<form method="post" action="/sign-in">
${csrfField(visit, 'sign-in')}${onwardFields(onward)}
${field({ name: 'email', label: words.email, type: 'email', autocomplete: 'username webauthn', value: email, autofocus: !email })}${field(
  {
    name: 'password',
    label: words.password,
    type: 'password',
    autocomplete: 'current-password',
    autofocus: Boolean(email),
  },
)}<div class="actions"><button>${words.title}</button></div>
</form>
${passkey.content}<p class="more"><a href="${withOnward('/recover', onward)}">${words.forgotten}</a></p>
${signUp === 'open' && html`<p><a href="${withOnward('/sign-up', onward)}">${words.signUp}</a></p>\n`}`,
  );
}

interface SignInWords {
  title: string;
  email: string;
  password: string;
  forgotten: string;
  signUp: string;
  already: (name: string) => string;
  goOn: string;
  undone: string;
  wrong: string;
  disabled: string;
  throttled: (minutes: number) => string;
}

const WORDS: Words<SignInWords> = {
  en: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    forgotten: 'I forgot my password',
    signUp: 'I have no account yet',
    already: (name) => `You are signed in as ${name}.`,
    goOn: 'Continue',
    undone: 'You were signed out, and nothing was done. Sign in to come back to the page, and enter it once more.',
    wrong: 'The e-mail address or the password is wrong.',
    disabled: 'This account is disabled. Ask the administrator of this installation.',
    throttled: (minutes) =>
      `There were too many tries. For the next ${minutes} min no password is checked here, not even the right one. ` +
      'A passkey or a sign-in link from the administrator works at once.',
  },
  pt: {
    title: 'Entrar',
    email: 'E-mail',
    password: 'Senha',
    forgotten: 'Esqueci minha senha',
    signUp: 'Ainda não tenho conta',
    already: (name) => `Você já entrou como ${name}.`,
    goOn: 'Continuar',
    undone: 'A sua sessão terminou, e nada foi feito. Entre para voltar à página e preencha mais uma vez.',
    wrong: 'O e-mail ou a senha está incorreto.',
    disabled: 'Esta conta está desativada. Fale com quem administra esta instalação.',
    throttled: (minutes) =>
      `Houve tentativas demais. Nos próximos ${minutes} min nenhuma senha é verificada aqui, nem mesmo a correta. ` +
      'Uma chave de acesso ou um link de acesso enviado pelo administrador funciona na hora.',
  },
  de: {
    title: 'Anmelden',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    forgotten: 'Passwort vergessen',
    signUp: 'Ich habe noch kein Konto',
    already: (name) => `Sie sind als ${name} angemeldet.`,
    goOn: 'Weiter',
    undone:
      'Sie wurden abgemeldet, und es ist nichts geschehen. Melden Sie sich an, um zur Seite zurückzukehren, und geben Sie es noch einmal ein.',
    wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
    disabled: 'Dieses Konto ist gesperrt. Wenden Sie sich an die Verwaltung dieser Installation.',
    throttled: (minutes) =>
      `Es gab zu viele Versuche. In den nächsten ${minutes} Min. wird hier kein Passwort geprüft, auch kein richtiges. ` +
      'Ein Passkey oder ein Anmeldelink der Verwaltung funktioniert sofort.',
  },
};
