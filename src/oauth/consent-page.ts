import { GRANT_DAYS, GRANTS_PER_USER_MAX } from '../contract/limits.ts';
import type { Scope } from '../contract/scopes.ts';
import { toTime } from '../domain/clock.ts';
import { html, type SafeHtml } from '../pages/toolkit/html.ts';
import { toMoment, type Words } from '../pages/toolkit/page-language.ts';
import { csrfField, personFrame } from '../pages/toolkit/person-frame.ts';
import { scopeWords } from '../pages/toolkit/scope-words.ts';
import type { Visit } from '../pages/toolkit/visits.ts';
import type { ListedGrant } from '../storage/storage.ts';
import type { OpenRequest } from './authorization-requests.ts';
import { toDestination } from './redirect-uri.ts';

interface Consent extends OpenRequest {
  /** Of the request, for the form. */
  readonly secret: string;
  /** What ends if this is allowed; null: nothing. */
  readonly replaced: ListedGrant | null;
  readonly nowMs: number;
}

const DAY_MS = 86_400_000;

/** Who asks, for what, until when and where the answer goes: all that a person needs to decide, which works without a script. [Endpoints] authorize */
export function consentPage(visit: Visit, { request, client, secret, replaced, nowMs }: Consent): string {
  const { language, holder } = visit;
  const words = WORDS[language];
  const app = html`<strong>${client.name}</strong>`;
  const destination = toDestination(request.redirectUri);
  const end = toMoment(language, toTime(nowMs + GRANT_DAYS * DAY_MS), 'day');
  return personFrame(
    { title: words.title(client.name), visit },
    html`<h1>${words.title(client.name)}</h1>
<form class="consent" method="post" action="/oauth/authorize">
<input type="hidden" name="request" value="${secret}">${csrfField(visit, `consent ${secret}`)}${
      replaced && html`<input type="hidden" name="replaces" value="${replaced.id}">`
    }
<div class="account">
<p><span class="label">${holder?.user.name}</span>${holder?.user.email}</p>
<button class="quiet" name="decision" value="switch">${words.switch}</button>
</div>
<p>${words.lead(app)}</p>
<p>${destination.kind === 'program' ? words.toProgram : words.toHost(html`<strong>${destination.host}</strong>`)}</p>
${groups(request.scopes).map(
  ([group, scopes]) => html`<h2>${words.groups[group]}</h2>
<ul>${scopes.map((scope) => html`<li>${scopeWords(language, scope)}</li>`)}</ul>
`,
)}<h2>${words.term}</h2>
<p>${request.scopes.includes('offline_access') ? words.untilDate(end) : words.oneHour} ${words.endIt}</p>
<p class="hint">${words.never}</p>
${
  replaced &&
  html`<p class="problem" role="alert">${words.replaced(
    html`<strong>${replaced.clientName}</strong>`,
    toMoment(language, replaced.createdAt, 'day'),
  )}</p>\n`
}<p class="actions"><button name="decision" value="allow">${words.allow}</button> <button class="secondary" name="decision" value="deny">${words.deny}</button></p>
</form>`,
  );
}

type Group = 'look' | 'change' | 'delete';

/** What is asked for, from the harmless to what cannot be undone; that an app stays connected is told with its end. */
function groups(scopes: readonly Scope[]): [Group, Scope[]][] {
  const found = Map.groupBy(
    scopes.filter((scope) => scope !== 'offline_access'),
    (scope): Group => (scope.endsWith('.delete') ? 'delete' : /\.(create|update)$/.test(scope) ? 'change' : 'look'),
  );
  return (['look', 'change', 'delete'] as const).flatMap((group) => {
    const those = found.get(group);
    return those ? [[group, those]] : [];
  });
}

interface ConsentWords {
  title: (app: string) => string;
  lead: (app: SafeHtml) => SafeHtml;
  switch: string;
  groups: Readonly<Record<Group, string>>;
  term: string;
  untilDate: (date: SafeHtml) => SafeHtml;
  oneHour: string;
  endIt: SafeHtml;
  never: string;
  replaced: (app: SafeHtml, date: SafeHtml) => SafeHtml;
  toHost: (host: SafeHtml) => SafeHtml;
  toProgram: string;
  allow: string;
  deny: string;
}

