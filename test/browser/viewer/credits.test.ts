import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ViewerItem } from '../../../src/contract/viewer.ts';
import { closeWithoutErrors, PHONE_SIZE } from '../../support/browser/audience-pages.ts';
import { boxesOf, FIRST_VERSE, showWith, styleOf } from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import { HEBREW_LINES, JOHN_3, viewerStateWith } from '../../support/requests/viewer-samples.ts';

describe('long names and rights', () => {
  const name = 'The Holy Bible, New International Version, Anglicised Edition';
  const attribution =
    'Scripture quotations taken from The Holy Bible, New International Version® NIV®. Copyright © 1973, 1978, 1984, 2011 by Biblica, ' +
    'Inc. Used with permission of Zondervan. All rights reserved worldwide.';
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
    { width: 1024, height: 768 },
  ]) {
    test(`[D45] when shown on a lower third, then they stay on its plate, below readable text, ${size.width}×${size.height}`, async () => {
      const editions = { kjv: { name, language: 'en', attribution } } as const;
      const watched = await showWith(viewerStateWith([JOHN_3[0]!], { editions }), 'view=lower-third', {
        viewport: size,
      });
      const { page } = watched;
      for (const part of ['.plate', '.translation', '.attribution']) {
        const { x, width } = (await page.locator(`.frame:not(.leaving) ${part}`).boundingBox())!;
        assert.ok(x >= 0 && x + width <= size.width * 0.96, `${part} ${x} to ${x + width}`);
      }
      const [translation, rights] = await Promise.all(
        ['.translation', '.attribution'].map((part) => page.locator(`.frame:not(.leaving) ${part}`).boundingBox()),
      );
      const gap = rights!.y - translation!.y - translation!.height;
      assert.ok(gap > Math.min(size.width, size.height) / 250, `${gap} px between the name and the rights`);
      const letters = Number.parseFloat(await styleOf(page, '.frame:not(.leaving) .body', 'font-size'));
      assert.ok(letters > Math.min(size.width, size.height) / 40, `${letters} px`);
      await closeWithoutErrors(watched);
    });
  }

  test('[D45] when rights take their own line on a lower third, then they start where the text does; short ones are at the end', async () => {
    const side = async (items: ViewerItem[], rights: string) => {
      const editions = { kjv: { name: 'Version', language: 'en', attribution: rights } } as const;
      const watched = await showWith(viewerStateWith(items, { editions }), 'view=lower-third');
      const [credit] = await boxesOf(watched.page, '.credit');
      const [reference] = await boxesOf(watched.page, '.reference');
      const [line] = await boxesOf(watched.page, '.attribution');
      await keepPicture(watched.page, `rights-${rights.length}-${items[0]!.id}`);
      await closeWithoutErrors(watched);
      const isBelow = line!.top >= reference!.bottom - 1;
      return { isBelow, left: line!.left - credit!.left < 2, right: credit!.right - line!.right < 2 };
    };
    assert.deepEqual(await side([FIRST_VERSE], attribution), { isBelow: true, left: true, right: false });
    assert.deepEqual(await side(HEBREW_LINES, attribution), { isBelow: true, left: false, right: true });
    assert.deepEqual(await side([FIRST_VERSE], 'Public domain.'), { isBelow: false, left: false, right: true });
    assert.deepEqual(await side(HEBREW_LINES, 'Public domain.'), { isBelow: false, left: true, right: false });
  });
});

describe('beside right-to-left text', () => {
  const edition = { name: 'Biblia Hebraica (1937)', language: 'und', attribution: 'תנ״ך, נחלת הכלל.' } as const;
  const verses = HEBREW_LINES.map((verse) => ({ ...verse, book: '1 Samuel', edition: 'bh' }));
  /** Returns the characters of a text in visual order, from left to right. */
  const readVisualOrder = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { document, NodeFilter } = element.ownerDocument.defaultView;
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        const characters = [];
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          for (const [index, character] of [...node.data].entries()) {
            range.setStart(node, index);
            range.setEnd(node, index + 1);
            const { left, width } = range.getBoundingClientRect();
            if (width > 0) characters.push({ character, left });
          }
        }
        return characters
          .sort((a, b) => a.left - b.left)
          .map(({ character }) => character)
          .join('')
          .replaceAll('\u00a0', ' ');
      });

  for (const view of ['reader', 'screen', 'lower-third', 'stage'] as const) {
    test(`[D45] when the text is right-to-left, then names, numbers and rights keep their own order: ${view}`, async () => {
      const watched = await showWith(viewerStateWith(verses, { editions: { bh: edition } }), `view=${view}`);
      const { page } = watched;
      await keepPicture(page, `own-order-${view}`);
      assert.match(await readVisualOrder(page, '.reference'), /^1 Samuel 23/);
      assert.equal(await readVisualOrder(page, '.translation'), edition.name);
      if (view !== 'stage')
        assert.match(await readVisualOrder(page, '.attribution bdi, footer.attribution[dir]'), /^\./);
      await closeWithoutErrors(watched);
    });
  }
});

