import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { SETTINGS_TRANSLATIONS_MAX } from '../../contract/limits.ts';
import { LATER_OUTPUT_SETTINGS, OUTPUT_PARTS } from '../../contract/output-settings.ts';
import { type PictureView, picturePath } from '../../contract/picture.ts';
import { viewsFor } from '../../contract/view-choices.ts';
import { type OutputKind, VIEWS } from '../../contract/viewer-views.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { SessionHolder } from '../../storage/storage.ts';
import {
  addPageRoutes,
  type PageRouteDependencies,
  type PageRoutes,
  readLastEventId,
  readPageAddress,
} from '../page-routes.ts';
import { VIEWER_POLICY } from '../policies.ts';
import { isFramedBySameOrigin, requireSameOrigin } from '../same-origin.ts';
import type { ViewerFeed, ViewerLive } from '../viewer-feed.ts';
import { viewerPage } from '../viewer-page.ts';
import { renderPictureError, renderPictureNotice } from './picture-notice.ts';
import type { PictureRights } from './picture-rights.ts';
import type { PictureStreams } from './picture-streams.ts';

export interface PictureRouteDependencies extends PageRouteDependencies {
  /** Feeds by kind of output. */
  readonly feeds: Readonly<Record<OutputKind, ViewerFeed>>;
  readonly rights: PictureRights;
  readonly streams: PictureStreams;
  /** Returns the signed-in user of a browser. */
  readonly findHolder: (request: FastifyRequest) => Promise<SessionHolder | null>;
}

interface PictureRequest {
  Params: { live_id: string };
}

/**
 * Adds the picture of what is on air, which the console shows in a frame, and its stream. Both require a session. [D63]
 */
export async function addPictures(app: FastifyInstance, dependencies: PictureRouteDependencies): Promise<void> {
  const frame = { policy: VIEWER_POLICY, renderError: renderPictureError('picture') };
  await addPageRoutes(app, frame, dependencies, (routes) => {
    addPage(routes, dependencies);
    addStream(routes, dependencies);
  });
}

function addPage(routes: PageRoutes, dependencies: PictureRouteDependencies): void {
  routes.page<PictureRequest>('/console/:live_id/picture', async (request) => {
    if (!isFramedBySameOrigin(request, dependencies.publicUrl()))
      return { status: 403, html: renderPictureNotice(request, 'picture', 'foreign') };
    const { live, view } = await requireViewer(dependencies, request);
    requireUnrestricted(live);
    const { parameters, address, language } = readPageAddress(request);
    const strings = STRINGS[language].viewer;
    const html = viewerPage({
      liveId: live.id,
      address: { ...address, view },
      language,
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
            ...LATER_OUTPUT_SETTINGS,
          },
        },
        strings: { ...strings.output, replaced: strings.pictureReplaced },
        stream: `${picturePath(live.id)}/stream?view=${view}`,
        framed: true,
      },
    });
    return { html, compress: true };
  });
}

function addStream(routes: PageRoutes, dependencies: PictureRouteDependencies): void {
  routes.stream<PictureRequest>('/console/:live_id/picture/stream', async (request, _reply, streamResponse) => {
    requireSameOrigin(request, dependencies.publicUrl());
    const { holder, live, view } = await requireViewer(dependencies, request);
    const { id: liveId, owner } = live;
    const subscription = { liveId, lastEventId: readLastEventId(request), requireAdmitted: requireUnrestricted };
    await dependencies.streams.open({ holder, owner }, view, { subscription, streamResponse });
  });
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

/** Returns the view that the URL names, or the first one. */
const readView = (parameters: URLSearchParams): PictureView => {
  const views = viewsFor('picture');
  return views.find((view) => view === parameters.get('view')) ?? views[0]!;
};

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
