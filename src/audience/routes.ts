import { join } from 'node:path';
import fastifyFormBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { LecternError } from '../contract/lectern-error.ts';
import { STREAM_SUBSCRIPTIONS_MAX } from '../contract/limits.ts';
import { SHARED_STREAM_PATH } from '../contract/viewer.ts';
import { toWorkerPath, WORKER_SCOPES } from '../contract/waiting.ts';
import { builtAssets, WEB_DIRECTORY } from '../pages/toolkit/assets.ts';
import { EAST_ASIAN_FONTS, eastAsianFont } from '../pages/toolkit/east-asian-fonts.ts';
import { FilesOnDisk, readStaticFolder, sendStaticFile } from '../pages/toolkit/static-files.ts';
import type { Audience, Subscription } from './audience.ts';
import { type AudienceSecretPageOptions, audienceSecretPage } from './audience-secret-page.ts';
import {
  addPageRoutes,
  type PageRouteDependencies,
  type PageRoutes,
  readLastEventId,
  readPageAddress,
  renderNotice,
  sendStream,
} from './page-routes.ts';
import { readPassCookie, setPassCookie } from './pass-cookie.ts';
import { addPhoneRequests, type PhoneDependencies } from './phones/phone-routes.ts';
import { FORM_POLICY, VIEWER_POLICY } from './policies.ts';
import type { ViewerFeed } from './viewer-feed.ts';
import { viewerPage } from './viewer-page.ts';

const WORKER_ENTRY = 'web/waiting/service-worker.ts';

/**
 * Lets the browser keep the response to the form, since going back would show an error with `no-store`; and the page of
 * a Live that is not protected, which its service worker shows without a network. [D73]
 */
const KEEP_FOR_LATER = 'private, no-cache';

const FORM_MAX_BYTES = 1_024;
/** STREAM_SUBSCRIPTIONS_MAX subscriptions with their event ids are shorter. */
const SHARED_STREAM_MAX_BYTES = 8_192;
const SharedStreamBody = Type.Object(
  {
    subscriptions: Type.Array(
      Type.Object({ live_id: Type.String({ minLength: 1, maxLength: 64 }) }, { additionalProperties: false }),
      { minItems: 1, maxItems: STREAM_SUBSCRIPTIONS_MAX },
    ),
    last_event_ids: Type.Optional(
      Type.Array(Type.Union([Type.String({ maxLength: 128 }), Type.Null()]), { maxItems: STREAM_SUBSCRIPTIONS_MAX }),
    ),
  },
  { additionalProperties: false },
);
type SharedStreamBody = Type.Static<typeof SharedStreamBody>;
/** Stands for a form that exceeds the limit and was not read. */
const TOO_LONG = Symbol('too long');

interface AudienceDependencies extends PageRouteDependencies, PhoneDependencies {
  readonly feed: ViewerFeed;
  /** Counts a wrong secret. Rejects with `rate_limited`. */
  readonly chargeGuess: (liveId: string, address: string, right: boolean) => Promise<void>;
  /** Notices that a browser has opened a page. */
  readonly onOpen: (request: FastifyRequest) => void;
}

/** Adds the audience page, its assets, its streams, and the entrance of protected Lives. [D44], [D45] */
export async function addAudience(
  app: FastifyInstance,
  audience: Audience,
  dependencies: AudienceDependencies,
): Promise<void> {
  await app.register(async (files) => {
    files.addHook('onRequest', async (request) => dependencies.charge(request.ip));
    addFiles(files);
  });
  await addPageRoutes(app, { policy: VIEWER_POLICY }, dependencies, async (routes) => {
    await routes.app.register(fastifyFormBody, { bodyLimit: FORM_MAX_BYTES });
    addPage(routes, dependencies);
    addEntrance(routes, dependencies);
    addStreams(routes, audience, dependencies);
    addPhoneRequests(routes, dependencies);
  });
}

interface FileRequest {
  Params: { '*': string };
}

/** Serves the built files and the service worker from memory, and the East Asian fonts, about 25 MB, from disk. */
function addFiles(app: FastifyInstance): void {
  const built = readStaticFolder(join(WEB_DIRECTORY, 'assets'));
  app.get<FileRequest>('/assets/*', { schema: { hide: true } }, (request, reply) => {
    const file = built.get(request.params['*']);
    return file ? sendStaticFile(request, reply, file) : reply.callNotFound();
  });
  const worker = built.get(builtAssets(WORKER_ENTRY).script.replace('/assets/', ''))!;
  for (const scope of WORKER_SCOPES) {
    app.get(toWorkerPath(scope), { schema: { hide: true } }, (request, reply) =>
      sendStaticFile(request, reply.header('service-worker-allowed', scope), worker, 'no-cache'),
    );
  }
  for (const { files: folder, prefix, version } of EAST_ASIAN_FONTS.map(eastAsianFont)) {
    const fonts = new FilesOnDisk(folder, version);
    app.get<FileRequest>(`${prefix}*`, { schema: { hide: true } }, (request, reply) => {
      const { '*': name } = request.params;
      return fonts.has(name) ? fonts.send(request, reply, name) : reply.callNotFound();
    });
  }
}

interface LiveRequest {
  Params: { live_id: string };
}

