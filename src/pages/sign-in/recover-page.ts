import type { ServerCommandConfig } from '../../config/server-command.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
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
import type { Visit } from '../toolkit/visit.ts';
import { resetLinkCommand } from './reset-link-command.ts';

interface RecoverPage {
  readonly visit: Visit;
  readonly redirect: PostLoginRedirect;
  readonly config: ServerCommandConfig;
  /** `ask`: the installation sends no mail. */
  readonly state: 'form' | 'sent' | 'ask' | 'invalid' | 'no_mail' | 'stale' | { readonly retryAfterSeconds: number };
  readonly email?: string;
}

export function recoverPage({ visit, redirect, config, state, email = '' }: RecoverPage): string {
  const strings = STRINGS[visit.language].signIn.recovery;
  const throttled = typeof state === 'object' ? strings.throttled(Math.ceil(state.retryAfterSeconds / 60)) : null;
  const content =
    state === 'ask'
      ? html`<p>${strings.ask}</p>
<p><code>${resetLinkCommand(visit, config, { email: '…', redirect })}</code></p>`
      : state === 'sent'
        ? html`<p class="done" role="status">${strings.sent}</p>
<p>${strings.otherwise}</p>`
        : html`<p>${strings.explanation}</p>
${staleNotice(visit.language, state === 'stale')}${(throttled || state === 'no_mail') && html`<p class="problem" role="alert">${throttled ?? strings.noMail}</p>\n`}<form method="post" action="/recover">
${csrfField(visit, 'recover')}${postLoginRedirectFields(redirect)}
${inputField({
  name: 'email',
  label: strings.email,
  type: 'email',
  autocomplete: 'username',
  value: email,
  autofocus: true,
  problem: state === 'invalid' && strings.emailInvalid,
})}<div class="actions"><button class="primary">${strings.send}</button></div>
</form>`;
  return personFrame(
    { title: strings.title, visit },
    html`<h1>${strings.title}</h1>
${content}
<p><a href="${withPostLoginRedirect('/sign-in', redirect)}">${strings.back}</a></p>`,
  );
}

/** Returns the message with the link, in the language of the person who requested it. */
export function recoveryMessage(
  language: InterfaceLanguage,
  { name, url, hours }: { name: string; url: string; hours: number },
) {
  return {
    subject: STRINGS[language].signIn.recovery.title,
    text: STRINGS[language].signIn.recovery.message(name, url, hours),
  };
}
