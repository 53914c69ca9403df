import type { OutgoingHttpHeaders } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify';
import { ERROR_CODES } from '../contract/error-codes.ts';
import { LecternError } from '../contract/lectern-error.ts';
import { parseViewerAddress } from '../contract/viewer.ts';
import { matchesKey } from '../domain/key-cookies.ts';
import { toLanguage } from '../locales/languages.ts';
import { compressText } from '../pages/toolkit/compress-text.ts';
import { type PageErrorDependencies, reportPageError, setRetryAfter } from '../pages/toolkit/page-error.ts';
import { acceptedLanguage } from '../pages/toolkit/page-language.ts';
import { type NoticePageOptions, noticePage } from './notice-page.ts';
import { requireSameOriginJson } from './same-origin.ts';
import type { StreamResponse } from './stream-connection.ts';

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

export interface PageRouteDependencies extends PageErrorDependencies {
  /** Public origin of this installation. */
  readonly publicUrl: () => string;
  /** Charges a request against the budget of an address. Rejects with `rate_limited`. */
  readonly charge: (address: string) => Promise<void>;
}

/** Properties that the pages of a scope share. */
interface PageFrame {
  readonly policy: string;
  /** Renders an error as a page. Null for a client that gets a problem instead. Defaults to a notice for browsers. */
  readonly renderError?: (error: LecternError, request: FastifyRequest) => string | null;
}

interface PageResponse {
  readonly html: string;
  readonly status?: number;
  /** Replaces the policy of the scope. */
  readonly policy?: string;
  readonly caching?: string;
  /** Whether to compress the page if the browser accepts it. */
  readonly compress?: boolean;
}

interface ScriptRequest {
  readonly body: object;
  readonly bodyLimit: number;
}

type Handler<Route extends RouteGenericInterface, Result> = (
  request: FastifyRequest<Route>,
  reply: FastifyReply,
) => Promise<Result>;

/** Adds pages in a scope of their own. Cookies are parsed only there, never below /v1. */
export async function addPageRoutes(
  app: FastifyInstance,
  frame: PageFrame,
  dependencies: PageRouteDependencies,
  add: (routes: PageRoutes) => unknown,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyCookie);
    await add(new PageRoutes(scope, frame, dependencies));
  });
}

/** Pages with the requests and streams of their scripts. Each request is charged, and none is in the API's document. */
export class PageRoutes {
  readonly app: FastifyInstance;
  /** Options of every route. */
  readonly options;
  readonly #frame: PageFrame;
  readonly #dependencies: PageRouteDependencies;

  constructor(app: FastifyInstance, frame: PageFrame, dependencies: PageRouteDependencies) {
    this.app = app;
    this.#frame = frame;
    this.#dependencies = dependencies;
    this.options = {
      schema: { hide: true },
      onRequest: (request: FastifyRequest) => dependencies.charge(request.ip),
    };
  }

  /** Adds a page. `render` may send a redirect instead. */
  page<Route extends RouteGenericInterface>(
    path: string,
    render: Handler<Route, PageResponse | FastifyReply>,
    options: { readonly exposeHeadRoute?: false } = {},
  ): void {
    const errorHandler = this.#sendError;
    this.app.get(path, { ...this.options, ...options, errorHandler }, async (request, reply) => {
      const page = await render(request as FastifyRequest<Route>, reply);
      return page ? this.send(request, reply, page) : reply;
    });
  }

