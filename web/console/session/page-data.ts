import type { ConsolePage } from '../../../src/contract/console-page.ts';
import type { InterfaceLanguage } from '../../../src/locales/languages.ts';

/** Reads the data that the server embedded in the page. */
export function readPageData(): ConsolePage & { readonly language: InterfaceLanguage } {
  return JSON.parse(document.querySelector('#console-data')!.textContent);
}

/**
 * Fetches the current page data. Rejects if the response is a different page, which means that the session has ended.
 */
export async function fetchPageData(): Promise<ConsolePage> {
  const response = await fetch(location.pathname, { cache: 'no-store' });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const data = page.querySelector('#console-data');
  if (!data) throw new Error('The response contains no console data.');
  return JSON.parse(data.textContent);
}
