import type { OperatorPage } from '../../src/contract/console-page.ts';

/** Reads the data that the server embedded in the page. */
export function readPageData<Page extends OperatorPage>(): Page {
  return JSON.parse(document.querySelector('#page-data')!.textContent);
}

/**
 * Fetches the current page data. Rejects if the response is a different page, which means that the session has ended.
 */
export async function fetchPageData(): Promise<OperatorPage> {
  const response = await fetch(location.pathname, { cache: 'no-store' });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const data = page.querySelector('#page-data');
  if (!data) throw new Error('The response contains no page data.');
  return JSON.parse(data.textContent);
}
