import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets, type PageAssets } from '../../pages/toolkit/assets.ts';
import { html } from '../../pages/toolkit/html.ts';
import { entranceLayout } from '../entrance-layout.ts';

/**
 * Reasons for a notice instead of the page: no session, no such Live for this user, temporarily unavailable, or not in
 * a frame of this server.
 */
export type PictureNoticeReason = 'signed_out' | 'missing' | 'unavailable' | 'foreign';

interface PictureNotice {
  language: InterfaceLanguage;
  /** Query of the page's URL, with its question mark. It can set the theme. */
  query: string;
  /** The page that the notice replaces: the picture of what is on air, or the preview of a draft. */
  page: 'picture' | 'preview';
  reason: PictureNoticeReason;
  /** Defaults to the built assets. */
  assets?: PageAssets;
}

/** Renders a notice in a frame. The page polls and reloads. [D63] */
export function pictureNotice({ language, query, page, reason, assets = builtAssets(ENTRY) }: PictureNotice): string {
  const { entrance } = STRINGS[language];
  const notice = {
    signed_out: entrance[page].signedOut,
    missing: entrance.missing.notice,
    unavailable: entrance.unavailable.notice,
    foreign: entrance[page].foreign,
  }[reason];
  // Always the reader view, because notices are hidden on other views.
  return entranceLayout(
    { query, language, assets, title: entrance[page].title, view: 'reader' },
    html`<h1 class="notice">${notice}</h1>`,
  );
}

const ENTRY = 'web/entrance/picture.ts';
