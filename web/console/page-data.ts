import type { ConsolePage } from '../../src/contract/console-page.ts';
import type { Language } from '../../src/locales/languages.ts';

/** Reads what the server wrote into the page. */
export function readPageData(): ConsolePage & { readonly language: Language } {
  return JSON.parse(document.querySelector('#console-data')!.textContent);
}
