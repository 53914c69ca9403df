import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { STRINGS } from '../../src/locales/strings.ts';
import { contrastRatio } from '../../web/viewer/design/color.ts';
import { readVisibleText } from '../support/browser/audience-pages.ts';
import { listViolations } from '../support/browser/axe.ts';
import { useBrowserAudience } from '../support/browser/browser-audience.ts';
import { openWatchedPage, type WatchedPage } from '../support/browser/watched-page.ts';
import type { OperatorClient } from '../support/requests/operator-client.ts';
import {
  DESIGN,
  JOHN_3,
  presentingState,
  SHORTEST,
  SLIDES,
  viewerStateWith,
} from '../support/requests/viewer-samples.ts';
import { startScriptedAudience } from '../support/scripted/scripted-audience.ts';
import { useServerProcess } from '../support/server/suite-server.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const SCREEN = { viewport: { width: 1920, height: 1080 } };
/** Timeout that is long enough for a loaded machine. No test waits for its full length. */
const SEEN_MAX_MS = 20_000;
const LOOK_EVERY_MS = 40;
/** Longer than the delay before a page says that nothing is shown. */
const WAITING_SAID_MS = 1_600;
/** Least measured delay of the message. The stylesheet delays it by 1.2 s; frames of a busy page are late. */
const DELAY_MIN_MS = 500;

describe('the audience in a browser', () => {
  const world = useServerProcess();

  /** Creates a Live with a phone that reads along and a screen. */
  async function openAudience(): Promise<{ operator: OperatorClient; phone: WatchedPage; screen: WatchedPage }> {
    const operator = await world.openLive();
    const link = `${world.url}/l/${operator.liveId}`;
    const [phone, screen] = await Promise.all([
      openWatchedPage(await world.browser(), link, PHONE),
      openWatchedPage(await world.browser(), `${link}?view=screen`, SCREEN),
    ]);
    return { operator, phone, screen };
  }

  test('[D44], [D45] when an operator acts, then the result appears on the phone and on the screen', async () => {
    const { operator, phone, screen } = await openAudience();
    const bothShow = (text: string, is = true) =>
      Promise.all(
        [phone, screen].map(({ page }) => waitForValue(async () => (await readVisibleText(page)).includes(text), is)),
      );
    await operator.push('John 3:16-18');
    await bothShow('For God so loved');
    await operator.push('Esther 8:9');
    await bothShow('Then were the king');
    const { items } = await operator.readQueue();
    await operator.write('PATCH', '/focus', { item_id: items[2]!.id });
    await bothShow('He that believeth on him');
    const focused = () =>
      phone.page.locator('.verse[aria-current]').evaluateAll((all) => all.map(({ dataset }) => dataset.id));
    await waitForValue(focused, [items[2]!.id]);
    await operator.write('PATCH', '/playback', { paused: true });
    await bothShow('He that believeth on him', false);
    await operator.write('PATCH', '/playback', { paused: false });
    await bothShow('He that believeth on him');
    await operator.push('Psalm 23', { replace: true });
    await bothShow('The LORD is my shepherd');

    await operator.write('DELETE', '');
    const [ofPhone, ofScreen] = [phone, screen].map(({ page }) => page.locator('#viewer .notice')) as [
      Locator,
      Locator,
    ];
    await ofPhone.waitFor({ timeout: SEEN_MAX_MS });
    assert.equal(await ofPhone.innerText(), 'This reading has ended.');
    await ofScreen.waitFor({ state: 'attached', timeout: SEEN_MAX_MS });
    assert.equal(await ofScreen.isVisible(), false, 'the audience of a screen sees only the background');
    await closeWithoutErrors(phone, screen);
  });

  test("[D45] when axe-core checks the audience's views, then it finds no violation", async () => {
    const operator = await world.openLive();
    await operator.push('John 3:16-18');
    await operator.push('Psalm 117');
    for (const [view, theme, size] of [
      ['reader', 'light', PHONE],
      ['screen', 'dark', SCREEN],
      ['lower-third', 'light', SCREEN],
      ['stage', 'dark', SCREEN],
    ] as const) {
      const url = `${world.url}/l/${operator.liveId}?theme=${theme}&view=${view}`;
      // Reduced motion, so that colors have their final value at once.
      const watched = await openWatchedPage(await world.browser(), url, { ...size, reducedMotion: 'reduce' });
      await watched.page.locator('.scripture', { hasText: 'all ye nations' }).waitFor({ timeout: SEEN_MAX_MS });
      assert.deepEqual(await listViolations(watched.page), [], view);
      assert.deepEqual(await watched.context.cookies(), [], 'no cookie is needed');
      await closeWithoutErrors(watched);
    }
  });

  test('[D2], [D48] when the developer pages are opened, then they render and send no request to another server', async () => {
    const problems = await openWatchedPage(await world.browser(), `${world.url}/problems`);
    assert.equal(await problems.page.locator('h1').innerText(), 'Error codes');
    await problems.page.getByRole('link', { name: 'stale_validator' }).click();
    await problems.page.getByRole('heading', { level: 1, name: 'Stale validator', exact: true }).waitFor();
    assert.deepEqual(await listViolations(problems.page), []);
    await closeWithoutErrors(problems);

    const { paths } = (await (await fetch(`${world.url}/v1/openapi.json`)).json()) as { paths: object };
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods));
    const docs = await openWatchedPage(await world.browser(), `${world.url}/docs/api`, SCREEN);
    assert.equal(await docs.page.locator('.operations > li').count(), operations.length);
    await closeWithoutErrors(docs);
  });
});

