import type { FastifyRequest } from 'fastify';
import type { LecternError } from '../../contract/lectern-error.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets } from '../../pages/toolkit/assets.ts';
import { html } from '../../pages/toolkit/html.ts';
import { entranceLayout } from '../entrance-layout.ts';
import { readPageAddress } from '../page-routes.ts';

/** The page that a notice replaces: the picture of what is on air, or the preview of a draft. */
type FramedPage = 'picture' | 'preview';

/**
 * Reasons for a notice instead of the page: no session, no such Live for this user, temporarily unavailable, or not in
 * a frame of this server.
 */
type PictureNoticeReason = 'signed_out' | 'missing' | 'unavailable' | 'foreign';

/** Renders a notice in a frame. The page polls and reloads. [D63] */
export function renderPictureNotice(request: FastifyRequest, page: FramedPage, reason: PictureNoticeReason): string {
  const { language, query } = readPageAddress(request);
  const { entrance } = STRINGS[language];
  const notice = {
    signed_out: entrance[page].signedOut,
    missing: entrance.missing.notice,
    unavailable: entrance.unavailable.notice,
    foreign: entrance[page].foreign,
  }[reason];
  // Always the reader view, because notices are hidden on other views.
  return entranceLayout(
    { query, language, assets: builtAssets(ENTRY), title: entrance[page].title, view: 'reader' },
    html`<h1 class="notice">${notice}</h1>`,
  );
}

/** Returns a function that renders an error of a page as a notice. */
export const renderPictureError =
  (page: FramedPage) =>
  ({ code }: LecternError, request: FastifyRequest): string =>
    renderPictureNotice(request, page, REASONS[code] ?? 'unavailable');

const REASONS: Partial<Record<LecternError['code'], PictureNoticeReason>> = {
  forbidden: 'signed_out',
  not_found: 'missing',
};

const ENTRY = 'web/entrance/picture.ts';
