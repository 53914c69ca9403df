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
import type { SignedInVisit } from '../toolkit/visits.ts';
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
/** One for all forms of this page: what each is about stands in its address. */
const PURPOSE = 'tokens';
const OVERLAPS_SECONDS = [0, TOKEN_OVERLAP_DEFAULT_SECONDS, 3_600, 86_400] as const;

/** What was entered into the form for a new token, and what is wrong with it. */
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

/** The user's own personal tokens. [D35], [D37] */
export function addTokensPage(pages: FastifyInstance, services: TokensPageServices): void {
  const { personalTokens, config } = services;
  const list = ({ holder }: SignedInVisit) =>
    personalTokens.list(holder.user.id, { limit: config.tokensPerUser, after: null });

  addAccountPage(pages, services, PATH, async (call) => {
    const { done } = STRINGS[call.visit.language].tokens.personal;
    const owner = toAccountOwner(call.visit.holder.user);
    const made = await findCreatedOutputs(services, call.query, owner, (credentialId) => ({ credentialId }));
    const told = html`${notice(findSentence(done, call.query('done')))}${createdOutputs(call.visit.language, made)}`;
    return tokensPage(call.visit, await list(call.visit), EMPTY, told);
  });

  addAccountForm(pages, services, { path: PATH, purpose: PURPOSE, back: PATH }, async (call) => {
    const { visit } = call;
    const words = STRINGS[visit.language].tokens.personal;
    const draft = readDraft(call);
    const refuse = async (status: number, problems: Draft['problems']) => {
      return { status, page: tokensPage(visit, await list(visit), { ...draft, problems }, undefined) };
    };
    const authority = readScopeChoice(draft, PERSONAL_SCOPES);
    const name = parseName(draft.name);
    const days = parseLifetime(draft.days);
    if (name === null || days === null || typeof authority === 'string') {
      return refuse(422, {
        ...(name === null && { name: STRINGS[visit.language].common.nameProblem }),
        ...(days === null && { days: words.daysProblem }),
        ...(typeof authority === 'string' && {
          scopes: authority === 'both' ? words.bothProblem : words.scopesProblem,
        }),
      });
    }
    // The answer cannot be got again, so a browser that loads it again sends the form again.
    if (call.field('seen') !== latestItemToken(visit, await list(visit)))
      return refuse(409, { form: words.seenProblem });
    try {
      // Without any it may what its user may at any time.
      const chosen = { name, scopes: authority.preset === 'all' ? [] : authority.scopes, expiresInDays: days };
      const issued = await personalTokens.create(holderOf(visit, 'createToken'), chosen);
      return {
        status: 200,
        page: newSecretPage(visit, { ...issued, title: words.secretTitle.created, place: 'tokens', back: PATH }),
      };
    } catch (error) {
      if (!isQuota(error)) throw error;
      return refuse(409, { form: words.quotaProblem(config.tokensPerUser) });
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
      return { status: 200, page: newSecretPage(visit, { ...issued, title, place: 'tokens', back: PATH }) };
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

/** Another one after each rotation. */
const rotationMark = (visit: SignedInVisit, { id, hash }: ListedCredential): string =>
  visit.csrf(`token seen ${id} ${hash}`);

function tokensPage(
  visit: SignedInVisit,
  tokens: readonly ListedCredential[],
  draft: Draft,
  told: SafeHtml | undefined,
  renaming?: { id: string; name: string; problem: string },
): string {
  const words = STRINGS[visit.language].tokens.personal;
  const content = html`<h1>${words.title}</h1>
${told}<p class="hint">${words.lead}</p>
${
  tokens.length === 0
    ? html`<p>${words.empty}</p>\n`
    : html`<p><a href="#create">${words.create}</a></p>
<ul class="entries">${tokens.toReversed().map((token) => entry(visit, token, renaming))}</ul>\n`
}<h2 id="create">${words.create}</h2>
${creation(visit, tokens, draft)}`;
  return personFrame({ title: words.title, visit, place: 'tokens' }, content);
}

function entry(
  visit: SignedInVisit,
  token: ListedCredential,
  renaming: { id: string; name: string; problem: string } | undefined,
): SafeHtml {
  const { language } = visit;
  const words = STRINGS[language].tokens.personal;
  const { id, scopes } = token;
  const path = `${PATH}/${id}`;
  const tried = renaming?.id === id ? renaming : undefined;
  return html`<li><div class="what">
<h2>${token.name}</h2>
${tokenSummary(language, token)}${scopes.length === 0 ? html`<p class="meta">${words.mayAll}</p>\n` : scopeList(language, words.may(scopes.length), scopes)}${actionRow(
  disclosure(
    words.rename,
    postForm(
      visit,
      { action: `${path}/rename`, purpose: PURPOSE },
      html`${inputField({
        id: `name-${id}`,
        name: 'name',
        label: words.name,
        value: tried?.name ?? token.name,
        maxLength: NAME_MAX_CHARACTERS,
        problem: tried?.problem,
      })}<button class="secondary">${words.rename}</button>\n`,
    ),
    tried !== undefined,
  ),
  disclosure(
    words.rotate,
    html`<p>${words.rotateHint}</p>
${postForm(
  visit,
  { action: `${path}/rotate`, purpose: PURPOSE },
  html`<input type="hidden" name="seen" value="${rotationMark(visit, token)}">
${selectField({
  id: `overlap-${id}`,
  name: 'overlap_seconds',
  label: words.overlap,
  options: OVERLAPS_SECONDS.map((seconds) => [String(seconds), words.overlaps[seconds]] as const),
  value: String(TOKEN_OVERLAP_DEFAULT_SECONDS),
})}<button class="secondary">${words.rotate}</button>\n`,
)}`,
  ),
  dangerForm(visit, {
    summary: words.revoke,
    explanation: words.revokeHint,
    button: words.revokeNow,
    action: `${path}/revoke`,
    purpose: PURPOSE,
  }),
)}</div></li>
`;
}

function creation(visit: SignedInVisit, tokens: readonly ListedCredential[], draft: Draft): SafeHtml {
  const { language } = visit;
  const words = STRINGS[language].tokens.personal;
  const { problems } = draft;
  return postForm(
    visit,
    { action: PATH, purpose: PURPOSE },
    html`<input type="hidden" name="seen" value="${latestItemToken(visit, tokens)}">
${formProblem(problems.form)}${inputField({
  name: 'name',
  label: words.name,
  hint: words.nameHint,
  value: draft.name,
  maxLength: NAME_MAX_CHARACTERS,
  problem: problems.name,
})}${scopeChoiceFields(language, { scopes: PERSONAL_SCOPES, all: words.all }, draft, problems.scopes)}${inputField({
  name: 'expires_in_days',
  label: words.days,
  type: 'number',
  value: draft.days,
  bounds: [1, PERSONAL_TOKEN_MAX_DAYS],
  problem: problems.days,
})}<p class="actions"><button>${words.create}</button></p>\n`,
  );
}
