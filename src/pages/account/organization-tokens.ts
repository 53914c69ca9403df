import type { FastifyInstance } from 'fastify';
import {
  NAME_MAX_CHARACTERS,
  PERSONAL_TOKEN_MAX_DAYS,
  SERVICE_TOKENS_PER_ORGANIZATION_MAX,
} from '../../contract/limits.ts';
import { ROLE_SCOPES } from '../../contract/scopes.ts';
import { canHandleToken } from '../../domain/account/organization-desk.ts';
import { parseName } from '../../domain/name.ts';
import type { ListedCredential, Membership } from '../../storage/storage.ts';
import { field } from '../form-field.ts';
import { html, type SafeHtml } from '../html.ts';
import { toMoment, type Words } from '../page-language.ts';
import { personFrame } from '../person-frame.ts';
import type { PageServices } from '../services.ts';
import { type AccountCall, addAccountForm, addAccountPage, type HeldVisit } from './account-routes.ts';
import { toDeskVisitor } from './organization.ts';
import { organizationHead, organizationPath } from './organization-head.ts';
import { destruction, formProblem, notice, postForm, secretBox } from './pieces.ts';
import { readScopes, scopeChoice, scopeList } from './scope-choice.ts';
import { TOKEN_WORDS } from './token-words.ts';

const PATH = '/account/organizations/:organization/tokens';
const BACK = '/account/organizations';
const PURPOSE = 'service tokens';

/** What was entered into the form for a new token, and what is wrong with it. */
interface Draft {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly days: string;
  readonly problems: { name?: string; scopes?: string; days?: string; form?: string };
}

const EMPTY: Draft = { name: '', scopes: [], days: '', problems: {} };

/** Service tokens of an organization, for whoever may handle them. [D34] */
export function addOrganizationTokensPage(pages: FastifyInstance, services: PageServices): void {
  const { organizations: desk } = services;
  const list = ({ visit, params }: AccountCall) =>
    desk.listTokens({ userId: visit.holder.user.id, organizationId: params.organization! });
  const show = async (call: AccountCall, draft: Draft, done?: string) => {
    const membership = await desk.require(call.visit.holder.user.id, call.params.organization!);
    return tokensPage(call.visit, membership, await list(call), draft, done);
  };

  addAccountPage(pages, services, PATH, (call) =>
    show(call, EMPTY, call.query('done') === 'revoked' ? TOKEN_WORDS[call.visit.language].done.revoked : undefined),
  );

  addAccountForm(pages, services, { path: PATH, purpose: PURPOSE, back: BACK }, async (call) => {
    const { visit } = call;
    const { role } = await desk.require(visit.holder.user.id, call.params.organization!, 'write');
    const tokens = await list(call);
    const words = TOKEN_WORDS[visit.language];
    const draft = { name: call.field('name'), scopes: call.fields('scopes'), days: call.field('expires_in_days') };
    const refuse = async (status: number, problems: Draft['problems']) => {
      return { status, page: await show(call, { ...draft, problems }) };
    };
    const name = parseName(draft.name);
    const scopes = readScopes(draft.scopes, ROLE_SCOPES[role]);
    const days = readDays(draft.days);
    if (name === null || !scopes || scopes.length === 0 || days === undefined) {
      return refuse(422, {
        ...(name === null && { name: words.nameProblem }),
        ...((!scopes || scopes.length === 0) && { scopes: words.scopesProblem }),
        ...(days === undefined && { days: words.daysProblem }),
      });
    }
    // The answer cannot be got again, so a browser that loads it again sends the form again.
    if (call.field('seen') !== seenMark(visit, tokens)) return refuse(409, { form: words.seenProblem });
    const made = await desk.createToken(toDeskVisitor(call, 'createServiceToken'), {
      name,
      scopes,
      expiresInDays: days,
    });
    if (!made) return refuse(409, { form: words.quotaProblem(SERVICE_TOKENS_PER_ORGANIZATION_MAX) });
    return { status: 200, page: secretPage(visit, call.params.organization!, made) };
  });

  const end = { path: `${PATH}/:id/revoke`, purpose: PURPOSE, back: BACK, ends: true };
  addAccountForm(pages, services, end, async (call) => {
    await desk.endToken(toDeskVisitor(call, 'endServiceToken'), call.params.id!);
    return { to: `${organizationPath(call.params.organization!)}/tokens?done=revoked` };
  });
}

/** Null: without an end. Undefined: no such number of days. */
function readDays(text: string): number | null | undefined {
  if (text === '') return null;
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= PERSONAL_TOKEN_MAX_DAYS ? days : undefined;
}

/** Another one after a token was made. */
const seenMark = (visit: HeldVisit, tokens: readonly ListedCredential[]): string =>
  visit.csrf(`tokens seen ${tokens.at(-1)?.id ?? ''}`);

function tokensPage(
  visit: HeldVisit,
  membership: Membership,
  tokens: readonly ListedCredential[],
  draft: Draft,
  done: string | undefined,
): string {
  const { language } = visit;
  const words = WORDS[language];
  const content = html`${organizationHead(language, membership, 'tokens')}
${notice(done)}<p class="hint">${words.lead}</p>
${
  tokens.length === 0
    ? html`<p>${words.empty}</p>\n`
    : html`<p><a href="#create">${TOKEN_WORDS[language].create}</a></p>
<ul class="entries">${tokens.toReversed().map((token) => entry(visit, membership, token))}</ul>\n`
}<h2 id="create">${TOKEN_WORDS[language].create}</h2>
${creation(visit, membership, tokens, draft)}`;
  return personFrame({ title: `${words.title} · ${membership.name}`, visit, place: 'organizations' }, content);
}

