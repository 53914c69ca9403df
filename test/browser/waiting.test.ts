import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { toStartPageLink } from '../../web/waiting/waiting-page.ts';
import { eventuallyEquals, readVisibleText, SCREEN_SIZE } from '../support/browser/audience-pages.ts';
import type { JsonDocument } from '../support/requests/api.ts';
import type { OperatorClient } from '../support/requests/operator-client.ts';
import { useServerProcess } from '../support/server/suite-server.ts';

const VERSE = 'For God so loved';
const DARK = 'rgb(19, 16, 13)';
const TRANSPARENT = 'rgba(0, 0, 0, 0)';

describe('[D60], [D61] a screen that is opened while the server does not run', () => {
  const world = useServerProcess();
  let live: OperatorClient;
  let folder: string;
  before(async () => {
    live = await world.openLive();
    await live.push('John 3:16');
    folder = mkdtempSync(join(tmpdir(), 'lectern-waiting-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const makeOutput = async (view: string, more: object = {}): Promise<JsonDocument> => {
    const made = await live.call('POST', '/outputs', { body: { name: 'Chapel', view, ...more } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body;
  };
  const openWindow = async (): Promise<Page> => (await (await world.browser()).newContext(SCREEN_SIZE)).newPage();
  const waitForVerse = (page: Page) => page.getByText(VERSE).first().waitFor();
  /** Loads the page again once its worker can show it. A loaded browser may not start an idle worker. */
  const waitForWorker = async (page: Page) => {
    const isReady = `navigator.serviceWorker.getRegistration()
      .then(async (registration) => registration?.active?.state === 'activated'
        && (await caches.match(location.href)) !== undefined)`;
    await eventuallyEquals(true, () => page.evaluate(isReady));
    await page.reload();
    await eventuallyEquals(true, () => page.evaluate('navigator.serviceWorker.controller !== null'));
  };
  /** Opens an output, which the browser then knows. */
  const openOutput = async (url: string): Promise<Page> => {
    const page = await openWindow();
    await page.goto(url);
    await waitForVerse(page);
    await waitForWorker(page);
    await waitForVerse(page);
    return page;
  };
  const kill = () => world.server.end('SIGKILL');
  /** The waiting page loads itself again from time to time. */
  const assertWaits = (page: Page, background: string) =>
    eventuallyEquals(['', background === DARK ? 1 : 0, background], async () => [
      await readVisibleText(page),
      await page.locator('svg').count(),
      await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'),
    ]);
  const saveFile = (name: string, link: string): string => {
    const file = join(folder, name);
    writeFileSync(file, decodeURIComponent(link.replace('data:text/html;charset=utf-8,', '')));
    return pathToFileURL(file).href;
  };

  it('when an open output is loaded again, then a quiet page waits, also behind a gateway, until the output returns or is found deleted', async () => {
    const outputs = [await makeOutput('screen'), await makeOutput('lower-third'), await makeOutput('screen')];
    const [screen, overlay, gone] = await Promise.all(outputs.map(({ url }) => openOutput(url)));
    const goneUrl = gone!.url();
    await gone!.goto('about:blank');
    await live.call('DELETE', `/outputs/${outputs[2]!.id}`);
    await kill();
    await Promise.all([screen!.reload(), overlay!.reload(), gone!.goto(goneUrl)]);
    await assertWaits(screen!, DARK);
    await assertWaits(overlay!, TRANSPARENT);
    await assertWaits(gone!, DARK);

    let requests = 0;
    const gateway = createServer((_request, response) => {
      requests++;
      response.writeHead(502).end('Bad Gateway');
    }).listen(world.server.port, '127.0.0.1');
    while (requests < 9) await sleep(100);
    for (const page of [screen!, gone!]) await assertWaits(page, DARK);
    gateway.closeAllConnections();
    gateway.close();
    await once(gateway, 'close');

    await world.startAgain();
    await waitForVerse(screen!);
    await waitForVerse(overlay!);
    await gone!.locator('.notice').waitFor({ state: 'attached' });
    let loads = 0;
    gone!.on('framenavigated', () => loads++);
    await sleep(5_000);
    assert.equal(loads, 0, 'the notice stays');
    await gone!.keyboard.press('Shift');
    await gone!.getByText('There is no display at this address.').waitFor();
    assert.equal(await gone!.evaluate('caches.match(location.href).then((kept) => kept === undefined)'), true);
    for (const page of [screen, overlay, gone]) await page!.context().close();
  });

  it('when a start page is opened from a file, then it opens the output or the pairing page, once the server runs', async () => {
    const { url } = await makeOutput('screen');
    const pairing = await openWindow();
    await pairing.goto(`${world.url}/screen?lang=en`);
    await waitForWorker(pairing);
    const start = pairing.getByRole('link', { name: 'Save as a start page' });
    assert.equal(await start.isVisible(), false, 'the audience does not see it');
    await pairing.keyboard.press('Shift');
    const link = (await start.getAttribute('href'))!;
    const readCode = async (page: Page) => (await page.locator('.code span').allTextContents()).join('');
    const code = await readCode(pairing);
    await kill();

    const hint = 'The file contains the key of "Chapel" </p><script>';
    const address = url.replace('#', '?background=black#');
    const page = { language: 'en', title: 'Chapel <1>', hint };
    const files = {
      output: saveFile('output.html', toStartPageLink({ ...page, address: url })),
      overlay: saveFile('overlay.html', toStartPageLink({ ...page, address, background: 'transparent' })),
      pairing: saveFile('pairing.html', link),
    };
    const [fromFile, overlay] = [await openWindow(), await openWindow()];
    const again = await pairing.context().newPage();
    await Promise.all([fromFile.goto(files.output), overlay.goto(files.overlay), again.goto(files.pairing)]);
    await pairing.reload();
    for (const waiting of [fromFile, again, pairing]) await assertWaits(waiting, DARK);
    await assertWaits(overlay, TRANSPARENT);
    await fromFile.keyboard.press('Shift');
    assert.equal(await readVisibleText(fromFile), hint);
    assert.equal(await fromFile.title(), 'Chapel <1>');
    await overlay.keyboard.press('Shift');
    assert.equal(await readVisibleText(overlay), '', 'never over a picture');

    await world.startAgain();
    await waitForVerse(fromFile);
    await waitForVerse(overlay);
    for (const screen of [pairing, again]) {
      await screen.locator('.code').waitFor();
      assert.equal(await readCode(screen), code);
    }
    const paired = await makeOutput('screen', { pairing_code: code });
    for (const screen of [pairing, again]) await waitForVerse(screen);
    await pairing.goto(`${world.url}/screen`);
    assert.equal(pairing.url(), `${world.url}/o/${paired.id}?from=screen`);
    for (const window of [fromFile, overlay, pairing]) await window.context().close();
  });
});
