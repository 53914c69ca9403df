import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { contrastOf, luminance } from '../../web/viewer/design/color.ts';
import { readVisibleText, SCREEN_SIZE } from '../support/browser/audience-pages.ts';
import { openWatchedPage } from '../support/browser/watched-page.ts';
import { api, type JsonDocument } from '../support/requests/api.ts';
import { addImage } from '../support/requests/presentation.ts';
import { smallEdition } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const EDITIONS = [
  smallEdition('one', { 43: { 3: { 16: 'For God so loved the world', 17: 'not to condemn the world' } } }),
  smallEdition('two', { 43: { 3: { 16: 'Denn also hat Gott die Welt geliebt', 17: 'nicht dass er richte' } } }),
];
const VERSE = 'For God so loved the world';
const PUBLIC_URL = 'http://lectern.example';

/** Returns the least contrast of the ink of an element with the pixels around its letters. */
async function readPixelContrast(page: Page, selector: string): Promise<number> {
  const element = page.locator(selector).first();
  const ink = await page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).color`);
  const clip = (await element.boundingBox())!;
  const style = await page.addStyleTag({ content: '* { color: transparent !important; transition: none !important }' });
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  await style.evaluate((one) => one.remove());
  const light = luminance(ink.match(/\d+/g)!.map(Number) as never);
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < data.length; at += 3)
    least = Math.min(least, contrastOf(light, luminance([data[at]!, data[at + 1]!, data[at + 2]!])));
  return least;
}

describe('an output in a browser', () => {
  const world = useInProcessServer({ editions: EDITIONS, settings: { LECTERN_PUBLIC_URL: PUBLIC_URL } });

  const makeOutput = async (view: string, settings?: object) => {
    const live = await world.openLive({ name: 'Morning service' });
    const client = api(world.lectern, live.owner);
    const outputs = `/v1/lives/${live.liveId}/outputs`;
    const made = await client.post(outputs, { name: 'Left projector', view, ...(settings && { settings }) });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id, url } = made.body;
    return { live, client, outputs, path: `${outputs}/${id}`, id, url: (url as string).replace(PUBLIC_URL, world.url) };
  };
  type MadeOutput = Awaited<ReturnType<typeof makeOutput>>;

  const open = async ({ url }: MadeOutput, query = '', options: BrowserContextOptions = SCREEN_SIZE): Promise<Page> => {
    const context = await (await world.browser()).newContext(options);
    const page = await context.newPage();
    await page.goto(url.replace('#', `${query}#`));
    await page.locator('html[data-output-align]').waitFor({ state: 'attached' });
    return page;
  };
  const waitForText = (page: Page, text: string) => page.getByText(text).first().waitFor();
  const fetchListedOutput = async ({ client, outputs }: MadeOutput): Promise<JsonDocument> =>
    (await client.get(outputs)).body.data[0];
  const until = async <Value>(read: () => Promise<Value>, holds: (value: Value) => boolean): Promise<Value> => {
    const end = Date.now() + 20_000;
    for (;;) {
      const value = await read();
      if (holds(value)) return value;
      assert.ok(Date.now() < end, JSON.stringify(value));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const readBackground = (page: Page) =>
    page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');

  it('[D60] when its address is opened, then the key is removed from the address, the verse is shown, and the list reports what was painted', async () => {
    const made = await makeOutput('screen');
    await made.live.push('John 3:16');
    const page = await open(made);
    await waitForText(page, VERSE);
    assert.equal(page.url(), `${world.url}/o/${made.id}`);
    const { sequence } = await made.live.read();
    const output = await until(
      () => fetchListedOutput(made),
      (one) => one.sequence === sequence,
    );
    assert.deepEqual([output.connections, output.width, output.height, output.problem], [1, 1920, 1080, null]);
    await page.reload();
    await waitForText(page, VERSE);
    await page.context().close();
  });

  it('[D60] when the page is opened without its key, then it shows nothing of the Live, but a message to a person who comes to the screen', async () => {
    const made = await makeOutput('screen');
    await made.live.push('John 3:16');
    const context = await (await world.browser()).newContext(SCREEN_SIZE);
    const page = await context.newPage();
    await page.goto(`${world.url}/o/${made.id}#out_wrong`);
    await page.locator('.notice').waitFor({ state: 'attached' });
    assert.equal(await readVisibleText(page), '');
    await page.keyboard.press('Shift');
    await waitForText(page, 'Open the address of this output again.');
    // The correct address, typed into the same page.
    await page.goto(made.url);
    await waitForText(page, VERSE);
    await context.close();
  });

  it('[D76] when an output has images, then text is legible over one, the other is shown with the code of the link while nothing is, and hiding it hides all', async () => {
    const made = await makeOutput('screen', { verse_numbers: 'always' });
    const id = async (light: number) => (await addImage(made.client, light)).id as string;
    const [behind, idle] = [await id(255), await id(1)];
    const change = async (settings: object) =>
      assert.equal((await made.client.patch(made.path, { settings })).status, 200);
    await change({ background_image: behind, idle_image: idle });
    const page = await open(made);
    const shown = page.locator('.backdrop[data-ready="true"] img').last();
    await until(
      async () => shown.getAttribute('src'),
      (src) => src === `/media/${idle}`,
    );
    const code = page.locator('.follow[data-shown=true]');
    await code.getByText(`/l/${made.live.liveId}`).waitFor();
    await made.live.push('John 3:16');
    await waitForText(page, VERSE);
    assert.equal(await page.locator('.body .number').innerText(), '16');
    await until(
      async () => shown.getAttribute('src'),
      (src) => src === `/media/${behind}`,
    );
    const shade = await page
      .locator('.backdrop')
      .last()
      .evaluate((one) => Number(one.style.getPropertyValue('--shade')));
    assert.ok(shade > 0 && shade < 1, `${shade}`);
    assert.equal(await code.count(), 0);
    await until(
      () => page.locator('.backdrop').count(),
      (count) => count === 1,
    );
    for (const part of ['.body', '.reference', '.attribution']) {
      const contrast = await readPixelContrast(page, part);
      assert.ok(contrast >= 4.5, `${part}: ${contrast}`);
    }
    await change({ hidden: true });
    await until(
      async () => [await page.locator('.backdrop').count(), await readVisibleText(page)].join(),
      (seen) => seen === '0,',
    );
    await change({ hidden: false, background_image: null });
    await waitForText(page, VERSE);
    assert.equal(await page.locator('.backdrop').count(), 0);
    await page.context().close();
  });

  it('[D76] when a new screen or a stage with a message is hidden, then it shows nothing', async () => {
    for (const [view, text] of [
      ['screen', 'Morning service'],
      ['stage', 'Two minutes left'],
    ] as const) {
      const made = await makeOutput(view);
      await made.client.put(`/v1/lives/${made.live.liveId}/stage`, { message: 'Two minutes left', countdown_to: null });
      const page = await open(made);
      await waitForText(page, text);
      await made.client.patch(made.path, { settings: { hidden: true } });
      await until(
        () => readVisibleText(page),
        (seen) => seen === '',
      );
      await page.context().close();
    }
  });

  it('[D60] when nothing was ever shown, then the name of the Live and the time are shown, or black if the address asks for it', async () => {
    const made = await makeOutput('screen');
    const page = await open(made);
    await waitForText(page, 'Morning service');
    assert.match(await page.locator('.idle time').innerText(), /\d/);
    const black = await open(made, '?background=black');
    assert.equal(await readBackground(black), 'rgb(0, 0, 0)');
    assert.equal(await readVisibleText(black), '');
    await made.live.push('John 3:16');
    await waitForText(page, VERSE);
    assert.equal(await page.locator('.idle').count(), 0);
    await made.live.write('DELETE', '/stack');
    await page.getByText(VERSE).first().waitFor({ state: 'detached' });
    assert.equal(await readVisibleText(page), '', 'something was shown before');
    for (const one of [page, black]) await one.context().close();
  });

  it('[D60] when a video mixer injects a stylesheet, then it applies to an output and is refused on the audience page', async () => {
    const made = await makeOutput('lower-third');
    await made.live.push('John 3:16');
    const page = await open(made);
    await waitForText(page, VERSE);
    const inject = (one: Page) =>
      one.evaluate<string>(`
        const style = document.createElement('style');
        style.textContent = 'body { background-color: rgb(1, 2, 3); margin: 0px auto; overflow: hidden; }';
        document.head.append(style);
        getComputedStyle(document.body).backgroundColor;
      `);
    assert.equal(await inject(page), 'rgb(1, 2, 3)');
    const audience = await openWatchedPage(
      await world.browser(),
      `${world.url}/l/${made.live.liveId}?view=lower-third`,
      SCREEN_SIZE,
      /Content Security Policy/,
    );
    assert.notEqual(await inject(audience.page), 'rgb(1, 2, 3)');
    await audience.close();
    await page.context().close();
  });

  it('[D60] when the address has parameters, then they override the settings, and an invalid one is ignored and reported', async () => {
    const made = await makeOutput('lower-third', { margin: 10, align: 'right' });
    await made.live.push('John 3:16');
    const plain = await open(made);
    await waitForText(plain, VERSE);
    const lefts = async (page: Page) => (await page.locator('.plate').boundingBox())!;
    // The text is fitted into what the margin leaves of the safe width.
    const room = await plain.locator('.room').evaluate((element) => element.offsetWidth);
    assert.equal(room, 1_920 - 2 * 108 - 2 * 96);
    const right = await lefts(plain);
    assert.ok(right.x + right.width > 1_600 && right.x + right.width <= 1_920 - 108, JSON.stringify(right));
    const page = await open(made, '?background=%2300ff00&align=left&margin=0&size=50&show=text,nothing');
    await waitForText(page, VERSE);
    assert.equal(await readBackground(page), 'rgb(0, 255, 0)');
    const left = await lefts(page);
    assert.ok(left.x < 150, JSON.stringify(left));
    const sizeOf = (one: Page) =>
      one
        .locator('.plate .body')
        .evaluate((body) => Number.parseFloat(body.ownerDocument.defaultView.getComputedStyle(body).fontSize));
    assert.ok((await sizeOf(page)) < 0.8 * (await sizeOf(plain)), 'half the size');
    await made.client.patch(made.path, { settings: { plate_width: 50, margin: 0, align: 'left' } });
    // Half of the safe width, whatever the text is.
    for (const passage of ['John 3:17', 'John 3:16']) {
      await made.live.push(passage);
      // A plate that is replaced while it is measured has no box.
      await until(
        async () => (await plain.locator('.plate').boundingBox())?.width ?? 0,
        (width) => Math.round(width) === 864,
      );
    }
    await plain.context().close();
    await until(
      () => fetchListedOutput(made),
      ({ problem }) => problem === 'show',
    );
    await page.context().close();
    const bare = await open(made, '?show=text');
    await waitForText(bare, VERSE);
    assert.equal(await bare.locator('.plate .reference').isVisible(), false);
    assert.equal(await bare.locator('.plate .attribution').isVisible(), false);
    await bare.context().close();
  });

  it('[D60] when the settings change, then the open page applies them at once', async () => {
    const made = await makeOutput('screen');
    await made.live.push('John 3:16');
    const page = await open(made);
    await waitForText(page, VERSE);
    await made.client.patch(made.path, { settings: { theme: 'light', show: ['text'], align: 'center' } });
    await page.locator('html[data-theme="light"][data-output-align="center"]').waitFor({ state: 'attached' });
    await page.locator('.reference').first().waitFor({ state: 'hidden' });
    await made.client.patch(made.path, { view: 'lower-third' });
    await page.locator('html[data-view="lower-third"] .plate').waitFor();
    await made.client.patch(made.path, { settings: { lang: 'pt' } });
    await page.locator('html[lang="pt"]').waitFor({ state: 'attached' });
    await page.context().close();
  });

  it('[D60] when an output leaves the text out, then the reference still names all verses; when the text returns, it is as large as fits', async () => {
    const made = await makeOutput('screen', { show: ['reference'] });
    const { live, client } = made;
    const decks = `/v1/organizations/${live.owner.id}/decks`;
    const reference = { book_id: 43, chapter: 3, verse: 16, end_verse: 17 };
    const deck = await client.post(decks, { title: 'Evening', slides: [{ id: 's', layout: 'scripture', reference }] });
    const { body: snapshot } = await client.post(`${decks}/${deck.body.id}/snapshots`, {});
    await live.write('PUT', '/presentation', { snapshot_id: snapshot.id });
    const page = await open(made);
    const named = page.locator('.reference').first();
    await named.waitFor();
    assert.equal(await named.innerText(), 'John 3:16–17');
    assert.equal(await page.locator('.scripture').isVisible(), false);
    const painted = await until(
      () => fetchListedOutput(made),
      ({ painted_at }) => painted_at !== null,
    );
    assert.equal(painted.problem, null);
    await client.patch(made.path, { settings: { show: ['text', 'reference'] } });
    await waitForText(page, VERSE);
    const sizeOf = (one: Page) =>
      one
        .locator('.scripture')
        .evaluate((body) => Number.parseFloat(body.ownerDocument.defaultView.getComputedStyle(body).fontSize));
    const size = await sizeOf(page);
    await page.reload();
    await waitForText(page, VERSE);
    assert.equal(size, await sizeOf(page));
    await page.context().close();
  });

  it('[D60] when the operator identifies the output, then its name is shown for a few seconds', async () => {
    const made = await makeOutput('lower-third');
    const page = await open(made);
    await until(
      () => fetchListedOutput(made),
      ({ connections }) => connections === 1,
    );
    await made.client.post(`${made.path}/identify`, {});
    await waitForText(page, 'Left projector');
    await page.locator('.identified').waitFor({ state: 'detached', timeout: 20_000 });
    await page.evaluate(() => Object.assign(globalThis, { stays: true }));
    await made.client.post(`${made.path}/reload`, {});
    await page.waitForFunction(() => !('stays' in globalThis));
    await page.context().close();
  });

  it('[D60] when the output is rotated, then the open page empties at once and shows a message to a person who comes to it', async () => {
    const made = await makeOutput('screen');
    await made.live.push('John 3:16');
    const page = await open(made);
    await waitForText(page, VERSE);
    await made.client.post(`${made.path}/rotate`, {});
    await page.getByText(VERSE).first().waitFor({ state: 'detached' });
    assert.equal(await readVisibleText(page), '');
    await page.locator('.notice').waitFor({ state: 'attached' });
    await until(
      async () => {
        await page.keyboard.press('Shift');
        return page.getByText('This output has a new address.').isVisible();
      },
      (visible) => visible,
    );
    await page.context().close();
  });

  it('[D60] when the stream is interrupted, then a screen shows a small mark, and a lower third does not', async () => {
    const marks = await Promise.all(
      ['screen', 'lower-third'].map(async (view) => {
        const made = await makeOutput(view);
        await made.live.push('John 3:16');
        const page = await open(made);
        await waitForText(page, VERSE);
        await page.route('**/stream', (route) => route.abort());
        await page.reload();
        await waitForText(page, VERSE);
        return { page, mark: page.locator('.outage') };
      }),
    );
    const [screen, lowerThird] = marks;
    await screen!.mark.waitFor();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    assert.equal(await lowerThird!.mark.count(), 0);
    await waitForText(lowerThird!.page, VERSE);
    for (const { page } of marks) await page.context().close();
  });
});
