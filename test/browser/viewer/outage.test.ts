import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  closeWithoutErrors,
  PHONE_SIZE,
  SCREEN_SIZE,
  waitForAnimations,
} from '../../support/browser/audience-pages.ts';
import { boxesOf, boxesOverlap, styleOf, world } from '../../support/browser/viewer-pages.ts';
import { keepPicture, openWatchedPage } from '../../support/browser/watched-page.ts';
import { LONGEST, viewerStateWith } from '../../support/requests/viewer-samples.ts';
import { startScriptedAudience } from '../../support/scripted/scripted-audience.ts';

const SIZES = [
  PHONE_SIZE,
  SCREEN_SIZE,
  ...[
    [320, 568],
    [568, 320],
    [844, 390],
    [1080, 1920],
  ].map(([width, height]) => ({ viewport: { width: width!, height: height! } })),
];
/** Timeout that is long enough for a loaded machine. No test waits for its full length. */
const SEEN_MAX_MS = 20_000;

describe('the outage mark', () => {
  test('[D45] when a stage has any shape, then the mark overlaps nothing, and its wave ends equally far from the stroke on both sides', async () => {
    const audience = await startScriptedAudience(viewerStateWith([LONGEST, { ...LONGEST, id: 'next' }]));
    const url = `${audience.url}/l/live?view=stage`;
    const opened = await Promise.all(SIZES.map((size) => openWatchedPage(world.browser, url, size)));
    for (const { page } of opened) await page.locator('.next .body').waitFor();
    await audience.close();
    for (const watched of opened) {
      const { page } = watched;
      await page.locator('.outage').waitFor({ timeout: SEEN_MAX_MS });
      await waitForAnimations(page);
      const { width, height } = page.viewportSize()!;
      await keepPicture(page, `stage-outage-${width}x${height}`);
      const { x, y, ...size } = (await page.locator('.outage').boundingBox())!;
      const mark = { left: x, right: x + size.width, top: y, bottom: y + size.height };
      const room = (await page.locator('.next .area').boundingBox())!;
      assert.ok(room.y + room.height <= mark.top, `${width}×${height}: ${JSON.stringify([mark, room])}`);
      for (const box of await boxesOf(page, '.clock, .credit, .body')) {
        assert.ok(!boxesOverlap(mark, box), `${width}×${height}: ${JSON.stringify([mark, box])}`);
      }
    }
    const [left, right] = await opened[0]!.page.locator('.outage path').evaluate((path) => {
      // Two pieces of the wave, its source, and the stroke.
      const pieces = path.getAttribute('d').split(/(?=M)/);
      const [wave, rest, stroke] = [0, 1, 3].map((index) => {
        path.setAttribute('d', pieces[index]);
        const step = path.getTotalLength() / 100;
        return Array.from({ length: 101 }, (_, at) => path.getPointAtLength(at * step));
      });
      const strokeWidth = Number.parseFloat(path.ownerDocument.defaultView.getComputedStyle(path).strokeWidth);
      return [wave, rest].map(
        (points) =>
          Math.min(...points!.flatMap((a) => stroke!.map((b) => Math.hypot(a.x - b.x, a.y - b.y)))) - strokeWidth,
      );
    });
    assert.ok(left! > 1 && right! > 1 && Math.abs(left! - right!) < 0.2, `${left} and ${right}`);
    for (const watched of opened) {
      watched.forgive();
      await closeWithoutErrors(watched);
    }
  });

  test('[D60] when a lower third has an outage, then the mark is never drawn over the picture below', async () => {
    const audience = await startScriptedAudience(viewerStateWith([LONGEST]));
    const opened = await Promise.all(
      ['lower-third', 'screen'].map((view) =>
        openWatchedPage(world.browser, `${audience.url}/l/live?view=${view}`, SCREEN_SIZE),
      ),
    );
    for (const { page } of opened) await page.locator('.frame .body').waitFor();
    await waitForAnimations(opened[0]!.page);
    const before = await opened[0]!.page.screenshot();
    await audience.close();
    // The screen shows when the outage is reported.
    await opened[1]!.page.locator('.outage').waitFor({ timeout: SEEN_MAX_MS });
    await opened[0]!.page.waitForTimeout(1_000);
    assert.equal(await opened[0]!.page.locator('.outage').count(), 0);
    assert.ok((await opened[0]!.page.screenshot()).equals(before));
    for (const watched of opened) {
      watched.forgive();
      await closeWithoutErrors(watched);
    }
  });

  test('[D45] when a screen is small, then the mark is clear of the text; in the reader on a phone it has its own background', async () => {
    const audience = await startScriptedAudience(viewerStateWith([LONGEST, { ...LONGEST, id: 'next' }]));
    const viewport = { width: 568, height: 320 };
    const [screen, reader] = await Promise.all(
      ['screen', 'reader'].map((view) =>
        openWatchedPage(world.browser, `${audience.url}/l/live?view=${view}`, { viewport }),
      ),
    );
    await screen!.page.locator('.frame .body').waitFor();
    await reader!.page.locator('.passage').first().waitFor();
    await audience.close();
    for (const { page } of [screen!, reader!]) {
      await page.locator('.outage').waitFor({ timeout: SEEN_MAX_MS });
      await waitForAnimations(page);
    }
    await keepPicture(screen!.page, 'screen-outage-smallest');
    await keepPicture(reader!.page, 'reader-outage-smallest');
    const { y, height } = (await screen!.page.locator('.outage').boundingBox())!;
    const area = (await screen!.page.locator('.area').boundingBox())!;
    assert.ok(area.y >= y + height, `text may begin at ${area.y}, the mark ends at ${y + height}`);
    const ground = await styleOf(reader!.page, 'html', 'background-color');
    assert.equal(await styleOf(reader!.page, '.outage', 'background-color'), ground);
    for (const watched of [screen!, reader!]) {
      watched.forgive();
      await closeWithoutErrors(watched);
    }
  });
});
