import assert from 'node:assert/strict';
import type { ConsolePage } from '../../src/contract/console-page.ts';
import type { AgentPage, BrowserAgent } from './browser-agent.ts';

/** What the page of the console brings with it. */
export function readConsoleData({ status, text }: AgentPage): ConsolePage {
  assert.equal(status, 200);
  return JSON.parse(/<script type="application\/json" id="console-data">(.*?)<\/script>/.exec(text)![1]!);
}

export const openConsole = async (browser: BrowserAgent, path = '/console'): Promise<ConsolePage> =>
  readConsoleData(await browser.get(path));
