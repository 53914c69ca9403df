import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAIRING_CODES_PER_ADDRESS_MAX, PAIRING_GUESSES_MAX } from '../../../src/contract/limits.ts';
import { api, assertProblem, createTestLive } from '../../support/requests/api.ts';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import { createTestOrganization, type TestLectern } from '../../support/server/lectern.ts';
import { useNodes } from '../../support/server/suite-server.ts';

const NO_CODE = 'UUUUUU';

describe('[D61] pairing on nodes', () => {
  const cluster = useNodes(2, { LECTERN_TRUSTED_PROXIES: '127.0.0.1' });

  const openScreen = ({ config }: TestLectern, address: string) =>
    new BrowserAgent(config.publicUrl, { 'x-forwarded-for': address, accept: 'text/html' });
  const readCode = async (screen: BrowserAgent): Promise<string> => {
    const { text } = await screen.get('/screen');
    return /<p class="code"[^>]*>(.*?)<\/p>/.exec(text)![1]!.replaceAll(/<[^>]+>/g, '');
  };
  /** Returns the same browser on another node. */
  const moveTo = (screen: BrowserAgent, { config }: TestLectern): BrowserAgent => {
    const moved = new BrowserAgent(config.publicUrl, screen.headers);
    for (const [name, value] of screen.cookies) moved.cookies.set(name, value);
    return moved;
  };

  it('when a code of one node is used at the other, then the screen gets its output from both', async () => {
    const [first, second] = cluster.nodes as [TestLectern, TestLectern];
    const screen = openScreen(first, '10.0.0.1');
    const code = await readCode(screen);
    const client = api(second, await createTestOrganization(second));
    const { path } = await createTestLive(client);
    const made = await client.post(`${path}/outputs`, { name: 'Chapel', view: 'screen', pairing_code: code });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const elsewhere = moveTo(screen, second);
    for (const browser of [screen, elsewhere]) {
      const { text } = await browser.postJson('/screen/code', { shown: code });
      assert.equal(JSON.parse(text).output, `/o/${made.body.id}?from=screen`);
    }
    assert.equal((await moveTo(elsewhere, first).get('/screen')).status, 303);
  });

  it('when screens of an address ask several nodes at once, then they are counted together', async () => {
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, index) => openScreen(cluster.nodes[index % 2]!, '10.0.0.2').get('/screen')),
    );
    assert.equal(pages.filter(({ status }) => status === 200).length, PAIRING_CODES_PER_ADDRESS_MAX);
    assert.equal(pages.filter(({ status }) => status === 429).length, 12 - PAIRING_CODES_PER_ADDRESS_MAX);
  });

  it('when wrong codes are sent to several nodes at once, then they are counted together', async () => {
    const owner = await createTestOrganization(cluster.nodes[0]!);
    const { path } = await createTestLive(api(cluster.nodes[0]!, owner));
    const responses = await Promise.all(
      Array.from({ length: PAIRING_GUESSES_MAX + 6 }, (_, index) =>
        api(cluster.nodes[index % 2]!, owner).post(
          `${path}/outputs`,
          { name: 'Chapel', view: 'screen', pairing_code: NO_CODE },
          { headers: { 'x-forwarded-for': `10.0.1.${index}` } },
        ),
      ),
    );
    const refused = responses.filter(({ status }) => status === 429);
    assert.equal(refused.length, 6);
    for (const response of responses) {
      if (!refused.includes(response)) assertProblem(response, 422, 'invalid_pairing_code');
    }
  });
});
