import type { FastifyInstance } from 'fastify';
import {
  NAME_MAX_CHARACTERS,
  PERSONAL_TOKEN_MAX_DAYS,
  SERVICE_TOKENS_PER_ORGANIZATION_MAX,
} from '../../contract/limits.ts';
import { ROLE_SCOPES } from '../../contract/scopes.ts';
import { canHandleToken, hasDeskRight, scopesOfListed } from '../../domain/account/desk-rights.ts';
import { parseLifetime } from '../../domain/account/new-credential.ts';
import { parseName } from '../../domain/name.ts';
import type { ListedCredential, Membership } from '../../storage/storage.ts';
import { field } from '../form-field.ts';
import { html, type SafeHtml } from '../html.ts';
import type { Words } from '../page-language.ts';
import { personFrame } from '../person-frame.ts';
import type { PageServices } from '../services.ts';
import type { HeldVisit } from '../visits.ts';
import { addAccountForm, addAccountPage } from './account-routes.ts';
import { NAME_PROBLEM } from './name-problem.ts';
import { toDeskVisitor } from './organization.ts';
import { organizationHead, organizationPath } from './organization-head.ts';
import { destruction, formProblem, notice, postForm } from './pieces.ts';
import { readScopes, scopeChoice, scopeList } from './scope-choice.ts';
import { secretPage, seenMark, tokenLine } from './token-pieces.ts';
import { TOKEN_WORDS } from './token-words.ts';

const PATH = '/account/organizations/:organization/tokens';
const PURPOSE = 'service tokens';

/** What was entered into the form for a new token, and what is wrong with it. */
interface Draft {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly days: string;
  readonly problems: { name?: string; scopes?: string; days?: string; form?: string };
}

const EMPTY: Draft = { name: '', scopes: [], days: '', problems: {} };

/** Service tokens of an organization, for those who may handle them; other members see those of their own terminals. [D34] [D67] */
export function addOrganizationTokensPage(pages: FastifyInstance, services: PageServices): void {
  const { organizations: desk } = services;

  addAccountPage(pages, services, PATH, async ({ visit, params, query }) => {
    const membership = await desk.require(visit.holder.user.id, params.organization!);
    const done = query('done') === 'revoked' ? TOKEN_WORDS[visit.language].done.revoked : undefined;
    return tokensPage(visit, membership, await desk.listTokens(membership, visit.holder.user.id), EMPTY, done);
  });

  addAccountForm(pages, services, { path: PATH, purpose: PURPOSE, back: PATH }, async (call) => {
    const { visit } = call;
    const membership = await desk.require(visit.holder.user.id, call.params.organization!, 'write');
    const words = TOKEN_WORDS[visit.language];
    const draft = { name: call.field('name'), scopes: call.fields('scopes'), days: call.field('expires_in_days') };
    const refuse = async (status: number, problems: Draft['problems']) => {
      const present = await desk.listTokens(membership, visit.holder.user.id);
      return { status, page: tokensPage(visit, membership, present, { ...draft, problems }, undefined) };
    };
    const name = parseName(draft.name);
    const scopes = readScopes(draft.scopes, ROLE_SCOPES[membership.role]);
    const days = parseLifetime(draft.days);
    // Without any it has no end.
    const wrongDays = days === null && draft.days !== '';
    if (name === null || !scopes || scopes.length === 0 || wrongDays) {
      return refuse(422, {
        ...(name === null && { name: NAME_PROBLEM[visit.language] }),
        ...((!scopes || scopes.length === 0) && { scopes: words.scopesProblem }),
        ...(wrongDays && { days: words.daysProblem }),
      });
    }
    // The answer cannot be got again, so a browser that loads it again sends the form again.
    const seen = seenMark(visit, await desk.listTokens(membership, visit.holder.user.id));
    if (call.field('seen') !== seen) return refuse(409, { form: words.seenProblem });
    const made = await desk.createToken(toDeskVisitor(call, 'createServiceToken'), {
      name,
      scopes,
      expiresInDays: days,
    });
    if (!made) return refuse(409, { form: words.quotaProblem(SERVICE_TOKENS_PER_ORGANIZATION_MAX) });
    const title = WORDS[visit.language].secretTitle;
    const back = `${organizationPath(membership.id)}/tokens`;
    return { status: 200, page: secretPage(visit, { ...made, title, back, place: 'organizations' }) };
  });

  const end = { path: `${PATH}/:id/revoke`, purpose: PURPOSE, back: PATH, ends: true };
  addAccountForm(pages, services, end, async (call) => {
    await desk.endToken(toDeskVisitor(call, 'endServiceToken'), call.params.id!);
    return { to: `${organizationPath(call.params.organization!)}/tokens?done=revoked` };
  });
}

