import type { FastifyInstance } from 'fastify';
import { PREVIEW_PATH } from '../../contract/preview.ts';
import { addPageRoutes, readPageAddress } from '../page-routes.ts';
import { PREVIEW_POLICY, VIEWER_POLICY } from '../policies.ts';
import { isFramedBySameOrigin } from '../same-origin.ts';
import { viewerPage } from '../viewer-page.ts';
import { renderPictureError, renderPictureNotice } from './picture-notice.ts';
import type { PictureRouteDependencies } from './picture-routes.ts';

type PreviewDependencies = Omit<PictureRouteDependencies, 'feeds' | 'rights' | 'streams'>;

/**
 * Adds the preview of drafts, which editor pages show in a frame. It requires a session, although the page contains no
 * data: what it draws comes from the page around it. [D63]
 */
export async function addPreview(app: FastifyInstance, dependencies: PreviewDependencies): Promise<void> {
  const { findHolder, publicUrl } = dependencies;
  // A notice shows no images of the page around the frame.
  const frame = { policy: VIEWER_POLICY, renderError: renderPictureError('preview') };
  await addPageRoutes(app, frame, dependencies, (routes) => {
    routes.page(PREVIEW_PATH, async (request) => {
      if (!isFramedBySameOrigin(request, publicUrl()))
        return { status: 403, html: renderPictureNotice(request, 'preview', 'foreign') };
      if (!(await findHolder(request)))
        return { status: 403, html: renderPictureNotice(request, 'preview', 'signed_out') };
      const { address, language } = readPageAddress(request);
      const html = viewerPage({ liveId: null, address, language });
      return { html, policy: PREVIEW_POLICY, compress: true };
    });
  });
}