describe('the reader page', () => {
  const world = useBrowserAudience(viewerStateWith(JOHN_3));

  async function openReader(state = viewerStateWith(JOHN_3), options: object = PHONE): Promise<WatchedPage> {
    world.audience.state = state;
    const watched = await openWatchedPage(world.browser, `${world.audience.url}/l/live`, options);
    await watched.page.locator('.passage .verse').first().waitFor();
    await watched.page.locator(':root').evaluate(({ ownerDocument }) => ownerDocument.fonts.ready);
    await waitForAnimations(watched.page);
    return watched;
  }

  test('when the text fits the window, then the page does not scroll', async () => {
    const watched = await openReader(viewerStateWith([SHORTEST]));
    const beyond = await watched.page.locator(':root').evaluate((root) => root.scrollHeight - root.clientHeight);
    assert.equal(beyond, 0);
    await closeWithoutErrors(watched);
  });

  /** Returns whether the page says that nothing is shown. */
  const saysNothingShown = (page: Page): Promise<boolean> =>
    page.locator('body').evaluate((body) => {
      const line = body.querySelector('.waiting');
      return line?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ?? false;
    });

  test('[D44] when the page is opened while nothing is shown, then it says so until something is shown', async () => {
    world.audience.state = viewerStateWith([]);
    const watched = await openWatchedPage(world.browser, `${world.audience.url}/l/live?lang=pt`, PHONE);
    const { page } = watched;
    const line = page.locator('.waiting');
    await line.waitFor();
    assert.equal(await line.innerText(), STRINGS.pt.viewer.strings.waiting);
    await waitForAnimations(page);
    assert.deepEqual(await listViolations(page), []);
    world.audience.become(viewerStateWith(JOHN_3, { version: '2' }));
    await line.waitFor({ state: 'detached' });
    assert.equal(await page.locator('.passage').isVisible(), true);
    await closeWithoutErrors(watched);
  });

  test('[D44] when there is a short pause between two readings, then the page shows no message; it does if the pause lasts', async () => {
    const watched = await openReader();
    const { page } = watched;
    // Measured in the page, because a loaded machine may report the line to the test only after the delay.
    const delayMs = page.locator('body').evaluate(
      (body) =>
        new Promise<number>((resolve) => {
          const view = body.ownerDocument.defaultView!;
          let seenAt: number | null = null;
          const look = (now: number) => {
            const line = body.querySelector('.waiting');
            if (line) seenAt ??= now;
            if (line?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) resolve(now - seenAt!);
            else view.requestAnimationFrame(look);
          };
          view.requestAnimationFrame(look);
        }),
    );
    world.audience.become({ showing: false, version: '2' });
    const waitedMs = await delayMs;
    assert.ok(waitedMs >= DELAY_MIN_MS, `${waitedMs} ms`);
    await closeWithoutErrors(watched);
  });

  test('[D44] when a wide window is not full screen, then it also says that nothing is shown', async () => {
    world.audience.state = viewerStateWith([]);
    const viewport = { width: 1920, height: 1000 };
    const watched = await openWatchedPage(world.browser, `${world.audience.url}/l/live`, { viewport });
    await waitForValue(() => saysNothingShown(watched.page), true);
    await closeWithoutErrors(watched);
  });

  test('[D44] when the viewer enlarges the text, then the message that nothing is shown grows with it', async () => {
    world.audience.state = viewerStateWith([]);
    const watched = await openWatchedPage(world.browser, `${world.audience.url}/l/live`, PHONE);
    const { page } = watched;
    const size = () =>
      page.locator('.waiting').evaluate((line) => {
        return Number.parseFloat(line.ownerDocument.defaultView.getComputedStyle(line).fontSize);
      });
    assert.equal(await size(), 15);
    const larger = page.getByRole('button', { name: 'Larger text' });
    while (await larger.isEnabled()) await larger.click();
    assert.ok((await size()) > 25, `${await size()} px`);
    await waitForAnimations(page);
    await closeWithoutErrors(watched);
  });

  test('[D45] when a page is a screen, or a reader used as one, then it shows only the background', async () => {
    const laptop = { viewport: { width: 1440, height: 900 } };
    const full = { settings: { theme: 'dark', scale: 0, presentation: true } as const };
    const blank = { ...viewerStateWith([]), ...presentingState(SLIDES.blank) };
    const opened = [];
    for (const [query, state, size] of [
      ['view=screen', viewerStateWith([]), SCREEN],
      ['view=lower-third', viewerStateWith([]), SCREEN],
      ['view=stage', viewerStateWith([]), SCREEN],
      ['view=reader', viewerStateWith([], full), laptop],
      ['view=reader', blank, laptop],
      ['view=reader&full', viewerStateWith([]), laptop],
    ] as const) {
      world.audience.state = state;
      const watched = await openWatchedPage(world.browser, `${world.audience.url}/l/live?${query}`, size);
      await watched.page.locator('#viewer > *').first().waitFor({ state: 'attached' });
      opened.push({ query, watched });
    }
    const { page } = opened.at(-1)!.watched;
    await page.locator('.waiting').waitFor();
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    await sleep(WAITING_SAID_MS);
    for (const { query, watched } of opened) {
      assert.equal(await saysNothingShown(watched.page), false, query);
      await closeWithoutErrors(watched);
    }
  });

  test('when the window is very small, then the page opens with the heading in view and follows the focus from there', async () => {
    const watched = await openReader(viewerStateWith(JOHN_3), { viewport: { width: 360, height: 225 } });
    const { page } = watched;
    const bar = (await page.locator('.bar').boundingBox())!;
    const heading = (await page.locator('.passage .reference').boundingBox())!;
    assert.ok(heading.y >= bar.y + bar.height, `the heading stands at ${heading.y}`);
    world.audience.become({ focus: JOHN_3[2]!.id });
    await page.locator('.verse[aria-current]', { hasText: JOHN_3[2]!.text }).waitFor();
    await waitForValue(() => page.locator(':root').evaluate((root) => root.scrollTop > 0), true);
    world.audience.become({ focus: JOHN_3[0]!.id });
    await waitForValue(() => page.locator(':root').evaluate((root) => root.scrollTop), 0);
    await closeWithoutErrors(watched);
  });

  test('[D45] when a button pressed by keyboard reaches its limit, then it keeps the focus', async () => {
    const { page, ...watched } = await openReader();
    const label = () => page.locator(':focus').getAttribute('aria-label');
    for (const name of ['Smaller text', 'Larger text']) {
      await page.keyboard.press('Tab');
      assert.equal(await label(), name);
      const button = page.getByRole('button', { name });
      for (let presses = 0; presses < 30 && (await button.isEnabled()); presses++) await page.keyboard.press('Enter');
      assert.ok(await button.isDisabled());
      const size = await fontSizeOf(page);
      await page.keyboard.press('Enter');
      assert.equal(await fontSizeOf(page), size);
      assert.equal(await label(), name);
      const { outline, opacity } = await page.locator(':focus').evaluate((button) => {
        const style = button.ownerDocument.defaultView.getComputedStyle(button);
        return { outline: style.outlineStyle, opacity: style.opacity };
      });
      assert.deepEqual([outline, opacity], ['solid', '1'], 'the focus is visible');
    }
    await closeWithoutErrors({ page, ...watched });
  });

  test('when the page is printed, then it is dark on white and shows nothing but the text', async () => {
    const house = { name: 'Grace Chapel', logo: null, design: DESIGN };
    const watched = await openReader(viewerStateWith(JOHN_3, { house }));
    const { page } = watched;
    await page.emulateMedia({ media: 'print' });
    await waitForAnimations(page);
    const inks = await page
      .locator('.verse, .number, .reference, .translation, .attribution')
      .evaluateAll((elements) =>
        elements.map((element) => element.ownerDocument.defaultView.getComputedStyle(element).color),
      );
    for (const ink of inks) assert.ok(contrastRatio(toHex(ink), '#ffffff') >= 7, ink);
    for (const selector of [':root', '.reader']) {
      assert.match(await backgroundOf(page, selector), /^rgba?\((255, 255, 255|0, 0, 0, 0)\)$/, selector);
    }
    for (const selector of ['.bar', '.controls']) {
      assert.equal(await page.locator(selector).isVisible(), false, selector);
    }
    const wash = await page
      .locator('.verse[aria-current]')
      .evaluate((verse) => verse.ownerDocument.defaultView.getComputedStyle(verse, '::before').display);
    assert.equal(wash, 'none');
    await closeWithoutErrors(watched);
  });

  test('when there is an outage, then a small still mark is in a corner and no loading indicator is shown; it is not printed', async () => {
    const other = await startScriptedAudience(viewerStateWith(JOHN_3));
    const watched = await openWatchedPage(world.browser, `${other.url}/l/live`, PHONE);
    const { page } = watched;
    await page.locator('.passage .verse').first().waitFor();
    other.become(viewerStateWith([]));
    await page.locator('.waiting').waitFor();
    await other.close();
    const mark = page.getByRole('img', { name: 'Connection interrupted' });
    await mark.waitFor({ timeout: SEEN_MAX_MS });
    await waitForAnimations(page);
    const { x, y, width, height } = (await mark.boundingBox())!;
    assert.ok(Math.max(width, height) <= 18 && x > 350 && y > 800, JSON.stringify({ x, y, width, height }));
    assert.equal(await mark.locator('path').count(), 1, 'it is drawn without a gap');
    assert.equal(await page.locator('.waiting').count(), 0, 'nothing is promised');
    await page.emulateMedia({ media: 'print' });
    assert.equal(await mark.isVisible(), false);
    watched.forgive();
    await closeWithoutErrors(watched);
  });
});

