import type { FastifyInstance } from 'fastify';
import type { Principal } from '../../auth/principal.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import {
  PAGE_DEFAULT_ITEMS,
  PAGE_MAX_ITEMS,
  PERSONAL_TOKEN_DEFAULT_DAYS,
  TOKEN_OVERLAP_DEFAULT_SECONDS,
} from '../../contract/limits.ts';
import * as schema from '../../contract/schemas/credentials.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import type { PersonalTokens, TokenActor } from '../../domain/account/credentials/personal-tokens.ts';
import { NAME_RULE, parseName } from '../../domain/name.ts';
import type { CredentialRecord, ListedCredential, ListPage } from '../../storage/storage.ts';
import type { Context } from '../operation/context.ts';
import type { ListCursors } from '../operation/cursor.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import type { RequireResource } from '../operation/gate.ts';
import { addOperation } from '../operation/operation.ts';
import { requireUserId } from './require-user-id.ts';

const TokensQuery = pageQuery(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS);

export interface TokensServices extends OperationServices {
  readonly personalTokens: PersonalTokens;
  readonly listCursors: ListCursors;
}

/** Adds the operations for the caller's personal tokens. [D35], [D37] */
export function addTokens(app: FastifyInstance, services: TokensServices): void {
  const { personalTokens: tokens, listCursors } = services;

  addOperation(
    app,
    services,
    'listTokens',
    { query: TokensQuery, response: schema.PersonalTokenPage },
    async ({ principal, query }) => {
      const userId = requireUserId(principal);
      const body = await listCursors.page(`tokens/${userId}`, query, {
        find: (page: ListPage) => tokens.list(userId, page),
        positionOf: ({ createdAt, id }) => ({ createdAt, id }),
        toData: toPersonalToken,
      });
      return { body };
    },
  );

  addOperation(
    app,
    services,
    'createToken',
    { body: schema.CreateTokenBody, response: schema.IssuedToken },
    async (context) => {
      const { name, scopes = [], expires_in_days: expiresInDays = PERSONAL_TOKEN_DEFAULT_DAYS } = context.body;
      const chosen = { name: requireName(name), scopes, expiresInDays };
      await context.recheck();
      return { body: toIssuedToken(await tokens.create(holderOf(context), chosen)) };
    },
  );

  const requireResource = ({ token_id: id }: Readonly<Record<string, string>>, principal: Principal) =>
    tokens.require(requireUserId(principal), id!);

  addOperation(
    app,
    services,
    'renameToken',
    { body: schema.RenameTokenBody, response: schema.PersonalToken, requireResource },
    async (context) => {
      const name = requireName(context.body.name);
      await context.recheck();
      return { body: toPersonalToken(await tokens.rename(holderOf(context), context.params.token_id!, name)) };
    },
  );

  addOperation(
    app,
    services,
    'rotateToken',
    { body: schema.RotateTokenBody, response: schema.IssuedToken, requireResource },
    async (context) => {
      const { overlap_seconds: overlapSeconds = TOKEN_OVERLAP_DEFAULT_SECONDS } = context.body;
      await context.recheck();
      return {
        body: toIssuedToken(await tokens.rotate(holderOf(context), context.params.token_id!, overlapSeconds)),
      };
    },
  );

  const requireTarget: RequireResource = ({ token_id: id }, principal) =>
    id === principal.credentialId ? undefined : tokens.require(requireUserId(principal), id!);

  addOperation(app, services, 'deleteToken', { requireResource: requireTarget }, async (context) => {
    const { params, principal, owner, actor } = context;
    // A credential can always revoke itself, whatever its scopes.
    if (params.token_id === principal.credentialId) {
      await tokens.endById(principal.credentialId, owner, actor);
    } else {
      await context.recheck();
      await tokens.end(holderOf(context), params.token_id!);
    }
    return {};
  });
}

const holderOf = ({ principal, actor }: Context<unknown, unknown>): TokenActor => ({
  userId: requireUserId(principal),
  owner: principal.owner,
  scopes: principal.scopes,
  actor,
});

const toPersonalToken = ({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: ListedCredential) => ({
  id,
  name,
  scopes,
  created_at: createdAt,
  expires_at: expiresAt,
  last_used_at: lastUsedAt,
});

const toIssuedToken = ({
  token,
  secret,
}: {
  token: Pick<CredentialRecord, 'id' | 'name' | 'scopes' | 'expiresAt'>;
  secret: string;
}) => ({
  id: token.id,
  name: token.name,
  scopes: token.scopes,
  expires_at: token.expiresAt,
  token: secret,
});

/** Normalizes a name. Throws `invalid_fields`. */
function requireName(text: string): string {
  const name = parseName(text);
  if (name === null) {
    throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: '/name', message: NAME_RULE }] });
  }
  return name;
}
