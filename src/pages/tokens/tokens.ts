import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import {
  NAME_MAX_CHARACTERS,
  PERSONAL_TOKEN_DEFAULT_DAYS,
  PERSONAL_TOKEN_MAX_DAYS,
  TOKEN_OVERLAP_DEFAULT_SECONDS,
} from '../../contract/limits.ts';
import { PERSONAL_SCOPES } from '../../contract/scopes.ts';
import { parseLifetime } from '../../domain/account/credentials/new-credential.ts';
import type { PersonalTokens, TokenActor } from '../../domain/account/credentials/personal-tokens.ts';
import { toAccountOwner } from '../../domain/account/owners/owner.ts';
import { parseName } from '../../domain/name.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { ListedCredential } from '../../storage/storage.ts';
import {
  type AccountRequest,
  type AccountServices,
  addAccountForm,
  addAccountPage,
} from '../toolkit/account-routes.ts';
import { actionRow, dangerForm, disclosure } from '../toolkit/disclosure.ts';
import { formProblem, latestItemToken, postForm } from '../toolkit/form.ts';
import { inputField, selectField } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { findSentence, notice } from '../toolkit/notice.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import {
  CREATED_BY_PARAMETER,
  type CreatedOutputsServices,
  createdOutputs,
  findCreatedOutputs,
} from './created-outputs.ts';
import { scopeList } from './scope-choice.ts';
import { readScopeChoice, scopeChoiceFields } from './scope-presets.ts';
import { newSecretPage, tokenSummary } from './token-summary.ts';

const PATH = '/account/tokens';
/** The purpose of all forms of this page. Their addresses identify the token. */
const PURPOSE = 'tokens';
const OVERLAPS_SECONDS = [0, TOKEN_OVERLAP_DEFAULT_SECONDS, 3_600, 86_400] as const;

/** The values entered for a new token, and their errors. */
interface Draft {
  readonly name: string;
  readonly authority: string;
  readonly scopes: readonly string[];
  readonly days: string;
  readonly problems: { name?: string; scopes?: string; days?: string; form?: string };
}

const EMPTY: Draft = {
  name: '',
  authority: 'chosen',
  scopes: [],
  days: String(PERSONAL_TOKEN_DEFAULT_DAYS),
  problems: {},
};

export interface TokensPageServices extends AccountServices, CreatedOutputsServices {
  readonly config: Pick<Config, 'tokensPerUser'>;
  readonly personalTokens: PersonalTokens;
}

