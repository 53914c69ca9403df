import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Principal } from '../../auth/principal.ts';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { OPERATIONS, type Operation, type OperationId } from '../../contract/operations.ts';
import type { Scope } from '../../contract/scopes.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import type { LiveState } from '../../storage/storage.ts';
import { describeOperation, isOptionalBody } from '../documents/openapi.ts';
import { deprecationHeaders } from '../responses/deprecation.ts';
import { compressResult, DEFERRED, type OperationResult, sendResult } from '../responses/operation-result.ts';
import { toLecternError } from '../responses/problem.ts';
import { Context } from './context.ts';
import type { Endpoint, OperationServices } from './endpoint.ts';
import { confirmLive, createGate, type RequireResource, requireScopes, writesLive } from './gate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    live: LiveState | null;
    /** Result of `requireResource`. */
    resource: unknown;
    /** Whether the request counts against the REST budgets. */
    rest: boolean;
    /** Null outside of REST. */
    operation: OperationId | null;
    /** Value of `performance.now` when the request arrived. */
    startedAt: number;
  }
}

interface Schemas<Body extends TSchema, Query extends TSchema, Resource> {
  body?: Body;
  query?: Query;
  response?: TSchema;
  /**
   * Finds other resources of the path. Throws or rejects with `not_found`, before body and parameters are validated.
   * [D4]
   */
  requireResource?: RequireResource<Resource>;
  /**
   * Like `requireResource`, but reads the storage. Called before another error is sent, if `requireResource` reads a
   * cache.
   */
  confirmResource?: RequireResource;
}

/** Adds the route of an operation, with its checks in the order of [D4]. The handler checks what needs state. */
export function addOperation<Body extends TSchema = TSchema, Query extends TSchema = TSchema, Resource = unknown>(
  app: FastifyInstance,
  services: OperationServices,
  id: OperationId,
  schemas: Schemas<Body, Query, Resource>,
  handler: (
    context: Context<Static<Body>, Static<Query>, Resource>,
  ) => OperationResult | typeof DEFERRED | Promise<OperationResult | typeof DEFERRED>,
): void {
  const operation: Operation = OPERATIONS[id];
  const integers = integerParameters(schemas.query);
  const optionalBody = schemas.body !== undefined && isOptionalBody(schemas.body);
  const { authenticator } = services;
  const admit = createGate(services, operation, schemas.requireResource);
  const confirm = writesLive(operation) ? confirmLive(services) : schemas.confirmResource;
  const requireAuthority = (principal: Principal, also: readonly Scope[] = []) => {
    requireScopes(principal, also.length > 0 ? { scopes: [...operation.scopes, ...also] } : operation);
    requireUnrestricted(principal);
  };
  const endpoint: Endpoint = {
    id,
    operation,
    services,
    recheck: async (principal, also) => requireAuthority(await authenticator.recheck(principal), also),
    verify: async (principal) => requireAuthority(await authenticator.verify(principal)),
  };
  const deprecation = operation.deprecated && deprecationHeaders(operation.deprecated);
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Only the rules that are enforced. The documentation schema has more and would slow validation down.
    schema: { ...(schemas.body && { body: schemas.body }), ...(schemas.query && { querystring: schemas.query }) },
    ...(operation.poll && { exposeHeadRoute: false }),
    ...(operation.bodyMax !== undefined && { bodyLimit: operation.bodyMax }),
    ...((confirm || takesDocuments(operation)) && {
      errorHandler: async (error: unknown, request: FastifyRequest) => {
        const refusal = toRefusal(operation, error);
        throw confirm ? await confirmRefusal(confirm, request, refusal) : refusal;
      },
    }),
    config: { swaggerTransform: ({ url }) => ({ schema: describeOperation(id, schemas), url }) },
    onRequest: async (request, reply) => {
      request.operation = id;
      if (deprecation) reply.headers(deprecation);
      await admit(request, reply);
    },
    ...((operation.body || integers.length > 0) && {
      preValidation: async (request: FastifyRequest) => {
        if (optionalBody && request.body === undefined) request.body = {};
        if (operation.body && request.body === undefined) throw bodyRequired(operation);
        parseIntegers(request.query as Record<string, unknown>, integers);
      },
    }),
    handler: async (request, reply) => {
      const context = new Context<Static<Body>, Static<Query>, Resource>(request, reply, endpoint);
      try {
        const result = await handler(context);
        if (result === DEFERRED) return;
        const sent = result.compressible ? await compressResult(result, request) : result;
        sendResult(operation, sent, request, reply);
      } finally {
        context.endTurn();
      }
    },
  });
}

const takesDocuments = ({ body, bodyMax }: Operation): boolean => body === 'json' && bodyMax !== undefined;

/** Converts an error, and names the limit if the body is too long. */
function toRefusal(operation: Operation, error: unknown): LecternError {
  const refusal = toLecternError(error);
  if (refusal.code !== 'body_too_large' || !takesDocuments(operation)) return refusal;
  const kibibytes = operation.bodyMax! / 1024;
  return new LecternError('body_too_large', `This request body can be up to ${kibibytes} KiB long.`, { cause: error });
}

/** Codes that do not depend on the resource, so that confirming it would not change the response. */
const UNCONFIRMED: readonly ErrorCode[] = [
  'invalid_token',
  'insufficient_scope',
  'forbidden',
  'internal_error',
  'unavailable',
];

/** Returns `not_found` if the cached resource no longer exists, otherwise the original error. */
async function confirmRefusal(
  confirm: RequireResource,
  request: FastifyRequest,
  refusal: LecternError,
): Promise<LecternError> {
  const result = request.live ?? request.resource;
  if (result && request.principal && !request.raw.aborted && !UNCONFIRMED.includes(refusal.code)) {
    try {
      await confirm(request.params as Record<string, string>, request.principal);
    } catch (error) {
      return toLecternError(error);
    }
  }
  return refusal;
}

const BODIES = { json: 'A JSON body', image: 'An image', song: 'A song file', import: 'A file' } as const;
const bodyRequired = ({ body }: Operation) =>
  new LecternError('invalid_fields', `${BODIES[body ?? 'json']} is required.`, {
    errors: [{ pointer: '', message: 'is required' }],
  });

function integerParameters(query: TSchema | undefined): string[] {
  const properties = (query as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {};
  return Object.keys(properties).filter((name) => properties[name]!.type === 'integer');
}

/** Converts plain decimal numbers. All other values stay strings, which the schema rejects. [D1] */
function parseIntegers(query: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    const value = query[name];
    if (typeof value === 'string' && /^(0|[1-9]\d{0,8})$/.test(value)) query[name] = Number(value);
  }
}
