import assert from 'node:assert/strict';
import { type ConsoleCredential, type ConsolePage, toOwnerBody } from '../../../src/contract/console-page.ts';
import { type Api, api } from '../requests/api.ts';
import type { AgentPage, BrowserAgent } from '../requests/browser-agent.ts';
import type { TestLectern, TestOwner } from '../server/lectern.ts';

/** Returns the data that the page of the console contains. */
export function readConsoleData({ status, text }: AgentPage): ConsolePage {
  assert.equal(status, 200);
  return JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(text)![1]!);
}

export const openConsoleSession = async (browser: BrowserAgent, path = '/console'): Promise<ConsolePage> =>
  readConsoleData(await browser.get(path));

/** A console as its script works with it: at the Lives of one owner. */
export interface TestConsole {
  readonly browser: BrowserAgent;
  readonly owner: TestOwner;
  /** Requests with its credential. */
  readonly client: Api;
  /** Posts to one of the console's own addresses, as its script does. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<AgentPage>;
  /** Asks for the credential once more, with the present one. */
  renew(): Promise<ConsoleCredential>;
}

/** Opens a console at the Lives of an organization of the person; without one, at those of the account. */
export async function startConsole(
  lectern: TestLectern,
  browser: BrowserAgent,
  organization?: { readonly id: string },
): Promise<TestConsole & { readonly credential: ConsoleCredential }> {
  const page = await openConsoleSession(browser);
  const of = page.owners.find(({ kind, id }) => (organization ? id === organization.id : kind === 'account'))!;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    browser.postJson(path, body, { 'x-csrf-token': page.csrf, ...headers });
  const read = ({ status, text }: AgentPage): ConsoleCredential => {
    assert.equal(status, 200, text);
    return JSON.parse(text);
  };
  const credential = read(await post('/console/credential', toOwnerBody(of)));
  const { kind, id } = of;
  const owner: TestOwner = { kind, id, livesPath: `/v1/${kind}s/${id}/lives`, token: credential.token };
  const authorization = `Bearer ${credential.token}`;
  const renew = async () => read(await post('/console/credential', toOwnerBody(of), { authorization }));
  return { browser, owner, client: api(lectern, owner), post, renew, credential };
}