/** Adds the page with a user's personal tokens. [D35], [D37] */
export function addTokensPage(pages: FastifyInstance, services: TokensPageServices): void {
  const { personalTokens, config } = services;
  const list = ({ holder }: SignedInVisit) =>
    personalTokens.list(holder.user.id, { limit: config.tokensPerUser, after: null });

  addAccountPage(pages, services, PATH, async (call) => {
    const { done } = STRINGS[call.visit.language].tokens.personal;
    const owner = toAccountOwner(call.visit.holder.user);
    const made = await findCreatedOutputs(services, call.query, owner, (credentialId) => ({ credentialId }));
    const messages = html`${notice(findSentence(done, call.query('done')))}${createdOutputs(call.visit.language, made)}`;
    return tokensPage(call.visit, await list(call.visit), EMPTY, messages);
  });

  addAccountForm(pages, services, { path: PATH, purpose: PURPOSE, back: PATH }, async (call) => {
    const { visit } = call;
    const strings = STRINGS[visit.language].tokens.personal;
    const draft = readDraft(call);
    const reject = async (status: number, problems: Draft['problems']) => {
      return { status, page: tokensPage(visit, await list(visit), { ...draft, problems }, undefined) };
    };
    const authority = readScopeChoice(draft, PERSONAL_SCOPES);
    const name = parseName(draft.name);
    const days = parseLifetime(draft.days);
    if (name === null || days === null || typeof authority === 'string') {
      return reject(422, {
        ...(name === null && { name: STRINGS[visit.language].common.nameProblem }),
        ...(days === null && { days: strings.daysProblem }),
        ...(typeof authority === 'string' && {
          scopes: authority === 'both' ? strings.bothProblem : strings.scopesProblem,
        }),
      });
    }
    // The response with the secret cannot be requested again, so reloading it submits the form again.
    if (call.field('seen') !== latestItemToken(visit, await list(visit)))
      return reject(409, { form: strings.seenProblem });
    try {
      // Without scopes the token can do whatever its user can do at any time.
      const chosen = { name, scopes: authority.preset === 'all' ? [] : authority.scopes, expiresInDays: days };
      const issued = await personalTokens.create(holderOf(visit, 'createToken'), chosen);
      return {
        status: 200,
        page: newSecretPage(visit, { ...issued, title: strings.secretTitle.created, back: PATH }),
      };
    } catch (error) {
      if (!isQuota(error)) throw error;
      return reject(409, { form: strings.quotaProblem(config.tokensPerUser) });
    }
  });

  addAccountForm(pages, services, { path: `${PATH}/:id/rotate`, purpose: PURPOSE, back: PATH }, async (call) => {
    const { visit, params } = call;
    const known = await personalTokens.require(visit.holder.user.id, params.id!);
    const overlap = OVERLAPS_SECONDS.find((seconds) => String(seconds) === call.field('overlap_seconds'));
    if (overlap === undefined) throw new LecternError('invalid_fields');
    if (call.field('seen') !== rotationMark(visit, known)) return { to: `${PATH}?done=seen` };
    const title = STRINGS[visit.language].tokens.personal.secretTitle.rotated;
    try {
      const issued = await personalTokens.rotate(holderOf(visit, 'rotateToken'), known.id, overlap);
      return { status: 200, page: newSecretPage(visit, { ...issued, title, back: PATH }) };
    } catch (error) {
      if (!isQuota(error)) throw error;
      return { to: `${PATH}?done=full` };
    }
  });

  addAccountForm(pages, services, { path: `${PATH}/:id/rename`, purpose: PURPOSE, back: PATH }, async (call) => {
    const { visit, params } = call;
    const { id } = await personalTokens.require(visit.holder.user.id, params.id!);
    const name = parseName(call.field('name'));
    if (name === null) {
      const renaming = { id, name: call.field('name'), problem: STRINGS[visit.language].common.nameProblem };
      return { status: 422, page: tokensPage(visit, await list(visit), EMPTY, undefined, renaming) };
    }
    await personalTokens.rename(holderOf(visit, 'renameToken'), id, name);
    return { to: `${PATH}?done=renamed` };
  });

  const end = { path: `${PATH}/:id/revoke`, purpose: PURPOSE, back: PATH, ends: true };
  addAccountForm(pages, services, end, async (call) => {
    const { id } = await personalTokens.require(call.visit.holder.user.id, call.params.id!);
    await personalTokens.end(holderOf(call.visit, 'deleteToken'), id);
    return { to: `${PATH}?done=revoked&${CREATED_BY_PARAMETER}=${id}` };
  });
}

const holderOf = (visit: SignedInVisit, operation: string): TokenActor => ({
  userId: visit.holder.user.id,
  owner: toAccountOwner(visit.holder.user),
  scopes: null,
  actor: visit.actor(operation),
});

const isQuota = (error: unknown): boolean => error instanceof LecternError && error.code === 'quota_exceeded';

const readDraft = (call: AccountRequest): Draft => ({
  name: call.field('name'),
  authority: call.field('authority'),
  scopes: call.fields('scopes'),
  days: call.field('expires_in_days'),
  problems: {},
});

/**
 * Returns a value for the form that rotates a token. It changes with each rotation, so a form that is submitted twice
 * is detected.
 */
const rotationMark = (visit: SignedInVisit, { id, hash }: ListedCredential): string =>
  visit.csrf(`token seen ${id} ${hash}`);

