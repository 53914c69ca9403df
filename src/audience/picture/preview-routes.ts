import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES } from '../../contract/error-codes.ts';
import { PREVIEW_PATH } from '../../contract/preview.ts';
import { builtAssets } from '../../pages/toolkit/assets.ts';
import { reportPageError, setRetryAfter } from '../../pages/toolkit/page-error.ts';
import { readPageAddress, sendAudiencePage, sendCompressedPage } from '../page-responses.ts';
import { VIEWER_POLICY } from '../routes.ts';
import { isFramedBySameOrigin } from '../same-origin.ts';
import { viewerPage } from '../viewer-page.ts';
import { type PictureNoticeReason, pictureNotice } from './picture-notice.ts';
import type { PictureRouteDependencies } from './picture-routes.ts';

/** Allows also images that the page around the frame has created, such as a file that is not uploaded yet. */
export const PREVIEW_POLICY = VIEWER_POLICY.replace("img-src 'self' data:", "img-src 'self' data: blob:");

const VIEWER_ENTRY = 'web/viewer/main.tsx';

type PreviewDependencies = Pick<
  PictureRouteDependencies,
  'findHolder' | 'publicUrl' | 'charge' | 'toLecternError' | 'report'
>;

/**
 * Adds the preview of drafts, which editor pages show in a frame. It requires a session, although the page contains no
 * data: what it draws comes from the page around it. [D63]
 */
export async function addPreview(app: FastifyInstance, dependencies: PreviewDependencies): Promise<void> {
  await app.register(async (pages) => {
    await pages.register(fastifyCookie);
    addPage(pages, dependencies);
  });
}

function addPage(app: FastifyInstance, dependencies: PreviewDependencies): void {
  const { findHolder, publicUrl, charge } = dependencies;
  const assets = builtAssets(VIEWER_ENTRY);
  const sendNotice = (request: FastifyRequest, reply: FastifyReply, code: number, reason: PictureNoticeReason) => {
    const { language, query } = readPageAddress(request);
    const notice = pictureNotice({ language, query, page: 'preview', reason });
    return sendAudiencePage(reply, code, notice, { policy: VIEWER_POLICY });
  };
  const errorHandler = (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const known = reportPageError(dependencies, error, request);
    setRetryAfter(reply, known);
    return sendNotice(request, reply, ERROR_CODES[known.code].status, 'unavailable');
  };
  app.get(PREVIEW_PATH, { schema: { hide: true }, errorHandler }, async (request, reply) => {
    await charge(request.ip);
    if (!isFramedBySameOrigin(request, publicUrl())) return sendNotice(request, reply, 403, 'foreign');
    if (!(await findHolder(request))) return sendNotice(request, reply, 403, 'signed_out');
    const { address, language } = readPageAddress(request);
    const page = viewerPage({ liveId: null, address, language, assets });
    return sendCompressedPage(request, reply, page, { policy: PREVIEW_POLICY });
  });
}
