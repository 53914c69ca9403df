import type { ViewerLanguage } from '../contract/viewer.ts';
import { builtAssets, type PageAssets } from '../pages/assets.ts';
import { html } from '../pages/html.ts';
import { entranceFrame } from './entrance-frame.ts';

export interface NoticePage {
  language: ViewerLanguage;
  /** Of the page's address, with its question mark; a lower third shows nothing instead. */
  query?: string;
  /** As built, unless given. */
  assets?: PageAssets;
}

/**
 * What the audience sees of a Live whose owner's processing is restricted: no reason [D42]. Its answer must not be a
 * success: the page looks again from time to time, and loads itself anew as soon as there is one.
 */
export function noticePage({ language, query = '', assets = builtAssets(ENTRY) }: NoticePage): string {
  const { title, notice } = WORDS[language];
  return entranceFrame({ query, language, assets, title }, html`<h1 class="notice">${notice}</h1>`);
}

const ENTRY = 'web/entrance/notice.ts';

const WORDS: Record<ViewerLanguage, { title: string; notice: string }> = {
  en: { title: 'Not available', notice: 'This display is not available at the moment.' },
  pt: { title: 'Indisponível', notice: 'Esta exibição não está disponível no momento.' },
  de: { title: 'Nicht verfügbar', notice: 'Diese Anzeige ist zurzeit nicht verfügbar.' },
};
