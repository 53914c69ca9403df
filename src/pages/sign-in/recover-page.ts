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
import type { Visit } from '../toolkit/visits.ts';

interface RecoverPage {
  readonly visit: Visit;
  readonly onward: PostLoginRedirect;
  /** `ask`: no mail is sent here. */
  readonly state: 'form' | 'sent' | 'ask' | 'invalid' | 'no_mail' | 'stale' | { readonly retryAfterSeconds: number };
  readonly email?: string;
}

export function recoverPage({ visit, onward, state, email = '' }: RecoverPage): string {
  const words = STRINGS[visit.language].signIn.recovery;
  const told = typeof state === 'object' ? words.throttled(Math.ceil(state.retryAfterSeconds / 60)) : null;
  const content =
    state === 'ask'
      ? html`<p>${words.ask}</p>
<p><code>npm run --silent lectern -- user reset-link --email …</code></p>`
      : state === 'sent'
        ? html`<p class="done" role="status">${words.sent}</p>
<p>${words.otherwise}</p>`
        : html`<p>${words.explanation}</p>
${staleNotice(visit.language, state === 'stale')}${(told || state === 'no_mail') && html`<p class="problem" role="alert">${told ?? words.noMail}</p>\n`}<form method="post" action="/recover">
${csrfField(visit, 'recover')}${postLoginRedirectFields(onward)}
${inputField({
  name: 'email',
  label: words.email,
  type: 'email',
  autocomplete: 'username',
  value: email,
  autofocus: true,
  problem: state === 'invalid' && words.emailInvalid,
})}<div class="actions"><button>${words.send}</button></div>
</form>`;
  return personFrame(
    { title: words.title, visit },
    html`<h1>${words.title}</h1>
${content}
<p class="more"><a href="${withPostLoginRedirect('/sign-in', onward)}">${words.back}</a></p>`,
  );
}

/** The message with the link, in the language of whoever asked for it. */
export function recoveryMessage(
  language: InterfaceLanguage,
  { name, url, hours }: { name: string; url: string; hours: number },
) {
  return {
    subject: STRINGS[language].signIn.recovery.title,
    text: STRINGS[language].signIn.recovery.message(name, url, hours),
  };
}
