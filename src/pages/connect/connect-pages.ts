import { type Scope, scopesOfMember } from '../../contract/scopes.ts';
import type { PendingLogin } from '../../domain/account/credentials/terminal-logins.ts';
import type { Membership } from '../../storage/storage.ts';
import { organizationPath } from '../account/organization-head.ts';
import { ROLE_WORDS } from '../account/role-words.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { type PageLanguage, toMoment, type Words } from '../toolkit/page-language.ts';
import { csrfField, personFrame } from '../toolkit/person-frame.ts';
import { scopeWords } from '../toolkit/scope-words.ts';
import { staleNotice } from '../toolkit/stale-form.ts';
import type { HeldVisit } from '../toolkit/visits.ts';

/** Asks for the code of a terminal; `wrong` is one that no terminal waits with. */
export function enterCodePage(visit: HeldVisit, wrong?: { typed: string }): string {
  const words = WORDS[visit.language];
  return personFrame(
    { title: words.enterTitle, visit },
    html`<h1>${words.enterTitle}</h1>
<p>${words.enterIntro}</p>
<form method="get" action="/connect">
<div class="field">
<label for="code">${words.code}</label>
<input id="code" name="code" value="${wrong?.typed.slice(0, TYPED_MAX_CHARACTERS)}" maxlength="${TYPED_MAX_CHARACTERS}" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false"${
      wrong && html` aria-invalid="true" aria-describedby="code-problem"`
    }>
${wrong && html`<p class="problem" id="code-problem" role="alert">${words.wrong}</p>\n`}</div>
<p class="actions"><button>${words.next}</button></p>
</form>`,
  );
}

/**
 * What a terminal wants, and who may give it: for the one decision of a person. `membership`: of the organization that it wants to act
 * for; null where the visitor is no member. `stale`: what was sent was out of date.
 */
export function judgeTerminalPage(
  visit: HeldVisit,
  { userCode, name, scopes, endsAt }: PendingLogin,
  membership: Membership | null | undefined,
  stale = false,
): string {
  const { language, holder } = visit;
  const words = WORDS[language];
  return personFrame(
    { title: words.judgeTitle, visit },
    html`<h1>${words.judgeTitle}</h1>
${staleNotice(language, stale)}<p>${membership === undefined ? words.calls : words.callsFor} <strong>${name}</strong></p>
${membership && html`<p>${words.actsFor} <strong>${membership.name}</strong>. ${words.role} <strong>${ROLE_WORDS[language][membership.role].name}</strong>. ${words.roleMeans}</p>`}
${membership !== null && html`<p>${words.compare}</p>\n`}<p class="secret"><strong>${userCode}</strong></p>
${
  membership === null
    ? html`<p class="problem" role="alert">${words.noMember}</p>\n`
    : html`<p class="problem">${words.warning}</p>
<h2>${words.may}</h2>
${abilities(language, scopes, membership)}
<p>${words.until(toMoment(language, endsAt))} ${membership ? words.endMembership : words.endEarlier}</p>
`
}<form method="post" action="/connect">
${csrfField(visit, `connect ${userCode}`)}<input type="hidden" name="code" value="${userCode}">
${membership && html`<input type="hidden" name="organization" value="${membership.id}">\n`}<p class="actions">${membership !== null && html`<button name="decision" value="allow">${words.allow}</button>\n`}<button class="secondary" name="decision" value="deny">${words.deny}</button></p>
</form>
<form method="post" action="/sign-out">
${csrfField(visit, 'sign-out')}<input type="hidden" name="next" value="/connect?code=${userCode}">
<p class="meta">${words.as} ${holder.user.name} (${holder.user.email}). <button class="quiet">${words.other}</button></p>
</form>`,
  );
}

/** What it names and the role does not allow is said apart: it gets that only with another role. [D67] */
function abilities(language: PageLanguage, scopes: readonly Scope[], membership: Membership | undefined): SafeHtml {
  const words = WORDS[language];
  const list = (some: readonly Scope[]) =>
    html`<ul>${some.map((scope) => html`<li>${scopeWords(language, scope)}</li>\n`)}</ul>`;
  if (scopes.length === 0) {
    return membership
      ? html`<p><strong>${words.roleEverything}</strong> (${ROLE_WORDS[language][membership.role].may})</p>`
      : html`<p><strong>${words.everything}</strong> ${words.everythingMeans}</p>`;
  }
  if (!membership) return list(scopes);
  const allowed = scopesOfMember(scopes, membership.role);
  const beyond = scopes.filter((scope) => !allowed.includes(scope));
  return html`${allowed.length === 0 ? html`<p>${words.nothing}</p>` : list(allowed)}${
    beyond.length > 0 && html`\n<p>${words.beyondRole}</p>\n${list(beyond)}`
  }`;
}

