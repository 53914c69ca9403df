import type { ViewerView } from '../../contract/viewer-views.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets, type PageAssets } from '../../pages/toolkit/assets.ts';
import { html } from '../../pages/toolkit/html.ts';
import { entranceLayout } from '../entrance-layout.ts';

interface OutputEntrance {
  language: InterfaceLanguage;
  view: ViewerView;
  /** Defaults to the built assets. */
  assets?: PageAssets;
}

/**
 * Renders the entrance of an output. Its script sends the key from the URL fragment and reloads the page. Without a key
 * it says that the full URL is needed. [D60]
 */
export function outputEntrance({ language, view, assets = builtAssets(ENTRY) }: OutputEntrance): string {
  const { title, notice } = STRINGS[language].entrance.output;
  return entranceLayout({ query: '', language, assets, title, view }, html`<h1 class="notice">${notice}</h1>`);
}

const ENTRY = 'web/entrance/output.ts';
