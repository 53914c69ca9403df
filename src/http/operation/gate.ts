import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasScope, type Principal } from '../../auth/principal.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type { Operation } from '../../contract/operations.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import type { Lives } from '../../domain/live/lives.ts';
import { requireItem } from '../../domain/live/require-live.ts';
import type { LiveState, Owner } from '../../storage/storage.ts';
import { requireNoBody } from './body.ts';
import type { OperationServices } from './endpoint.ts';
import { requireIdempotencyKey } from './idempotency.ts';

type Params = Readonly<Record<string, string>>;

export type RequireResource<Resource = unknown> = (
  params: Params,
  principal: Principal,
) => Resource | Promise<Resource>;

/** One check of a request. Rejects with its refusal. */
type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** All checks of [D4] before the body, of one operation. Rejects with the first refusal. */
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

/** Refuses with `invalid_token`. */
const authenticate =
  ({ authenticator }: OperationServices): Check =>
  async (request) => {
    const secret = bearerSecret(request.headers.authorization);
    request.principal = await authenticator.authenticate(secret, request.raw.socket);
  };

/** Refuses with `rate_limited`. */
const chargePrincipal =
  ({ admission }: OperationServices, { poll }: Operation): Check =>
  async ({ principal }, reply) =>
    admission.chargePrincipal(principal!.credentialId, reply, poll);

/** Refuses with `forbidden` or `insufficient_scope`. */
const requireCredential =
  (operation: Operation): Check =>
  async ({ principal, params }) => {
    const { kinds, members = false, itself } = operation;
    if (itself !== undefined && isItself(principal!, (params as Params)[itself])) return;
    if (!kinds.includes(principal!.kind) && !(members && isMembers(principal!))) {
      throw new LecternError('forbidden', `This operation takes ${kinds.join(' or ')} credentials.`);
    }
    requireScopes(principal!, operation);
  };

/** Finds what the path names. Refuses with `not_found`, also for what is somebody else's. */
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
      const seen = writesLive(operation) ? lives.findCached(params.live_id!, owner) : undefined;
      request.live = seen && hasItemOf(seen, params) ? seen : await requireLive(lives, params, owner);
    } else if (kind) requireOwnPath(kind, owner, params);
    request.resource = await requireResource?.(params, request.principal!);
  };
}

/** Refuses with `idempotency_unsupported` or `invalid_fields`. */
const admitIdempotencyKey =
  ({ idempotency }: Operation): Check =>
  async ({ headers }) => {
    const key = headers['idempotency-key'];
    if (key === undefined) return;
    if (idempotency === 'unsupported') throw new LecternError('idempotency_unsupported');
    if (idempotency === 'honoured') requireIdempotencyKey(key);
  };

/** Refuses a body where the operation has none. If the client had to be waited for, its permission may have ended: it is checked again. */
const refuseBody =
  ({ authenticator }: OperationServices, permission: Check): Check =>
  async (request, reply) => {
    const waited = await requireNoBody(request);
    if (!waited) return;
    request.principal = await authenticator.verify(request.principal!);
    await permission(request, reply);
  };

/** A service token that is a member's. [D67] */
const isMembers = ({ kind, userId }: Principal): boolean => kind === 'service' && userId !== null;

/** A write judges its Live again in its turn. Until then the state that this process saw last will do. */
export const writesLive = ({ method, resource }: Operation): boolean => resource === 'live' && method !== 'GET';

export const confirmLive =
  ({ lives }: OperationServices): RequireResource =>
  (params, { owner }) =>
    requireLive(lives, params, owner);

/** The Live of the path. Rejects with `not_found`, also for its item. */
async function requireLive(lives: Lives, params: Params, owner: Owner): Promise<LiveState> {
  const live = await lives.require(params.live_id!, owner);
  if (params.item_id !== undefined) requireItem(live, params.item_id);
  return live;
}

const hasItemOf = ({ items }: LiveState, { item_id: itemId }: Params): boolean =>
  itemId === undefined || items.some(({ id }) => id === itemId);

/** The secret of `Authorization: Bearer …` (RFC 6750 §2.1). Throws `invalid_token`. */
function bearerSecret(header: string | undefined): string {
  if (header === undefined || header.slice(0, 7).toLowerCase() !== 'bearer ') throw new LecternError('invalid_token');
  return header.slice(7).trimStart();
}

/** Throws `insufficient_scope`, naming all that the operation needs. */
export function requireScopes(principal: Principal, operation: Pick<Operation, 'scopes' | 'delegatedScopes'>): void {
  const scopes = (principal.kind === 'delegated' && operation.delegatedScopes) || operation.scopes;
  for (const scope of scopes) {
    if (hasScope(principal, scope)) continue;
    throw new LecternError('insufficient_scope', `This operation needs ${scopes.join(' and ')}.`, { scopes });
  }
}

/** A delegated token goes by its grant, which is none of the credentials; a console ends no token. [D63] */
const isItself = ({ kind, console, credentialId }: Principal, id: string | undefined): boolean =>
  kind !== 'delegated' && !console && credentialId === id;

/** The account or organization of the path must be the caller's own. Throws `not_found`. */
function requireOwnPath(kind: Owner['kind'], owner: Owner, params: Params): void {
  if (owner.kind !== kind || owner.id !== params[`${kind}_id`]) throw new LecternError('not_found');
}
