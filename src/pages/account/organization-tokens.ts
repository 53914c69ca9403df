import type { FastifyInstance } from 'fastify';
import {
  NAME_MAX_CHARACTERS,
  PERSONAL_TOKEN_MAX_DAYS,
  SERVICE_TOKENS_PER_ORGANIZATION_MAX,
} from '../../contract/limits.ts';
import { ROLE_SCOPES } from '../../contract/scopes.ts';
import { parseLifetime } from '../../domain/account/credentials/new-credential.ts';
import { canEndToken, hasDeskRight, scopesOfListed } from '../../domain/account/owners/desk-rights.ts';
import { parseName } from '../../domain/name.ts';
import type { ListedCredential, Membership } from '../../storage/storage.ts';
import type { PageServices } from '../services.ts';
import { field } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import type { Words } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { HeldVisit } from '../toolkit/visits.ts';
import { addAccountForm, addAccountPage } from './account-routes.ts';
import { NAME_PROBLEM } from './name-problem.ts';
import { toDeskVisitor } from './organization.ts';
import { organizationHead, organizationPath } from './organization-head.ts';
import { destruction, formProblem, notice, postForm, secretBox } from './pieces.ts';
import { ROLE_WORDS } from './role-words.ts';
import { scopeList } from './scope-choice.ts';
import { authorityFields, readAuthority } from './scope-presets.ts';
import { secretPage, seenMark, tokenLine } from './token-pieces.ts';
import { TOKEN_WORDS } from './token-words.ts';

const PATH = '/account/organizations/:organization/tokens';
const PURPOSE = 'service tokens';

/** What was entered into the form for a new token, and what is wrong with it. */
interface Draft {
  readonly name: string;
  readonly authority: string;
  readonly scopes: readonly string[];
  readonly days: string;
  readonly problems: { name?: string; scopes?: string; days?: string; form?: string };
}

const EMPTY: Draft = { name: '', authority: 'chosen', scopes: [], days: '', problems: {} };

