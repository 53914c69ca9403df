import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets, type PageAssets } from '../../pages/toolkit/assets.ts';
import { html } from '../../pages/toolkit/html.ts';
import { entranceLayout } from '../entrance-layout.ts';

/** Why there is no picture: nobody is signed in; there is no such Live for this person; it cannot be shown now; it stands in no frame of ours. */
export type PictureNoticeReason = 'signed_out' | 'missing' | 'unavailable' | 'foreign';

interface PictureNotice {
  language: InterfaceLanguage;
  /** Of the page's address, with its question mark: it may name the theme. */
  query: string;
  reason: PictureNoticeReason;
  /** As built, unless given. */
  assets?: PageAssets;
}

/** What stands in the frame where there is no picture. The page looks again from time to time. [D63] */
export function pictureNotice({ language, query, reason, assets = builtAssets(ENTRY) }: PictureNotice): string {
  const { entrance } = STRINGS[language];
  const notice = {
    signed_out: entrance.picture.signedOut,
    missing: entrance.missing.notice,
    unavailable: entrance.unavailable.notice,
    foreign: entrance.picture.foreign,
  }[reason];
  // A page, whatever the view is: on a screen, a notice is for those alone who come to it.
  return entranceLayout(
    { query, language, assets, title: entrance.picture.title, view: 'reader' },
    html`<h1 class="notice">${notice}</h1>`,
  );
}

const ENTRY = 'web/entrance/picture.ts';
