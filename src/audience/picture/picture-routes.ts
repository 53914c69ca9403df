import type { OutgoingHttpHeaders } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES } from '../../contract/error-codes.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { SETTINGS_TRANSLATIONS_MAX } from '../../contract/limits.ts';
import { OUTPUT_PARTS } from '../../contract/output-settings.ts';
import { PICTURE_VIEWS, type PictureView, picturePath } from '../../contract/picture.ts';
import { type OutputKind, VIEWS } from '../../contract/viewer-views.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets } from '../../pages/toolkit/assets.ts';
import { type PageErrorDependencies, reportPageError, setRetryAfter } from '../../pages/toolkit/page-error.ts';
import type { SessionHolder } from '../../storage/storage.ts';
import {
  readPageAddress,
  STREAM_HEADERS,
  sendAudiencePage,
  sendCompressedPage,
  toSingleHeader,
} from '../page-responses.ts';
import { VIEWER_POLICY } from '../routes.ts';
import { isFramedBySameOrigin, requireSameOrigin } from '../same-origin.ts';
import type { ViewerFeed, ViewerLive } from '../viewer-feed.ts';
import { viewerPage } from '../viewer-page.ts';
import { type PictureNoticeReason, pictureNotice } from './picture-notice.ts';
import type { PictureRights } from './picture-rights.ts';
import type { PictureStreams } from './picture-streams.ts';

const VIEWER_ENTRY = 'web/viewer/main.tsx';

export interface PictureRouteDependencies extends PageErrorDependencies {
  /** Feeds by kind of output. */
  readonly feeds: Readonly<Record<OutputKind, ViewerFeed>>;
  readonly rights: PictureRights;
  readonly streams: PictureStreams;
  /** Returns the signed-in user of a browser. */
  readonly findHolder: (request: FastifyRequest) => Promise<SessionHolder | null>;
  /** Public origin of this installation. */
  readonly publicUrl: () => string;
  /** Charges a request against the budget for pages. Rejects with `rate_limited`. */
  readonly charge: (address: string) => Promise<void>;
}

interface PictureRequest {
  Params: { live_id: string };
}

/**
 * Adds the picture of what is on air, which the console shows in a frame, and its stream. Both require a session. [D63]
 */
export async function addPictures(app: FastifyInstance, dependencies: PictureRouteDependencies): Promise<void> {
  await app.register(async (pages) => {
    await pages.register(fastifyCookie);
    addPage(pages, dependencies);
    addStream(pages, dependencies);
  });
}

function addPage(app: FastifyInstance, dependencies: PictureRouteDependencies): void {
  const { charge, publicUrl } = dependencies;
  const assets = builtAssets(VIEWER_ENTRY);
  const sendNotice = (request: FastifyRequest, reply: FastifyReply, code: number, reason: PictureNoticeReason) => {
    const { language, query } = readPageAddress(request);
    return sendAudiencePage(reply, code, pictureNotice({ language, query, page: 'picture', reason }), {
      policy: VIEWER_POLICY,
    });
  };
  const refuse = (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const known = reportPageError(dependencies, error, request);
    setRetryAfter(reply, known);
    const reason = REASONS[known.code] ?? 'unavailable';
    return sendNotice(request, reply, ERROR_CODES[known.code].status, reason);
  };
  app.get<PictureRequest>(
    '/console/:live_id/picture',
    { schema: { hide: true }, errorHandler: refuse },
    async (request, reply) => {
      await charge(request.ip);
      if (!isFramedBySameOrigin(request, publicUrl())) return sendNotice(request, reply, 403, 'foreign');
      const { live, view } = await requireViewer(dependencies, request);
      requireUnrestricted(live);
      const { parameters, address, language } = readPageAddress(request);
      const strings = STRINGS[language].viewer;
      const page = viewerPage({
        liveId: live.id,
        address: { ...address, view },
        language,
        assets,
        ...live.toFirstPaint(),
        output: {
          page: {
            name: '',
            view,
            settings: {
              ...(address.theme && { theme: address.theme }),
              ...(address.scale !== undefined && { scale: address.scale }),
              lang: language,
              translations: readTranslations(parameters),
              show: OUTPUT_PARTS,
              align: 'left',
              margin: 0,
            },
          },
          strings: { ...strings.output, replaced: strings.pictureReplaced },
          stream: `${picturePath(live.id)}/stream?view=${view}`,
          framed: true,
        },
      });
      return sendCompressedPage(request, reply, page, { policy: VIEWER_POLICY });
    },
  );
}

const REASONS: Partial<Record<LecternError['code'], PictureNoticeReason>> = {
  forbidden: 'signed_out',
  not_found: 'missing',
};

function addStream(app: FastifyInstance, dependencies: PictureRouteDependencies): void {
  app.get<PictureRequest>(
    '/console/:live_id/picture/stream',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      await dependencies.charge(request.ip);
      requireSameOrigin(request, dependencies.publicUrl());
      const { holder, live, view } = await requireViewer(dependencies, request);
      const { id: liveId, owner } = live;
      const subscription = {
        liveId,
        lastEventId: toSingleHeader(request.headers['last-event-id']),
        requireAdmitted: requireUnrestricted,
      };
      const headers = { ...(reply.getHeaders() as OutgoingHttpHeaders), ...STREAM_HEADERS };
      const streamResponse = { response: reply.raw, headers };
      await dependencies.streams.open({ holder, owner }, view, { subscription, streamResponse });
      reply.record();
      return reply.hijack();
    },
  );
}

/** Returns what a signed-in user watches. Rejects with `forbidden` without a session, `not_found` without access. */
async function requireViewer(
  { findHolder, feeds, rights }: PictureRouteDependencies,
  request: FastifyRequest<PictureRequest>,
): Promise<{ holder: SessionHolder; live: ViewerLive; view: PictureView }> {
  const holder = await findHolder(request);
  if (!holder) throw new LecternError('forbidden', 'Sign in to see the picture of a Live.');
  const view = readView(readPageAddress(request).parameters);
  const live = await feeds[VIEWS[view].outputKind].find(request.params.live_id);
  if (!live || !(await rights.allows(holder, live.owner))) throw new LecternError('not_found');
  return { holder, live, view };
}

const readView = (parameters: URLSearchParams): PictureView =>
  PICTURE_VIEWS.find((view) => view === parameters.get('view')) ?? 'screen';

/** Parses comma-separated slugs; null means all. The page only compares them and never displays them. */
const readTranslations = (parameters: URLSearchParams): string[] | null => {
  const slugs = parameters
    .get('translations')
    ?.toLowerCase()
    .split(',')
    .map((slug) => slug.trim())
    .filter(Boolean);
  return slugs && slugs.length > 0 ? slugs.slice(0, SETTINGS_TRANSLATIONS_MAX) : null;
};