function tokensPage(
  visit: SignedInVisit,
  tokens: readonly ListedCredential[],
  draft: Draft,
  messages: SafeHtml | undefined,
  renaming?: { id: string; name: string; problem: string },
): string {
  const strings = STRINGS[visit.language].tokens.personal;
  const content = html`<h1>${strings.title}</h1>
${messages}<p class="hint">${strings.lead}</p>
${
  tokens.length === 0
    ? html`<p>${strings.empty}</p>\n`
    : html`<p><a class="button" href="#create">${strings.create}</a></p>
<ul class="resource-list">${tokens.toReversed().map((token) => entry(visit, token, renaming))}</ul>\n`
}<h2 id="create">${strings.create}</h2>
${creation(visit, tokens, draft)}`;
  return personFrame({ title: strings.title, visit, place: 'tokens' }, content);
}

function entry(
  visit: SignedInVisit,
  token: ListedCredential,
  renaming: { id: string; name: string; problem: string } | undefined,
): SafeHtml {
  const { language } = visit;
  const strings = STRINGS[language].tokens.personal;
  const { id, scopes } = token;
  const path = `${PATH}/${id}`;
  const tried = renaming?.id === id ? renaming : undefined;
  return html`<li><div class="resource-name">
<h2>${token.name}</h2>
${tokenSummary(language, token)}${scopes.length === 0 ? html`<p class="meta">${strings.mayAll}</p>\n` : scopeList(language, strings.may(scopes.length), scopes)}${actionRow(
  disclosure(
    strings.rename,
    postForm(
      visit,
      { action: `${path}/rename`, purpose: PURPOSE },
      html`${inputField({
        id: `name-${id}`,
        name: 'name',
        label: strings.name,
        value: tried?.name ?? token.name,
        maxLength: NAME_MAX_CHARACTERS,
        problem: tried?.problem,
      })}<button>${strings.rename}</button>\n`,
    ),
    tried !== undefined,
  ),
  disclosure(
    strings.rotate,
    html`<p>${strings.rotateHint}</p>
${postForm(
  visit,
  { action: `${path}/rotate`, purpose: PURPOSE },
  html`<input type="hidden" name="seen" value="${rotationMark(visit, token)}">
${selectField({
  id: `overlap-${id}`,
  name: 'overlap_seconds',
  label: strings.overlap,
  options: OVERLAPS_SECONDS.map((seconds) => [String(seconds), strings.overlaps[seconds]] as const),
  value: String(TOKEN_OVERLAP_DEFAULT_SECONDS),
})}<button>${strings.rotate}</button>\n`,
)}`,
  ),
  dangerForm(visit, {
    summary: strings.revoke,
    explanation: strings.revokeHint,
    button: strings.revokeNow,
    action: `${path}/revoke`,
    purpose: PURPOSE,
  }),
)}</div></li>
`;
}

function creation(visit: SignedInVisit, tokens: readonly ListedCredential[], draft: Draft): SafeHtml {
  const { language } = visit;
  const strings = STRINGS[language].tokens.personal;
  const { problems } = draft;
  return postForm(
    visit,
    { action: PATH, purpose: PURPOSE },
    html`<input type="hidden" name="seen" value="${latestItemToken(visit, tokens)}">
${formProblem(problems.form)}${inputField({
  name: 'name',
  label: strings.name,
  hint: strings.nameHint,
  value: draft.name,
  maxLength: NAME_MAX_CHARACTERS,
  problem: problems.name,
})}${scopeChoiceFields(language, { scopes: PERSONAL_SCOPES, all: strings.all }, draft, problems.scopes)}${inputField({
  name: 'expires_in_days',
  label: strings.days,
  type: 'number',
  value: draft.days,
  bounds: [1, PERSONAL_TOKEN_MAX_DAYS],
  problem: problems.days,
})}<p class="actions"><button class="primary">${strings.create}</button></p>\n`,
  );
}
