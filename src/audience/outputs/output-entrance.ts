import type { ViewerView } from '../../contract/viewer-views.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets, type PageAssets } from '../../pages/toolkit/assets.ts';
import { html } from '../../pages/toolkit/html.ts';
import { entranceLayout } from '../entrance-layout.ts';

interface OutputEntrance {
  language: InterfaceLanguage;
  view: ViewerView;
  /** As built, unless given. */
  assets?: PageAssets;
}

/**
 * What stands before an output whose browser has not been let in: its script gives the key that the address brings along, and loads the
 * page again. Without one it says, to whoever comes to the screen, that the address is needed again. [D60]
 */
export function outputEntrance({ language, view, assets = builtAssets(ENTRY) }: OutputEntrance): string {
  const { title, notice } = STRINGS[language].entrance.output;
  return entranceLayout({ query: '', language, assets, title, view }, html`<h1 class="notice">${notice}</h1>`);
}

const ENTRY = 'web/entrance/output.ts';
