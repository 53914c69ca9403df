import type { FastifyInstance } from 'fastify';
import {
  NAME_MAX_CHARACTERS,
  PERSONAL_TOKEN_MAX_DAYS,
  SERVICE_TOKENS_PER_ORGANIZATION_MAX,
} from '../../contract/limits.ts';
import { ROLE_SCOPES } from '../../contract/scopes.ts';
import { parseLifetime } from '../../domain/account/credentials/new-credential.ts';
import { canEndToken, currentScopes, hasMemberRight } from '../../domain/account/owners/member-rights.ts';
import { parseName } from '../../domain/name.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { ListedCredential, Membership } from '../../storage/storage.ts';
import { CREATED_BY_PARAMETER, createdOutputs, findCreatedOutputs } from '../tokens/created-outputs.ts';
import { scopeList } from '../tokens/scope-choice.ts';
import { readScopeChoice, scopeChoiceFields } from '../tokens/scope-presets.ts';
import { newSecretPage, tokenSummary } from '../tokens/token-summary.ts';
import { addAccountForm, addAccountPage } from '../toolkit/account-routes.ts';
import { dangerForm } from '../toolkit/disclosure.ts';
import { formProblem, latestItemToken, postForm } from '../toolkit/form.ts';
import { inputField } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { notice } from '../toolkit/notice.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import { secretBox } from '../toolkit/secret-box.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { toMemberContext } from './organization.ts';
import { organizationHead, organizationPath } from './organization-head.ts';
import type { OrganizationsServices } from './organizations.ts';

const PATH = '/account/organizations/:organization/tokens';
const PURPOSE = 'service tokens';

/** The values entered for a new token, and their errors. */
interface Draft {
  readonly name: string;
  readonly authority: string;
  readonly scopes: readonly string[];
  readonly days: string;
  readonly problems: { name?: string; scopes?: string; days?: string; form?: string };
}

const EMPTY: Draft = { name: '', authority: 'chosen', scopes: [], days: '', problems: {} };

/**
 * Adds the page with an organization's service tokens: those that the member can manage, [D34] or those of the member's
 * terminals. [D67]
 */
export function addOrganizationTokensPage(pages: FastifyInstance, services: OrganizationsServices): void {
  const { organizations, visits } = services;

  addAccountPage(pages, services, PATH, async ({ visit, request, params, query }) => {
    const membership = await organizations.require(visit.holder.user.id, params.organization!);
    const done = query('done') === 'revoked' ? STRINGS[visit.language].tokens.personal.done.revoked : undefined;
    const owner = { kind: 'organization', id: membership.id } as const;
    const created = await findCreatedOutputs(services, query, owner, (credentialId) => ({ credentialId }));
    const notices = html`${notice(done)}${createdOutputs(visit.language, created)}`;
    const tokens = await organizations.listTokens(membership, visit.holder.user.id);
    return hasMemberRight(membership.role, 'manageTokens')
      ? tokensPage(visit, membership, tokens, EMPTY, notices)
      : terminalsPage(visit, membership, tokens, visits.address.originOf(request), notices);
  });

  addAccountForm(pages, services, { path: PATH, purpose: PURPOSE, back: PATH }, async (call) => {
    const { visit } = call;
    const membership = await organizations.require(
      visit.holder.user.id,
      call.params.organization!,
      'write',
      'manageTokens',
    );
    const strings = STRINGS[visit.language].tokens.personal;
    const draft = {
      name: call.field('name'),
      authority: call.field('authority') || 'chosen',
      scopes: call.fields('scopes'),
      days: call.field('expires_in_days'),
    };
    const reject = async (status: number, problems: Draft['problems']) => {
      const present = await organizations.listTokens(membership, visit.holder.user.id);
      return { status, page: tokensPage(visit, membership, present, { ...draft, problems }, undefined) };
    };
    const name = parseName(draft.name);
    const authority = readScopeChoice(draft, ROLE_SCOPES[membership.role]);
    const days = parseLifetime(draft.days);
    // Without a number of days the token never expires.
    const wrongDays = days === null && draft.days !== '';
    if (name === null || typeof authority === 'string' || wrongDays) {
      return reject(422, {
        ...(name === null && { name: STRINGS[visit.language].common.nameProblem }),
        ...(typeof authority === 'string' && {
          scopes: authority === 'both' ? strings.bothProblem : strings.scopesProblem,
        }),
        ...(wrongDays && { days: strings.daysProblem }),
      });
    }
    // The response with the secret cannot be requested again, so reloading it submits the form again.
    const expected = latestItemToken(visit, await organizations.listTokens(membership, visit.holder.user.id));
    if (call.field('seen') !== expected) return reject(409, { form: strings.seenProblem });
    const made = await organizations.createToken(toMemberContext(call, 'createServiceToken'), {
      name,
      scopes: authority.scopes,
      expiresInDays: days,
    });
    if (!made) return reject(409, { form: strings.quotaProblem(SERVICE_TOKENS_PER_ORGANIZATION_MAX) });
    const title = STRINGS[visit.language].tokens.service.secretTitle;
    const back = `${organizationPath(membership.id)}/tokens`;
    return { status: 200, page: newSecretPage(visit, { ...made, title, back, ownerId: membership.id }) };
  });

  const end = { path: `${PATH}/:id/revoke`, purpose: PURPOSE, back: PATH, ends: true };
  addAccountForm(pages, services, end, async (call) => {
    await organizations.endToken(toMemberContext(call, 'endServiceToken'), call.params.id!);
    return {
      to: `${organizationPath(call.params.organization!)}/tokens?done=revoked&${CREATED_BY_PARAMETER}=${call.params.id!}`,
    };
  });
}

