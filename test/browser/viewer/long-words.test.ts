import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { closeWithoutErrors, SCREEN_SIZE } from '../../support/browser/audience-pages.ts';
import {
  boxesOf,
  boxesOverlap,
  FIRST_VERSE,
  showWith,
  styleOf,
  withDesign,
} from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import { viewerStateWith } from '../../support/requests/viewer-samples.ts';

const COMPOUND = 'Kirchengemeinderatsvorsitzendenversammlung';
const LONG_WORDS = {
  compound: `${COMPOUND}sprotokollführerinnenvereinigungsgründungstag`,
  address: 'https://example.org/what/a/person/has/pasted/into/a/verse?and=more&of=it&that=does&not=end',
};
const SIZES = [SCREEN_SIZE, { viewport: { width: 1080, height: 1920 } }, { viewport: { width: 320, height: 568 } }];

/** Requires that lines of text do not overlap, for example when a word extends into the next column. */
async function assertNoOverlap(page: Page, name: string): Promise<void> {
  const lines = await page
    .locator('.body')
    .first()
    .evaluate((body) => {
      const { document, NodeFilter } = body.ownerDocument.defaultView;
      const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const boxes = [];
      while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        // Shrinks the boxes slightly, because lines of one paragraph touch.
        for (const { left, right, top, height } of range.getClientRects()) {
          if (right > left) boxes.push({ left, right, top: top + height * 0.3, bottom: top + height * 0.7 });
        }
      }
      return boxes;
    });
  assert.ok(lines.length > 0);
  for (const [index, line] of lines.entries()) {
    const other = lines.slice(index + 1).find((candidate) => boxesOverlap(line, candidate));
    assert.equal(other, undefined, `${name}: ${JSON.stringify([line, other])}`);
  }
}

describe('a word that is too long for any line', () => {
  for (const view of ['screen', 'lower-third', 'stage'] as const) {
    for (const size of SIZES) {
      const { width, height } = size.viewport;
      test(`[D45] when a word is too long for any line, then it is broken, and the rest of the verse stays large: ${view} ${width}×${height}`, async () => {
        for (const [turn, [name, word]] of Object.entries(LONG_WORDS).entries()) {
          for (const branding of [view === 'stage' || (turn + width) % 2 === 0 ? {} : withDesign()]) {
            const verse = { ...FIRST_VERSE, text: `In the beginning was ${word}, and the Word was with God.` };
            const watched = await showWith({ ...viewerStateWith([verse]), ...branding }, `view=${view}`, size);
            const { page } = watched;
            await keepPicture(page, `long-${name}-${view}-${width}${'house' in branding ? '-designed' : ''}`);
            const letters = Number.parseFloat(await styleOf(page, '.body', 'font-size'));
            assert.ok(letters >= Math.min(width, height) / 35, `${name}: ${letters} px`);
            for (const { left, right } of await boxesOf(page, '.body')) {
              assert.ok(left >= width * 0.04 - 1 && right <= width * 0.96 + 1, `${name}: ${left} to ${right}`);
            }
            await assertNoOverlap(page, name);
            await closeWithoutErrors(watched);
          }
        }
      });
    }
  }

  test('[D45] when a word fits a line, then it stays unbroken and within its column', async () => {
    const text = `${FIRST_VERSE.text} ${COMPOUND}. `.repeat(3);
    for (const view of ['screen', 'lower-third', 'stage']) {
      const watched = await showWith(viewerStateWith([{ ...FIRST_VERSE, text }]), `view=${view}`);
      const { page } = watched;
      await keepPicture(page, `long-whole-${view}`);
      assert.equal(await styleOf(page, '.body', 'overflow-wrap'), 'normal');
      await assertNoOverlap(page, view);
      await closeWithoutErrors(watched);
    }
  });
});
