import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { closeWithoutErrors, SCREEN_SIZE } from '../../support/browser/audience-pages.ts';
import { showWith, styleOf } from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import { LONGEST, viewerStateWith } from '../../support/requests/viewer-samples.ts';

describe('the stage', () => {
  const verses = [LONGEST, { ...LONGEST, id: 'next' }];
  /** Verses that each fill one page. */
  const paging = { lines: 1, page_characters: 1_000 };
  for (const [width, height] of [
    [320, 568],
    [568, 320],
  ] as const) {
    test(`[D45] when a phone is small, then the next verse is truncated rather than too small: ${width}×${height}`, async () => {
      const watched = await showWith(viewerStateWith(verses, { paging }), 'view=stage', {
        viewport: { width, height },
      });
      const { page } = watched;
      await keepPicture(page, `stage-next-${width}`);
      assert.ok(Number.parseFloat(await styleOf(page, '.next .body', 'font-size')) >= 10);
      assert.equal(await page.locator('.next .body.ended').count(), 1);
      assert.equal(await page.locator('.now .body.ended').count(), 0, 'the current verse is fully visible');
      await closeWithoutErrors(watched);
    });
  }

  test('[D45] when the stage is on a screen, then the next verse is complete', async () => {
    const watched = await showWith(viewerStateWith(verses, { paging }), 'view=stage', SCREEN_SIZE);
    assert.equal(await watched.page.locator('.body.ended').count(), 0);
    await closeWithoutErrors(watched);
  });
});