/** After the decision. `membership`: of the organization that it was about. */
export function connectedPage(visit: HeldVisit, done: 'allowed' | 'denied', membership?: Membership): string {
  const words = WORDS[visit.language];
  const [title, advice] = words[done];
  const [href, link] = membership
    ? ([`${organizationPath(membership.id)}/tokens`, words.serviceTokens(membership.name)] as const)
    : (['/account/tokens', words.tokens] as const);
  return personFrame(
    { title, visit, place: membership ? 'organizations' : 'tokens' },
    html`<h1>${title}</h1>
<p>${advice}</p>
<p class="more"><a href="${href}">${link}</a></p>`,
  );
}

/** A code has nine; more is shown again, but not without end. */
const TYPED_MAX_CHARACTERS = 40;

interface ConnectWords {
  enterTitle: string;
  enterIntro: string;
  code: string;
  wrong: string;
  next: string;
  judgeTitle: string;
  calls: string;
  compare: string;
  warning: string;
  may: string;
  everything: string;
  everythingMeans: string;
  until: (moment: SafeHtml) => SafeHtml;
  endEarlier: string;
  callsFor: string;
  actsFor: string;
  role: string;
  roleMeans: string;
  roleEverything: string;
  endMembership: string;
  noMember: string;
  as: string;
  other: string;
  allow: string;
  deny: string;
  allowed: readonly [title: string, advice: string];
  denied: readonly [title: string, advice: string];
  tokens: string;
  serviceTokens: (organization: string) => string;
  nothing: string;
  beyondRole: string;
}

