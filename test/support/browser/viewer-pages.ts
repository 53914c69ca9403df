import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { ViewerDesign, ViewerState, ViewerTransition } from '../../../src/contract/viewer.ts';
import { VIEWER_VIEWS, VIEWS, type ViewerView } from '../../../src/contract/viewer-views.ts';
import { DESIGN, JOHN_3, LOGO, viewerStateWith } from '../requests/viewer-samples.ts';
import { PHONE_SIZE, SCREEN_SIZE, waitForAnimations } from './audience-pages.ts';
import { useBrowserAudience } from './browser-audience.ts';
import { openWatchedPage, ReusedPages, type WatchedPage } from './watched-page.ts';

/** Each view at a size that it is made for. */
export const VIEW_SIZES = Object.fromEntries(
  VIEWER_VIEWS.map((view) => [view, VIEWS[view].surface === 'page' ? PHONE_SIZE : SCREEN_SIZE]),
) as Record<ViewerView, typeof SCREEN_SIZE>;

/** Long enough for a loaded machine; nothing waits for it to pass. */
const SEEN_MAX_MS = 20_000;
const LOOK_EVERY_MS = 40;

export const FIRST_VERSE = JOHN_3[0]!;

export const withDesign = (more: Partial<ViewerDesign> = {}) => ({
  house: { name: 'Grace Chapel', logo: LOGO, design: { ...DESIGN, ...more } },
});

/** One for all files that share a process; every test has a Live of its own. */
export const world = useBrowserAudience(viewerStateWith([]));
const pages = new ReusedPages(world);
export let liveNumber = 0;
beforeEach(() => {
  world.audience.state = viewerStateWith([]);
  liveNumber++;
});

/** A page of the present test's Live, drawn and at rest. */
export async function open(query: string, size: object = SCREEN_SIZE): Promise<WatchedPage> {
  const watched = await pages.open(`${world.audience.url}/l/live-${liveNumber}?${query}`, size);
  await waitForDrawing(watched.page);
  return watched;
}

/** Marks the state of a page that is at rest between two tests: no Live has this transition. */
const RESTING = 'resting' as ViewerTransition;
const RESTING_STATE = viewerStateWith([], {
  version: 'resting',
  settings: { theme: 'dark', scale: 0, presentation: false, transition: RESTING },
});

interface LivingPage {
  readonly watched: WatchedPage;
  readonly liveId: string;
}

/** Closed pages of `showWith`, by address and options. */
const resting = new Map<string, LivingPage[]>();
let livingNumber = 0;

/**
 * Shows a state on a page that another test may have used: the page receives an empty state, is resized, and receives
 * the state on its stream. This costs a tenth of a page load. Not for tests of what outlives a state: scrolling,
 * preferences, scripts that the test runs in the page, and fonts that it loads.
 */
export async function showWith(
  state: ViewerState,
  query: string,
  { viewport, ...options }: typeof SCREEN_SIZE & BrowserContextOptions = SCREEN_SIZE,
): Promise<WatchedPage> {
  world.audience.state = state;
  const key = JSON.stringify([query, options]);
  const idle = resting.get(key) ?? [];
  resting.set(key, idle);
  const { watched, liveId } = idle.pop() ?? (await openLivingPage(query, { viewport, ...options }));
  const { page } = watched;
  await page.locator(`:root[data-transition="${RESTING}"]`).waitFor({ state: 'attached' });
  const { width, height } = page.viewportSize()!;
  if (width !== viewport.width || height !== viewport.height) {
    await page.setViewportSize(viewport);
    // A busy browser still draws for the earlier size for a while.
    await page.waitForFunction(`innerWidth === ${viewport.width} && innerHeight === ${viewport.height}`);
    // The event of the new size comes with the next frame.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  }
  world.audience.separate(liveId, null);
  await page.locator(`:root:not([data-transition="${RESTING}"])`).waitFor({ state: 'attached' });
  await waitForDrawing(page);
  const close = async () => {
    world.audience.separate(liveId, RESTING_STATE);
    idle.push({ watched, liveId });
  };
  return { ...watched, close };
}

async function openLivingPage(query: string, options: BrowserContextOptions): Promise<LivingPage> {
  const liveId = `living-${++livingNumber}`;
  world.audience.separate(liveId, RESTING_STATE);
  const watched = await openWatchedPage(world.browser, `${world.audience.url}/l/${liveId}?${query}`, options);
  return { watched, liveId };
}

/** A page that shows this. */
export function openWith(state: ViewerState, query: string, size: object = SCREEN_SIZE): Promise<WatchedPage> {
  world.audience.state = state;
  return open(query, size);
}

/** Opens a page on a new device. */
export async function openNewWith(state: ViewerState, query: string, size: object = SCREEN_SIZE): Promise<WatchedPage> {
  world.audience.state = state;
  const watched = await openWatchedPage(world.browser, `${world.audience.url}/l/live-${liveNumber}?${query}`, size);
  await waitForDrawing(watched.page);
  return watched;
}

export async function waitForDrawing(page: Page): Promise<void> {
  await page.locator('#viewer > *').first().waitFor({ state: 'attached' });
  await page.evaluate('document.fonts.ready.then(() => {})');
  await waitForAnimations(page);
}

/** Looks until it is as expected. */
export async function eventuallyShows<Seen>(expected: Seen, look: () => Promise<Seen>): Promise<void> {
  const deadline = Date.now() + SEEN_MAX_MS;
  for (;;) {
    const seen = await look();
    if (seen === expected) return;
    if (Date.now() > deadline) assert.equal(seen, expected);
    await sleep(LOOK_EVERY_MS);
  }
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The boxes of what matches and is there to be seen; of text, of its glyph lines rather than of its element. */
export function boxesOf(page: Page, selector: string): Promise<Box[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((element) => {
        const range = element.ownerDocument.createRange();
        range.selectNodeContents(element);
        const holder = element.childNodes.length > 0 ? range : element;
        const { left, right, top, bottom } = holder.getBoundingClientRect();
        return { left, right, top, bottom };
      })
      .filter(({ left, right }) => right > left),
  );
}

export const boxesOverlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export const styleOf = (page: Page, selector: string, name: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => {
      const { defaultView } = element.ownerDocument;
      return defaultView.getComputedStyle(element).getPropertyValue(property);
    }, name);
