import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import { toShownCode } from '../../src/audience/pairing/screen-code.ts';
import { screenPage } from '../../src/audience/pairing/screen-page.ts';
import { PAIRING_CODE_SECONDS } from '../../src/contract/limits.ts';
import { countWideLetters } from '../../src/contract/pairing.ts';
import { LANGUAGE_CODES } from '../../src/locales/languages.ts';
import { eventuallyEquals } from '../support/browser/audience-pages.ts';
import { listViolations } from '../support/browser/axe.ts';
import { readQrCode } from '../support/requests/read-qr-code.ts';
import { endRoutes } from '../support/run/end-routes.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const TELEVISION = { viewport: { width: 1920, height: 1080 } };
const SIZES = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1024, height: 768 },
  { width: 1080, height: 1920 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];
/** Codes of figures, of the widest letters, and of the widest letters except M and W. */
const CODES = ['111111', 'WWWWWW', 'QQQQQQ', 'QWQWQW'];
/** Minimum text sizes as fractions of the screen height: legible from the back row, and legible from very far away. */
const LEGIBLE = 1 / 40;
const LARGE = 1 / 8;

interface PageLayout {
  readonly boxes: readonly { selector: string; left: number; top: number; right: number; bottom: number }[];
  readonly smallest: number;
  readonly code: number;
  readonly cut: boolean;
  readonly scrolls: boolean;
}

/** Script that returns the positions and sizes of everything on the page. */
const READ_LAYOUT = `(() => {
  const sizeOf = (element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const code = document.querySelector('.code');
  const { scrollWidth, scrollHeight } = document.documentElement;
  return {
    boxes: ['h1', '.words > p:nth-of-type(1)', '.code', '.words > .soft', '.qr'].map((selector) => {
      const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
      return { selector, left, top, right, bottom };
    }),
    smallest: Math.min(...[...document.querySelectorAll('.words *')].map(sizeOf)),
    code: sizeOf(code.querySelector('span')),
    cut: code.scrollWidth > code.clientWidth + 1,
    scrolls: scrollHeight > innerHeight || scrollWidth > innerWidth,
  };
})()`;

/** Returns the layout problems of the page. */
function listFaults(
  { boxes, smallest, code, cut, scrolls }: PageLayout,
  { width, height }: (typeof SIZES)[number],
): string[] {
  const faults = boxes.flatMap((box, index) => {
    const within = box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height && box.right > box.left;
    const touched = boxes.slice(index + 1).filter((other) => {
      const beside = box.right <= other.left || other.right <= box.left;
      return !beside && box.bottom > other.top + 1 && other.bottom > box.top + 1;
    });
    return [
      ...(within ? [] : [`${box.selector} is not seen`]),
      ...touched.map((other) => `${box.selector} on ${other.selector}`),
    ];
  });
  if (scrolls) faults.push('it scrolls');
  if (cut) faults.push('the code is cut off');
  if (width >= height * 1.6 && height > 800 && (smallest < height * LEGIBLE || code < height * LARGE))
    faults.push('small');
  return faults;
}