const fontSizeOf = (page: Page): Promise<string> =>
  page
    .locator('.verse')
    .first()
    .evaluate((verse) => verse.ownerDocument.defaultView.getComputedStyle(verse).fontSize);

const backgroundOf = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .evaluate((element) => element.ownerDocument.defaultView.getComputedStyle(element).backgroundColor);

/** Converts "rgb(16, 35, 28)" to "#10231c". */
const toHex = (color: string): string =>
  `#${color
    .match(/\d+/g)!
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`;

/** Polls until the page is as expected. The failure contains the last value. */
async function waitForValue(look: () => Promise<unknown>, expected: unknown): Promise<void> {
  const deadline = Date.now() + SEEN_MAX_MS;
  for (;;) {
    const seen = await look().catch((error) => String(error));
    if (isDeepStrictEqual(seen, expected)) return;
    if (Date.now() > deadline) assert.deepEqual(seen, expected);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Waits until all animations of the page have ended. */
const waitForAnimations = (page: Page) =>
  waitForValue(() => page.locator(':root').evaluate(({ ownerDocument }) => ownerDocument.getAnimations().length), 0);

async function closeWithoutErrors(...pages: WatchedPage[]): Promise<void> {
  for (const watched of pages) {
    watched.assertClean();
    await watched.close();
  }
}
