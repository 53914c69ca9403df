import type { ViewerLanguage } from '../contract/viewer.ts';
import { builtAssets, type PageAssets } from '../pages/toolkit/assets.ts';
import { html } from '../pages/toolkit/html.ts';
import { entranceFrame } from './entrance-frame.ts';

export interface NoticePage {
  language: ViewerLanguage;
  /** Of the page's address, with its question mark; a lower third shows nothing instead. */
  query?: string;
  /** There is no such Live; else it cannot be shown now. */
  missing?: boolean;
  /** As built, unless given. */
  assets?: PageAssets;
}

/**
 * What the audience sees of a Live whose owner's processing is restricted: no reason [D42]; and where there is no Live. Its answer
 * must not be a success: the page looks again from time to time, and loads itself anew as soon as there is one.
 */
export function noticePage({ language, query = '', missing = false, assets = builtAssets(ENTRY) }: NoticePage): string {
  const { title, notice } = (missing ? MISSING : WORDS)[language];
  return entranceFrame({ query, language, assets, title }, html`<h1 class="notice">${notice}</h1>`);
}

const ENTRY = 'web/entrance/notice.ts';

type Words = Record<ViewerLanguage, { title: string; notice: string }>;

const WORDS: Words = {
  en: { title: 'Not available', notice: 'This display is not available at the moment.' },
  pt: { title: 'Indisponível', notice: 'Esta exibição não está disponível no momento.' },
  de: { title: 'Nicht verfügbar', notice: 'Diese Anzeige ist zurzeit nicht verfügbar.' },
};

const MISSING: Words = {
  en: {
    title: 'Nothing here',
    notice: 'There is no display at this address. It may be mistyped, or its display is over.',
  },
  pt: {
    title: 'Nada aqui',
    notice: 'Não há nenhuma exibição neste endereço. Ele pode conter um erro, ou a exibição já terminou.',
  },
  de: {
    title: 'Nichts hier',
    notice: 'Unter dieser Adresse gibt es keine Anzeige. Vielleicht ist sie vertippt, oder die Anzeige ist beendet.',
  },
};
