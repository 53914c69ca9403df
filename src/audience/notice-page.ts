import type { ViewerView } from '../contract/viewer-views.ts';
import type { InterfaceLanguage } from '../locales/languages.ts';
import { STRINGS } from '../locales/strings.ts';
import { builtAssets, type PageAssets } from '../pages/toolkit/assets.ts';
import { html } from '../pages/toolkit/html.ts';
import { entranceLayout } from './entrance-layout.ts';

export interface NoticePageOptions {
  language: InterfaceLanguage;
  /** Of the page's address, with its question mark; a lower third shows nothing instead. */
  query?: string;
  /** There is no such Live; else it cannot be shown now. */
  missing?: boolean;
  /** Of an output, whose address does not say it. */
  view?: ViewerView;
  /** As built, unless given. */
  assets?: PageAssets;
}

/**
 * What the audience sees of a Live whose owner's processing is restricted: no reason [D42]; and where there is no Live. Its answer
 * must not be a success: the page looks again from time to time, and loads itself anew as soon as there is one.
 */
export function noticePage({
  language,
  query = '',
  missing = false,
  view,
  assets = builtAssets(ENTRY),
}: NoticePageOptions): string {
  const { title, notice } = STRINGS[language].entrance[missing ? 'missing' : 'unavailable'];
  return entranceLayout(
    { query, language, assets, title, ...(view && { view }) },
    html`<h1 class="notice">${notice}</h1>`,
  );
}

const ENTRY = 'web/entrance/notice.ts';
