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
  /** Destination of a person who is already signed in. */
  readonly goOn: string;
  readonly reason: SignInReason | null;
  readonly signUp: Config['signUp'];
  readonly passkey: PasskeyOffer;
  /** Whether a form was not saved because the person is no longer signed in. */
  readonly undone?: boolean;
  /** The typed address. */
  readonly email?: string;
  readonly problem?: SignInProblem;
}

/** Why the sign-in failed. */
export type SignInProblem = 'wrong' | 'disabled' | 'stale' | { readonly retryAfterSeconds: number };

export function signInPage(page: SignInPage): string {
  const { visit, onward, goOn, reason, signUp, passkey, undone, email = '', problem } = page;
  const strings = STRINGS[visit.language].signIn.page;
  const { holder } = visit;
  const message =
    problem &&
    problem !== 'stale' &&
    (typeof problem === 'string' ? strings[problem] : strings.throttled(Math.ceil(problem.retryAfterSeconds / 60)));
  return personFrame(
    { title: strings.title, visit, scripts: passkey.scripts },
    html`<h1>${strings.title}</h1>
${reasonLine(visit.language, reason)}${
  holder && html`<p class="done">${strings.already(holder.user.name)} <a href="${goOn}">${strings.goOn}</a></p>\n`
}${undone && !holder && html`<p class="problem" role="alert">${strings.undone}</p>\n`}${staleNotice(visit.language, problem === 'stale')}${message && html`<p class="problem" role="alert" id="sign-in-problem">${message}</p>\n`}<form method="post" action="/sign-in">
${csrfField(visit, 'sign-in')}${postLoginRedirectFields(onward)}
${inputField({ name: 'email', label: strings.email, type: 'email', autocomplete: 'username webauthn', value: email, autofocus: !email })}${inputField(
  {
    name: 'password',
    label: strings.password,
    type: 'password',
    autocomplete: 'current-password',
    autofocus: Boolean(email),
  },
)}<div class="actions"><button>${strings.title}</button></div>
</form>
${passkey.content}<p class="more"><a href="${withPostLoginRedirect('/recover', onward)}">${strings.forgotten}</a></p>
${signUp === 'open' && html`<p><a href="${withPostLoginRedirect('/sign-up', onward)}">${strings.signUp}</a></p>\n`}`,
  );
}
