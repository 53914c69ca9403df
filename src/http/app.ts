import type { Socket } from 'node:net';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';
import { BODY_MAX_BYTES } from '../contract/limits.ts';
import { OPERATIONS, type Operation } from '../contract/operations.ts';
import { isPeoplePath } from '../pages/fallback-routes.ts';
import { PERSON_HEADERS, sendErrorPage } from '../pages/toolkit/person-pages.ts';
import type { Storage } from '../storage/storage.ts';
import type { Admission } from './admission/admission.ts';
import { allowOrigin, type ClientOrigins, isPreflight, setPreflightHeaders } from './admission/cors.ts';
import { addCodeSamples } from './documents/code-samples.ts';
import { documentRoute } from './documents/document-route.ts';
import { addExamples } from './documents/examples.ts';
import { completeOperations, openApiBase, referenceComponents } from './documents/openapi.ts';
import { NonRestRoutes } from './non-rest-routes.ts';
import { addJsonParser } from './operation/body.ts';
import { buildLazyValidators } from './operation/lazy-validators.ts';
import { VALIDATOR_OPTIONS } from './responses/field-errors.ts';
import { respondToParserError } from './responses/parser-errors.ts';
import { hasBearerCredential, sendProblem, toLecternError } from './responses/problem.ts';
import {
  decodedPath,
  logFailedRequest,
  type ResponseServices,
  recordReply,
  toLoggedPath,
} from './responses/record-response.ts';
import { addRestRoutes, type RestServices } from './rest-routes.ts';
import { createHttpServer, type ObservedResponse, type ResponseObserver } from './server/http-server.ts';
import type { PipelineQueue } from './server/pipeline-queue.ts';
import { createRequestId } from './server/request-id.ts';
import { STRICT_TRANSPORT_SECURITY } from './server/strict-transport-security.ts';

/** Longest path parameter. Fits every id and slug. */
const PARAMETER_MAX_CHARACTERS = 256;

declare module 'fastify' {
  /** `record` logs and counts the response, once. Streams call it when they begin. */
  interface FastifyReply extends ResponseObserver {}
}

const OAUTH_NOT_FOUND_HEADERS = { 'cache-control': 'no-store', pragma: 'no-cache', 'referrer-policy': 'no-referrer' };

/** Dependencies of the application outside of the operations. */
interface AppServices extends ResponseServices {
  readonly admission: Admission;
  readonly origins: ClientOrigins;
  readonly storage: Storage;
}

/** Builds the HTTP application with all REST operations. The caller adds pages and streams. */
export async function buildApp(services: AppServices & RestServices): Promise<FastifyInstance> {
  const { config } = services;
  const respondToError = (error: Error, socket: Socket) => respondToParserError(services, error, socket, allowedAt);
  let pipelineQueue: PipelineQueue | undefined;
  const allowedAt = (path: string) => (isRest(path) ? methodsOf(path).methods : nonRest.methodsOf(path));
  const app = Fastify({
    logger: false,
    serverFactory: (handle) => {
      const { server, queue } = createHttpServer(handle, respondToError);
      pipelineQueue = queue;
      return server;
    },
    clientErrorHandler: (error, socket) => pipelineQueue?.refuse(error, socket as Socket),
    genReqId: createRequestId,
    requestIdHeader: false,
    bodyLimit: BODY_MAX_BYTES,
    routerOptions: { maxParamLength: PARAMETER_MAX_CHARACTERS },
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    return503OnClosing: false,
    forceCloseConnections: false,
    ajv: { customOptions: VALIDATOR_OPTIONS },
    schemaController: { compilersFactory: { buildValidator: buildLazyValidators } },
    // Errors of the router skip all hooks, and their replies are not decorated.
    frameworkErrors: (error, request, reply) => {
      begin(services, request, reply, { record: () => recordReply(services, reply) });
      const forPeople = isPeoplePath(decodedPath(request.url));
      const respond = (refusal: unknown) =>
        forPeople ? refuseOnPage(refusal, request, reply) : refuse(services, refusal, request, reply);
      admitUnrouted(services, request, reply).then(() => respond(error), respond);
    },
  });
  app.setSerializerCompiler(() => (payload) => JSON.stringify(payload));
  app.decorateRequest('principal', null);
  app.decorateRequest('live', null);
  app.decorateRequest('resource', null);
  app.decorateRequest('operation', null);
  app.decorateRequest('rest', false);
  app.decorateRequest('startedAt', 0);
  app.decorateReply('record', function () {
    recordReply(services, this);
  });
  addJsonParser(app);
  const nonRest = new NonRestRoutes(app);
  observe(app, services, nonRest);
  app.setErrorHandler((error, request, reply) =>
    isUnknownPage(request) ? refuseOnPage(error, request, reply) : refuse(services, error, request, reply),
  );
  // The onRequest hook has refused all other requests without a route; only allowed preflights arrive here.
  app.setNotFoundHandler((request, reply) => {
    if (!reply.hasHeader('access-control-allow-methods')) throw new LecternError('not_found');
    services.admission.setPeerRateLimitHeader(request.ip, reply);
    return reply.code(204).send();
  });

  await app.register(swagger, { openapi: openApiBase() });
  await app.register(async (rest) => {
    rest.addHook('onRequest', async (request, reply) => {
      if (request.headers.origin !== undefined) await allowOrigin(services.origins, request, reply);
      await chargeRest(services, request, reply);
    });
    addRestRoutes(rest, services);
    const sendDocument = documentRoute(() => openApiDocument(app));
    rest.get('/v1/openapi.json', { schema: { hide: true } }, (request, reply) => {
      services.admission.setPeerRateLimitHeader(request.ip, reply);
      return sendDocument(request, reply);
    });
  });
  return app;
}

