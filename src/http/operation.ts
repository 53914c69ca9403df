import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { holds, type Principal } from '../auth/principal.ts';
import { LecternError } from '../contract/lectern-error.ts';
import { IDEMPOTENCY_KEY_MAX_CHARACTERS } from '../contract/limits.ts';
import { OPERATIONS, type Operation, type OperationId } from '../contract/operations.ts';
import { requireItem, type Write } from '../domain/live/lives.ts';
import type { Precondition } from '../domain/live/validator.ts';
import type { LiveState, Owner } from '../storage/storage.ts';
import { requireNoBody } from './body.ts';
import { describeOperation } from './openapi.ts';
import { isNotModified, parseIfMatch } from './preconditions.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    live: LiveState | null;
  }
}

interface Schemas<Body extends TSchema, Query extends TSchema> {
  body?: Body;
  query?: Query;
  response?: TSchema;
}

/** What a handler gets once everything that needs no knowledge of the operation is checked. */
export interface Context<Body, Query> {
  readonly principal: Principal;
  readonly owner: Owner;
  /** The Live of the path as it was when the request was admitted. */
  readonly live: LiveState;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly precondition: Precondition;
  /** What every write of a Live takes along: its precondition, its owner, and the look at the credential before saving. */
  readonly write: Pick<Write, 'owner' | 'precondition' | 'recheck' | 'itemId'>;
}

/** What a handler gives: an object, its serialized form, or how to make that if it is needed; an ETag; further headers. */
export interface Answer {
  readonly body?: object | string | (() => string | Buffer);
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Adds the route of an operation, with the order of checks of [D4]; what needs state comes in the handler. */
export function addOperation<Body extends TSchema = TSchema, Query extends TSchema = TSchema>(
  app: FastifyInstance,
  services: Services,
  id: OperationId,
  schemas: Schemas<Body, Query>,
  handler: (context: Context<Static<Body>, Static<Query>>) => Answer | Promise<Answer>,
): void {
  const operation: Operation = OPERATIONS[id];
  const integers = integerParameters(schemas.query);
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: describeOperation(id, schemas),
    config: { operation: id },
    onRequest: (request, reply) => admit(services, operation, request, reply),
    preValidation: async (request) => {
      if (operation.body && request.body === undefined) {
        throw new LecternError('invalid_fields', 'A JSON body is required.', {
          errors: [{ pointer: '', message: 'is required' }],
        });
      }
      readIntegers(request.query as Record<string, unknown>, integers);
    },
    handler: async (request, reply) => {
      const principal = request.principal!;
      const params = request.params as Record<string, string>;
      const precondition = parseIfMatch(request.headers['if-match']);
      const recheck = async () => {
        requireScopes(await services.authenticator.recheck(principal), operation);
      };
      const answer = await handler({
        principal,
        owner: principal.owner,
        live: request.live!,
        params,
        query: request.query as Static<Query>,
        body: request.body as Static<Body>,
        precondition,
        write: { owner: principal.owner, precondition, recheck, itemId: params.item_id },
      });
      return send(operation, answer, request, reply);
    },
  });
}

async function admit(
  services: Services,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const principal = await services.authenticator.authenticate(bearerSecret(request.headers.authorization));
  request.principal = principal;
  services.admission.chargePrincipal(principal.credentialId, reply);
  if (!operation.kinds.includes(principal.kind)) {
    throw new LecternError('forbidden', `This operation takes ${operation.kinds.join(' or ')} credentials.`);
  }
  requireScopes(principal, operation);
  await requireResource(services, operation, principal, request);
  if (operation.idempotency === 'unsupported' && request.headers['idempotency-key'] !== undefined) {
    throw new LecternError('idempotency_unsupported');
  }
  requireIdempotencyKey(request.headers['idempotency-key']);
  if (!operation.body) await requireNoBody(request);
}

/** The secret of `Authorization: Bearer …` (RFC 6750 §2.1). Throws `invalid_token`. */
function bearerSecret(header: string | undefined): string {
  const match = header === undefined ? null : /^Bearer +([^\s]+)$/i.exec(header);
  if (!match) throw new LecternError('invalid_token');
  return match[1]!;
}

/** Throws `insufficient_scope`, naming all that the operation needs. */
function requireScopes(principal: Principal, operation: Operation): void {
  if (!operation.scopes.every((scope) => holds(principal, scope))) {
    throw new LecternError('insufficient_scope', `This operation needs ${operation.scopes.join(' and ')}.`, {
      scopes: operation.scopes,
    });
  }
}

/** Throws `not_found` for what does not exist or is somebody else's. */
async function requireResource(
  services: Services,
  operation: Operation,
  principal: Principal,
  request: FastifyRequest,
) {
  const params = request.params as Record<string, string>;
  const { owner } = principal;
  if (operation.resource === 'live') {
    request.live = await services.lives.require(params.live_id!, owner);
    if (params.item_id !== undefined) requireItem(request.live, params.item_id);
  } else if (operation.resource) {
    if (owner.kind !== operation.resource || owner.id !== params[`${operation.resource}_id`]) {
      throw new LecternError('not_found');
    }
  }
}

/** [D9] */
function requireIdempotencyKey(header: string | string[] | undefined): void {
  if (header === undefined) return;
  if (typeof header !== 'string' || !/^[\x21-\x7e]+$/.test(header) || header.length > IDEMPOTENCY_KEY_MAX_CHARACTERS) {
    throw new LecternError('invalid_fields', 'Idempotency-Key must be 1 to 255 visible ASCII characters.', {
      errors: [{ parameter: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }],
    });
  }
}

function send(operation: Operation, answer: Answer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  for (const name in answer.headers) reply.header(name, answer.headers[name]);
  if (answer.etag !== undefined) {
    reply.header('etag', answer.etag);
    if (operation.method === 'GET' && isNotModified(request.headers['if-none-match'], answer.etag)) {
      return reply.code(304).send();
    }
  }
  if (answer.body === undefined) return reply.code(204).send();
  return reply
    .code(operation.success)
    .header('content-type', 'application/json; charset=utf-8')
    .send(serialize(answer.body));
}

function serialize(body: NonNullable<Answer['body']>): string | Buffer {
  if (typeof body === 'function') return body();
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function integerParameters(query: TSchema | undefined): string[] {
  const properties = (query as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {};
  return Object.keys(properties).filter((name) => properties[name]!.type === 'integer');
}

/** Plain decimal numbers become numbers; everything else stays text and is refused by the schema. [D1] */
function readIntegers(query: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    const value = query[name];
    if (typeof value === 'string' && /^(0|[1-9]\d{0,8})$/.test(value)) query[name] = Number(value);
  }
}
