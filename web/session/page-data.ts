import type { OperatorPage } from '../../src/contract/console-page.ts';

/** Reads the data that the server embedded in the page. */
export function readPageData<Page extends OperatorPage>(): Page {
  return JSON.parse(document.querySelector('#page-data')!.textContent);
}

/**
 * Fetches the current data of a page. Rejects if the response is a different page, which means that the session has
 * ended, and with TypeError if the server does not respond.
 */
export async function fetchPageData(path = location.pathname): Promise<OperatorPage> {
  const response = await fetch(path, { cache: 'no-store' });
  if (response.status >= 500) throw new TypeError(`The server responded with ${response.status}.`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const data = page.querySelector('#page-data');
  if (!data) throw new Error('The response contains no page data.');
  return JSON.parse(data.textContent);
}
