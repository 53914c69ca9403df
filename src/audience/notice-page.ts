import type { ViewerView } from '../contract/viewer-views.ts';
import type { InterfaceLanguage } from '../locales/languages.ts';
import { STRINGS } from '../locales/strings.ts';
import { builtAssets, type PageAssets } from '../pages/toolkit/assets.ts';
import { html } from '../pages/toolkit/html.ts';
import { entranceLayout } from './entrance-layout.ts';

export interface NoticePageOptions {
  language: InterfaceLanguage;
  /** Query of the page's URL, with its question mark. A lower third shows no notice. */
  query?: string;
  /** Whether the Live does not exist. Otherwise it cannot be shown now. */
  missing?: boolean;
  /** View of an output, which its URL does not name. */
  view?: ViewerView;
  /** Defaults to the built assets. */
  assets?: PageAssets;
}

/**
 * Renders the notice for a missing Live or a restricted owner, without a reason [D42]. Send it with an error status:
 * the page polls its URL and reloads after the first success.
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