describe('[D61] pairing a screen', () => {
  let now = Date.now();
  const world = useInProcessServer({ clock: () => now, editions: 'starter' });

  // Ends the codes of the previous test, because all requests come from one address.
  beforeEach(() => {
    now += PAIRING_CODE_SECONDS * 1000;
  });

  const openScreen = async (query = '?lang=en', options = TELEVISION) => {
    const context = await (await world.browser()).newContext(options);
    const page = await context.newPage();
    await page.goto(`${world.url}/screen${query}`);
    return { page, close: () => context.close() };
  };
  const readCode = async (page: Page): Promise<string> => (await page.locator('.code span').allTextContents()).join('');

  test('when it shows a code, then its QR code opens the console with that code', async () => {
    const { page, close } = await openScreen();
    const address = `${world.lectern.config.publicUrl}/console?pair=${await readCode(page)}`;
    const { data, size } = encode(address, { border: 4, ecc: 'M' });
    const dark = data.flatMap((row, y) => row.flatMap((module, x) => (module ? [`${x} ${y}`] : [])));
    const path = (await page.locator('.qr path').getAttribute('d'))!;
    assert.deepEqual(
      [...path.matchAll(/M(\d+ \d+)h1v1h-1z/g)].map(([, at]) => at),
      dark,
    );
    assert.equal(await page.locator('.qr').getAttribute('viewBox'), `0 0 ${size} ${size}`);
    assert.equal(await readQrCode(page), address);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await readQrCode(page), address);
    await close();
  });

  test('when its code expires, then a new one replaces it, and nothing moves', async () => {
    const { page, close } = await openScreen();
    const code = await readCode(page);
    const before = await page.locator('.code').boundingBox();
    const loads: string[] = [];
    page.on('framenavigated', (frame) => loads.push(frame.url()));
    now += PAIRING_CODE_SECONDS * 1000;
    await eventuallyEquals(true, async () => (await readCode(page)) !== code);
    const next = await readCode(page);
    assert.match(next, /^[0-9A-HJKMNP-TV-Z]{6}$/);
    assert.equal(await page.locator('.code').getAttribute('data-wide'), String(countWideLetters(next)));
    const after = await page.locator('.code').boundingBox();
    assert.deepEqual([after!.y, after!.height], [before!.y, before!.height]);
    assert.deepEqual(loads, [], 'the page stays');
    await close();
  });

  test('when the server does not respond, then a small mark shows it, and the page continues when it responds again', async () => {
    const { page, close } = await openScreen();
    const code = await readCode(page);
    assert.equal(await page.locator('.offline').isVisible(), false);
    await page.route('**/screen/code', (route) => route.abort());
    await page.locator('.offline').waitFor({ state: 'visible' });
    assert.equal(await readCode(page), code, 'the code stays');
    await endRoutes(page);
    await page.locator('.offline').waitFor({ state: 'hidden' });
    await close();
  });

  test('when too many screens wait, then the page reports it, and shows a code as soon as possible', async () => {
    const headers = { accept: 'text/html' };
    const waiting = await Promise.all(Array.from({ length: 5 }, () => fetch(`${world.url}/screen`, { headers })));
    const { page, close } = await openScreen();
    assert.equal(await page.getByText('Too many screens are waiting').isVisible(), true);
    assert.equal(await page.locator('.pairing').isVisible(), false);
    assert.ok(waiting.every(({ status }) => status === 200 || status === 429));
    now += PAIRING_CODE_SECONDS * 1000;
    await page.locator('.code').waitFor({ state: 'visible' });
    assert.match(await readCode(page), /^[0-9A-HJKMNP-TV-Z]{6}$/);
    assert.equal(await page.getByText('Too many screens are waiting').isVisible(), false);
    await close();
  });

  test('when the page is seen from a distance, then code and text are large enough, nothing is cut off and nothing overlaps', async () => {
    const { page, close } = await openScreen();
    const { publicUrl } = world.lectern.config;
    for (const [index, code] of CODES.entries()) {
      const language = LANGUAGE_CODES[index % LANGUAGE_CODES.length]!;
      const body = screenPage({
        language,
        state: 'code',
        shown: toShownCode(code, publicUrl),
        consoleOrigin: publicUrl,
        onServer: false,
      });
      await page.route('**/screen?*', (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.goto(`${world.url}/screen?lang=${language}`);
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport);
        // Waits for the fonts, because fallback fonts have other sizes.
        const faults = async () => listFaults(await page.evaluate<PageLayout>(READ_LAYOUT), viewport);
        await eventuallyEquals([], faults, `${viewport.width} ${language} ${code}`);
      }
      await endRoutes(page);
    }
    await close();
  });

  test('when the page is dark or light, then axe-core finds no violation', async () => {
    for (const theme of ['dark', 'light']) {
      const { page, close } = await openScreen(`?theme=${theme}`);
      assert.equal(await page.locator('html').getAttribute('data-theme'), theme);
      assert.deepEqual(await listViolations(page), []);
      await close();
    }
  });

  test('when an operator creates an output with its code, then the screen shows the Live, returns to it after a restart, and shows a code when it ends', async () => {
    const operator = await world.openLive();
    await operator.push('John 3:16');
    const outputs = `${world.url}/v1/lives/${operator.liveId}/outputs`;
    const headers = { authorization: `Bearer ${operator.token}`, 'content-type': 'application/json' };
    const pair = async (code: string) => {
      const body = JSON.stringify({ name: 'Chapel left', view: 'screen', pairing_code: code });
      const made = await fetch(outputs, { method: 'POST', headers, body });
      assert.equal(made.status, 201);
      return ((await made.json()) as { id: string }).id;
    };
    const showsCode = async (page: Page) => {
      await page.waitForURL(`${world.url}/screen`);
      await page.locator('.code').waitFor();
      return readCode(page);
    };

    const { page, close } = await openScreen();
    const id = await pair(await readCode(page));
    await page.waitForURL(`${world.url}/o/${id}?from=screen`);
    await page.getByText('For God so loved').first().waitFor();
    await operator.push('John 11:35', { replace: true });
    await page.getByText('Jesus wept').first().waitFor();

    await page.goto(`${world.url}/screen`);
    await page.waitForURL(`${world.url}/o/${id}?from=screen`);
    await page.getByText('Jesus wept').first().waitFor();

    await fetch(`${outputs}/${id}`, { method: 'DELETE', headers });
    const second = await pair(await showsCode(page));
    await page.waitForURL(`${world.url}/o/${second}?from=screen`);
    await page.getByText('Jesus wept').first().waitFor();

    await fetch(`${outputs}/${second}/rotate`, { method: 'POST', headers, body: '{}' });
    const third = await pair(await showsCode(page));
    await page.waitForURL(`${world.url}/o/${third}?from=screen`);
    await page.getByText('Jesus wept').first().waitFor();

    // The screen is switched off while the output ends.
    await page.goto('about:blank');
    await fetch(`${outputs}/${third}`, { method: 'DELETE', headers });
    await page.goto(`${world.url}/o/${third}?from=screen`);
    const fourth = await pair(await showsCode(page));
    await page.waitForURL(`${world.url}/o/${fourth}?from=screen`);
    await page.getByText('Jesus wept').first().waitFor();

    await operator.attempt('DELETE', '');
    await showsCode(page);
    await close();
  });
});