const WORDS: Words<ConsentWords> = {
  en: {
    title: (app) => `Connect ${app} to your account?`,
    lead: (app) => html`${app} asks to use your account. It gets only what is listed here, and only if you allow it.`,
    switch: 'Use another account',
    groups: { look: 'It can see', change: 'It can change', delete: 'It can delete' },
    term: 'How long',
    untilDate: (date) =>
      html`It stays connected for ${GRANT_DAYS} days, until ${date}, also while you are not using it. Then it has to ask again.`,
    oneHour: 'It is connected for one hour. Then it has to ask again.',
    endIt: html`You can end the connection at any time under <a href="/account/apps">Connected apps</a>.`,
    never: 'It never gets to your password, your personal tokens, your organizations, presentations or other apps.',
    replaced: (app, date) =>
      html`You have ${GRANTS_PER_USER_MAX} connections, and there can be no more. If you allow this one, the oldest ends: ${app}, connected on ${date}.`,
    toHost: (host) => html`Your answer goes to ${host}.`,
    toProgram: 'Your answer goes to a program on this computer. Allow this only if you have just started it yourself.',
    allow: 'Allow',
    deny: 'Do not allow',
  },
  pt: {
    title: (app) => `Conectar ${app} à sua conta?`,
    lead: (app) =>
      html`${app} pede para usar a sua conta. Recebe apenas o que está listado aqui, e só se você permitir.`,
    switch: 'Usar outra conta',
    groups: { look: 'Pode ver', change: 'Pode alterar', delete: 'Pode excluir' },
    term: 'Por quanto tempo',
    untilDate: (date) =>
      html`Fica conectado por ${GRANT_DAYS} dias, até ${date}, mesmo quando você não o estiver usando. Depois, precisa pedir de novo.`,
    oneHour: 'Fica conectado por uma hora. Depois, precisa pedir de novo.',
    endIt: html`Você pode encerrar a conexão quando quiser em <a href="/account/apps">Aplicativos conectados</a>.`,
    never:
      'Nunca tem acesso à sua senha, aos seus tokens pessoais, às suas organizações, às apresentações nem a outros aplicativos.',
    replaced: (app, date) =>
      html`Você tem ${GRANTS_PER_USER_MAX} conexões, o máximo possível. Se permitir esta, a mais antiga termina: ${app}, conectado em ${date}.`,
    toHost: (host) => html`A sua resposta vai para ${host}.`,
    toProgram: 'A sua resposta vai para um programa neste computador. Permita apenas se você acabou de iniciá-lo.',
    allow: 'Permitir',
    deny: 'Não permitir',
  },
  de: {
    title: (app) => `${app} mit Ihrem Konto verbinden?`,
    lead: (app) =>
      html`${app} möchte Ihr Konto nutzen. Die App erhält nur, was hier steht, und nur, wenn Sie es erlauben.`,
    switch: 'Anderes Konto verwenden',
    groups: { look: 'Die App darf ansehen', change: 'Die App darf ändern', delete: 'Die App darf löschen' },
    term: 'Wie lange',
    untilDate: (date) =>
      html`Die App bleibt ${GRANT_DAYS} Tage verbunden, bis zum ${date}, auch während Sie sie nicht benutzen. Danach muss sie erneut fragen.`,
    oneHour: 'Die App ist eine Stunde lang verbunden. Danach muss sie erneut fragen.',
    endIt: html`Unter <a href="/account/apps">Verbundene Apps</a> können Sie die Verbindung jederzeit beenden.`,
    never:
      'An Ihr Passwort, Ihre persönlichen Tokens, Ihre Organisationen, Präsentationen und andere Apps kommt sie nie heran.',
    replaced: (app, date) =>
      html`Sie haben ${GRANTS_PER_USER_MAX} Verbindungen, mehr sind nicht möglich. Wenn Sie diese erlauben, endet die älteste: ${app}, verbunden am ${date}.`,
    toHost: (host) => html`Ihre Antwort geht an ${host}.`,
    toProgram:
      'Ihre Antwort geht an ein Programm auf diesem Computer. Erlauben Sie es nur, wenn Sie es gerade selbst gestartet haben.',
    allow: 'Erlauben',
    deny: 'Nicht erlauben',
  },
};