/** Builds the OpenAPI document from the routes. [D48] */
function openApiDocument(app: FastifyInstance): Record<string, unknown> {
  const document = referenceComponents(app.swagger() as unknown as Record<string, unknown>);
  return addCodeSamples(addExamples(completeOperations(document)));
}

/** Sets the common headers, starts the record of each request, and refuses requests without a route. */
function observe(app: FastifyInstance, services: AppServices, nonRest: NonRestRoutes): void {
  app.addHook('onRequest', async (request, reply) => {
    services.storage.flush();
    begin(services, request, reply);
    if (request.is404) await refuseUnrouted(services, nonRest, request, reply);
  });
}

/** Starts a request: sets the common headers and the observer that records the response. */
function begin(
  { config }: AppServices,
  request: FastifyRequest,
  reply: FastifyReply,
  observer: ResponseObserver = reply,
): void {
  request.startedAt = performance.now();
  (reply.raw as ObservedResponse).observer = observer;
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store');
  if (config.publicUrl.startsWith('https:')) reply.header('strict-transport-security', STRICT_TRANSPORT_SECURITY);
}

/** Charges a REST request before authentication. Rejects with `rate_limited`. [D10] */
async function chargeRest({ admission }: AppServices, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.rest = true;
  await admission.chargeRequest(request.ip, reply);
}

/** Sets the CORS headers, which errors need too [D8], and charges the request. Rejects with `rate_limited`. */
async function admitUnrouted(services: AppServices, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const path = decodedPath(request.url);
  const allowed = supportsCors(path) && (await allowOrigin(services.origins, request, reply));
  if (isRest(path)) await chargeRest(services, request, reply);
  else services.admission.chargeDocument(request.ip);
  return allowed;
}

/**
 * Refuses a request without a route before its body is read. Rejects with `rate_limited`, `method_not_allowed` or
 * `not_found`. [D4] Allows preflights from client origins, even for unknown paths, so that the page can read the 404.
 * [D8]
 */
async function refuseUnrouted(
  services: AppServices,
  nonRest: NonRestRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const path = decodedPath(request.url);
  // Every response below /oauth has these headers. [D8]
  if (path.startsWith('/oauth')) reply.headers(OAUTH_NOT_FOUND_HEADERS);
  const allowed = await admitUnrouted(services, request, reply);
  const { methods, shared } = isRest(path) ? methodsOf(path) : { methods: nonRest.methodsOf(path), shared: [] };
  if (allowed && isPreflight(request)) return setPreflightHeaders(reply, methods.length > 0 ? shared : ALL_METHODS);
  if (methods.length === 0) throw new LecternError('not_found');
  reply.header('allow', methods.join(', '));
  throw new LecternError('method_not_allowed');
}

function refuse(services: AppServices, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toLecternError(error);
  logFailedRequest(services, known, reply.raw as ObservedResponse, {
    requestId: request.id,
    path: toLoggedPath(request),
  });
  if (request.rest) services.admission.setPeerRateLimitHeader(request.ip, reply);
  // Keeps the connection open and drains the body. A client that is still sending when the connection closes never sees
  // the response.
  if (known.code === 'body_too_large') reply.removeHeader('connection');
  return sendProblem(reply, known, services.config.publicUrl, hasBearerCredential(request));
}

const refuseOnPage = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendErrorPage(request, reply.headers(PERSON_HEADERS), toLecternError(error));

/** Checks for a browser that navigates to an unknown page. */
const isUnknownPage = ({ is404, method, url, headers }: FastifyRequest): boolean =>
  is404 &&
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !/^\/(?:v1|oauth|\.well-known)\b/.test(decodedPath(url));

const ALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const isRest = (path: string): boolean => /^\/v1(?:\/|%2F)/.test(path);

const toMethods = (operations: readonly Operation[]): string[] =>
  operations.flatMap(({ method, poll }) => (method === 'GET' && !poll ? ['GET', 'HEAD'] : [method]));

const PATHS = Map.groupBy(Object.values(OPERATIONS) as Operation[], ({ path }) => path)
  .entries()
  .map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    parameters: path.split('{').length - 1,
    methods: toMethods(operations),
    shared: toMethods(operations.filter(({ poll }) => !poll)),
  }))
  .toArray()
  .concat({ pattern: /^\/v1\/openapi\.json$/, parameters: 0, methods: ['GET', 'HEAD'], shared: [] });

/** Checks whether responses of a path can have the CORS headers of REST: all of REST except long polls. [D8] */
function supportsCors(path: string): boolean {
  const { methods, shared } = methodsOf(path);
  return methods.length > 0 ? shared.length > 0 : isRest(path);
}

/** Returns the methods of a REST path, and those with CORS. Both are empty for an unknown path. */
function methodsOf(path: string): { methods: string[]; shared: string[] } {
  // A fixed path wins over a path with parameters.
  const matching = PATHS.filter(({ pattern }) => pattern.test(path));
  const least = Math.min(...matching.map(({ parameters }) => parameters));
  const known = matching.filter(({ parameters }) => parameters === least);
  return { methods: known.flatMap(({ methods }) => methods), shared: known.flatMap(({ shared }) => shared) };
}
