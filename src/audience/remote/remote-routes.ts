import type { OutgoingHttpHeaders } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { REMOTE_BODY_MAX_BYTES } from '../../contract/limits.ts';
import type * as remote from '../../contract/remote.ts';
import { RemoteAdmitBody, RemoteHideBody, RemoteStepBody } from '../../contract/schemas/remote-links.ts';
import type { Clock } from '../../domain/clock.ts';
import { type KeyCookies, matchesKey } from '../../domain/key-cookies.ts';
import type { RemoteControl } from '../../domain/remote-links/remote-control.ts';
import type { RemoteLinks } from '../../domain/remote-links/remote-links.ts';
import type { PageErrorDependencies } from '../../pages/toolkit/page-error.ts';
import type { LiveState, RemoteLinkWithCreator } from '../../storage/storage.ts';
import {
  noticeErrorHandler,
  readPageAddress,
  requireSameOriginJson,
  STREAM_HEADERS,
  sendAudiencePage,
  sendCompressedPage,
} from '../page-responses.ts';
import { readPassCookie, setPassCookie } from '../pass-cookie.ts';
import { addPathVariants } from '../path-variants.ts';
import { type RemotePageOptions, remotePage } from './remote-page.ts';
import type { RemoteStates } from './remote-states.ts';
import type { RemoteStreams } from './remote-streams.ts';
import { RemoteWriteLimiter } from './remote-write-limiter.ts';

/** Allows only own files: no inline scripts or styles, no forms, no frames. */
const REMOTE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface RemoteRouteDependencies extends PageErrorDependencies {
  readonly links: RemoteLinks;
  readonly control: RemoteControl;
  readonly passes: KeyCookies;
  readonly states: RemoteStates;
  readonly streams: RemoteStreams;
  readonly clock: Clock;
  /** Public origin of this installation. */
  readonly publicUrl: () => string;
  /** Charges a request against the audience budget of an address. Rejects with `rate_limited`. */
  readonly charge: (address: string) => Promise<void>;
}

interface LinkRequest {
  Params: { link_id: string };
}

/** Adds the page of a remote link, its admission, its stream and its writes. [D68] */
export async function addRemoteRoutes(app: FastifyInstance, dependencies: RemoteRouteDependencies): Promise<void> {
  await app.register(async (pages) => {
    await pages.register(fastifyCookie);
    addPage(pages, dependencies);
    addAdmission(pages, dependencies);
    addStream(pages, dependencies);
    addWrites(pages, dependencies);
  });
}

function addPage(app: FastifyInstance, dependencies: RemoteRouteDependencies): void {
  const { charge, links, passes, control, states } = dependencies;
  const errorHandler = noticeErrorHandler(dependencies, REMOTE_POLICY);
  addPathVariants(app, '/r', 'link_id', { charge, errorHandler });
  app.get<LinkRequest>('/r/:link_id', { schema: { hide: true }, errorHandler }, async (request, reply) => {
    await charge(request.ip);
    const { language, address } = readPageAddress(request);
    const { theme } = address;
    const toPage = (content: RemotePageOptions['content']) =>
      remotePage({ language, content, ...(theme && { theme }) });
    const link = await links.find(request.params.link_id);
    if (!link) return sendAudiencePage(reply, 404, toPage('ended'), { policy: REMOTE_POLICY });
    if (!passes.admits(link, readPassCookie(request, 'remote', link.id))) {
      return sendAudiencePage(reply, 403, toPage('entrance'), { policy: REMOTE_POLICY });
    }
    const live = await findLive(control, link);
    if (live === null || live === 'restricted') {
      const [status, content] = live === null ? ([404, 'ended'] as const) : ([403, 'restricted'] as const);
      return sendAudiencePage(reply, status, toPage(content), { policy: REMOTE_POLICY });
    }
    return sendCompressedPage(request, reply, toPage(await states.toState(live)), { policy: REMOTE_POLICY });
  });
}

