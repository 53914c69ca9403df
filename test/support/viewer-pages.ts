import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { ViewerDesign, ViewerState } from '../../src/contract/viewer.ts';
import { VIEWER_VIEWS, VIEWS, type ViewerView } from '../../src/contract/viewer-views.ts';
import { PHONE_SIZE, SCREEN_SIZE, waitForAnimations } from './audience-pages.ts';
import { useBrowserAudience } from './browser-audience.ts';
import { DESIGN, JOHN_3, LOGO, viewerStateWith } from './viewer-samples.ts';
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
export const hall = useBrowserAudience(viewerStateWith([]));
const pages = new ReusedPages(hall);
export let liveNumber = 0;
beforeEach(() => {
  hall.audience.state = viewerStateWith([]);
  liveNumber++;
});

/** A page of the present test's Live, drawn and at rest. */
export async function open(query: string, size: object = SCREEN_SIZE): Promise<WatchedPage> {
  const watched = await pages.open(`${hall.audience.url}/l/live-${liveNumber}?${query}`, size);
  await waitForDrawing(watched.page);
  return watched;
}

/** A page that shows this. */
export function openWith(state: ViewerState, query: string, size: object = SCREEN_SIZE): Promise<WatchedPage> {
  hall.audience.state = state;
  return open(query, size);
}

/** Opens a page on a new device. */
export async function openNewWith(state: ViewerState, query: string, size: object = SCREEN_SIZE): Promise<WatchedPage> {
  hall.audience.state = state;
  const watched = await openWatchedPage(hall.browser, `${hall.audience.url}/l/live-${liveNumber}?${query}`, size);
  await waitForDrawing(watched.page);
  return watched;
}

export async function waitForDrawing(page: Page): Promise<void> {
  await page.locator('#viewer > *').first().waitFor({ state: 'attached' });
  await page.locator(':root').evaluate(({ ownerDocument }) => ownerDocument.fonts.ready);
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
