import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Page } from 'playwright-core';
import { buildGraphic } from '../../clients/ograf/build-graphic.ts';
import { eventuallyEquals } from '../support/browser/audience-pages.ts';
import { keepPicture } from '../support/browser/watched-page.ts';
import { createButton, type TestButton } from '../support/requests/button.ts';
import { createMember } from '../support/requests/members.ts';
import { type OwnedLive, useInProcessServer } from '../support/server/suite-server.ts';

const SCHEMAS = join(import.meta.dirname, 'ograf-schema');
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const VERSE = 'For God so loved the world';
/** A page that is a renderer: it defines the element by a name of its own, and calls what the specification says. */
const RENDERER = `<!doctype html><body style="margin: 0; background: #070"><script type="module">
  const { default: Graphic } = await import('./graphic.mjs');
  customElements.define('renderer-graphic', Graphic);
  window.graphic = document.body.appendChild(document.createElement('renderer-graphic'));
</script>`;

describe('the OGraf graphic, as it is built', () => {
  const world = useInProcessServer({ editions: 'starter' });
  const folder = mkdtempSync(join(tmpdir(), 'lectern-ograf-'));
  let live: OwnedLive;
  let button: TestButton;
  let page: Page;
  let renderer: Awaited<ReturnType<typeof startRenderer>>;
  before(async () => {
    await buildGraphic(folder);
    renderer = await startRenderer(folder);
    live = await world.openLive({ name: 'Sunday' });
    const { id: userId } = await createMember(world.lectern, live.owner, 'operator');
    button = await createButton(world.lectern, { liveId: live.liveId, userId, kind: 'data' });
    const context = await (await world.browser()).newContext({ viewport: { width: 1920, height: 1080 } });
    page = await context.newPage();
  });
  after(async () => {
    await page?.context().close();
    renderer?.server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const address = () => `${world.url}/b/${button.id}/${button.key}/now.json`;
  const call = (method: string, params: object) =>
    page.evaluate<{ statusCode: number; currentStep?: number }>(
      `graphic.${method}(${JSON.stringify({ skipAnimation: true, ...params })})`,
    );
  const inGraphic = (expression: string, tag = 'renderer-graphic') =>
    page.evaluate<string>(`(() => {
      const graphic = document.querySelector('${tag}');
      const box = graphic.shadowRoot.querySelector('div');
      return ${expression};
    })()`);
  const shows = (text: string, tag?: string) =>
    eventuallyEquals(text, async () =>
      (await inGraphic("box.hidden ? '' : box.innerText", tag)).slice(0, text.length || 1),
    );

  it('when its manifest is checked, then it is valid by the schema of the EBU, and its data by its own', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    for (const file of globSync('**/*.json', { cwd: SCHEMAS })) ajv.addSchema(readJson(join(SCHEMAS, file)));
    const manifest = readJson(join(folder, 'lectern.ograf.json'));
    const validate = ajv.getSchema('https://ograf.ebu.io/v1/specification/json-schemas/graphics/schema.json')!;
    assert.equal(validate(manifest), true, JSON.stringify(validate.errors));
    assert.equal(validate({ ...manifest, stepCount: 'one' }), false);
    assert.ok(readFileSync(join(folder, manifest.main), 'utf8').length > 1_000);
    const isData = ajv.compile(manifest.schema);
    assert.ok(isData({ address: address(), view: 'full-page' }));
    assert.ok(!isData({ view: 'ticker' }));
  });

  it('[D74] when a renderer loads and plays it, then it follows the room until it is stopped, and fits long and right-to-left text', async () => {
    await page.goto(renderer.url);
    await page.waitForFunction('window.graphic');
    const reads: string[] = [];
    page.on('request', (request) => request.url().includes('/b/') && reads.push(request.url()));
    const none = await call('load', { renderType: 'realtime', renderCharacteristics: {} });
    assert.equal(none.statusCode, 200);
    assert.equal((await call('playAction', {})).statusCode, 400);
    assert.equal((await call('updateAction', { data: { address: 'https://example.org/' } })).statusCode, 400);
    assert.equal((await call('updateAction', { data: { address: address() } })).statusCode, 200);
    assert.equal(reads.length, 0);
    assert.deepEqual(await call('playAction', {}), { statusCode: 200, currentStep: 0 });
    await shows('');

    await live.push('John 3:16');
    await shows(VERSE);
    assert.match(await inGraphic('box.innerText'), /John 3:16/);
    assert.equal(await inGraphic('box.className'), 'lower-third');
    await live.write('PATCH', '/playback', { paused: true });
    await shows('');
    await live.write('PATCH', '/playback', { paused: false });
    await shows(VERSE);

    const arabic = `${'هكذا أحب الله العالم '.repeat(4)}${`${VERSE} `.repeat(35)}<img src=x>`;
    const arabicNow = {
      showing: true,
      type: 'scripture',
      reference: 'يوحنا 3:16',
      text: arabic,
      attribution: '',
      cursor: 'c1',
    };
    await page.route('**/b/**', (route) =>
      route.request().url().includes('after=c1') ? undefined : route.fulfill({ json: arabicNow }),
    );
    await live.push('John 3:17');
    for (const view of ['lower-third', 'full-page']) {
      await call('updateAction', { data: { view } });
      await shows('هكذا');
      await keepPicture(page, `ograf-${view}`);
      const [scroll, height, right, size] = await inGraphic(
        `[box.scrollHeight, box.clientHeight, getComputedStyle(box.firstChild).direction, parseFloat(getComputedStyle(box).fontSize)]`,
      );
      assert.ok(scroll! <= height!, view);
      assert.equal(right, 'rtl');
      assert.ok(Number(size) >= 15, `${view}: ${size}`);
    }
    assert.equal((await call('playAction', {})).currentStep, undefined);
    await shows('');
    const before = reads.length;
    assert.equal((await call('stopAction', {})).statusCode, 200);
    assert.equal((await call('dispose', {})).statusCode, 200);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await live.push('John 3:16');
    assert.equal(reads.length, before);
  });

  it('when its page is opened from a file, as a browser source does, then it shows what is on air', async () => {
    const data = new URLSearchParams({ view: 'full-page', address: address() });
    await page.goto(`${pathToFileURL(join(folder, 'play.html'))}#${data}`);
    await shows(VERSE, 'lectern-graphic');
    assert.equal(await inGraphic('box.className', 'lectern-graphic'), 'full-page');
    await keepPicture(page, 'ograf-page');
  });
});

/** Starts a server of another origin with the page of a renderer and the built graphic. */
async function startRenderer(folder: string) {
  const server = createServer(({ url }, response) => {
    if (url === '/graphic.mjs')
      response.setHeader('content-type', 'text/javascript').end(readFileSync(join(folder, 'graphic.mjs')));
    else response.setHeader('content-type', 'text/html').end(RENDERER);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}
