import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  closeWithoutErrors,
  LAPTOP_SIZE,
  PHONE_SIZE,
  SCREEN_SIZE,
  waitForAnimations,
} from '../../support/browser/audience-pages.ts';
import { boxesOf, openWith, showWith, styleOf, withDesign, world } from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import {
  ESTHER_8_9,
  GENESIS_1_1,
  JOHN_3_PARALLEL,
  JOHN_11_35,
  PSALM_23_4,
  parallelOf,
  SAMPLE_EDITIONS,
  type SampleEdition,
} from '../../support/requests/parallel-samples.ts';

const UPRIGHT = { viewport: { width: 1080, height: 1920 } };
const WALL = { viewport: { width: 3840, height: 2160 } };
const PLACES = {
  long: [ESTHER_8_9],
  short: [JOHN_11_35],
  verse: [JOHN_3_PARALLEL[0]!],
  poetry: [PSALM_23_4],
  first: [GENESIS_1_1],
};
/** Each number of translations on landscape and portrait screens, and every screen with several translations. */
const SETS: [editions: SampleEdition[], sizes: (typeof SCREEN_SIZE)[]][] = [
  [['kjv'], [SCREEN_SIZE, PHONE_SIZE]],
  [
    ['elb', 'wlc'],
    [LAPTOP_SIZE, UPRIGHT, PHONE_SIZE],
  ],
  [
    ['kjv', 'elb', 'cuv'],
    [SCREEN_SIZE, PHONE_SIZE],
  ],
  [
    ['kjv', 'elb', 'wlc', 'cuv'],
    [LAPTOP_SIZE, UPRIGHT, PHONE_SIZE, WALL],
  ],
];
/** For texts that fit more easily than the longest: each number of translations once, on every kind of screen. */
const FEW = SETS.map(([editions, sizes], index): (typeof SETS)[number] => [editions, [sizes[index % sizes.length]!]]);
const DIRECTIONS = { kjv: 'ltr', elb: 'ltr', wlc: 'rtl', cuv: 'ltr' };
const VIEWS = ['screen', 'lower-third', 'stage'] as const;

/** Returns the texts of the shown page with language, direction and box. */
const readTexts = (page: Page) =>
  page.locator('.frame:not(.leaving) .body > p, .now .body > p').evaluateAll((texts) =>
    texts.map((text) => {
      const range = text.ownerDocument.createRange();
      const rows = [...text.querySelectorAll('.row')];
      range.setStartBefore(rows[0]!);
      range.setEndAfter(rows.at(-1)!);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const { fontSize } = text.ownerDocument.defaultView.getComputedStyle(text);
      const words = range.toString().replace(/\s+/g, ' ').trim();
      return { words, lang: text.lang, dir: text.dir, size: Number.parseFloat(fontSize), left, right, top, bottom };
    }),
  );

