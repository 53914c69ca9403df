import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasScope, type Principal } from '../../auth/principal.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type { Operation } from '../../contract/operations.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import type { Lives } from '../../domain/live/lives.ts';
import { requireItem } from '../../domain/live/state/require-live.ts';
import type { LiveState, Owner } from '../../storage/storage.ts';
import { requireNoBody } from './body.ts';
import type { OperationServices } from './endpoint.ts';
import { requireIdempotencyKey } from './idempotency.ts';

type Params = Readonly<Record<string, string>>;

export type RequireResource<Resource = unknown> = (
  params: Params,
  principal: Principal,
) => Resource | Promise<Resource>;

/** A check of a request. Rejects with a `LecternError` if it fails. */
type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Combines the checks of an operation that come before the body, in the order of [D4]. */
export function createGate(
  services: OperationServices,
  operation: Operation,
  requireResource: RequireResource | undefined,
): Check {
  const permission = inOrder([
    requireCredential(operation),
    findResource(services, operation, requireResource),
    async ({ principal }) => requireUnrestricted(principal!),
  ]);
  return inOrder([
    authenticate(services),
    chargePrincipal(services, operation),
    permission,
    admitIdempotencyKey(operation),
    ...(operation.body ? [] : [refuseBody(services, permission)]),
  ]);
}

const inOrder =
  (checks: readonly Check[]): Check =>
  async (request, reply) => {
    for (const check of checks) await check(request, reply);
  };

/** Rejects with `invalid_token`. */
const authenticate =
  ({ authenticator }: OperationServices): Check =>
  async (request) => {
    const secret = bearerSecret(request.headers.authorization);
    request.principal = await authenticator.authenticate(secret, request.raw.socket);
  };

/** Rejects with `rate_limited`. */
const chargePrincipal =
  ({ admission }: OperationServices, { poll }: Operation): Check =>
  async ({ principal }, reply) =>
    admission.chargePrincipal(principal!.credentialId, reply, poll);

/** Rejects with `forbidden` or `insufficient_scope`. */
const requireCredential =
  (operation: Operation): Check =>
  async ({ principal, params }) => {
    const { kinds, itself } = operation;
    if (itself !== undefined && isItself(principal!, (params as Params)[itself])) return;
    if (!kinds.includes(principal!.kind)) {
      throw new LecternError('forbidden', `This operation accepts only ${kinds.join(' or ')} credentials.`);
    }
    requireScopes(principal!, operation);
  };

/** Finds the resources that the path names. Rejects with `not_found` if one is missing or belongs to another owner. */
function findResource(
  { lives }: OperationServices,
  operation: Operation,
  requireResource: RequireResource | undefined,
): Check {
  const { resource: kind } = operation;
  return async (request) => {
    const { owner } = request.principal!;
    const params = request.params as Params;
    if (kind === 'live') {
      const cached = writesLive(operation) ? lives.findCached(params.live_id!, owner) : undefined;
      request.live = cached && hasItemOf(cached, params) ? cached : await requireLive(lives, params, owner);
    } else if (kind) requireOwnPath(kind, owner, params);
    request.resource = await requireResource?.(params, request.principal!);
  };
}

/** Rejects with `idempotency_unsupported` or `invalid_fields`. */
const admitIdempotencyKey =
  ({ idempotency }: Operation): Check =>
  async ({ headers }) => {
    const key = headers['idempotency-key'];
    if (key === undefined) return;
    if (idempotency === 'unsupported') throw new LecternError('idempotency_unsupported');
    if (idempotency === 'honoured') requireIdempotencyKey(key);
  };

/** Rejects a body for an operation without one. Checks the permission again if it had to wait for the client. */
const refuseBody =
  ({ authenticator }: OperationServices, permission: Check): Check =>
  async (request, reply) => {
    const waited = await requireNoBody(request);
    if (!waited) return;
    request.principal = await authenticator.verify(request.principal!);
    await permission(request, reply);
  };

/** Checks for a write to a Live. It validates the Live again under its lock, so the gate can use the cached state. */
export const writesLive = ({ method, resource }: Operation): boolean => resource === 'live' && method !== 'GET';

export const confirmLive =
  ({ lives }: OperationServices): RequireResource =>
  (params, { owner }) =>
    requireLive(lives, params, owner);

/** Returns the Live of the path. Rejects with `not_found` if the Live or its item is missing. */
async function requireLive(lives: Lives, params: Params, owner: Owner): Promise<LiveState> {
  const live = await lives.require(params.live_id!, owner);
  if (params.item_id !== undefined) requireItem(live, params.item_id);
  return live;
}

const hasItemOf = ({ items }: LiveState, { item_id: itemId }: Params): boolean =>
  itemId === undefined || items.some(({ id }) => id === itemId);

/** Parses `Authorization: Bearer …` (RFC 6750 §2.1). Throws `invalid_token`. */
function bearerSecret(header: string | undefined): string {
  if (header === undefined || header.slice(0, 7).toLowerCase() !== 'bearer ') throw new LecternError('invalid_token');
  return header.slice(7).trimStart();
}

/** Throws `insufficient_scope`, with all scopes that the operation needs. */
export function requireScopes(principal: Principal, operation: Pick<Operation, 'scopes' | 'delegatedScopes'>): void {
  const scopes = (principal.kind === 'delegated' && operation.delegatedScopes) || operation.scopes;
  for (const scope of scopes) {
    if (hasScope(principal, scope)) continue;
    throw new LecternError('insufficient_scope', `This operation requires ${scopes.join(' and ')}.`, { scopes });
  }
}

/**
 * Checks whether `id` is the caller's own token. Delegated tokens have grants instead, and a console cannot revoke
 * tokens. [D63]
 */
const isItself = ({ kind, console, credentialId }: Principal, id: string | undefined): boolean =>
  kind !== 'delegated' && !console && credentialId === id;

/** Requires the account or organization of the path to be the caller's. Throws `not_found`. */
function requireOwnPath(kind: Owner['kind'], owner: Owner, params: Params): void {
  if (owner.kind !== kind || owner.id !== params[`${kind}_id`]) throw new LecternError('not_found');
}
