import type { FastifyReply, FastifyRequest } from 'fastify';
import { holds, type Principal } from '../../auth/principal.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type { Operation } from '../../contract/operations.ts';
import { afterwards } from '../../domain/afterwards.ts';
import { requireItem } from '../../domain/live/require-live.ts';
import type { LiveState, Owner } from '../../storage/storage.ts';
import type { Services } from '../services.ts';
import { requireNoBody } from './body.ts';
import { requireIdempotencyKey } from './idempotency.ts';

type Params = Readonly<Record<string, string>>;

export type RequireResource<Resource = unknown> = (
  params: Params,
  principal: Principal,
) => Resource | Promise<Resource>;

/**
 * All checks of [D4] before the body, of one operation. Its steps are made once, not for each request. What it gives throws or
 * rejects the refusals, and gives a promise only where something has to be waited for.
 */
export function openGate(services: Services, operation: Operation, requireResource: RequireResource | undefined) {
  const { authenticator, admission } = services;
  const { kinds, members = false, itself, resource: kind, poll = false } = operation;

  const admit = (request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    const principal = authenticator.authenticate(bearerSecret(request.headers.authorization), request.raw.socket);
    return afterwards(principal, charge, request, reply) as void | Promise<void>;
  };

  const charge = (principal: Principal, request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    request.principal = principal;
    const charged = admission.chargePrincipal(principal.credentialId, reply, poll, request.startedAt);
    return afterwards(charged, authorize, request) as void | Promise<void>;
  };

  /** What the caller may, and what of: kind, scopes, the resource of the path. */
  const authorize = (_charged: unknown, request: FastifyRequest): void | Promise<void> => {
    const principal = request.principal!;
    const params = request.params as Params;
    if (itself === undefined || !isItself(principal, params[itself])) {
      if (!kinds.includes(principal.kind) && !(members && isMembers(principal))) {
        throw new LecternError('forbidden', `This operation takes ${kinds.join(' or ')} credentials.`);
      }
      requireScopes(principal, operation);
    }
    if (kind === 'live') {
      return afterwards(
        requireLive(services, operation, params, principal.owner),
        takeLive,
        request,
      ) as void | Promise<void>;
    }
    if (kind) requireOwnPath(kind, principal.owner, params);
    return afterwards(requireResource?.(params, principal), takeResource, request) as void | Promise<void>;
  };

  const takeLive = (live: LiveState, request: FastifyRequest): void | Promise<void> => {
    request.live = live;
    return conclude(request);
  };

  const takeResource = (resource: unknown, request: FastifyRequest): void | Promise<void> => {
    request.resource = resource;
    return conclude(request);
  };

  const conclude = (request: FastifyRequest): void | Promise<void> => {
    requireUnrestricted(request.principal!);
    const waited = admitHeaders(operation, request);
    if (waited) return authorizeAnew(waited, request);
  };

  /** After the client was waited for: what was found before may have ended. */
  const authorizeAnew = async (waited: Promise<void>, request: FastifyRequest): Promise<void> => {
    await waited;
    request.principal = await authenticator.verify(request.principal!);
    await authorize(undefined, request);
  };

  return admit;
}

/** A service token that is a member's. [D67] */
const isMembers = ({ kind, userId }: Principal): boolean => kind === 'service' && userId !== null;

/** A write judges its Live anew in the turn of that: until then what this process saw last will do. */
export const writesLive = ({ method, resource }: Operation): boolean => resource === 'live' && method !== 'GET';

export const confirmLive =
  ({ lives }: Services): RequireResource =>
  async (params, { owner }) =>
    requireItemOf(await lives.require(params.live_id!, owner), params);

function requireItemOf(live: LiveState, { item_id: itemId }: Params): LiveState {
  if (itemId !== undefined) requireItem(live, itemId);
  return live;
}

/** The Live of the path. Throws or rejects `not_found`, also for its item. */
function requireLive(
  { lives }: Services,
  operation: Operation,
  params: Params,
  owner: Owner,
): LiveState | Promise<LiveState> {
  const seen = writesLive(operation) ? lives.findSeen(params.live_id!, owner) : undefined;
  if (seen && hasItemOf(seen, params)) return seen;
  return afterwards(lives.require(params.live_id!, owner), requireItemOf, params);
}

const hasItemOf = ({ items }: LiveState, { item_id: itemId }: Params): boolean =>
  itemId === undefined || items.some(({ id }) => id === itemId);

/** A promise only where the client has to be waited for. */
function admitHeaders(operation: Operation, request: FastifyRequest): undefined | Promise<void> {
  const key = request.headers['idempotency-key'];
  if (key !== undefined) {
    if (operation.idempotency === 'unsupported') throw new LecternError('idempotency_unsupported');
    if (operation.idempotency === 'honoured') requireIdempotencyKey(key);
  }
  return operation.body ? undefined : requireNoBody(request);
}

/** The secret of `Authorization: Bearer …` (RFC 6750 §2.1). Throws `invalid_token`. */
function bearerSecret(header: string | undefined): string {
  if (header === undefined || header.slice(0, 7).toLowerCase() !== 'bearer ') throw new LecternError('invalid_token');
  return header.slice(7).trimStart();
}

/** Throws `insufficient_scope`, naming all that the operation needs. */
export function requireScopes(principal: Principal, operation: Operation): void {
  const scopes = (principal.kind === 'delegated' && operation.delegatedScopes) || operation.scopes;
  for (const scope of scopes) {
    if (holds(principal, scope)) continue;
    throw new LecternError('insufficient_scope', `This operation needs ${scopes.join(' and ')}.`, { scopes });
  }
}

/** A delegated token goes by its grant, which is none of the credentials. */
const isItself = ({ kind, credentialId }: Principal, id: string | undefined): boolean =>
  kind !== 'delegated' && credentialId === id;

/** Throws `processing_restricted`. [D42] */
export function requireUnrestricted({ restricted }: Principal): void {
  if (restricted) throw new LecternError('processing_restricted');
}

/** The account or organization of the path must be the caller's own. Throws `not_found`. */
function requireOwnPath(kind: Owner['kind'], owner: Owner, params: Params): void {
  if (owner.kind !== kind || owner.id !== params[`${kind}_id`]) throw new LecternError('not_found');
}
