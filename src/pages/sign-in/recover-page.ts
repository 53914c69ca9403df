import { field } from '../toolkit/form-field.ts';
import { html } from '../toolkit/html.ts';
import type { PageLanguage, Words } from '../toolkit/page-language.ts';
import { csrfField, personFrame } from '../toolkit/person-frame.ts';
import { staleNotice } from '../toolkit/stale-form.ts';
import type { Visit } from '../toolkit/visits.ts';
import { type Onward, onwardFields, withOnward } from './onward.ts';

interface RecoverPage {
  readonly visit: Visit;
  readonly onward: Onward;
  /** `ask`: no mail is sent here. */
  readonly state: 'form' | 'sent' | 'ask' | 'invalid' | 'no_mail' | 'stale' | { readonly retryAfterSeconds: number };
  readonly email?: string;
}

export function recoverPage({ visit, onward, state, email = '' }: RecoverPage): string {
  const words = WORDS[visit.language];
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
${csrfField(visit, 'recover')}${onwardFields(onward)}
${field({
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
<p class="more"><a href="${withOnward('/sign-in', onward)}">${words.back}</a></p>`,
  );
}

/** The message with the link, in the language of whoever asked for it. */
export function recoveryMessage(
  language: PageLanguage,
  { name, url, hours }: { name: string; url: string; hours: number },
) {
  return { subject: WORDS[language].title, text: WORDS[language].message(name, url, hours) };
}

interface RecoverWords {
  title: string;
  explanation: string;
  email: string;
  emailInvalid: string;
  send: string;
  sent: string;
  ask: string;
  otherwise: string;
  noMail: string;
  throttled: (minutes: number) => string;
  back: string;
  message: (name: string, url: string, hours: number) => string;
}

const WORDS: Words<RecoverWords> = {
  en: {
    title: 'Set a new password',
    explanation: 'Enter the address of your account. You get a message with a link that works once.',
    email: 'E-mail address',
    emailInvalid: 'Please enter an e-mail address, such as ada@example.org.',
    send: 'Send the link',
    sent: 'If there is an account with this address, a message is on its way. Look into the spam folder too.',
    ask: 'The administrator of this installation can give you a link at any time, with this command:',
    otherwise: 'If it does not come, the administrator of this installation can give you a link.',
    noMail: 'Mail cannot be sent at the moment. Try again later, or ask the administrator for a link.',
    throttled: (minutes) =>
      `There were too many tries. Try again in ${minutes} min, or ask the administrator for a link.`,
    back: 'Back to sign-in',
    message: (name, url, hours) =>
      `Hello ${name},\n\nsomebody, probably you, asked to set a new password. This link lets you do that. It works once, ` +
      `within ${hours} h:\n\n${url}\n\nIf it was not you, you need not do anything: your password stays as it is.\n`,
  },
  pt: {
    title: 'Definir uma nova senha',
    explanation: 'Digite o e-mail da sua conta. Você receberá uma mensagem com um link que funciona uma única vez.',
    email: 'E-mail',
    emailInvalid: 'Digite um e-mail, como ana@example.org.',
    send: 'Enviar o link',
    sent: 'Se houver uma conta com este e-mail, a mensagem está a caminho. Confira também a caixa de spam.',
    ask: 'Quem administra esta instalação pode lhe dar um link a qualquer momento, com este comando:',
    otherwise: 'Se ela não chegar, quem administra esta instalação pode lhe dar um link.',
    noMail: 'No momento não é possível enviar e-mails. Tente mais tarde ou peça um link ao administrador.',
    throttled: (minutes) =>
      `Houve tentativas demais. Tente de novo em ${minutes} min ou peça um link ao administrador.`,
    back: 'Voltar para entrar',
    message: (name, url, hours) =>
      `Olá, ${name},\n\nalguém, provavelmente você, pediu para definir uma nova senha. Use este link. Ele funciona uma única ` +
      `vez, dentro de ${hours} h:\n\n${url}\n\nSe não foi você, não é preciso fazer nada: a sua senha continua a mesma.\n`,
  },
  de: {
    title: 'Neues Passwort setzen',
    explanation:
      'Geben Sie die Adresse Ihres Kontos ein. Sie bekommen eine Nachricht mit einem Link, der einmal funktioniert.',
    email: 'E-Mail-Adresse',
    emailInvalid: 'Bitte geben Sie eine E-Mail-Adresse ein, etwa anna@example.org.',
    send: 'Link senden',
    sent: 'Wenn es zu dieser Adresse ein Konto gibt, ist eine Nachricht unterwegs. Sehen Sie auch im Spam-Ordner nach.',
    ask: 'Die Verwaltung dieser Installation kann Ihnen jederzeit einen Link geben, mit diesem Befehl:',
    otherwise: 'Kommt sie nicht an, kann Ihnen die Verwaltung dieser Installation einen Link geben.',
    noMail:
      'Im Moment kann keine E-Mail gesendet werden. Versuchen Sie es später, oder bitten Sie die Verwaltung um einen Link.',
    throttled: (minutes) =>
      `Es gab zu viele Versuche. Versuchen Sie es in ${minutes} Min. wieder, oder bitten Sie die Verwaltung um einen Link.`,
    back: 'Zurück zur Anmeldung',
    message: (name, url, hours) =>
      `Guten Tag, ${name},\n\njemand, vermutlich Sie selbst, möchte ein neues Passwort setzen. Mit diesem Link geht das. Er ` +
      `funktioniert einmal, innerhalb von ${hours} Std.:\n\n${url}\n\nWenn Sie es nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.\n`,
  },
};
