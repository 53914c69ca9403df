import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { listViolations } from './axe.ts';
import { keepPicture, openWatchedPage, type WatchedPage } from './watched-page.ts';

/** Long enough for a loaded machine; nothing waits for it to pass. */
export const EVENTUALLY_MAX_MS = 20_000;
const LOOK_EVERY_MS = 40;
/** Longer than a page in front of a Live waits before it looks again. */
const LOOKED_AGAIN_MS = 61_000;
/** A browser's own words on a response that is not a success, which a page has no say in. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4(03|29) /;

export const PHONE_SIZE = { viewport: { width: 390, height: 844 } };
export const LAPTOP_SIZE = { viewport: { width: 1440, height: 900 } };
export const SCREEN_SIZE = { viewport: { width: 1920, height: 1080 } };

/** A page in the audience: its name is that of its pictures. */
export interface AudiencePage extends WatchedPage {
  readonly name: string;
  readonly url: string;
}

/** Opens pages by what they are called: `query` comes after the address of the Live. */
export function openAudience(
  browser: Browser,
  link: string,
  pages: Record<string, BrowserContextOptions & { query?: string }>,
): Promise<AudiencePage[]> {
  return Promise.all(
    Object.entries(pages).map(async ([name, { query = '', ...options }]) => {
      const url = link + query;
      return { ...(await openWatchedPage(browser, url, options, REFUSED)), name, url };
    }),
  );
}

/** Looks until the page is as expected; what it was at the last look is in the failure. */
export async function eventuallyEquals<Seen>(
  expected: Seen,
  look: () => Promise<Seen>,
  what = 'the page',
): Promise<void> {
  const deadline = Date.now() + EVENTUALLY_MAX_MS;
  for (;;) {
    // A look into a page that is being loaded fails.
    const seen = await look().catch((error) => error);
    if (isDeepStrictEqual(seen, expected)) return;
    if (Date.now() > deadline) assert.deepEqual(seen, expected, what);
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Advances a page with a simulated clock until the entrance of a Live has polled again. The page's script must already
 * be waiting, or it would wait from now on.
 */
export async function passPollInterval(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.clock.fastForward(LOOKED_AGAIN_MS);
}

/** Returns the text that is visible on the page, in one line. */
export const readVisibleText = (page: Page): Promise<string> =>
  page.locator('body').evaluate((body) => {
    const visible = { opacityProperty: true, visibilityProperty: true };
    const texts = body.ownerDocument.createTreeWalker(body, 4);
    const words: string[] = [];
    while (texts.nextNode()) {
      const { parentElement, data } = texts.currentNode;
      if (!parentElement.closest('.leaving, .unseen, .parts button') && parentElement.checkVisibility(visible))
        words.push(data.trim());
    }
    return words.join(' ').replace(/\s+/g, ' ').trim();
  });

/** All of them come to read (or not to read) this. */
export const eventuallyAllRead = (pages: readonly AudiencePage[], text: string, is = true): Promise<unknown> =>
  Promise.all(
    pages.map(({ page, name }) =>
      eventuallyEquals(is, async () => (await readVisibleText(page)).includes(text), `${name}: ${text}`),
    ),
  );

/** Waits until nothing moves on the page. A failure names what still moves. */
export const waitForAnimations = (page: Page): Promise<void> =>
  eventuallyEquals([], () =>
    page.evaluate<string[]>(`[
      ...document.getAnimations().map((one) => (one.animationName ?? one.transitionProperty) + ' ' + one.playState),
      ...[...document.querySelectorAll('.leaving')].map((frame) => frame.className),
    ]`),
  );

/** A picture of each at rest, and what axe-core has to say. */
export async function captureAndCheck(state: string, pages: readonly AudiencePage[]): Promise<void> {
  for (const { page, name } of pages) {
    await page.locator(':root').evaluate(({ ownerDocument }) => ownerDocument.fonts.ready);
    await waitForAnimations(page);
    await keepPicture(page, `e2e-${state}-${name}`);
    assert.deepEqual(await listViolations(page), [], `${state}, ${name}`);
  }
}

/** Records every frame of the page in which nothing of the Live is visible. */
export async function watchForBlank(page: Page): Promise<void> {
  await waitForAnimations(page);
  await page.locator(':root').evaluate((root) => {
    const view = root.ownerDocument.defaultView;
    view.blank = [];
    const look = () => {
      // While one frame gives way to the next, either of them is something to see.
      const seen = [...root.querySelectorAll('.frame, .reader, .prompter')].some(
        (frame) =>
          frame.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          (frame.innerText.trim() || frame.querySelector('img')),
      );
      if (!seen) view.blank.push(root.querySelector('body').innerHTML);
    };
    new view.MutationObserver(look).observe(root, { subtree: true, childList: true, attributes: true });
    look();
  });
}

/** Returns the state of the page in each blank frame. */
export const countBlankFrames = (page: Page): Promise<string[]> =>
  page.locator(':root').evaluate(({ ownerDocument }) => ownerDocument.defaultView.blank);

/** Records, frame by frame, which of these texts are visible. A frame that equals the previous one is not recorded. */
export async function recordFrames(page: Page, texts: readonly string[]): Promise<void> {
  await waitForAnimations(page);
  await page.locator(':root').evaluate((root, sought) => {
    const view = root.ownerDocument.defaultView;
    view.frames = [];
    const look = () => {
      const shown = [...root.querySelectorAll('.frame, .reader, .prompter')].filter(
        (frame) =>
          !frame.closest('.leaving, .unseen, .parts button') &&
          frame.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      );
      const words = shown.map((frame) => frame.innerText.replace(/\s+/g, ' ')).join(' ');
      const found = sought.filter((text) => words.includes(text)).join(' and ') || 'none of them';
      if (view.frames.at(-1) !== found) view.frames.push(found);
      view.requestAnimationFrame(look);
    };
    look();
  }, texts);
}

/** Returns the frames that `recordFrames` has recorded so far. */
export const readFrames = (page: Page): Promise<string[]> =>
  page.locator(':root').evaluate(({ ownerDocument }) => ownerDocument.defaultView.frames);

export async function closeWithoutErrors(...pages: WatchedPage[]): Promise<void> {
  for (const watched of pages) {
    watched.assertClean();
    await watched.close();
  }
}
