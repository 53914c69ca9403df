import type { Config } from '../../config.ts';
import { field } from '../form-field.ts';
import { html } from '../html.ts';
import type { Words } from '../page-language.ts';
import type { PasskeyOffer } from '../passkeys/passkey-sign-in.ts';
import { csrfField, personFrame } from '../person-frame.ts';
import { staleNotice } from '../stale-form.ts';
import type { Visit } from '../visits.ts';
import { destinationOf, type Onward, onwardFields, withOnward } from './onward.ts';
import { reasonLine, type SignInReason } from './sign-in-reason.ts';

interface SignInPage {
  readonly visit: Visit;
  readonly onward: Onward;
  readonly reason: SignInReason | null;
  readonly signUp: Config['signUp'];
  readonly passkey: PasskeyOffer;
  /** As it was typed. */
  readonly email?: string;
  readonly problem?: SignInProblem;
}

/** Why nobody was signed in. */
export type SignInProblem = 'wrong' | 'disabled' | 'stale' | { readonly retryAfterSeconds: number };

export function signInPage({ visit, onward, reason, signUp, passkey, email = '', problem }: SignInPage): string {
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
}${staleNotice(visit.language, problem === 'stale')}${told && html`<p class="problem" role="alert" id="sign-in-problem">${told}</p>\n`}<form method="post" action="/sign-in">
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
    wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
    disabled: 'Dieses Konto ist gesperrt. Wenden Sie sich an die Verwaltung dieser Installation.',
    throttled: (minutes) =>
      `Es gab zu viele Versuche. In den nächsten ${minutes} Min. wird hier kein Passwort geprüft, auch kein richtiges. ` +
      'Ein Passkey oder ein Anmeldelink der Verwaltung funktioniert sofort.',
  },
};