describe('pages', () => {
  for (const view of VIEWS) {
    for (const [name, places] of Object.entries(PLACES)) {
      test(`[D54] when a page has one to four translations, then ${view} shows all of them, each in its language, in one size: ${name}`, async () => {
        for (const [editions, sizes] of name === 'long' ? SETS : FEW) {
          for (const size of sizes) {
            const { width, height } = size.viewport;
            const settings = {
              theme: size === LAPTOP_SIZE ? 'light' : 'dark',
              scale: 0,
              presentation: false,
            } as const;
            const watched = await showWith(parallelOf(places, editions, { settings }), `view=${view}`, size);
            const { page } = watched;
            const what = `${name} ${view} ${editions.join('+')} ${width}×${height}`;
            await keepPicture(page, `page-${what.replaceAll(' ', '-')}`);
            const shown = view === 'lower-third' ? editions.slice(0, 2) : editions;
            const texts = await readTexts(page);
            assert.deepEqual(
              texts.map(({ lang, dir }) => [lang, dir]),
              shown.map((edition) => [SAMPLE_EDITIONS[edition].language.replace('und', ''), DIRECTIONS[edition]]),
              what,
            );
            for (const text of texts) {
              assert.equal(text.size, texts[0]!.size, `${what}: one size`);
              assert.ok(text.left >= 0 && text.right <= width && text.top >= 0 && text.bottom <= height, what);
            }
            if (view === 'screen' && width > height) {
              // Equal columns over the safe width, so that the edge stays where it is, and a short text is large.
              assert.ok(Math.abs(texts[0]!.left - width * 0.05) < 12, `${what}: from ${texts[0]!.left}`);
              if (name === 'short') assert.ok(texts[0]!.size > height / 16, `${what}: ${texts[0]!.size} px`);
              assert.equal(await page.locator('.body .translation').count(), shown.length > 1 ? shown.length : 0, what);
              assert.equal(await page.locator('.credit .translation').count(), shown.length > 1 ? 0 : 1, what);
            }
            for (const [index, text] of texts.entries()) {
              const after = texts[index + 1];
              if (after && texts.length < 4) {
                const isBeside = after.left >= text.right || after.right <= text.left;
                assert.equal(isBeside, width > height, `${what}: beside each other where it is wide`);
                assert.ok(isBeside || after.top >= text.bottom - text.size / 2, `${what}: apart`);
              }
            }
            const least = view === 'lower-third' ? Math.min(width, height) / 30 : height / 40;
            assert.ok(texts[0]!.size >= least, `${what}: ${texts[0]!.size} px`);
            const said = (await page.locator('#viewer').textContent())!;
            for (const edition of shown) {
              const { attribution } = SAMPLE_EDITIONS[edition];
              assert.ok(said.includes(SAMPLE_EDITIONS[edition].name), `${what}: names ${edition}`);
              // A single translation is named beside its reference.
              const rights = view === 'stage' ? '' : shown.length > 1 ? attribution : attribution.split(', ').at(-1)!;
              assert.ok(said.toLowerCase().includes(rights.toLowerCase()), `${what}: ${rights}`);
            }
            const below = (await boxesOf(page, view === 'stage' ? '.next' : '.attribution'))[0];
            const [plate] = await boxesOf(page, '.plate');
            assert.ok(!plate || plate.top >= height * (2 / 3) - 1, `${what}: no higher than a lower third`);
            if (view === 'screen')
              assert.ok(
                texts.every(({ bottom }) => bottom <= below!.top + 1),
                what,
              );
            await closeWithoutErrors(watched);
          }
        }
      });
    }
  }

  test('[D54] when a line is split, then every view shows the same part of each translation, and the stage shows its number', async () => {
    const seen: string[][] = [];
    for (const view of VIEWS) {
      const watched = await showWith(parallelOf([ESTHER_8_9], ['kjv', 'elb'], { part: 1 }), `view=${view}`);
      const texts = (await readTexts(watched.page)).map(({ words }) => words);
      for (const [index, edition] of (['kjv', 'elb'] as const).entries()) {
        const whole = ESTHER_8_9.texts[edition]!;
        assert.ok(whole.includes(texts[index]!) && !whole.startsWith(texts[index]!), `${view}: ${texts[index]}`);
      }
      seen.push(texts);
      if (view === 'stage') assert.match((await watched.page.locator('.now .part').textContent())!, /^2\/\d$/);
      await closeWithoutErrors(watched);
    }
    assert.deepEqual([seen[1], seen[2]], [seen[0], seen[0]]);
  });

  test('[D54] when a page has several lines, then the verses of a line start at the same height and have numbers', async () => {
    const state = parallelOf(JOHN_3_PARALLEL, ['kjv', 'elb', 'wlc'], {
      lines: 3,
      paging: { lines: 3, page_characters: 1_000 },
    });
    for (const view of ['screen', 'stage']) {
      const watched = await showWith(state, `view=${view}`);
      const { page } = watched;
      await keepPicture(page, `page-rows-${view}`);
      const tops = await page
        .locator('.body .row')
        .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().top)));
      // The last translation lacks the third line.
      assert.deepEqual(tops.slice(0, 3), tops.slice(3, 6));
      assert.deepEqual(tops.slice(0, 2), tops.slice(6, 8));
      assert.deepEqual(await page.locator('.body .number').allTextContents(), [
        '16',
        '17',
        '18',
        '16',
        '17',
        '18',
        '16',
        '17',
      ]);
      await closeWithoutErrors(watched);
    }
  });

  test('[D54] when a translation lacks the line, then the others take its space', async () => {
    const state = parallelOf(JOHN_3_PARALLEL, ['wlc', 'elb'], { focus: 'elb 3:18' });
    for (const view of VIEWS) {
      const watched = await showWith(state, `view=${view}`);
      const texts = await readTexts(watched.page);
      assert.deepEqual(
        texts.map(({ lang }) => lang),
        ['de'],
        view,
      );
      assert.ok(!(await watched.page.locator('#viewer').textContent())!.includes('Leningrad'), view);
      await closeWithoutErrors(watched);
    }
  });

  test('[D54] when a next page exists, then the stage shows it: the next part, or the next line', async () => {
    const watched = await showWith(parallelOf([ESTHER_8_9, JOHN_11_35], ['kjv']), 'view=stage');
    const { page } = watched;
    const next = page.locator('.next .body');
    assert.ok(ESTHER_8_9.texts.kjv!.endsWith((await next.textContent())!.trim()));
    world.audience.become({ part: 1 });
    await next.getByText('Jesus wept.').waitFor();
    assert.equal(await page.locator('.now .part').textContent(), '2/2');
    world.audience.become({ focus: 'kjv 11:35', part: 0 });
    await page.locator('.now .body').getByText('Jesus wept.').waitFor();
    assert.equal(await next.count(), 0);
    assert.equal(await page.locator('.now .part').count(), 0);
    await closeWithoutErrors(watched);
  });

  test('[D54] when a page is far too long, then it is shrunk rather than truncated', async () => {
    const paging = { lines: 6, page_characters: 1_000 };
    const places = Array.from({ length: 6 }, (_, index) => ({ ...ESTHER_8_9, verse: 9 + index }));
    for (const view of VIEWS) {
      for (const size of view === 'screen' ? [SCREEN_SIZE, PHONE_SIZE] : [PHONE_SIZE]) {
        const state = parallelOf(places, ['kjv', 'elb', 'wlc', 'cuv'], { lines: 6, paging });
        const watched = await showWith(state, `view=${view}`, size);
        const { page } = watched;
        const texts = await readTexts(page);
        assert.equal(texts.length, view === 'lower-third' ? 2 : 4);
        assert.equal(texts[0]!.words.split('Then were the king’s scribes').length, 7, `${view}: all six`);
        const bottom = Math.max(...texts.map((text) => text.bottom));
        const credit = (await boxesOf(page, '.credit'))[0]!;
        if (view !== 'stage') assert.ok(bottom <= credit.bottom, `${view}: ${bottom} ${JSON.stringify(credit)}`);
        assert.ok(texts.every(({ top }) => top >= 0) && bottom <= size.viewport.height, view);
        await closeWithoutErrors(watched);
      }
    }
  });

  test('[D22] when a design is set, then its order, fonts and alignment apply to all texts of a page', async () => {
    for (const view of ['screen', 'lower-third']) {
      const watched = await showWith(parallelOf([JOHN_3_PARALLEL[0]!], ['kjv', 'elb'], withDesign()), `view=${view}`);
      const { page } = watched;
      await keepPicture(page, `page-designed-${view}`);
      const texts = await readTexts(page);
      assert.equal(await styleOf(page, '.body > p', 'text-align'), 'center');
      const [top, bottom] = [Math.min(...texts.map((text) => text.top)), Math.max(...texts.map((text) => text.bottom))];
      assert.ok((await boxesOf(page, '.reference'))[0]!.bottom <= top + 1, view);
      // On a screen, the names of several translations are above their columns.
      const names = await boxesOf(page, '.translation');
      assert.equal(names.length, view === 'screen' ? 2 : 1);
      assert.ok(
        names.every((name) => (view === 'screen' ? name.bottom <= top + 1 : name.top >= bottom - 1)),
        view,
      );
      await closeWithoutErrors(watched);
    }
  });

  test('[D54] when pages follow each other, then the screen is never empty and never shows only the wrong page', async () => {
    for (const view of ['screen', 'lower-third']) {
      // A lower third keeps its plate: transitions.test.ts examines each frame of it.
      const transitions =
        view === 'screen' ? (['none', 'fade', 'slide', 'zoom_in', 'wipe'] as const) : (['slide'] as const);
      for (const transition of transitions) {
        const settings = { theme: 'dark', scale: 0, presentation: false, transition } as const;
        const watched = await openWith(parallelOf(JOHN_3_PARALLEL, ['kjv', 'elb'], { settings }), `view=${view}`);
        const { page } = watched;
        await page.evaluate(`{
          window.least = 1;
          window.looks = 0;
          const opacityOf = (element) => element.parentElement
            ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
          const look = () => {
            const words = [...document.querySelectorAll('.body')].map((body) => body.textContent.trim() && opacityOf(body));
            window.least = Math.min(window.least, words.reduce((sum, one) => sum + Number(one || 0), 0));
            window.looks++;
            requestAnimationFrame(look);
          };
          look();
        }`);
        for (const focus of ['kjv 3:17', 'kjv 3:18', 'kjv 3:16']) {
          world.audience.become({ focus });
          const place = focus.replace('kjv ', '');
          await page.locator('.frame:not(.leaving) .reference').getByText(place).waitFor();
          await waitForAnimations(page);
          await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
        }
        const [least, looks] = await page.evaluate<[number, number]>('[window.least, window.looks]');
        assert.ok(
          looks > 3 && least > 0.2,
          `${transition} ${view}: ${least} of the words at the least, ${looks} looks`,
        );
        await closeWithoutErrors(watched);
      }
    }
  });

  test('[D54] when thousands of verses are queued, then a step to the next page costs little', async (t) => {
    const places = Array.from({ length: 2_500 }, (_, index) => ({ ...JOHN_3_PARALLEL[index % 2]!, verse: index + 1 }));
    const state = parallelOf(places, ['kjv', 'elb']);
    for (const view of VIEWS) {
      const watched = await openWith(state, `view=${view}`);
      const { page, context } = watched;
      const devtools = await context.newCDPSession(page);
      await devtools.send('Performance.enable');
      const busy = async () =>
        (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value *
        1_000;
      const costs: number[] = [];
      for (let verse = 2; verse < 12; verse++) {
        const before = await busy();
        world.audience.sendChange({
          version: `${verse}`,
          from: `${verse - 1}`,
          type: 'scripture',
          showing: true,
          focus: `kjv 3:${verse}`,
          queue: [],
        });
        const now = page.locator('.frame:not(.leaving) .reference, .now .reference');
        await now.getByText(new RegExp(`3:${verse}$`)).waitFor();
        costs.push((await busy()) - before);
      }
      const median = costs.toSorted((a, b) => a - b)[5]!;
      t.diagnostic(`${view}: ${median.toFixed(1)} ms`);
      assert.ok(median < 100, `${view}: ${costs}`);
      await closeWithoutErrors(watched);
    }
  });
});