function tokensPage(
  visit: SignedInVisit,
  membership: Membership,
  tokens: readonly ListedCredential[],
  draft: Draft,
  notices: SafeHtml | undefined,
): string {
  const strings = STRINGS[visit.language].tokens.service;
  const { create } = STRINGS[visit.language].tokens.personal;
  return framed(
    visit,
    membership,
    html`${notices}<p class="hint">${strings.lead}</p>
${tokens.length === 0 ? html`<p>${strings.empty}</p>\n` : html`<p><a class="button" href="#create">${create}</a></p>\n`}${entries(visit, membership, tokens)}<h2 id="create">${create}</h2>
${creation(visit, membership, tokens, draft)}`,
  );
}

/** Renders the page for members who manage only tokens of their own terminals. [D67] */
function terminalsPage(
  visit: SignedInVisit,
  membership: Membership,
  tokens: readonly ListedCredential[],
  server: string,
  notices: SafeHtml,
): string {
  const strings = STRINGS[visit.language].tokens.service;
  return framed(
    visit,
    membership,
    html`${notices}<p class="hint">${tokens.length === 0 ? strings.ownEmpty : strings.ownLead}</p>
${entries(visit, membership, tokens)}<h2>${strings.connectTitle}</h2>
${secretBox(visit.language, strings.connect, `lectern login --server ${server} --organization ${membership.id}`)}`,
  );
}

const framed = (visit: SignedInVisit, membership: Membership, content: SafeHtml): string =>
  personFrame(
    {
      title: `${STRINGS[visit.language].tokens.service.title} · ${membership.name}`,
      visit,
      place: 'people',
      ownerId: membership.id,
    },
    html`${organizationHead(visit.language, membership, 'tokens')}
${content}`,
  );

const entries = (visit: SignedInVisit, membership: Membership, tokens: readonly ListedCredential[]): SafeHtml | false =>
  tokens.length > 0 &&
  html`<ul class="resource-list">${tokens.toReversed().map((token) => entry(visit, membership, token))}</ul>\n`;

function entry(visit: SignedInVisit, { id: organizationId, role }: Membership, token: ListedCredential): SafeHtml {
  const { language } = visit;
  const strings = STRINGS[language].tokens.personal;
  const { id, name, userName, role: roleOfPerson } = token;
  const scopes = currentScopes(token);
  return html`<li><div class="resource-name">
<h2>${name}</h2>
${tokenSummary(language, token)}${roleOfPerson !== null && html`<p class="meta">${STRINGS[language].tokens.service.loginOf(userName!, STRINGS[language].organizations.roles[roleOfPerson].name)}</p>\n`}${scopeList(language, strings.may(scopes.length), scopes)}${
  canEndToken({ role, userId: visit.holder.user.id }, token)
    ? dangerForm(visit, {
        summary: strings.revoke,
        explanation: STRINGS[language].tokens.service.revokeHint,
        button: strings.revokeNow,
        action: `${organizationPath(organizationId)}/tokens/${id}/revoke`,
        purpose: PURPOSE,
      })
    : html`<p class="meta">${STRINGS[language].tokens.service.above}</p>\n`
}</div></li>
`;
}

function creation(
  visit: SignedInVisit,
  { id, role }: Membership,
  tokens: readonly ListedCredential[],
  draft: Draft,
): SafeHtml {
  const { language } = visit;
  const strings = STRINGS[language].tokens.personal;
  const { name, days, problems } = draft;
  const grantable = { scopes: ROLE_SCOPES[role], all: STRINGS[language].tokens.service.all };
  return postForm(
    visit,
    { action: `${organizationPath(id)}/tokens`, purpose: PURPOSE },
    html`<input type="hidden" name="seen" value="${latestItemToken(visit, tokens)}">
${formProblem(problems.form)}${inputField({
  name: 'name',
  label: strings.name,
  hint: strings.nameHint,
  value: name,
  maxLength: NAME_MAX_CHARACTERS,
  problem: problems.name,
})}${scopeChoiceFields(language, grantable, draft, problems.scopes)}${inputField({
  name: 'expires_in_days',
  label: strings.days,
  hint: STRINGS[language].tokens.service.daysHint,
  type: 'number',
  value: days,
  bounds: [1, PERSONAL_TOKEN_MAX_DAYS],
  problem: problems.days,
  required: false,
})}<p class="actions"><button class="primary">${strings.create}</button></p>\n`,
  );
}