function entry(visit: HeldVisit, { id: organizationId, role }: Membership, token: ListedCredential): SafeHtml {
  const { language } = visit;
  const words = TOKEN_WORDS[language];
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt } = token;
  return html`<li><div class="what">
<h2>${name}</h2>
<p class="meta">${words.created(toMoment(language, createdAt, 'day'))} · ${
    lastUsedAt ? words.used(toMoment(language, lastUsedAt)) : words.unused
  } · ${expiresAt === null ? WORDS[language].endless : words.ends(toMoment(language, expiresAt, 'day'))}</p>
${scopeList(language, words.may(scopes.length), scopes)}${
  canHandleToken(role, scopes)
    ? destruction(visit, {
        ...{ summary: words.revoke, explanation: WORDS[language].revokeHint, button: words.revokeNow },
        ...{ action: `${organizationPath(organizationId)}/tokens/${id}/revoke`, purpose: PURPOSE },
      })
    : html`<p class="meta">${WORDS[language].above}</p>\n`
}</div></li>
`;
}

function creation(
  visit: HeldVisit,
  { id, role }: Membership,
  tokens: readonly ListedCredential[],
  { name, scopes: chosen, days, problems }: Draft,
): SafeHtml {
  const { language } = visit;
  const words = TOKEN_WORDS[language];
  return postForm(
    visit,
    { action: `${organizationPath(id)}/tokens`, purpose: PURPOSE },
    html`<input type="hidden" name="seen" value="${seenMark(visit, tokens)}">
${formProblem(problems.form)}${field({
  ...{ name: 'name', label: words.name, hint: words.nameHint, value: name },
  ...{ maxLength: NAME_MAX_CHARACTERS, problem: problems.name },
})}${scopeChoice(language, {
  ...{ legend: words.authority, scopes: ROLE_SCOPES[role], chosen, problem: problems.scopes },
})}${field({
  ...{ name: 'expires_in_days', label: words.days, hint: WORDS[language].daysHint, type: 'number', value: days },
  ...{ bounds: [1, PERSONAL_TOKEN_MAX_DAYS], problem: problems.days, required: false },
})}<p class="actions"><button>${words.create}</button></p>\n`,
  );
}

/** The one page that has the secret. */
function secretPage(
  visit: HeldVisit,
  organizationId: string,
  { token, secret }: { token: { name: string; expiresAt: string | null }; secret: string },
): string {
  const { language } = visit;
  const words = TOKEN_WORDS[language];
  const title = WORDS[language].secretTitle;
  const ends =
    token.expiresAt === null ? WORDS[language].endless : words.ends(toMoment(language, token.expiresAt, 'day'));
  const content = html`<h1>${title}</h1>
<p>${words.secretLead}</p>
<p><strong>${token.name}</strong> · ${ends}</p>
${secretBox(words.secretLabel, secret)}<p class="hint">${words.secretUse}</p>
<p class="actions"><a class="button" href="${organizationPath(organizationId)}/tokens">${words.kept}</a></p>
`;
  return personFrame({ title, visit, place: 'organizations' }, content);
}

interface ServiceTokenWords {
  title: string;
  lead: string;
  empty: string;
  endless: string;
  above: string;
  revokeHint: string;
  daysHint: string;
  secretTitle: string;
}

const WORDS: Words<ServiceTokenWords> = {
  en: {
    title: 'Service tokens',
    lead: 'A service token lets a device or a program act for the organization, whoever made it. Give each its own.',
    empty: 'There are no service tokens. Create one for a device or program that works for the organization.',
    endless: 'ends when it is revoked',
    above: 'It may more than your role, so only somebody else can end it.',
    revokeHint:
      'Whatever uses this token loses its access at once. Lives and presentations stay. This cannot be undone.',
    daysHint: 'Empty: it has no end, until somebody revokes it.',
    secretTitle: 'The new service token',
  },
  pt: {
    title: 'Tokens de serviço',
    lead: 'Com um token de serviço, um aparelho ou programa age pela organização, não importa quem o criou. Dê um a cada um.',
    empty: 'Não há tokens de serviço. Crie um para um aparelho ou programa que trabalha para a organização.',
    endless: 'vale até ser revogado',
    above: 'Ele pode mais do que o seu papel; só outra pessoa pode encerrá-lo.',
    revokeHint: 'Tudo o que usa este token perde o acesso na hora. Lives e apresentações ficam. Não dá para desfazer.',
    daysHint: 'Vazio: sem fim, até alguém revogá-lo.',
    secretTitle: 'O novo token de serviço',
  },
  de: {
    title: 'Dienst-Tokens',
    lead: 'Mit einem Dienst-Token handelt ein Gerät oder Programm für die Organisation, gleich wer es angelegt hat. Geben Sie jedem ein eigenes.',
    empty:
      'Es gibt keine Dienst-Tokens. Legen Sie eines für ein Gerät oder Programm an, das für die Organisation arbeitet.',
    endless: 'gilt bis zum Widerruf',
    above: 'Es darf mehr als Ihre Rolle; deshalb kann nur jemand anderes es beenden.',
    revokeHint:
      'Was dieses Token benutzt, verliert sofort den Zugang. Lives und Präsentationen bleiben. Das lässt sich nicht rückgängig machen.',
    daysHint: 'Leer: ohne Ende, bis es jemand widerruft.',
    secretTitle: 'Das neue Dienst-Token',
  },
};