function tokensPage(
  visit: HeldVisit,
  membership: Membership,
  tokens: readonly ListedCredential[],
  draft: Draft,
  done: string | undefined,
): string {
  const { language } = visit;
  const words = WORDS[language];
  const creates = hasDeskRight(membership.role, 'handleTokens');
  const content = html`${organizationHead(language, membership, 'tokens')}
${notice(done)}<p class="hint">${creates ? words.lead : words.ownLead}</p>
${
  tokens.length === 0
    ? html`<p>${creates ? words.empty : words.ownEmpty}</p>\n`
    : html`${creates && html`<p><a href="#create">${TOKEN_WORDS[language].create}</a></p>\n`}<ul class="entries">${tokens.toReversed().map((token) => entry(visit, membership, token))}</ul>\n`
}${
  creates &&
  html`<h2 id="create">${TOKEN_WORDS[language].create}</h2>
${creation(visit, membership, tokens, draft)}`
}`;
  return personFrame({ title: `${words.title} · ${membership.name}`, visit, place: 'organizations' }, content);
}

function entry(visit: HeldVisit, { id: organizationId, role }: Membership, token: ListedCredential): SafeHtml {
  const { language } = visit;
  const words = TOKEN_WORDS[language];
  const { id, name, userName } = token;
  const isOwn = token.userId !== null && token.userId === visit.holder?.user.id;
  const scopes = scopesOfListed(token);
  return html`<li><div class="what">
<h2>${name}</h2>
${tokenLine(language, token)}${userName !== null && html`<p class="meta">${WORDS[language].loginOf(userName)}</p>\n`}${scopeList(language, words.may(scopes.length), scopes)}${
  isOwn || canHandleToken(role, scopes)
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

interface ServiceTokenWords {
  title: string;
  lead: string;
  empty: string;
  ownLead: string;
  ownEmpty: string;
  above: string;
  loginOf: (name: string) => string;
  revokeHint: string;
  daysHint: string;
  secretTitle: string;
}

const WORDS: Words<ServiceTokenWords> = {
  en: {
    title: 'Service tokens',
    lead: 'A service token lets a device or a program act for the organization, whoever made it. Give each its own.',
    empty: 'There are no service tokens. Create one for a device or program that works for the organization.',
    ownLead: 'These terminals act for the organization with your role. End what you no longer use.',
    ownEmpty: 'No terminal of yours acts for the organization.',
    loginOf: (name) => `Terminal of ${name}. It has the role of this person, and ends with the membership.`,
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
    ownLead: 'Estes terminais agem pela organização com o seu papel. Encerre os que você não usa mais.',
    ownEmpty: 'Nenhum terminal seu age pela organização.',
    loginOf: (name) => `Terminal de ${name}. Tem o papel desta pessoa e termina quando ela sair da organização.`,
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
    ownLead: 'Diese Terminals handeln mit Ihrer Rolle für die Organisation. Beenden Sie, was Sie nicht mehr benutzen.',
    ownEmpty: 'Keines Ihrer Terminals handelt für die Organisation.',
    loginOf: (name) => `Terminal von ${name}. Es hat die Rolle dieser Person und endet mit ihrer Mitgliedschaft.`,
    above: 'Es darf mehr als Ihre Rolle; deshalb kann nur jemand anderes es beenden.',
    revokeHint:
      'Was dieses Token benutzt, verliert sofort den Zugang. Lives und Präsentationen bleiben. Das lässt sich nicht rückgängig machen.',
    daysHint: 'Leer: ohne Ende, bis es jemand widerruft.',
    secretTitle: 'Das neue Dienst-Token',
  },
};
