import type { Config } from '../../config/config.ts';
import { STRINGS } from '../../locales/strings.ts';
import { csrfField } from '../toolkit/form.ts';
import { inputField } from '../toolkit/form-field.ts';
import { html } from '../toolkit/html.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import {
  type PostLoginRedirect,
  postLoginRedirectFields,
  withPostLoginRedirect,
} from '../toolkit/post-login-redirect.ts';
import { staleNotice } from '../toolkit/stale-form.ts';
import type { Visit } from '../toolkit/visits.ts';
import type { PasskeyOffer } from './passkey-sign-in.ts';
import { reasonLine, type SignInReason } from './sign-in-reason.ts';

interface SignInPage {
  readonly visit: Visit;
  readonly onward: PostLoginRedirect;
  /** Where somebody goes on who is signed in already. */
  readonly goOn: string;
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
  const { visit, onward, goOn, reason, signUp, passkey, undone, email = '', problem } = page;
  const words = STRINGS[visit.language].signIn.page;
  const { holder } = visit;
  const told =
    problem &&
    problem !== 'stale' &&
    (typeof problem === 'string' ? words[problem] : words.throttled(Math.ceil(problem.retryAfterSeconds / 60)));
  return personFrame(
    { title: words.title, visit, scripts: passkey.scripts },
    html`<h1>${words.title}</h1>
${reasonLine(visit.language, reason)}${
  holder && html`<p class="done">${words.already(holder.user.name)} <a href="${goOn}">${words.goOn}</a></p>\n`
}${undone && !holder && html`<p class="problem" role="alert">${words.undone}</p>\n`}${staleNotice(visit.language, problem === 'stale')}${told && html`<p class="problem" role="alert" id="sign-in-problem">${told}</p>\n`}<form method="post" action="/sign-in">
${csrfField(visit, 'sign-in')}${postLoginRedirectFields(onward)}
${inputField({ name: 'email', label: words.email, type: 'email', autocomplete: 'username webauthn', value: email, autofocus: !email })}${inputField(
  {
    name: 'password',
    label: words.password,
    type: 'password',
    autocomplete: 'current-password',
    autofocus: Boolean(email),
  },
)}<div class="actions"><button>${words.title}</button></div>
</form>
${passkey.content}<p class="more"><a href="${withPostLoginRedirect('/recover', onward)}">${words.forgotten}</a></p>
${signUp === 'open' && html`<p><a href="${withPostLoginRedirect('/sign-up', onward)}">${words.signUp}</a></p>\n`}`,
  );
}
