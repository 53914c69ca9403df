import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { closeWithoutErrors, LAPTOP_SIZE, PHONE_SIZE, SCREEN_SIZE } from '../../support/browser/audience-pages.ts';
import {
  eventuallyShows,
  FIRST_VERSE,
  liveNumber,
  openNewWith,
  styleOf,
  waitForDrawing,
  withDesign,
  world,
} from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import { JOHN_3, PSALM_23, viewerStateWith } from '../../support/requests/viewer-samples.ts';

/** Minimum size of touch targets, px. WCAG requires less. */
const TARGET_PX = 44;

describe('the viewer’s preferences', () => {
  test('[D45] when theme and size are chosen in the reader, then they are stored for this Live on this device, and can be reset', async () => {
    const watched = await openNewWith(viewerStateWith(JOHN_3), '', PHONE_SIZE);
    const { page } = watched;
    const themeNow = () => page.locator(':root').getAttribute('data-theme');
    const sizeNow = async () => Number.parseFloat(await styleOf(page, '.verse', 'font-size'));
    const before = await sizeNow();
    for (const button of await page.locator('.controls button').all()) {
      const { width, height } = (await button.boundingBox())!;
      assert.ok(width >= TARGET_PX && height >= TARGET_PX);
      assert.ok((await button.getAttribute('aria-label'))!.length > 3);
      assert.equal(await button.getAttribute('title'), await button.getAttribute('aria-label'));
    }
    await page.getByRole('button', { name: 'Light background' }).click();
    await page.getByRole('button', { name: 'Larger text' }).click();
    await page.getByRole('button', { name: 'Larger text' }).click();
    assert.equal(await themeNow(), 'light');
    assert.ok(Math.abs((await sizeNow()) / before - 1.125 ** 2) < 0.01);

    await page.reload();
    await waitForDrawing(page);
    assert.equal(await themeNow(), 'light');
    assert.ok(Math.abs((await sizeNow()) / before - 1.125 ** 2) < 0.01);

    // The address takes precedence, and its values are not offered.
    await page.goto(`${world.audience.url}/l/live-${liveNumber}?theme=dark&scale=0`);
    await waitForDrawing(page);
    assert.equal(await themeNow(), 'dark');
    assert.ok(Math.abs((await sizeNow()) - before) < 0.1);
    assert.equal(await page.getByRole('button', { name: /text|background/ }).count(), 0);

    // Another Live has its own preferences.
    await page.goto(`${world.audience.url}/l/another-${liveNumber}`);
    await waitForDrawing(page);
    assert.equal(await themeNow(), 'dark');

    // A choice equal to the Live's setting makes the page follow the Live again.
    await page.goto(`${world.audience.url}/l/live-${liveNumber}`);
    await waitForDrawing(page);
    await page.getByRole('button', { name: 'Dark background' }).click();
    await page.getByRole('button', { name: 'Smaller text' }).click();
    await page.getByRole('button', { name: 'Smaller text' }).click();
    world.audience.become({ settings: { theme: 'light', scale: 0, presentation: false } });
    await page.locator(':root[data-theme="light"]').waitFor({ state: 'attached' });
    await closeWithoutErrors(watched);
  });

  test('[D45] when the size reaches its limit, then it stays there, and the button is disabled', async () => {
    const settings = { theme: 'dark', scale: 7, presentation: false } as const;
    const watched = await openNewWith(viewerStateWith(JOHN_3, { settings }), '', PHONE_SIZE);
    const larger = watched.page.getByRole('button', { name: 'Larger text' });
    await larger.click();
    assert.ok(await larger.isDisabled());
    await closeWithoutErrors(watched);
  });

  test('[D45] when the button is pressed, then full screen starts and ends', async () => {
    const watched = await openNewWith(viewerStateWith(JOHN_3), 'lang=de', LAPTOP_SIZE);
    const { page } = watched;
    await page.getByRole('button', { name: 'Vollbild', exact: true }).click();
    await page.getByRole('button', { name: 'Vollbild verlassen' }).click();
    await page.getByRole('button', { name: 'Vollbild', exact: true }).waitFor();
    await closeWithoutErrors(watched);
  });

  test('[D45] when the pointer moves or a key is used on a screen, then the controls show, and then fade away', async () => {
    const watched = await openNewWith(viewerStateWith(JOHN_3, withDesign()), 'view=screen', {
      ...SCREEN_SIZE,
      reducedMotion: 'reduce',
    });
    const { page } = watched;
    const opacity = (value: string) => eventuallyShows(value, () => styleOf(page, '.controls', 'opacity'));
    await opacity('0');
    await page.mouse.move(400, 400);
    await page.mouse.move(430, 400);
    await opacity('1');
    await opacity('0');
    await page.keyboard.press('Tab');
    await opacity('1');
    assert.notEqual(await styleOf(page, '.controls button:focus-visible', 'outline-style'), 'none');
    const size = async () => Number.parseFloat(await styleOf(page, '.body', 'font-size'));
    const before = await size();
    await page.keyboard.press('Enter');
    assert.ok((await size()) < before, 'the first button makes text smaller');
    await closeWithoutErrors(watched);
  });

  test('[D45] when text is twice as large, then every button fits the narrowest phone', async () => {
    const watched = await openNewWith(viewerStateWith(JOHN_3), '', { viewport: { width: 320, height: 568 } });
    const { page } = watched;
    await page.locator(':root').evaluate(({ style }) => style.setProperty('font-size', '200%'));
    const buttons = await page.locator('.controls button').all();
    assert.equal(buttons.length, 4);
    for (const button of buttons) {
      const box = (await button.boundingBox())!;
      assert.ok(box.x >= 0 && box.x + box.width <= 320, JSON.stringify(box));
      assert.ok(Math.min(box.width, box.height) >= TARGET_PX, JSON.stringify(box));
    }
    await keepPicture(page, 'controls-large');
    await closeWithoutErrors(watched);
  });

  test('[D45] when colors are forced, then no verse shows between the controls, and the focused control stands out', async () => {
    const forced = { viewport: { width: 390, height: 844 }, forcedColors: 'active' };
    const watched = await openNewWith(viewerStateWith([...JOHN_3, ...PSALM_23]), '', forced);
    const { page } = watched;
    await page.evaluate('scrollTo(0, 120)');
    await keepPicture(page, 'controls-forced');
    const clip = { x: 0, y: 0, width: 390, height: 36 };
    const seen = await page.screenshot({ clip });
    await page.locator('.reader').evaluate(({ style }) => style.setProperty('visibility', 'hidden'));
    assert.ok(seen.equals(await page.screenshot({ clip })));
    const frame = await page.evaluate(
      `getComputedStyle(document.querySelector('[aria-current]'), '::before').borderTopColor`,
    );
    assert.notEqual(frame, 'rgba(0, 0, 0, 0)');
    await closeWithoutErrors(watched);
  });

  test('[D44] when a viewer returns to the current verse by keyboard, then the verse has the focus', async () => {
    const chapter = Array.from({ length: 30 }, (_, index) => ({ ...FIRST_VERSE, id: `v${index}`, verse: index + 1 }));
    const watched = await openNewWith(viewerStateWith(chapter), '', PHONE_SIZE);
    const { page } = watched;
    await page.mouse.wheel(0, 5_000);
    await page.locator('.back-to-now').focus();
    await page.keyboard.press('Enter');
    await page.locator('.back-to-now').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.verse[aria-current]:focus').count(), 1);
    await eventuallyShows(0, () => page.evaluate<number>('scrollY'));
    await keepPicture(page, 'back-to-now');
    await closeWithoutErrors(watched);
  });

  test('[D21] when full-screen reading mode is on, then there are no controls; controls that the design disables are missing, too', async () => {
    const presentation = { settings: { theme: 'dark', scale: 0, presentation: true } as const };
    const none = { controls: { theme: false, fullscreen: false, fontSize: false } };
    for (const [state, query] of [
      [viewerStateWith(JOHN_3, presentation), ''],
      [viewerStateWith(JOHN_3, withDesign(none)), ''],
      [viewerStateWith(JOHN_3, withDesign(none)), 'view=screen'],
      [viewerStateWith(JOHN_3, withDesign()), 'view=stage'],
      [viewerStateWith(JOHN_3, withDesign()), 'view=lower-third'],
    ] as const) {
      const watched = await openNewWith(state, query);
      assert.equal(await watched.page.locator('.controls').count(), 0, query);
      await closeWithoutErrors(watched);
    }
  });
});
