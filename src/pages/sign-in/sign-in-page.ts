import type { Config } from '../../config/config.ts';
import type { ServerCommandConfig } from '../../config/server-command.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
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
import type { PasskeyOffer } from './passkey-sign-in.ts';
import { resetLinkCommand } from './reset-link-command.ts';
import { reasonLine, type SignInReason } from './sign-in-reason.ts';

interface SignInPage {
  readonly visit: Visit;
  readonly redirect: PostLoginRedirect;
  /** Destination of a person who is already signed in. */
  readonly goOn: string;
  readonly reason: SignInReason | null;
  readonly host: DoorHost | null;
  readonly config: ServerCommandConfig & Pick<Config, 'signUp'>;
  readonly passkey: PasskeyOffer;
  /** Whether a form was not saved because the person is no longer signed in. */
  readonly undone?: boolean;
  /** Whether a signed-in person confirms who they are, because a page needs a recent sign-in. */
  readonly again?: boolean;
  /** The typed address. */
  readonly email?: string;
  readonly problem?: SignInProblem;
}

/** Why the sign-in failed. */
export type SignInProblem = 'wrong' | 'disabled' | 'stale' | { readonly retryAfterSeconds: number };

export function signInPage(page: SignInPage): string {
  const { visit, redirect, goOn, reason, host, config, passkey, undone, problem } = page;
  const strings = STRINGS[visit.language].signIn.page;
  const { holder } = visit;
  const again = page.again === true && holder !== null ? holder.user : null;
  const email = page.email || (again?.email ?? '');
  const title = again ? strings.again : strings.title;
  const message =
    problem &&
    problem !== 'stale' &&
    (typeof problem === 'string' ? strings[problem] : strings.throttled(Math.ceil(problem.retryAfterSeconds / 60)));
  return personFrame(
    { title, visit, host, scripts: passkey.scripts },
    html`<h1>${title}</h1>
${again && html`<p>${strings.againWhy}</p>\n`}${reason === null && !again && html`<p class="hint">${STRINGS[visit.language].home.what}</p>\n`}${reasonLine(visit.language, reason)}${
  holder &&
  !again &&
  html`<p class="done">${strings.already(holder.user.name)} <a href="${goOn}">${strings.goOn}</a></p>\n`
}${undone && !holder && html`<p class="problem" role="alert">${strings.undone}</p>\n`}${staleNotice(visit.language, problem === 'stale')}${message && html`<p class="problem" role="alert" id="sign-in-problem">${message}</p>\n`}${
  again && !again.hasPassword
    ? withoutPassword(visit.language, resetLinkCommand(visit, config, { email: again.email, redirect }))
    : html`<form method="post" action="/sign-in">
${csrfField(visit, 'sign-in')}${postLoginRedirectFields(redirect)}${again && html`<input type="hidden" name="again" value="1">`}
${inputField({ name: 'email', label: strings.email, type: 'email', autocomplete: 'username webauthn', value: email, autofocus: !email })}${inputField(
  {
    name: 'password',
    label: strings.password,
    type: 'password',
    autocomplete: 'current-password',
    autofocus: Boolean(email),
    describedBy: message ? 'sign-in-problem' : null,
  },
)}<div class="actions"><button class="primary">${strings.title}</button></div>
</form>
`
}${passkey.content}<p><a href="${withPostLoginRedirect('/recover', redirect)}">${strings.forgotten}</a></p>
${config.signUp === 'open' && !again && html`<p><a href="${withPostLoginRedirect('/sign-up', redirect)}">${strings.signUp}</a></p>\n`}`,
  );
}

/** Renders how a person without a password proves who they are. */
const withoutPassword = (language: InterfaceLanguage, command: string): SafeHtml =>
  html`<p>${STRINGS[language].signIn.page.noPassword}</p>
<p><code>${command}</code></p>
`;