/** Service tokens of an organization: those that the visitor may handle, [D34] or those of the visitor's terminals. [D67] */
export function addOrganizationTokensPage(pages: FastifyInstance, services: PageServices): void {
  const { organizations: desk, visits } = services;

  addAccountPage(pages, services, PATH, async ({ visit, request, params, query }) => {
    const membership = await desk.require(visit.holder.user.id, params.organization!);
    const done = query('done') === 'revoked' ? TOKEN_WORDS[visit.language].done.revoked : undefined;
    const tokens = await desk.listTokens(membership, visit.holder.user.id);
    return hasDeskRight(membership.role, 'handleTokens')
      ? tokensPage(visit, membership, tokens, EMPTY, done)
      : terminalsPage(visit, membership, tokens, visits.originOf(request), done);
  });

  addAccountForm(pages, services, { path: PATH, purpose: PURPOSE, back: PATH }, async (call) => {
    const { visit } = call;
    const membership = await desk.require(visit.holder.user.id, call.params.organization!, 'write', 'handleTokens');
    const words = TOKEN_WORDS[visit.language];
    const draft = {
      name: call.field('name'),
      authority: call.field('authority') || 'chosen',
      scopes: call.fields('scopes'),
      days: call.field('expires_in_days'),
    };
    const refuse = async (status: number, problems: Draft['problems']) => {
      const present = await desk.listTokens(membership, visit.holder.user.id);
      return { status, page: tokensPage(visit, membership, present, { ...draft, problems }, undefined) };
    };
    const name = parseName(draft.name);
    const authority = readAuthority(draft, ROLE_SCOPES[membership.role]);
    const days = parseLifetime(draft.days);
    // Without any it has no end.
    const wrongDays = days === null && draft.days !== '';
    if (name === null || typeof authority === 'string' || wrongDays) {
      return refuse(422, {
        ...(name === null && { name: NAME_PROBLEM[visit.language] }),
        ...(typeof authority === 'string' && {
          scopes: authority === 'both' ? words.bothProblem : words.scopesProblem,
        }),
        ...(wrongDays && { days: words.daysProblem }),
      });
    }
    // The answer cannot be got again, so a browser that loads it again sends the form again.
    const seen = seenMark(visit, await desk.listTokens(membership, visit.holder.user.id));
    if (call.field('seen') !== seen) return refuse(409, { form: words.seenProblem });
    const made = await desk.createToken(toDeskVisitor(call, 'createServiceToken'), {
      name,
      scopes: authority.scopes,
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
  const words = WORDS[visit.language];
  const { create } = TOKEN_WORDS[visit.language];
  return framed(
    visit,
    membership,
    html`${notice(done)}<p class="hint">${words.lead}</p>
${tokens.length === 0 ? html`<p>${words.empty}</p>\n` : html`<p><a href="#create">${create}</a></p>\n`}${entries(visit, membership, tokens)}<h2 id="create">${create}</h2>
${creation(visit, membership, tokens, draft)}`,
  );
}

/** For members who handle no tokens but those of their own terminals. [D67] */
function terminalsPage(
  visit: HeldVisit,
  membership: Membership,
  tokens: readonly ListedCredential[],
  server: string,
  done: string | undefined,
): string {
  const words = WORDS[visit.language];
  return framed(
    visit,
    membership,
    html`${notice(done)}<p class="hint">${tokens.length === 0 ? words.ownEmpty : words.ownLead}</p>
${entries(visit, membership, tokens)}<h2>${words.connectTitle}</h2>
${secretBox(visit.language, words.connect, `lectern login --server ${server} --organization ${membership.id}`)}`,
  );
}

const framed = (visit: HeldVisit, membership: Membership, content: SafeHtml): string =>
  personFrame(
    { title: `${WORDS[visit.language].title} · ${membership.name}`, visit, place: 'organizations' },
    html`${organizationHead(visit.language, membership, 'tokens')}
${content}`,
  );

const entries = (visit: HeldVisit, membership: Membership, tokens: readonly ListedCredential[]): SafeHtml | false =>
  tokens.length > 0 &&
  html`<ul class="entries">${tokens.toReversed().map((token) => entry(visit, membership, token))}</ul>\n`;

function entry(visit: HeldVisit, { id: organizationId, role }: Membership, token: ListedCredential): SafeHtml {
  const { language } = visit;
  const words = TOKEN_WORDS[language];
  const { id, name, userName, role: roleOfPerson } = token;
  const scopes = scopesOfListed(token);
  return html`<li><div class="what">
<h2>${name}</h2>
${tokenLine(language, token)}${roleOfPerson !== null && html`<p class="meta">${WORDS[language].loginOf(userName!, ROLE_WORDS[language][roleOfPerson].name)}</p>\n`}${scopeList(language, words.may(scopes.length), scopes)}${
  canEndToken({ role, userId: visit.holder.user.id }, token)
    ? destruction(visit, {
        summary: words.revoke,
        explanation: WORDS[language].revokeHint,
        button: words.revokeNow,
        action: `${organizationPath(organizationId)}/tokens/${id}/revoke`,
        purpose: PURPOSE,
      })
    : html`<p class="meta">${WORDS[language].above}</p>\n`
}</div></li>
`;
}

function creation(
  visit: HeldVisit,
  { id, role }: Membership,
  tokens: readonly ListedCredential[],
  draft: Draft,
): SafeHtml {
  const { language } = visit;
  const words = TOKEN_WORDS[language];
  const { name, days, problems } = draft;
  const grantable = { scopes: ROLE_SCOPES[role], all: WORDS[language].all };
  return postForm(
    visit,
    { action: `${organizationPath(id)}/tokens`, purpose: PURPOSE },
    html`<input type="hidden" name="seen" value="${seenMark(visit, tokens)}">
${formProblem(problems.form)}${field({
  name: 'name',
  label: words.name,
  hint: words.nameHint,
  value: name,
  maxLength: NAME_MAX_CHARACTERS,
  problem: problems.name,
})}${authorityFields(language, grantable, draft, problems.scopes)}${field({
  name: 'expires_in_days',
  label: words.days,
  hint: WORDS[language].daysHint,
  type: 'number',
  value: days,
  bounds: [1, PERSONAL_TOKEN_MAX_DAYS],
  problem: problems.days,
  required: false,
})}<p class="actions"><button>${words.create}</button></p>\n`,
  );
}

interface ServiceTokenWords {
  title: string;
  lead: string;
  empty: string;
  above: string;
  all: string;
  ownLead: string;
  ownEmpty: string;
  connectTitle: string;
  connect: string;
  loginOf: (name: string, role: string) => string;
  revokeHint: string;
  daysHint: string;
  secretTitle: string;
}

const WORDS: Words<ServiceTokenWords> = {
  en: {
    title: 'Service tokens',
    lead: 'A service token lets a device or a program act for the organization, even after the person who made it has left. Give each device its own.',
    empty: 'There are no service tokens. Create one for a device or program that works for the organization.',
    all: 'All that your role may give to a program.',
    ownLead: 'These are the terminals that you have connected to this organization. They can do what your role allows.',
    ownEmpty: 'You have not connected a terminal to this organization.',
    connectTitle: 'Connect a terminal',
    connect: 'Run this command there',
    loginOf: (name, role) =>
      `Terminal of ${name} (${role}). It can do what this person’s role allows, and ends with the membership.`,
    above: 'It can do more than your role allows, so you cannot end it. An owner or administrator can.',
    revokeHint:
      'Whatever uses this token loses its access at once. Lives and presentations stay. This cannot be undone.',
    daysHint: 'If empty, it works until somebody revokes it.',
    secretTitle: 'The new service token',
  },
  pt: {
    title: 'Tokens de serviço',
    lead: 'Com um token de serviço, um aparelho ou programa age pela organização, mesmo depois que a pessoa que o criou sair. Dê a cada aparelho um token próprio.',
    empty: 'Não há tokens de serviço. Crie um para um aparelho ou programa que trabalha para a organização.',
    all: 'Tudo o que o seu papel pode dar a um programa.',
    ownLead: 'Estes são os terminais que você conectou a esta organização. Eles podem fazer o que o seu papel permite.',
    ownEmpty: 'Você não conectou nenhum terminal a esta organização.',
    connectTitle: 'Conectar um terminal',
    connect: 'Execute nele este comando',
    loginOf: (name, role) =>
      `Terminal de ${name} (${role}). Pode fazer o que o papel desta pessoa permite e termina quando ela sair da organização.`,
    above:
      'Ele pode fazer mais do que o seu papel permite, por isso você não pode encerrá-lo. Um proprietário ou administrador pode.',
    revokeHint: 'Tudo o que usa este token perde o acesso na hora. Lives e apresentações ficam. Não dá para desfazer.',
    daysHint: 'Vazio: sem fim, até alguém revogá-lo.',
    secretTitle: 'O novo token de serviço',
  },
  de: {
    title: 'Dienst-Tokens',
    lead: 'Mit einem Dienst-Token handelt ein Gerät oder Programm für die Organisation, auch wenn die Person, die es angelegt hat, nicht mehr dabei ist. Geben Sie jedem Gerät ein eigenes.',
    empty:
      'Es gibt keine Dienst-Tokens. Legen Sie eines für ein Gerät oder Programm an, das für die Organisation arbeitet.',
    all: 'Alles, was Ihre Rolle einem Programm geben kann.',
    ownLead:
      'Das sind die Terminals, die Sie mit dieser Organisation verbunden haben. Sie dürfen, was Ihre Rolle erlaubt.',
    ownEmpty: 'Sie haben kein Terminal mit dieser Organisation verbunden.',
    connectTitle: 'Terminal verbinden',
    connect: 'Führen Sie dort diesen Befehl aus',
    loginOf: (name, role) =>
      `Terminal von ${name} (${role}). Es darf, was die Rolle dieser Person erlaubt, und endet mit ihrer Mitgliedschaft.`,
    above:
      'Es darf mehr, als Ihre Rolle erlaubt; deshalb können Sie es nicht beenden. Inhaber und Verwalter können es.',
    revokeHint:
      'Was dieses Token benutzt, verliert sofort den Zugang. Lives und Präsentationen bleiben. Das lässt sich nicht rückgängig machen.',
    daysHint: 'Leer: ohne Ende, bis es jemand widerruft.',
    secretTitle: 'Das neue Dienst-Token',
  },
};
