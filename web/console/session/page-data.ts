import type { ConsolePage } from '../../../src/contract/console-page.ts';
import type { InterfaceLanguage } from '../../../src/locales/languages.ts';

/** Reads what the server wrote into the page. */
export function readPageData(): ConsolePage & { readonly language: InterfaceLanguage } {
  return JSON.parse(document.querySelector('#console-data')!.textContent);
}

/** The same as the server writes it now. Rejects where it answers with another page: nobody is signed in. */
export async function fetchPageData(): Promise<ConsolePage> {
  const response = await fetch(location.pathname, { cache: 'no-store' });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const data = page.querySelector('#console-data');
  if (!data) throw new Error('The page has no data of the console.');
  return JSON.parse(data.textContent);
}
