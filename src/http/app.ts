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
import { addExamples } from './documents/examples.ts';
import { addErrorCodes, openApiBase, referenceComponents } from './documents/openapi.ts';
import { NonRestRoutes } from './non-rest-routes.ts';
import { addJsonParser } from './operation/body.ts';
import { VALIDATOR_OPTIONS } from './responses/field-errors.ts';
import { JSON_MEDIA_TYPE } from './responses/operation-result.ts';
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

/** Room for the longest item id and slug, and for a client's own mistakes to be told from attacks. */
const PARAMETER_MAX_CHARACTERS = 256;

declare module 'fastify' {
  /** `record` writes the log line of the answer and counts it, once; for one that goes on for long it is called when that begins. */
  interface FastifyReply extends ResponseObserver {}
}

const OAUTH_ABSENCE_HEADERS = { 'cache-control': 'no-store', pragma: 'no-cache', 'referrer-policy': 'no-referrer' };

/** What the application works with before and beside the operations. */
interface AppServices extends ResponseServices {
  readonly admission: Admission;
  readonly origins: ClientOrigins;
  readonly storage: Storage;
}

/** The HTTP application: REST operations, and the frame in which pages and streams are added. */
export async function buildApp(services: AppServices & RestServices): Promise<FastifyInstance> {
  const { config } = services;
  const refuseUnread = (error: Error, socket: Socket) => respondToParserError(services, error, socket, allowedAt);
  let connections: PipelineQueue | undefined;
  const allowedAt = (path: string) => (isRest(path) ? methodsOf(path).methods : beside.methodsOf(path));
  const app = Fastify({
    logger: false,
    serverFactory: (handle) => {
      const { server, turns } = createHttpServer(handle, refuseUnread);
      connections = turns;
      return server;
    },
    clientErrorHandler: (error, socket) => connections?.refuse(error, socket as Socket),
    genReqId: createRequestId,
    requestIdHeader: false,
    bodyLimit: BODY_MAX_BYTES,
    routerOptions: { maxParamLength: PARAMETER_MAX_CHARACTERS },
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    return503OnClosing: false,
    forceCloseConnections: false,
    ajv: { customOptions: VALIDATOR_OPTIONS },
    // What the router itself refuses passes no hook, and its reply is not decorated.
    frameworkErrors: (error, request, reply) => {
      begin(services, request, reply, { record: () => recordReply(services, reply) });
      const forPeople = isPeoplePath(decodedPath(request.url));
      const answer = (refusal: unknown) =>
        forPeople ? refuseOnPage(refusal, request, reply) : refuse(services, refusal, request, reply);
      admitUnrouted(services, request, reply).then(() => answer(error), answer);
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
  const beside = new NonRestRoutes(app);
  observe(app, services, beside);
  app.setErrorHandler((error, request, reply) =>
    isAstray(request) ? refuseOnPage(error, request, reply) : refuse(services, error, request, reply),
  );
  // What has no route was refused before, but for a preflight that is allowed.
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
    let document: Buffer | undefined;
    rest.get('/v1/openapi.json', { schema: { hide: true } }, (request, reply) => {
      services.admission.setPeerRateLimitHeader(request.ip, reply);
      // The routes do not change any more, and making it from them takes a while.
      document ??= Buffer.from(JSON.stringify(openApiDocument(app)));
      return reply.type(JSON_MEDIA_TYPE).send(document);
    });
  });
  return app;
}

/** The document, made from the routes. [D48] */
function openApiDocument(app: FastifyInstance): Record<string, unknown> {
  const document = referenceComponents(app.swagger() as unknown as Record<string, unknown>);
  return addCodeSamples(addExamples(addErrorCodes(document)));
}

/** Headers of every answer, what no route answers, the log line and the metrics. */
function observe(app: FastifyInstance, services: AppServices, beside: NonRestRoutes): void {
  app.addHook('onRequest', async (request, reply) => {
    services.storage.flush();
    begin(services, request, reply);
    if (request.is404) await refuseUnrouted(services, beside, request, reply);
  });
}

/** What comes before all else: headers of every answer, which is recorded when it is handed over. */
function begin(
  { config }: AppServices,
  request: FastifyRequest,
  reply: FastifyReply,
  told: ResponseObserver = reply,
): void {
  request.startedAt = performance.now();
  (reply.raw as ObservedResponse).observer = told;
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store');
  if (config.publicUrl.startsWith('https:')) reply.header('strict-transport-security', STRICT_TRANSPORT_SECURITY);
}

/** The first budgets of REST. Rejects with `rate_limited`. [D10] */
async function chargeRest({ admission }: AppServices, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.rest = true;
  await admission.chargeRequest(request.ip, reply);
}

/** A page of a client may read the answer, refusals too [D8]; then the first budgets of REST. Rejects `rate_limited`. */
async function admitUnrouted(services: AppServices, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const path = decodedPath(request.url);
  const allowed = mayBeShared(path) && (await allowOrigin(services.origins, request, reply));
  if (isRest(path)) await chargeRest(services, request, reply);
  else services.admission.chargeDocument(request.ip);
  return allowed;
}

/**
 * Before any body is read: rejects `rate_limited`, `method_not_allowed` or `not_found`. [D4] What it lets pass is the preflight of a
 * page of a client, also for a path that there is nothing at: without it the page could not read the 404. [D8]
 */
async function refuseUnrouted(
  services: AppServices,
  beside: NonRestRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const path = decodedPath(request.url);
  // As every other answer beside the endpoints of OAuth. [D8]
  if (path.startsWith('/oauth')) reply.headers(OAUTH_ABSENCE_HEADERS);
  const allowed = await admitUnrouted(services, request, reply);
  const { methods, shared } = isRest(path) ? methodsOf(path) : { methods: beside.methodsOf(path), shared: [] };
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
  // As after every other refusal the rest of the body is read and dropped: who still sends when a connection is closed gets no answer.
  if (known.code === 'body_too_large') reply.removeHeader('connection');
  return sendProblem(reply, known, services.config.publicUrl, hasBearerCredential(request));
}

const refuseOnPage = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendErrorPage(request, reply.headers(PERSON_HEADERS), toLecternError(error));

/** A browser at an address that there is nothing at, neither for it nor for programs. */
const isAstray = ({ is404, method, url, headers }: FastifyRequest): boolean =>
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

/** All but the pages for people and the operations without CORS. */
function mayBeShared(path: string): boolean {
  const { methods, shared } = methodsOf(path);
  return methods.length > 0 ? shared.length > 0 : !isPeoplePath(path);
}

/** The methods that a REST path has, and those of them for pages of clients; none for a path that no operation has. */
function methodsOf(path: string): { methods: string[]; shared: string[] } {
  // A fixed path is another one than that of which it could be a parameter.
  const matching = PATHS.filter(({ pattern }) => pattern.test(path));
  const least = Math.min(...matching.map(({ parameters }) => parameters));
  const known = matching.filter(({ parameters }) => parameters === least);
  return { methods: known.flatMap(({ methods }) => methods), shared: known.flatMap(({ shared }) => shared) };
}
