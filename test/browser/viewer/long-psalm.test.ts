import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { closeWithoutErrors, PHONE_SIZE, waitForAnimations } from '../../support/browser/audience-pages.ts';
import {
  eventuallyShows,
  openNewWith,
  openWith,
  styleOf,
  withDesign,
  world,
} from '../../support/browser/viewer-pages.ts';
import { DESIGN, PSALM_23, presentingState, SLIDES, viewerStateWith } from '../../support/requests/viewer-samples.ts';

/** Starts to count the layouts of the page. */
async function countLayouts(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const count = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount')!.value;
  const before = await count();
  return async () => (await count()) - before;
}

describe('a long psalm', () => {
  const psalm = Array.from({ length: 176 }, (_, index) => ({
    ...PSALM_23[index % PSALM_23.length]!,
    id: `long-${index}`,
    chapter: 119,
    verse: index + 1,
  }));
  const sendFocus = (from: string, index: number): string => {
    const version = `focus-${index}`;
    world.audience.sendChange({ version, from, type: 'scripture', showing: true, focus: psalm[index]!.id, queue: [] });
    return version;
  };

  test('[D44] when changes arrive faster than they can be drawn, then a screen does not fall behind', async () => {
    const watched = await openWith(viewerStateWith(psalm), 'view=screen');
    const { page } = watched;
    const reference = page.locator('.frame:not(.leaving) .reference');
    const layouts = await countLayouts(page);
    let version = '1';
    for (let index = 1; index <= 40; index++) version = sendFocus(version, index);
    await reference.getByText(/119:41/).waitFor();
    const hasty = await layouts();
    assert.ok(hasty < 1_000, `${hasty} layouts for 40 changes at once`);
    const passage = { ...SLIDES.scripture.passage!, reference: 'Psalms 119:1-60', verses: psalm.slice(0, 60) };
    world.audience.become(presentingState({ ...SLIDES.scripture, passage }));
    await reference.getByText(/119:1–/).waitFor();
    const long = (await layouts()) - hasty;
    assert.ok(long < 500, `${long} layouts for one long slide`);
    await closeWithoutErrors(watched);
  });

  test('[D44] when the text grows or the phone is turned, then the current verse stays in view', async () => {
    const watched = await openNewWith(viewerStateWith(psalm), '', PHONE_SIZE);
    const { page } = watched;
    /**
     * Returns whether the focused verse is in view, once the page has updated its scroll position, which it does with
     * each frame.
     */
    const isInView = () =>
      page.locator('[aria-current]').evaluate(async (verse) => {
        const window = verse.ownerDocument.defaultView;
        for (let frame = 0; frame < 3; frame++) await new Promise((drawn) => window.requestAnimationFrame(drawn));
        const { top } = verse.getBoundingClientRect();
        return top >= 0 && top < window.innerHeight;
      });
    sendFocus('1', 90);
    await page.locator('[aria-current]', { hasText: psalm[90]!.text.split('\n')[0]! }).waitFor();
    await eventuallyShows(true, isInView);
    const before = await styleOf(page, '.passage .verse', 'font-size');
    world.audience.become({ focus: psalm[90]!.id, settings: { theme: 'dark', scale: 6, presentation: false } });
    await eventuallyShows(true, async () => (await styleOf(page, '.passage .verse', 'font-size')) !== before);
    await eventuallyShows(true, isInView);
    await page.setViewportSize({ width: 844, height: 390 });
    await eventuallyShows(true, isInView);
    await closeWithoutErrors(watched);
  });

  test('[D44] when a viewer has just scrolled by hand, then the page stays there even if focus and size change', async () => {
    // With motion, the page could still be scrolling to the first verse when the position is recorded.
    const watched = await openNewWith(viewerStateWith(psalm), '', { ...PHONE_SIZE, reducedMotion: 'reduce' });
    const { page } = watched;
    const place = () => page.locator('html').evaluate((root) => Math.round(root.scrollTop));
    const version = sendFocus('1', 20);
    await page.locator('[aria-current]', { hasText: psalm[20]!.text.split('\n')[0]! }).waitFor();
    await eventuallyShows(true, async () => (await place()) > 0);
    await page.mouse.wheel(0, 40);
    await waitForAnimations(page);
    const size = await styleOf(page, '.passage .verse', 'font-size');
    const before = await place();
    const next = sendFocus(version, 120);
    const settings = { theme: 'dark', scale: 1, presentation: false } as const;
    world.audience.sendChange({
      version: 'larger',
      from: next,
      type: 'scripture',
      showing: true,
      focus: psalm[120]!.id,
      queue: [],
      settings,
    });
    await eventuallyShows(true, async () => (await styleOf(page, '.passage .verse', 'font-size')) !== size);
    const moved = Math.abs((await place()) - before);
    assert.ok(moved < PHONE_SIZE.viewport.height, `${moved} px`);
    await closeWithoutErrors(watched);
  });

  test('[D51] when a viewer taps, then nothing scrolls, and the page keeps following', async () => {
    const watched = await openNewWith(viewerStateWith(psalm), '', { ...PHONE_SIZE, hasTouch: true });
    const { page } = watched;
    await page.touchscreen.tap(200, 500);
    await page.keyboard.press('Shift');
    sendFocus('1', 40);
    const verse = page.locator('[aria-current]', { hasText: psalm[40]!.text.split('\n')[0]! });
    await verse.waitFor();
    await eventuallyShows(true, () =>
      verse.evaluate((element) => {
        const { top } = element.getBoundingClientRect();
        return top >= 0 && top < element.ownerDocument.defaultView.innerHeight;
      }),
    );
    await closeWithoutErrors(watched);
  });

  test('[D51] when a passage is long, then a lower third shows what fits, also in small text', async () => {
    const verses = psalm.slice(0, 30);
    const passage = { ...SLIDES.scripture.passage!, reference: 'Psalms 119:1-30', verses };
    const small = { ...DESIGN.elements, text: { ...DESIGN.elements.text, size: 14 } };
    const watched = await openWith(
      viewerStateWith([], { ...presentingState({ ...SLIDES.scripture, passage }), ...withDesign({ elements: small }) }),
      'view=lower-third',
    );
    await watched.page
      .locator('.reference')
      .getByText(/119:1–/)
      .waitFor();
    const shown = await watched.page.locator('.frame:not(.leaving) .verse:not([hidden])').count();
    assert.ok(shown >= 8, `${shown} verses`);
    await closeWithoutErrors(watched);
  });
});