const WORDS: Words<ConnectWords> = {
  en: {
    enterTitle: 'Connect a terminal',
    enterIntro: 'Enter the code that your terminal shows.',
    code: 'Code',
    wrong: 'No terminal waits with this code. It may be mistyped, older than ten minutes, or already decided.',
    next: 'Continue',
    judgeTitle: 'Allow this terminal?',
    calls: 'A terminal wants to act for you. It calls itself',
    compare: 'Your terminal must show exactly this code:',
    warning:
      'Allow it only if you have just typed “lectern login” there yourself. Nobody from support will ever ask you to.',
    may: 'It will be able to',
    everything: 'do everything that you may do',
    everythingMeans: 'with your account, now and later, in your name.',
    until: (moment) => html`This ends on ${moment}.`,
    endEarlier: 'You can end it earlier under “Personal tokens”.',
    callsFor: 'A terminal wants to act for an organization. It calls itself',
    actsFor: 'It will act for the organization',
    role: 'It gets your role there:',
    roleMeans: 'If your role changes, so does what it may do.',
    roleEverything: 'do everything that your role allows in this organization',
    endMembership:
      'It also ends when you leave the organization. You can end it earlier under “Service tokens” of the organization.',
    noMember:
      'It asks to act for an organization that you are not a member of, so you cannot allow it. Deny it, or sign in as a member.',
    as: 'You are signed in as',
    other: 'Use another account',
    allow: 'Allow',
    deny: 'Deny',
    allowed: [
      'The terminal is allowed',
      'Go back to it: it goes on by itself in a moment. You can close this page; stay signed in until the terminal is ready.',
    ],
    denied: ['The terminal was denied', 'It gets nothing. You can close this page.'],
    tokens: 'Your personal tokens',
    serviceTokens: (organization) => `Service tokens of ${organization}`,
    nothing: 'nothing yet: your role allows none of what it asks for.',
    beyondRole: 'It also asks for this, which your role does not allow. It gets this only if your role changes:',
  },
  pt: {
    enterTitle: 'Conectar um terminal',
    enterIntro: 'Digite o código que aparece no seu terminal.',
    code: 'Código',
    wrong:
      'Nenhum terminal espera com este código. Ele pode estar errado, ter mais de dez minutos ou já ter sido usado.',
    next: 'Continuar',
    judgeTitle: 'Permitir este terminal?',
    calls: 'Um terminal quer agir em seu nome. Ele se apresenta como',
    compare: 'O seu terminal precisa mostrar exatamente este código:',
    warning:
      'Permita somente se você mesmo acabou de digitar “lectern login” nele. O suporte nunca vai pedir isso a você.',
    may: 'Ele poderá',
    everything: 'fazer tudo o que você pode fazer',
    everythingMeans: 'com a sua conta, agora e depois, em seu nome.',
    until: (moment) => html`Isso vale até ${moment}.`,
    endEarlier: 'Você pode encerrar antes em “Tokens pessoais”.',
    callsFor: 'Um terminal quer agir por uma organização. Ele se apresenta como',
    actsFor: 'Ele vai agir pela organização',
    role: 'Ele recebe o seu papel nela:',
    roleMeans: 'Se o seu papel mudar, muda também o que ele pode fazer.',
    roleEverything: 'fazer tudo o que o seu papel permite nesta organização',
    endMembership:
      'Termina também quando você sair da organização. Você pode encerrar antes em “Tokens de serviço” da organização.',
    noMember:
      'Ele pede para agir por uma organização da qual você não faz parte, por isso você não pode permitir. Negue, ou entre como membro.',
    as: 'Você entrou como',
    other: 'Usar outra conta',
    allow: 'Permitir',
    deny: 'Negar',
    allowed: [
      'O terminal foi permitido',
      'Volte a ele: em instantes ele continua sozinho. Você pode fechar esta página; só não saia da conta antes de o terminal continuar.',
    ],
    denied: ['O terminal foi recusado', 'Ele não recebe nada. Você pode fechar esta página.'],
    tokens: 'Os seus tokens pessoais',
    serviceTokens: (organization) => `Tokens de serviço de ${organization}`,
    nothing: 'nada por enquanto: o seu papel não permite nada do que ele pede.',
    beyondRole: 'Ele também pede isto, que o seu papel não permite. Só receberá isto se o seu papel mudar:',
  },
  de: {
    enterTitle: 'Terminal verbinden',
    enterIntro: 'Geben Sie den Code ein, den Ihr Terminal anzeigt.',
    code: 'Code',
    wrong: 'Mit diesem Code wartet kein Terminal. Er ist vertippt, älter als zehn Minuten oder schon entschieden.',
    next: 'Weiter',
    judgeTitle: 'Dieses Terminal zulassen?',
    calls: 'Ein Terminal möchte in Ihrem Namen handeln. Es nennt sich',
    compare: 'Ihr Terminal muss genau diesen Code anzeigen:',
    warning:
      'Lassen Sie es nur zu, wenn Sie dort gerade selbst „lectern login“ eingegeben haben. Der Support wird Sie nie darum bitten.',
    may: 'Es darf dann',
    everything: 'alles, was Sie dürfen,',
    everythingMeans: 'mit Ihrem Konto, jetzt und später, in Ihrem Namen.',
    until: (moment) => html`Das gilt bis ${moment}.`,
    endEarlier: 'Sie können es unter „Persönliche Tokens“ früher beenden.',
    callsFor: 'Ein Terminal möchte für eine Organisation handeln. Es nennt sich',
    actsFor: 'Es handelt dann für die Organisation',
    role: 'Es bekommt Ihre Rolle dort:',
    roleMeans: 'Ändert sich Ihre Rolle, ändert sich auch, was es darf.',
    roleEverything: 'alles tun, was Ihre Rolle in dieser Organisation erlaubt',
    endMembership:
      'Es endet auch, wenn Sie die Organisation verlassen. Unter „Dienst-Tokens“ der Organisation können Sie es früher beenden.',
    noMember:
      'Es möchte für eine Organisation handeln, in der Sie nicht Mitglied sind; Sie können es deshalb nicht zulassen. Lehnen Sie es ab, oder melden Sie sich als Mitglied an.',
    as: 'Sie sind angemeldet als',
    other: 'Anderes Konto verwenden',
    allow: 'Zulassen',
    deny: 'Ablehnen',
    allowed: [
      'Das Terminal ist zugelassen',
      'Gehen Sie dorthin zurück: Es macht gleich von selbst weiter. Diese Seite können Sie schließen; bleiben Sie aber angemeldet, bis das Terminal so weit ist.',
    ],
    denied: ['Das Terminal wurde abgelehnt', 'Es bekommt nichts. Diese Seite können Sie schließen.'],
    tokens: 'Ihre persönlichen Tokens',
    serviceTokens: (organization) => `Dienst-Tokens von ${organization}`,
    nothing: 'vorerst nichts: Ihre Rolle erlaubt nichts von dem, worum es bittet.',
    beyondRole:
      'Es bittet auch um Folgendes, das Ihre Rolle nicht erlaubt. Das bekommt es nur, wenn sich Ihre Rolle ändert:',
  },
};