  /**
   * Adds a page that people open by a link, such as `/l/:live_id`, with variants of its path. A trailing slash, which
   * messengers append, redirects to the page; browsers keep the fragment. A path without an id or with further segments
   * gets the 404 page.
   */
  linkedPage<Route extends RouteGenericInterface>(
    prefix: string,
    parameter: string,
    render: Handler<Route, PageResponse | FastifyReply>,
  ): void {
    const path = `${prefix}/:${parameter}`;
    this.page(path, render);
    for (const url of [prefix, `${path}/*`]) {
      const options = { ...this.options, config: { absent: true }, errorHandler: this.#sendError } as const;
      this.app.get(url, options, async () => {
        throw new LecternError('not_found');
      });
    }
    this.app.get<{ Params: Record<string, string> }>(`${path}/`, { schema: { hide: true } }, (request, reply) =>
      reply.redirect(
        `${prefix}/${encodeURIComponent(request.params[parameter]!)}${readPageAddress(request).query}`,
        308,
      ),
    );
  }

  /** Adds a request of a page's script, which sends JSON from the same origin. */
  post<Route extends RouteGenericInterface>(
    path: string,
    { body, bodyLimit }: ScriptRequest,
    handle: Handler<Route, unknown>,
  ): void {
    const { schema, onRequest } = this.options;
    const preParsing = async (request: FastifyRequest) =>
      requireSameOriginJson(request, this.#dependencies.publicUrl());
    this.app.post(path, { schema: { ...schema, body }, bodyLimit, onRequest, preParsing }, (request, reply) =>
      handle(request as FastifyRequest<Route>, reply),
    );
  }

  /** Adds the route that exchanges the key of an output or link for a cookie. */
  admission<Route extends RouteGenericInterface, Keyed extends Parameters<typeof matchesKey>[0]>(
    path: string,
    { what, ...limits }: ScriptRequest & { readonly what: string },
    find: Handler<Route, Keyed>,
    setCookie: (reply: FastifyReply, keyed: Keyed) => void,
  ): void {
    this.post<Route>(path, limits, async (request, reply) => {
      const keyed = await find(request, reply);
      if (!matchesKey(keyed, (request.body as { key: string }).key))
        throw new LecternError('forbidden', `The key is not valid for this ${what}.`);
      setCookie(reply, keyed);
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  }

  /** Adds a stream. `open` admits the browser and turns the response into the stream. */
  stream<Route extends RouteGenericInterface>(
    path: string,
    open: (request: FastifyRequest<Route>, reply: FastifyReply, response: StreamResponse) => Promise<unknown>,
  ): void {
    this.app.get(path, { ...this.options, exposeHeadRoute: false }, (request, reply) =>
      sendStream(reply, (response) => open(request as FastifyRequest<Route>, reply, response)),
    );
  }

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { html, status = 200, policy = this.#frame.policy, caching = 'no-store', compress }: PageResponse,
  ): Promise<FastifyReply> {
    const accepted = compress ? toSingleHeader(request.headers['accept-encoding']) : undefined;
    const { encoding, content } = await compressText(html, accepted);
    if (compress) reply.header('vary', 'accept-encoding');
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', caching)
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .send(content);
  }

  readonly #sendError = (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { renderError = renderErrorNotice } = this.#frame;
    const html = renderError(this.#dependencies.toLecternError(error), request);
    if (html === null) throw error;
    const known = reportPageError(this.#dependencies, error, request);
    setRetryAfter(reply, known);
    return this.send(request, reply, { html, status: ERROR_CODES[known.code].status });
  };
}

/** Turns a response into a stream, unless `open` rejects. Its headers include those that `open` has set. */
export async function sendStream(
  reply: FastifyReply,
  open: (response: StreamResponse) => Promise<unknown>,
): Promise<FastifyReply> {
  await open({
    response: reply.raw,
    get headers() {
      return { ...(reply.getHeaders() as OutgoingHttpHeaders), ...STREAM_HEADERS };
    },
  });
  reply.record();
  return reply.hijack();
}

export function readPageAddress(request: FastifyRequest) {
  const start = request.url.indexOf('?');
  const query = start < 0 ? '' : request.url.slice(start);
  const parameters = new URLSearchParams(query);
  const address = parseViewerAddress(parameters);
  const language = toLanguage(parameters.get('lang')) ?? acceptedLanguage(request.headers['accept-language']);
  return { address, parameters, query, language };
}

/** Renders a notice in the language of the request. */
export function renderNotice(request: FastifyRequest, options: Partial<NoticePageOptions> = {}): string {
  const { language, query } = readPageAddress(request);
  return noticePage({ language, query, ...options });
}

/** Renders an error for browsers as a notice, which polls and reloads. */
const renderErrorNotice = ({ code }: LecternError, request: FastifyRequest): string | null =>
  wantsPage(request) ? renderNotice(request, { missing: code === 'not_found' }) : null;

/** Checks whether a browser opens the page. Programs and scripts do not accept HTML. */
export const wantsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '');

/** Returns the id of the last event that a page has received, if it resumes a stream. */
export const readLastEventId = (request: FastifyRequest): string | undefined =>
  toSingleHeader(request.headers['last-event-id']);

const toSingleHeader = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