function addPage(routes: PageRoutes, { feed, secrets, onOpen, publicUrl }: AudienceDependencies): void {
  routes.linkedPage<LiveRequest>('/l', 'live_id', async (request, reply) => {
    const { live_id: liveId } = request.params;
    const live = await feed.find(liveId);
    if (!live) return { status: 404, html: renderNotice(request, { missing: true }) };
    if (live.restricted) return { status: 403, html: renderNotice(request) };
    onOpen(request);
    const { address, language, query } = readPageAddress(request);
    const pass = readPassCookie(request, 'live', liveId);
    if (!secrets.admits(live, pass)) {
      const html = audienceSecretPage({ liveId, query, language, failure: null });
      return { status: 403, html, policy: FORM_POLICY };
    }
    // The pass is limited to the path of the Live, so the shared stream needs a second cookie.
    if (live.secretHash && pass)
      setPassCookie(reply, 'live', { id: liveId, pass, path: SHARED_STREAM_PATH, publicUrl: publicUrl() });
    const kept = live.secretHash === null;
    const html = viewerPage({ liveId, address, language, shared: true, kept, ...live.toFirstPaint() });
    return { html, compress: true, ...(kept && { caching: KEEP_FOR_LATER }) };
  });
}

/** Adds the form that exchanges the secret for a cookie of this Live. [D20], [D44] */
function addEntrance(routes: PageRoutes, { feed, secrets, chargeGuess, publicUrl }: AudienceDependencies): void {
  // A reload after a wrong secret, or a copied URL, leads back to the page of the Live.
  routes.app.get<LiveRequest>('/l/:live_id/secret', routes.options, async (request, reply) =>
    reply.redirect(toPage(request), 303),
  );

  const receive = async (request: FastifyRequest<LiveRequest>, reply: FastifyReply, typed: unknown) => {
    const { live_id: liveId } = request.params;
    const live = await feed.find(liveId);
    if (!live) return routes.send(request, reply, { status: 404, html: renderNotice(request, { missing: true }) });
    const { language, query } = readPageAddress(request);
    const page = toPage(request);
    if (live.secretHash === null) return reply.redirect(page, 303);
    const ask = (failure: AudienceSecretPageOptions['failure'], status: number) => {
      const kept = typeof typed === 'string' && failure && { typed };
      const html = audienceSecretPage({ liveId, query, language, failure, ...kept });
      return routes.send(request, reply, { status, html, policy: FORM_POLICY, caching: KEEP_FOR_LATER });
    };
    // Ignores forms of other sites.
    if (request.headers['sec-fetch-site'] === 'cross-site') return ask(null, 403);
    if (typed === TOO_LONG) return ask({ reason: 'wrong' }, 413);
    const right = typeof typed === 'string' && secrets.accepts(live, typed);
    try {
      await chargeGuess(liveId, request.ip, right);
    } catch (error) {
      if (!(error instanceof LecternError) || error.code !== 'rate_limited') throw error;
      const seconds = error.retryAfterSeconds ?? 60;
      reply.header('retry-after', String(seconds));
      return ask({ reason: 'limited', seconds }, 429);
    }
    if (!right) return ask({ reason: 'wrong' }, 403);
    setPassCookie(reply, 'live', {
      id: liveId,
      pass: secrets.pass(live),
      path: `/l/${encodeURIComponent(liveId)}`,
      publicUrl: publicUrl(),
    });
    return reply.header('cache-control', 'no-store').redirect(page, 303);
  };
  routes.app.post<LiveRequest>(
    '/l/:live_id/secret',
    {
      ...routes.options,
      errorHandler: (error, request, reply) => {
        if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
        return receive(request as FastifyRequest<LiveRequest>, reply, TOO_LONG);
      },
    },
    (request, reply) => receive(request, reply, (request.body as { secret?: unknown } | undefined)?.secret),
  );
}

function addStreams(routes: PageRoutes, audience: Audience, { secrets, charge }: AudienceDependencies): void {
  const toSubscription = (request: FastifyRequest, liveId: string, lastEventId: string | undefined): Subscription => {
    const pass = readPassCookie(request, 'live', liveId);
    return {
      liveId,
      lastEventId,
      requireAdmitted: (live) => {
        if (live.restricted) throw new LecternError('processing_restricted');
        if (!secrets.admits(live, pass)) throw new LecternError('forbidden', 'This Live requires its audience secret.');
      },
    };
  };
  routes.stream<LiveRequest>('/l/:live_id/stream', (request, _reply, response) =>
    audience.join(toSubscription(request, request.params.live_id, readLastEventId(request)), response),
  );
  routes.post<{ Body: SharedStreamBody }>(
    SHARED_STREAM_PATH,
    { body: SharedStreamBody, bodyLimit: SHARED_STREAM_MAX_BYTES },
    async (request, reply) => {
      const { subscriptions, last_event_ids: ids = [] } = request.body;
      if (ids.length > subscriptions.length) {
        throw new LecternError('invalid_fields', 'last_event_ids must not be longer than subscriptions.');
      }
      // Each page counts like a stream of its own. The first is already charged.
      for (let more = 1; more < subscriptions.length; more++) await charge(request.ip);
      const joined = subscriptions.map(({ live_id: liveId }, index) =>
        toSubscription(request, liveId, ids[index] ?? undefined),
      );
      return sendStream(reply, (response) => audience.joinAll(joined, response));
    },
  );
}

const toPage = (request: FastifyRequest<LiveRequest>): string =>
  `/l/${encodeURIComponent(request.params.live_id)}${readPageAddress(request).query}`;