/** Returns null if the Live was deleted. */
async function findLive(control: RemoteControl, link: RemoteLinkWithCreator): Promise<LiveState | 'restricted' | null> {
  try {
    return await control.requireLive(link);
  } catch (error) {
    if (error instanceof LecternError && error.code === 'not_found') return null;
    if (error instanceof LecternError && error.code === 'processing_restricted') return 'restricted';
    throw error;
  }
}

/** Adds the route that exchanges the key for a cookie of this link. */
function addAdmission(
  app: FastifyInstance,
  { links, passes, charge, clock, publicUrl }: RemoteRouteDependencies,
): void {
  app.post<LinkRequest & { Body: { key: string } }>(
    '/r/:link_id/admit',
    {
      schema: { hide: true, body: RemoteAdmitBody },
      bodyLimit: REMOTE_BODY_MAX_BYTES,
      preParsing: async (request) => {
        await charge(request.ip);
        requireSameOriginJson(request, publicUrl());
      },
    },
    async (request, reply) => {
      const link = await links.require(request.params.link_id);
      if (!matchesKey(link, request.body.key))
        throw new LecternError('forbidden', 'The key is not valid for this link.');
      setPassCookie(reply, 'remote', {
        id: link.id,
        pass: passes.toCookieValue(link),
        path: `/r/${encodeURIComponent(link.id)}`,
        maxAgeSeconds: Math.max(1, Math.ceil((Date.parse(link.expiresAt) - clock()) / 1_000)),
        publicUrl: publicUrl(),
      });
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );
}

function addStream(app: FastifyInstance, dependencies: RemoteRouteDependencies): void {
  app.get<LinkRequest>(
    '/r/:link_id/stream',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      await dependencies.charge(request.ip);
      const link = await requireAdmitted(dependencies, request);
      const headers = { ...(reply.getHeaders() as OutgoingHttpHeaders), ...STREAM_HEADERS };
      await dependencies.streams.open(link, { response: reply.raw, headers });
      reply.record();
      return reply.hijack();
    },
  );
}

function addWrites(app: FastifyInstance, dependencies: RemoteRouteDependencies): void {
  const { control, states, charge, publicUrl } = dependencies;
  const limiter = new RemoteWriteLimiter();
  const add = <Body extends { readonly sequence: number }>(
    name: 'step' | 'hide',
    body: object,
    write: (call: Parameters<RemoteControl['step']>[0], body: Body) => Promise<LiveState>,
  ) =>
    app.post<LinkRequest>(
      `/r/:link_id/${name}`,
      {
        schema: { hide: true, body },
        bodyLimit: REMOTE_BODY_MAX_BYTES,
        preParsing: async (request) => {
          await charge(request.ip);
          requireSameOriginJson(request, publicUrl());
        },
      },
      async (request, reply) => {
        const link = await requireAdmitted(dependencies, request);
        if (!limiter.admit(link.id)) throw new LecternError('rate_limited', undefined, { retryAfterSeconds: 1 });
        const input = request.body as Body;
        const live = await write({ link, sequence: input.sequence, requestId: request.id }, input);
        return reply.header('cache-control', 'no-store').send(await states.toState(live));
      },
    );
  add<remote.RemoteStepRequest>('step', RemoteStepBody, (call, { by }) => control.step(call, by));
  add<remote.RemoteHideRequest>('hide', RemoteHideBody, (call, { hidden }) => control.hide(call, hidden));
}

/** Returns the link of the path, if the browser is admitted. Rejects with `not_found`, `forbidden`. */
async function requireAdmitted(
  { links, passes }: RemoteRouteDependencies,
  request: FastifyRequest<LinkRequest>,
): Promise<RemoteLinkWithCreator> {
  const link = await links.require(request.params.link_id);
  if (!passes.admits(link, readPassCookie(request, 'remote', link.id))) {
    throw new LecternError('forbidden', 'This link requires its key.');
  }
  return link;
}