describe('a portrait screen', () => {
  const UPRIGHT = { viewport: { width: 1080, height: 1920 } };
  for (const view of ['screen', 'lower-third', 'stage'] as const) {
    test(`[D45] when the text is legible from a distance, then what is beside it is legible, too: ${view}`, async () => {
      const watched = await showWith(viewerStateWith(JOHN_3), `view=${view}`, UPRIGHT);
      const { page } = watched;
      for (const [selector, least] of [
        ['.reference', 1920 / 60],
        ['.translation, .label', 1920 / 72],
      ] as const) {
        const sizes = await page
          .locator(selector)
          .evaluateAll((elements) =>
            elements.map((element) =>
              Number.parseFloat(element.ownerDocument.defaultView.getComputedStyle(element).fontSize),
            ),
          );
        assert.ok(sizes.length > 0 && Math.min(...sizes) >= least, `${selector} ${sizes}`);
      }
      const credits = await boxesOf(page, '.credit, .attribution');
      for (const { left, right } of credits) assert.ok(left >= 0 && right <= 1080);
      const [now] = await boxesOf(page, '.now .credit');
      const [clock] = await boxesOf(page, '.clock');
      if (view === 'stage') assert.ok(now!.right <= clock!.left, 'the clock has its place');
      await closeWithoutErrors(watched);
    });
  }

  for (const viewport of [PHONE_SIZE.viewport, UPRIGHT.viewport]) {
    for (const name of ['Einheitsübersetzung 2016', 'Einheitsübersetzung, vollständig durchgesehene Ausgabe 2016']) {
      test(`[D45] when names are long, then a stage keeps its text within the screen: ${viewport.width}, ${name}`, async () => {
        const verses = JOHN_3.map((verse) => ({ ...verse, book: '2. Thessalonicher', edition: 'eu' }));
        const editions = { eu: { name, language: 'de', attribution: '' } } as const;
        const watched = await showWith(viewerStateWith(verses, { editions }), 'view=stage&lang=de', { viewport });
        await keepPicture(watched.page, `stage-upright-${viewport.width}-${name.length}`);
        const margin = viewport.width * 0.04 - 1;
        for (const part of await watched.page.locator('.body, .credit').all()) {
          const { x, width } = (await part.boundingBox())!;
          assert.ok(x >= margin && x + width <= viewport.width - margin, `${x} to ${x + width}`);
        }
        const [now] = await boxesOf(watched.page, '.now .credit');
        assert.ok(now!.right <= viewport.width * (0.96 - 0.306) + 1, `${now!.right}: beside the clock there is room`);
        await closeWithoutErrors(watched);
      });
    }
  }
});

describe('names and rights', () => {
  const HEBREW = { name: 'Biblia Hebraica', language: 'und', attribution: 'Biblia Hebraica, public domain.' } as const;
  const state = viewerStateWith(
    HEBREW_LINES.map((line) => ({ ...line, edition: 'heb' })),
    { editions: { heb: HEBREW } },
  );

  test('[D45] when the name of an edition is shown, then it appears once, and its attribution follows it', async () => {
    for (const view of ['screen', 'lower-third', 'reader']) {
      const watched = await showWith(viewerStateWith(JOHN_3), `view=${view}`);
      const text = await watched.page.locator('#viewer').innerText();
      assert.equal(text.split('King James Version').length - 1, 1, `${view}: ${text}`);
      assert.match(text, /Public domain\./, view);
      await closeWithoutErrors(watched);
    }
  });

  test('[D45] when a text is right-to-left, then its attribution starts where its lines start', async () => {
    for (const [view, size] of [
      ['screen', { width: 1920, height: 1080 }],
      ['reader', { width: 1440, height: 900 }],
      ['reader', PHONE_SIZE.viewport],
    ] as const) {
      const watched = await showWith(state, `view=${view}`, { viewport: size });
      const [rights] = await boxesOf(watched.page, '.attribution bdi');
      const [reference] = await boxesOf(watched.page, '.reference');
      assert.ok(
        Math.abs(rights!.right - reference!.right) < 2,
        `${view} ${size.width}: ${rights!.right}, ${reference!.right}`,
      );
      await closeWithoutErrors(watched);
    }
  });

  test('when a verse has the focus, then its background keeps a margin to both edges of a phone', async () => {
    for (const shown of [viewerStateWith(JOHN_3), state]) {
      const watched = await showWith(shown, '', PHONE_SIZE);
      const margins = await watched.page.evaluate<number[]>(`{
        const verse = document.querySelector('.verse[aria-current]');
        const box = verse.getBoundingClientRect();
        const { left, right } = getComputedStyle(verse, '::before');
        [box.left + parseFloat(left), innerWidth - box.right + parseFloat(right)];
      }`);
      for (const margin of margins) assert.ok(margin >= 5, `${margins}`);
      await closeWithoutErrors(watched);
    }
  });
});
