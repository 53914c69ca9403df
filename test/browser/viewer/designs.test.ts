import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ViewerState } from '../../../src/contract/viewer.ts';
import {
  closeWithoutErrors,
  LAPTOP_SIZE,
  PHONE_SIZE,
  SCREEN_SIZE,
  waitForAnimations,
} from '../../support/browser/audience-pages.ts';
import {
  boxesOf,
  boxesOverlap,
  eventuallyShows,
  FIRST_VERSE,
  openWith,
  showWith,
  styleOf,
  withDesign,
  world,
} from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import {
  DESIGN,
  GERMAN,
  HEBREW_LINES,
  JOHN_3,
  LONGEST,
  SHORTEST,
  viewerStateWith,
} from '../../support/requests/viewer-samples.ts';

describe('designs', () => {
  test('[D22] when a screen has any size, then everything keeps its designed proportions', async () => {
    const sizesIn = async (state: ViewerState, viewport: { width: number; height: number }) => {
      const watched = await showWith(state, 'view=screen', { viewport });
      const sizes = await Promise.all(
        ['.body', '.reference', '.translation'].map(async (selector) =>
          Number.parseFloat(await styleOf(watched.page, selector, 'font-size')),
        ),
      );
      await closeWithoutErrors(watched);
      return sizes;
    };
    for (const zoom of [1, 0.5]) {
      const viewport = { width: 1920 * zoom, height: 1080 * zoom };
      const plain = await sizesIn(viewerStateWith([SHORTEST]), viewport);
      const sizes = await sizesIn(viewerStateWith([SHORTEST], withDesign()), viewport);
      for (const [index, ratio] of [64 / 72, 36 / 40, 24 / 28].entries()) {
        const seen = sizes[index]! / plain[index]!;
        assert.ok(Math.abs(seen - ratio) < 0.01, `${seen} and not ${ratio} at ${zoom}`);
      }
      const watched = await showWith(viewerStateWith([FIRST_VERSE], withDesign()), 'view=screen', { viewport });
      const { page } = watched;
      const near = async (selector: string, name: string, expected: number) =>
        assert.ok(
          Math.abs(Number.parseFloat(await styleOf(page, selector, name)) - expected) < 0.6,
          `${selector} ${name} is ${await styleOf(page, selector, name)} and not ${expected} at ${zoom}`,
        );
      await near('.body > p', 'line-height', Number.parseFloat(await styleOf(page, '.body', 'font-size')) * 1.4);
      await near('.block', 'padding-top', 64 * zoom);
      await near('.block', 'border-top-left-radius', 28 * zoom);
      assert.equal(await styleOf(page, '.block', 'background-color'), 'rgb(23, 51, 42)');
      assert.equal(await styleOf(page, '.block', 'border-top-color'), 'rgb(63, 107, 90)');
      assert.equal(await styleOf(page, ':root', 'background-color'), 'rgb(16, 35, 28)');
      assert.equal(await styleOf(page, '.reference', 'color'), 'rgb(240, 201, 135)');
      assert.equal(await styleOf(page, '.translation', 'font-style'), 'italic');
      assert.equal(await styleOf(page, '.body', 'text-align'), 'center');
      const [reference, body, translation] = await Promise.all(
        ['.reference', '.body', '.translation'].map(async (selector) => (await boxesOf(page, selector))[0]!),
      );
      assert.ok(reference!.bottom <= body!.top && body!.bottom <= translation!.top, 'they are in order');
      await closeWithoutErrors(watched);
    }
  });

  test('[D22], [D21] when any order is set, then it is kept; a step of scale makes text 1.125 times as large', async () => {
    const state = viewerStateWith([SHORTEST], withDesign({ order: ['translation', 'text', 'reference'] }));
    const sizes: Record<string, number> = {};
    for (const [view, scale] of [
      ['screen', 0],
      ['screen', -2],
      ['lower-third', 0],
    ] as const) {
      const watched = await showWith(state, `view=${view}&scale=${scale}`);
      sizes[`${view} ${scale}`] = Number.parseFloat(await styleOf(watched.page, '.body', 'font-size'));
      const [translation] = await boxesOf(watched.page, '.translation');
      const [reference] = await boxesOf(watched.page, '.reference');
      assert.ok(translation!.bottom <= reference!.top);
      await closeWithoutErrors(watched);
    }
    assert.ok(Math.abs(sizes['screen 0']! / sizes['screen -2']! - 1.125 ** 2) < 0.01, JSON.stringify(sizes));
  });

  test('[D22] when any text is shown, then it fits, and the attribution is at the bottom', async () => {
    const elements = { ...DESIGN.elements, text: { ...DESIGN.elements.text, size: 240, lineHeight: 240 } };
    const wild = withDesign({ elements, container: { radius: 200, padding: 120, border: '#ffffff' } });
    for (const view of ['screen', 'lower-third']) {
      for (const [turn, items] of [[LONGEST], [GERMAN], [SHORTEST], JOHN_3].entries()) {
        // The longest text in both designs, and each other one in one of them.
        const brandings = [withDesign(), wild];
        for (const branding of turn === 0 ? brandings : [brandings[(turn + view.length) % 2]!]) {
          const watched = await showWith(viewerStateWith(items, branding), `view=${view}`);
          const { page } = watched;
          const texts = await Promise.all(
            ['.body', '.reference', '.translation', '.attribution'].map((selector) => boxesOf(page, selector)),
          );
          const name = `${view} ${items[0]!.book} ${branding === wild ? 'wild' : ''}`;
          for (const [first] of texts) {
            assert.ok(first, `${name}: nothing is left out`);
            assert.ok(first.top >= 0 && first.bottom <= 1080 && first.left >= 0 && first.right <= 1920, name);
          }
          const [body, reference, translation, attribution] = texts.map(([first]) => first!);
          assert.ok(!boxesOverlap(body!, reference!) && !boxesOverlap(body!, translation!), name);
          for (const other of [body, reference, translation]) assert.ok(other!.bottom <= attribution!.top + 1, name);
          const logos = await boxesOf(page, '.logo');
          assert.equal(logos.length, 1, name);
          for (const [text] of texts) assert.ok(!boxesOverlap(logos[0]!, text!), `${name}: the logo is over text`);
          await closeWithoutErrors(watched);
        }
      }
    }
  });

  test('[D22] when a design is shown in the reader, then fonts, colors and order apply, and a phone stays legible', async () => {
    const tiny = { ...DESIGN.elements.text, size: 12, bold: true };
    const branding = withDesign({
      elements: { ...DESIGN.elements, text: tiny },
      order: ['text', 'translation', 'reference'],
    });
    const watched = await showWith(viewerStateWith(JOHN_3, branding), '', PHONE_SIZE);
    const { page } = watched;
    assert.ok(Number.parseFloat(await styleOf(page, '.passage .verse', 'font-size')) >= 12);
    assert.equal(await styleOf(page, '.passage .verse', 'font-weight'), '700');
    assert.equal(await styleOf(page, '.passage .reference', 'color'), 'rgb(240, 201, 135)');
    const [verse] = await boxesOf(page, '.passage .verse');
    const [reference] = await boxesOf(page, '.passage .reference');
    assert.ok(verse!.bottom <= reference!.top);
    await closeWithoutErrors(watched);
  });

  test('[D22] when a design is set, then the stage keeps its own typography, in the colors of the design', async () => {
    const sizeIn = async (state: ViewerState) => {
      const watched = await showWith(state, 'view=stage');
      const style = await Promise.all(
        ['font-size', 'font-family', 'color'].map((name) => styleOf(watched.page, '.now .body', name)),
      );
      await closeWithoutErrors(watched);
      return style;
    };
    const [size, font, color] = await sizeIn(viewerStateWith(JOHN_3));
    const [size2, font2, color2] = await sizeIn(viewerStateWith(JOHN_3, withDesign()));
    assert.deepEqual([size2, font2], [size, font]);
    assert.notEqual(color2, color);
    assert.equal(color2, 'rgb(246, 251, 248)');
  });

  test('[D22] when a design is set, then an open page applies it at once, and removes it completely later', async () => {
    const plain = viewerStateWith([FIRST_VERSE]);
    const watched = await openWith(plain, 'view=screen');
    const { page } = watched;
    const pictureBefore = await page.screenshot();
    world.audience.sendChange({
      version: '2',
      from: '1',
      type: 'scripture',
      showing: true,
      focus: FIRST_VERSE.id,
      queue: [],
      ...withDesign(),
    });
    await page.locator(':root[data-stacked] .block').waitFor();
    await eventuallyShows('rgb(16, 35, 28)', () => styleOf(page, ':root', 'background-color'));
    world.audience.become({ house: plain.house });
    await page.locator(':root:not([data-stacked])').waitFor({ state: 'attached' });
    await waitForAnimations(page);
    assert.ok((await page.screenshot()).equals(pictureBefore));
    await closeWithoutErrors(watched);
  });

  test('[D22] when there is no logo, then the name replaces it; without either, and on an empty screen, nothing is shown', async () => {
    const named = { house: { name: 'Grace Chapel', logo: null, design: DESIGN } };
    for (const [view, size] of [
      ['screen', SCREEN_SIZE],
      ['reader', LAPTOP_SIZE],
      ['reader', PHONE_SIZE],
      ['lower-third', SCREEN_SIZE],
    ] as const) {
      const watched = await showWith(viewerStateWith(JOHN_3, named), `view=${view}`, size);
      assert.equal(await watched.page.locator('.logo').innerText(), 'Grace Chapel');
      const [logo] = await boxesOf(watched.page, '.logo');
      for (const text of await boxesOf(watched.page, '.verse, .body, .reference, .attribution')) {
        assert.ok(!boxesOverlap(logo!, text), view);
      }
      await closeWithoutErrors(watched);
    }
    const unbranded = await showWith(
      viewerStateWith(JOHN_3, { house: { name: null, logo: null, design: DESIGN } }),
      'view=screen',
    );
    assert.equal(await unbranded.page.locator('.logo').count(), 0);
    const empty = await showWith(viewerStateWith([], withDesign()), 'view=screen');
    assert.deepEqual(await boxesOf(empty.page, '.logo'), []);
    await closeWithoutErrors(unbranded, empty);
  });

  test('[D22] when an organization has a long name, then it stays on the screen and does not overlap its neighbors', async () => {
    const name = 'Evangelische Kirchengemeinde Sankt Johannis am Stadtpark';
    const branding = { name, logo: null, design: DESIGN };
    for (const view of ['screen', 'lower-third']) {
      for (const size of [SCREEN_SIZE, { viewport: { width: 1080, height: 1920 } }, PHONE_SIZE]) {
        for (const items of size === PHONE_SIZE
          ? [[LONGEST], HEBREW_LINES]
          : [view === 'screen' ? [SHORTEST] : [LONGEST]]) {
          const watched = await showWith(viewerStateWith(items, { house: branding }), `view=${view}`, size);
          const { page } = watched;
          const { width, height } = size.viewport;
          const label = `${view} ${width}×${height} ${items[0]!.id}`;
          await keepPicture(page, `named-${label.replaceAll(' ', '-')}`);
          const logo = (await page.locator('.logo').boundingBox())!;
          const box = { left: logo.x, right: logo.x + logo.width, top: logo.y, bottom: logo.y + logo.height };
          const within = (await page.locator(view === 'screen' ? 'body' : '.plate').boundingBox())!;
          assert.ok(box.left >= within.x && box.right <= within.x + within.width, `${label}: ${JSON.stringify(box)}`);
          assert.ok(box.top >= within.y && box.bottom <= within.y + within.height, `${label}: ${JSON.stringify(box)}`);
          const { scrollWidth, clientWidth } = await page.locator('.logo').evaluate((element) => ({
            scrollWidth: element.scrollWidth,
            clientWidth: element.clientWidth,
          }));
          assert.ok(scrollWidth <= clientWidth, `${label}: ${scrollWidth} px of name in ${clientWidth}`);
          for (const text of await boxesOf(page, '.body, .reference, .translation, .attribution')) {
            assert.ok(!boxesOverlap(box, text), `${label}: ${JSON.stringify([box, text])}`);
          }
          await closeWithoutErrors(watched);
        }
      }
    }
  });
});
