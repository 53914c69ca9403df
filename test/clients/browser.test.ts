import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { shareChromium } from '../support/browser/shared-chromium.ts';
import { openWatchedPage } from '../support/browser/watched-page.ts';
import { createLiveController, type LiveController } from '../support/requests/live-controller.ts';
import { createTestOrganization } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';
import { type ProxyingServer, startProxyingServer } from './proxying-server.ts';

const SOURCES = new URL('../../clients/typescript/src/', import.meta.url);

/** An operator's web page that uses the client without a bundler. It reports its progress in its title. */
const toPage = ({ id, owner }: LiveController) => `<!doctype html>
<link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "openapi-fetch": "/openapi-fetch.js" } }</script>
<script type="module">
  import { watchLive } from '/client/index.ts';
  const end = new AbortController();
  window.end = () => end.abort();
  window.retries = 0;
  const onStatus = ({ state }) => state === 'retrying' && window.retries++;
  try {
    const options = { baseUrl: '', token: '${owner.token}', liveId: '${id}', signal: end.signal, onStatus };
    for await (const { type, sequence } of watchLive(options)) document.title = type + ' ' + sequence;
    document.title = 'ended';
  } catch (error) {
    document.title = error.name + ' ' + error.code;
  }
</script>`;

const shows = (page: Page, title: string) => page.waitForFunction(`document.title === ${JSON.stringify(title)}`);

describe('watchLive() in a browser', () => {
  const { lectern } = useInProcessServer({ editions: 'starter' });
  let controller: LiveController;
  let server: ProxyingServer;
  let browser: Browser;
  before(async () => {
    controller = await createLiveController(lectern, await createTestOrganization(lectern), { translations: ['kjv'] });
    // [D8] events have no CORS: page and API share an origin.
    server = await startProxyingServer(lectern.url, async ({ url }, response) => {
      const path = url!.split('?')[0]!;
      const respond = (type: string, content: string) =>
        void response.writeHead(200, { 'content-type': type }).end(content);
      if (path === '/operator') respond('text/html', toPage(controller));
      const file = path.startsWith('/client/') ? new URL(path.slice('/client/'.length), SOURCES) : null;
      if (file) respond('text/javascript', stripTypeScriptTypes(await readFile(file, 'utf8')));
      const fetching = path === '/openapi-fetch.js' ? new URL(import.meta.resolve('openapi-fetch')) : null;
      if (fetching) respond('text/javascript', await readFile(fetching, 'utf8'));
    });
    browser = await shareChromium();
  });
  after(async () => {
    await server?.close();
  });

  test('when the network is away for a while, then it still follows the Live, until its signal ends it', async () => {
    const { page, context, assertClean, forgive, close } = await openWatchedPage(browser, `${server.url}/operator`);
    await shows(page, 'live.snapshot 1');
    await controller.push({ book_id: 19, chapter: 117 });
    await shows(page, 'live.changed 2');
    assertClean();

    await context.setOffline(true);
    await controller.push({ book_id: 19, chapter: 117 });
    await page.waitForFunction('window.retries > 0');
    await controller.push({ book_id: 19, chapter: 117 });
    await context.setOffline(false);
    await shows(page, 'live.changed 4');
    forgive();
    await page.evaluate('window.end()');
    await shows(page, 'ended');
    assertClean();
    await close();
  });

  test('[Events 9] when a Live is deleted, then it ends with the problem', async () => {
    const { page, close } = await openWatchedPage(browser, `${server.url}/operator`);
    await shows(page, 'live.snapshot 4');
    assert.equal((await controller.send('DELETE', '')).status, 204);
    await shows(page, 'LecternProblem not_found');
    await close();
  });
});
