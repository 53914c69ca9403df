import type { ConsolePage } from '../../src/contract/console-page.ts';

/** Reads what the server wrote into the page. */
export function readPageData(): ConsolePage {
  return JSON.parse(document.querySelector('#console-data')!.textContent);
}
