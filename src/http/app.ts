import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';
import { BODY_MAX_BYTES } from '../contract/limits.ts';
import { OPERATIONS, type Operation } from '../contract/operations.ts';
import { addJsonParser } from './body.ts';
import { addLives } from './lives/lives.ts';
import { addPlayback } from './lives/playback.ts';
import { addQueue } from './lives/queue.ts';
import { addSettings } from './lives/settings.ts';
import { addStack } from './lives/stack.ts';
import { nameSchemas, openApiFrame } from './openapi.ts';
import { carriesCredential, sendProblem, toLecternError } from './problem.ts';
import { requestId } from './request-id.ts';
import { addScripture } from './scripture/scripture.ts';
import type { Services } from './services.ts';

/** Room for the longest item id and slug, and for a client's own mistakes to be told from attacks. */
const PARAMETER_MAX_CHARACTERS = 256;
/** A client that sends its request more slowly than this is let go. */
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** The HTTP application: REST operations, and the frame in which pages and streams are added. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config } = services;
  const app = Fastify({
    logger: false,
    genReqId: requestId,
    requestIdHeader: false,
    bodyLimit: BODY_MAX_BYTES,
    routerOptions: { maxParamLength: PARAMETER_MAX_CHARACTERS },
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    return503OnClosing: false,
    forceCloseConnections: false,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true } },
    // What the router itself refuses passes no hook.
    frameworkErrors: (error, request, reply) => {
      reply.raw.once('finish', () => recordAnswer(services, request, reply));
      try {
        beginAnswer(services, request, reply);
        refuse(services, error, request, reply);
      } catch (exhausted) {
        refuse(services, exhausted, request, reply);
      }
    },
  });
  app.setSerializerCompiler(() => (payload) => JSON.stringify(payload));
  app.decorateRequest('principal', null);
  app.decorateRequest('live', null);
  app.decorateRequest('operation', null);
  addJsonParser(app);
  observe(app, services);
  app.setErrorHandler((error, request, reply) => refuse(services, error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request.url);
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '));
      return refuse(services, new LecternError('method_not_allowed'), request, reply);
    }
    return refuse(services, new LecternError('not_found'), request, reply);
  });

  await app.register(swagger, { openapi: openApiFrame(config.publicUrl) });
  await app.register(async (rest) => {
    addLives(rest, services);
    addPlayback(rest, services);
    addSettings(rest, services);
    addQueue(rest, services);
    addStack(rest, services);
    addScripture(rest, services);
    rest.get('/v1/openapi.json', { schema: { hide: true } }, (request, reply) => {
      services.admission.announcePeer(request.ip, reply);
      return openApiDocument(app);
    });
  });
  return app;
}

/** The document, made from the routes. [D48] */
export function openApiDocument(app: FastifyInstance): Record<string, unknown> {
  return nameSchemas(app.swagger() as unknown as Record<string, unknown>);
}

/** Headers of every answer, the first admission budgets of REST, the log line and the metrics. */
function observe(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', (request, reply, done) => {
    beginAnswer(services, request, reply);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    recordAnswer(services, request, reply);
    done();
  });
}

/** Throws `rate_limited`. */
function beginAnswer({ admission }: Services, request: FastifyRequest, reply: FastifyReply): void {
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store');
  if (isRest(request)) admission.chargeRequest(request.ip, reply);
}

function recordAnswer({ accessLog, metrics }: Services, request: FastifyRequest, reply: FastifyReply): void {
  const operation = request.operation ?? request.routeOptions.url ?? 'none';
  const milliseconds = reply.elapsedTime;
  metrics.countRequest(operation, reply.statusCode, milliseconds);
  accessLog.write({
    requestId: request.id,
    method: request.method,
    path: pathOf(request),
    operation,
    status: reply.statusCode,
    milliseconds,
    peer: request.ip,
    credential: request.principal?.credentialId,
  });
}

function refuse(services: Services, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toLecternError(error);
  if (known.code === 'internal_error' || known.code === 'unavailable') {
    services.log.error({ request_id: request.id, err: known.cause ?? known }, known.code);
  }
  if (isRest(request)) services.admission.announcePeer(request.ip, reply);
  return sendProblem(reply, known, services.config.publicUrl, carriesCredential(request));
}

const isRest = (request: FastifyRequest): boolean => request.url.startsWith('/v1/');

/** The path alone: a query can hold what does not belong in a log. */
const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!;

const PATHS = Map.groupBy(Object.values(OPERATIONS) as Operation[], ({ path }) => path)
  .entries()
  .map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  }))
  .toArray();

/** The methods that a REST path has; none for a path that no operation has. */
function allowedMethods(url: string): string[] {
  const path = url.split('?', 1)[0]!;
  return PATHS.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
}
