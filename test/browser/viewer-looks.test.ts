import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type {
  ViewerDesign,
  ViewerItem,
  ViewerSlide,
  ViewerState,
  ViewerTransition,
} from '../../src/contract/viewer.ts';
import { violationsOf } from '../support/axe.ts';
import { openHall } from '../support/hall.ts';
import {
  DESIGN,
  GERMAN,
  HEBREW_LINES,
  JOHN_3,
  LOGO,
  LONG_TEXT,
  LONGEST,
  PICTURE,
  PSALM_23,
  presenting,
  SHORTEST,
  SLIDES,
  stateOf,
} from '../support/viewer-samples.ts';
import { keepPicture, openWatchedPage, ReusedPages, type WatchedPage } from '../support/watched-page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const LAPTOP = { viewport: { width: 1440, height: 900 } };
const SCREEN = { viewport: { width: 1920, height: 1080 } };
const SIZES = { reader: PHONE, screen: SCREEN, 'lower-third': SCREEN, stage: SCREEN };
const TRANSITIONS: ViewerTransition[] = [
  ...(['none', 'fade', 'slide', 'slide_up', 'slide_down', 'zoom_in', 'zoom_out', 'wipe'] as const),
];
/** Long enough for a loaded machine; nothing waits for it to pass. */
const PRESETS = ['default', 'midnight', 'paper', 'ocean'] as const;
const THEMES = ['dark', 'light'] as const;
const SEEN_MAX_MS = 20_000;
const LOOK_EVERY_MS = 40;
/** What WCAG asks for at least is less; our own rule for what is touched. */
const TARGET_PX = 44;

const FIRST = JOHN_3[0]!;
const SECOND = JOHN_3[1]!;
const designed = (more: Partial<ViewerDesign> = {}) => ({
  house: { name: 'Grace Chapel', logo: LOGO, design: { ...DESIGN, ...more } },
});

const leftOf = ({ elements }: ViewerDesign): ViewerDesign['elements'] => ({
  ...elements,
  text: { ...elements.text, align: 'left' },
});

const hall = openHall(stateOf([]));
const pages = new ReusedPages(hall);
let liveNumber = 0;
beforeEach(() => {
  hall.audience.state = stateOf([]);
  liveNumber++;
});

/** A page of the present test's Live, drawn and at rest. */
async function open(query: string, size: object = SCREEN): Promise<WatchedPage> {
  const watched = await pages.open(`${hall.audience.url}/l/live-${liveNumber}?${query}`, size);
  await drawn(watched.page);
  return watched;
}

/** A page that shows this. */
function openWith(state: ViewerState, query: string, size: object = SCREEN): Promise<WatchedPage> {
  hall.audience.state = state;
  return open(query, size);
}

/** The same on a device that nobody has had before. */
async function openNewWith(state: ViewerState, query: string, size: object = SCREEN): Promise<WatchedPage> {
  hall.audience.state = state;
  const watched = await openWatchedPage(hall.browser, `${hall.audience.url}/l/live-${liveNumber}?${query}`, size);
  await drawn(watched.page);
  return watched;
}

async function drawn(page: Page): Promise<void> {
  await page.locator('#viewer > *').first().waitFor({ state: 'attached' });
  await page.locator(':root').evaluate(({ ownerDocument }) => ownerDocument.fonts.ready);
  await rests(page);
}

/** Whatever moves on the page has come to rest. */
const rests = (page: Page) =>
  comesTo(0, () =>
    page
      .locator(':root')
      .evaluate((root) => root.ownerDocument.getAnimations().length + root.querySelectorAll('.leaving').length),
  );

/** How often the page has been laid out since. */
async function countLayouts(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const count = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount')!.value;
  const before = await count();
  return async () => (await count()) - before;
}

/** Looks until it is as expected. */
async function comesTo<Seen>(expected: Seen, look: () => Promise<Seen>): Promise<void> {
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
function boxesOf(page: Page, selector: string): Promise<Box[]> {
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

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const styleOf = (page: Page, selector: string, name: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => {
      const { defaultView } = element.ownerDocument;
      return defaultView.getComputedStyle(element).getPropertyValue(property);
    }, name);

async function closeClean(...pages: WatchedPage[]): Promise<void> {
  for (const watched of pages) {
    watched.assertClean();
    await watched.close();
  }
}

describe('designs', () => {
  test('[D22] on a screen everything is as it was designed, at any size of screen', async () => {
    for (const zoom of [1, 0.5]) {
      const watched = await openWith(stateOf([FIRST], designed()), 'view=screen', {
        viewport: { width: 1920 * zoom, height: 1080 * zoom },
      });
      const { page } = watched;
      const near = async (selector: string, name: string, expected: number) =>
        assert.ok(
          Math.abs(Number.parseFloat(await styleOf(page, selector, name)) - expected) < 0.6,
          `${selector} ${name} is ${await styleOf(page, selector, name)} and not ${expected} at ${zoom}`,
        );
      await near('.body', 'font-size', 64 * zoom);
      await near('.body', 'line-height', 64 * 1.4 * zoom);
      await near('.reference', 'font-size', 36 * zoom);
      await near('.translation', 'font-size', 24 * zoom);
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
      assert.ok(reference!.bottom <= body!.top && body!.bottom <= translation!.top, 'they stand in their order');
      await closeClean(watched);
    }
  });

  test('[D22], [D21] the order is any, and a step of scale makes text 1.125 times as large', async () => {
    const state = stateOf([SHORTEST], designed({ order: ['translation', 'text', 'reference'] }));
    for (const [view, scale] of [
      ['screen', 0],
      ['screen', 2],
      ['lower-third', 0],
    ] as const) {
      const watched = await openWith(state, `view=${view}&scale=${scale}`);
      const size = Number.parseFloat(await styleOf(watched.page, '.body', 'font-size'));
      assert.ok(Math.abs(size - 64 * 1.125 ** scale) < 0.6, `${view} ${scale}: ${size}`);
      const [translation] = await boxesOf(watched.page, '.translation');
      const [reference] = await boxesOf(watched.page, '.reference');
      assert.ok(translation!.bottom <= reference!.top);
      await closeClean(watched);
    }
  });

  test('[D22] whatever the text, it fits, and the attribution stands at the foot', async () => {
    const elements = { ...DESIGN.elements, text: { ...DESIGN.elements.text, size: 240, lineHeight: 240 } };
    const wild = designed({ elements, container: { radius: 200, padding: 120, border: '#ffffff' } });
    for (const view of ['screen', 'lower-third']) {
      for (const items of [[LONGEST], [GERMAN], [SHORTEST], JOHN_3]) {
        for (const house of [designed(), wild]) {
          const watched = await openWith(stateOf(items, house), `view=${view}`);
          const { page } = watched;
          const texts = await Promise.all(
            ['.body', '.reference', '.translation', '.attribution'].map((selector) => boxesOf(page, selector)),
          );
          const name = `${view} ${items[0]!.book} ${house === wild ? 'wild' : ''}`;
          for (const [first] of texts) {
            assert.ok(first, `${name}: nothing is left out`);
            assert.ok(first.top >= 0 && first.bottom <= 1080 && first.left >= 0 && first.right <= 1920, name);
          }
          const [body, reference, translation, attribution] = texts.map(([first]) => first!);
          assert.ok(!overlap(body!, reference!) && !overlap(body!, translation!), name);
          for (const other of [body, reference, translation]) assert.ok(other!.bottom <= attribution!.top + 1, name);
          const logos = await boxesOf(page, '.logo');
          assert.equal(logos.length, 1, name);
          for (const [text] of texts) assert.ok(!overlap(logos[0]!, text!), `${name}: the logo is over text`);
          await closeClean(watched);
        }
      }
    }
  });

  test('[D22] in the reader type, colours and order apply, and a phone stays readable', async () => {
    const tiny = { ...DESIGN.elements.text, size: 12, bold: true };
    const house = designed({
      elements: { ...DESIGN.elements, text: tiny },
      order: ['text', 'reference', 'translation'],
    });
    const watched = await openWith(stateOf(JOHN_3, house), '', PHONE);
    const { page } = watched;
    assert.ok(Number.parseFloat(await styleOf(page, '.passage .verse', 'font-size')) >= 12);
    assert.equal(await styleOf(page, '.passage .verse', 'font-weight'), '700');
    assert.equal(await styleOf(page, '.passage .reference', 'color'), 'rgb(240, 201, 135)');
    const [verse] = await boxesOf(page, '.passage .verse');
    const [reference] = await boxesOf(page, '.passage .reference');
    assert.ok(verse!.bottom <= reference!.top);
    await closeClean(watched);
  });

  test('[D22] who speaks keeps the type of the stage, in the colours of the design', async () => {
    const sizeIn = async (state: ViewerState) => {
      const watched = await openWith(state, 'view=stage');
      const style = await Promise.all(
        ['font-size', 'font-family', 'color'].map((name) => styleOf(watched.page, '.now .body', name)),
      );
      await closeClean(watched);
      return style;
    };
    const [size, font, colour] = await sizeIn(stateOf(JOHN_3));
    const [size2, font2, colour2] = await sizeIn(stateOf(JOHN_3, designed()));
    assert.deepEqual([size2, font2], [size, font]);
    assert.notEqual(colour2, colour);
    assert.equal(colour2, 'rgb(246, 251, 248)');
  });

  test('[D22] a new design comes to an open page at once, and goes without a trace', async () => {
    const plain = stateOf([FIRST]);
    const watched = await openWith(plain, 'view=screen');
    const { page } = watched;
    const pictureBefore = await page.screenshot();
    hall.audience.tell({
      ...{ version: '2', from: '1', type: 'scripture', showing: true, focus: FIRST.id, queue: [] },
      ...designed(),
    });
    await page.locator(':root[data-designed] .block').waitFor();
    await comesTo('rgb(16, 35, 28)', () => styleOf(page, ':root', 'background-color'));
    hall.audience.become({ house: plain.house });
    await page.locator(':root:not([data-designed])').waitFor({ state: 'attached' });
    await rests(page);
    assert.ok((await page.screenshot()).equals(pictureBefore));
    await closeClean(watched);
  });

  test('[D22] where there is no logo the name stands for it; without either, and on an empty screen, nothing', async () => {
    const named = { house: { name: 'Grace Chapel', logo: null, design: DESIGN } };
    for (const [view, size] of [
      ['screen', SCREEN],
      ['reader', LAPTOP],
      ['reader', PHONE],
      ['lower-third', SCREEN],
    ] as const) {
      const watched = await openWith(stateOf(JOHN_3, named), `view=${view}`, size);
      assert.equal(await watched.page.locator('.logo').innerText(), 'Grace Chapel');
      const [logo] = await boxesOf(watched.page, '.logo');
      for (const text of await boxesOf(watched.page, '.verse, .body, .reference, .attribution')) {
        assert.ok(!overlap(logo!, text), view);
      }
      await closeClean(watched);
    }
    const nobody = await openWith(
      stateOf(JOHN_3, { house: { name: null, logo: null, design: DESIGN } }),
      'view=screen',
    );
    assert.equal(await nobody.page.locator('.logo').count(), 0);
    const empty = await openWith(stateOf([], designed()), 'view=screen');
    assert.deepEqual(await boxesOf(empty.page, '.logo'), []);
    await closeClean(nobody, empty);
  });
});

describe('lines of poetry', () => {
  const shepherd: ViewerSlide = {
    ...SLIDES.scripture,
    passage: { ...SLIDES.scripture.passage!, reference: 'Psalms 23:1-4', verses: PSALM_23 },
  };

  test('[D30] they stand below one another, with the number before the first, whole where there is room', async () => {
    for (const [name, state] of [
      ['verses', stateOf(PSALM_23)],
      ['last', stateOf([PSALM_23[3]!])],
      ['mixed', stateOf([JOHN_3[0]!, ...PSALM_23])],
      ['slide', stateOf([], presenting(shepherd))],
      ['designed', stateOf(PSALM_23, designed())],
      ['hebrew', stateOf(HEBREW_LINES)],
      ['designed-left', stateOf([PSALM_23[3]!], designed({ elements: leftOf(DESIGN) }))],
    ] as const) {
      for (const [view, size] of [
        ['screen', SCREEN],
        ['screen', PHONE],
        ['reader', LAPTOP],
        ['reader', PHONE],
      ] as const) {
        const watched = await openWith(state, `view=${view}`, size);
        const { page } = watched;
        const what = `${name} ${view} ${size.viewport.width}`;
        await keepPicture(page, `poetry-${what.replaceAll(' ', '-')}`);
        const lines = await boxesOf(page, '.verse:not([hidden]) .line');
        for (const [index, line] of lines.entries()) {
          const before = lines[index - 1];
          const isBelow = !before || line.top + line.bottom > before.top + before.bottom + 10;
          assert.ok(isBelow || line.left > before.right, `${what}: line ${index} begins anew, or a column does`);
          assert.ok(line.left >= 0 && line.right <= size.viewport.width, `${what}: line ${index} is on the page`);
        }
        const [attribution] = await boxesOf(page, '.attribution');
        assert.ok(lines.length === 0 || view === 'reader' || lines.at(-1)!.bottom <= attribution!.top, what);
        for (const number of await page.locator('.verse:not([hidden]):has(.line) .number').all()) {
          assert.ok(await number.evaluate(({ parentElement }) => parentElement!.matches('.line:first-child')), what);
        }
        if (view === 'reader') assert.ok(lines.length >= 4, what);
        if (name === 'verses' && view === 'screen' && size === SCREEN) {
          const leading = Number.parseFloat(await styleOf(page, '.line', 'line-height'));
          for (const line of lines) assert.ok(line.bottom - line.top < 1.5 * leading, 'no line goes on');
        }
        await closeClean(watched);
      }
    }
  });

  test('[D44] text that runs from the right begins there on the stage, and not under the clock', async () => {
    const watched = await openWith(stateOf(HEBREW_LINES), 'view=stage');
    const { page } = watched;
    const { width } = SCREEN.viewport;
    const [clock] = await boxesOf(page, '.clock');
    for (const part of ['now', 'next']) {
      const body = (await page.locator(`.${part} .body`).boundingBox())!;
      assert.ok(Math.abs(body.x + body.width - 0.96 * width) < 1, `${part} ${JSON.stringify(body)}`);
    }
    const [credit] = await boxesOf(page, '.now .reference');
    assert.ok(credit!.right <= clock!.left && credit!.left > width / 2, JSON.stringify(credit));
    const [label] = await boxesOf(page, '.next .label');
    assert.ok(Math.abs(label!.right - 0.96 * width) < 1);
    await keepPicture(page, 'stage-rtl');
    await closeClean(watched);
  });

  test('[D22] an attribution that runs from the right begins under its text', async () => {
    const { kjv } = stateOf([]).editions;
    const editions = { kjv: { ...kjv!, attribution: 'תורה נביאים וכתובים' } };
    const watched = await openWith(stateOf(HEBREW_LINES, { editions }), 'view=screen');
    const { page } = watched;
    const [attribution] = await boxesOf(page, '.attribution');
    const body = (await page.locator('.body').boundingBox())!;
    assert.ok(Math.abs(attribution!.right - (body.x + body.width)) < 2, JSON.stringify({ attribution, body }));
    await keepPicture(page, 'screen-rtl');
    await closeClean(watched);
  });
});

describe('a long psalm', () => {
  const psalm = Array.from({ length: 176 }, (_, index) => ({
    ...{ ...PSALM_23[index % PSALM_23.length]!, id: `long-${index}`, chapter: 119, verse: index + 1 },
  }));
  const tellFocus = (from: string, index: number): string => {
    const version = `focus-${index}`;
    hall.audience.tell({ version, from, type: 'scripture', showing: true, focus: psalm[index]!.id, queue: [] });
    return version;
  };

  test('[D44] changes that come faster than they can be drawn do not hold a screen up', async () => {
    const watched = await openWith(stateOf(psalm), 'view=screen');
    const { page } = watched;
    const reference = page.locator('.frame:not(.leaving) .reference');
    const layouts = await countLayouts(page);
    let version = '1';
    for (let index = 1; index <= 40; index++) version = tellFocus(version, index);
    await reference.getByText(/119:41/).waitFor();
    const hasty = await layouts();
    assert.ok(hasty < 1_000, `${hasty} layouts for 40 changes at once`);
    const passage = { ...SLIDES.scripture.passage!, reference: 'Psalms 119:1-60', verses: psalm.slice(0, 60) };
    hall.audience.become(presenting({ ...SLIDES.scripture, passage }));
    await reference.getByText(/119:1–/).waitFor();
    const long = (await layouts()) - hasty;
    assert.ok(long < 500, `${long} layouts for one long slide`);
    await closeClean(watched);
  });

  test('[D44] whoever reads along keeps the verse when the text grows or the phone is turned', async () => {
    const watched = await openNewWith(stateOf(psalm), '', PHONE);
    const { page } = watched;
    /** Once the page itself has looked where it is, which it does with each frame. */
    const inSight = () =>
      page.locator('[aria-current]').evaluate(async (verse) => {
        const window = verse.ownerDocument.defaultView;
        for (let frame = 0; frame < 3; frame++) await new Promise((drawn) => window.requestAnimationFrame(drawn));
        const { top } = verse.getBoundingClientRect();
        return top >= 0 && top < window.innerHeight;
      });
    tellFocus('1', 90);
    await page.locator('[aria-current]', { hasText: psalm[90]!.text.split('\n')[0]! }).waitFor();
    await comesTo(true, inSight);
    const before = await styleOf(page, '.passage .verse', 'font-size');
    hall.audience.become({ focus: psalm[90]!.id, settings: { theme: 'dark', scale: 6, presentation: false } });
    await comesTo(true, async () => (await styleOf(page, '.passage .verse', 'font-size')) !== before);
    await comesTo(true, inSight);
    await page.setViewportSize({ width: 844, height: 390 });
    await comesTo(true, inSight);
    await closeClean(watched);
  });

  test('[D44] whoever has just scrolled by hand stays there when focus and size change at once', async () => {
    const watched = await openNewWith(stateOf(psalm), '', PHONE);
    const { page } = watched;
    const place = () => page.locator('html').evaluate((root) => Math.round(root.scrollTop));
    const version = tellFocus('1', 20);
    await page.locator('[aria-current]', { hasText: psalm[20]!.text.split('\n')[0]! }).waitFor();
    await comesTo(true, async () => (await place()) > 0);
    await page.mouse.wheel(0, 40);
    await rests(page);
    const size = await styleOf(page, '.passage .verse', 'font-size');
    const before = await place();
    const next = tellFocus(version, 120);
    const settings = { theme: 'dark', scale: 1, presentation: false } as const;
    hall.audience.tell({
      ...{ version: 'larger', from: next, type: 'scripture', showing: true, focus: psalm[120]!.id, queue: [] },
      settings,
    });
    await comesTo(true, async () => (await styleOf(page, '.passage .verse', 'font-size')) !== size);
    const moved = Math.abs((await place()) - before);
    assert.ok(moved < PHONE.viewport.height, `${moved} px`);
    await closeClean(watched);
  });

  test('[D51] a tap scrolls nothing: the page goes on to follow', async () => {
    const watched = await openNewWith(stateOf(psalm), '', { ...PHONE, hasTouch: true });
    const { page } = watched;
    await page.touchscreen.tap(200, 500);
    await page.keyboard.press('Shift');
    tellFocus('1', 40);
    const verse = page.locator('[aria-current]', { hasText: psalm[40]!.text.split('\n')[0]! });
    await verse.waitFor();
    await comesTo(true, () =>
      verse.evaluate((element) => {
        const { top } = element.getBoundingClientRect();
        return top >= 0 && top < element.ownerDocument.defaultView.innerHeight;
      }),
    );
    await closeClean(watched);
  });

  test('[D51] of a passage a lower third shows what fits, in small text too', async () => {
    const verses = psalm.slice(0, 30);
    const passage = { ...SLIDES.scripture.passage!, reference: 'Psalms 119:1-30', verses };
    const small = { ...DESIGN.elements, text: { ...DESIGN.elements.text, size: 14 } };
    const watched = await openWith(
      stateOf([], { ...presenting({ ...SLIDES.scripture, passage }), ...designed({ elements: small }) }),
      'view=lower-third',
    );
    await watched.page
      .locator('.reference')
      .getByText(/119:1–/)
      .waitFor();
    const shown = await watched.page.locator('.frame:not(.leaving) .verse:not([hidden])').count();
    assert.ok(shown >= 8, `${shown} verses`);
    await closeClean(watched);
  });
});

describe('a long name and long rights', () => {
  const name = 'The Holy Bible, New International Version, Anglicised Edition';
  const attribution =
    'Scripture quotations taken from The Holy Bible, New International Version® NIV®. Copyright © 1973, 1978, 1984, 2011 by Biblica, ' +
    'Inc. Used with permission of Zondervan. All rights reserved worldwide.';
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
    { width: 1024, height: 768 },
  ]) {
    test(`[D45] stay on the plate of a lower third, below text that can be read, ${size.width}×${size.height}`, async () => {
      const editions = { kjv: { name, language: 'en', attribution } } as const;
      const watched = await openWith(stateOf([JOHN_3[0]!], { editions }), 'view=lower-third', { viewport: size });
      const { page } = watched;
      for (const part of ['.plate', '.translation', '.attribution']) {
        const { x, width } = (await page.locator(`.frame:not(.leaving) ${part}`).boundingBox())!;
        assert.ok(x >= 0 && x + width <= size.width * 0.96, `${part} ${x} to ${x + width}`);
      }
      const letters = Number.parseFloat(await styleOf(page, '.frame:not(.leaving) .body', 'font-size'));
      assert.ok(letters > Math.min(size.width, size.height) / 40, `${letters} px`);
      await closeClean(watched);
    });
  }

  test('[D45] rights that take a line of their own on a lower third begin where the text does, short ones stand at the end', async () => {
    const side = async (items: ViewerItem[], rights: string) => {
      const editions = { kjv: { name: 'Version', language: 'en', attribution: rights } } as const;
      const watched = await openWith(stateOf(items, { editions }), 'view=lower-third');
      const [credit] = await boxesOf(watched.page, '.credit');
      const [reference] = await boxesOf(watched.page, '.reference');
      const [line] = await boxesOf(watched.page, '.attribution');
      await keepPicture(watched.page, `rights-${rights.length}-${items[0]!.id}`);
      await closeClean(watched);
      const isBelow = line!.top >= reference!.bottom - 1;
      return { isBelow, left: line!.left - credit!.left < 2, right: credit!.right - line!.right < 2 };
    };
    assert.deepEqual(await side([FIRST], attribution), { isBelow: true, left: true, right: false });
    assert.deepEqual(await side(HEBREW_LINES, attribution), { isBelow: true, left: false, right: true });
    assert.deepEqual(await side([FIRST], 'Public domain.'), { isBelow: false, left: false, right: true });
    assert.deepEqual(await side(HEBREW_LINES, 'Public domain.'), { isBelow: false, left: true, right: false });
  });
});

describe('an upright screen', () => {
  const UPRIGHT = { viewport: { width: 1080, height: 1920 } };
  for (const view of ['screen', 'lower-third', 'stage'] as const) {
    test(`[D45] what stands beside the text can be read from as far as the text: ${view}`, async () => {
      const watched = await openWith(stateOf(JOHN_3), `view=${view}`, UPRIGHT);
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
      await closeClean(watched);
    });
  }
});

describe('the viewer’s own choices', () => {
  test('[D45] theme and size are chosen in the reader, kept for this Live on this device, and given up again', async () => {
    const watched = await openNewWith(stateOf(JOHN_3), '', PHONE);
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
    await drawn(page);
    assert.equal(await themeNow(), 'light');
    assert.ok(Math.abs((await sizeNow()) / before - 1.125 ** 2) < 0.01);

    // The address wins, and does not offer what it has decided.
    await page.goto(`${hall.audience.url}/l/live-${liveNumber}?theme=dark&scale=0`);
    await drawn(page);
    assert.equal(await themeNow(), 'dark');
    assert.ok(Math.abs((await sizeNow()) - before) < 0.1);
    assert.equal(await page.getByRole('button', { name: /text|background/ }).count(), 0);

    // Another Live has its own.
    await page.goto(`${hall.audience.url}/l/another-${liveNumber}`);
    await drawn(page);
    assert.equal(await themeNow(), 'dark');

    // Back at what the Live has, it follows the Live again.
    await page.goto(`${hall.audience.url}/l/live-${liveNumber}`);
    await drawn(page);
    await page.getByRole('button', { name: 'Dark background' }).click();
    await page.getByRole('button', { name: 'Smaller text' }).click();
    await page.getByRole('button', { name: 'Smaller text' }).click();
    hall.audience.become({ settings: { theme: 'light', scale: 0, presentation: false } });
    await page.locator(':root[data-theme="light"]').waitFor({ state: 'attached' });
    await closeClean(watched);
  });

  test('[D45] sizes end at the bounds, and the buttons say so', async () => {
    const settings = { theme: 'dark', scale: 7, presentation: false } as const;
    const watched = await openNewWith(stateOf(JOHN_3, { settings }), '', PHONE);
    const larger = watched.page.getByRole('button', { name: 'Larger text' });
    await larger.click();
    assert.ok(await larger.isDisabled());
    await closeClean(watched);
  });

  test('[D45] full screen comes and goes by its button', async () => {
    const watched = await openNewWith(stateOf(JOHN_3), 'lang=de', LAPTOP);
    const { page } = watched;
    await page.getByRole('button', { name: 'Vollbild', exact: true }).click();
    await page.getByRole('button', { name: 'Vollbild verlassen' }).click();
    await page.getByRole('button', { name: 'Vollbild', exact: true }).waitFor();
    await closeClean(watched);
  });

  test('[D45] on a screen the controls show for who moves the pointer or comes by key, and fade away', async () => {
    const watched = await openNewWith(stateOf(JOHN_3, designed()), 'view=screen', {
      ...SCREEN,
      reducedMotion: 'reduce',
    });
    const { page } = watched;
    const opacity = (value: string) => comesTo(value, () => styleOf(page, '.controls', 'opacity'));
    await opacity('0');
    await page.mouse.move(400, 400);
    await page.mouse.move(430, 400);
    await opacity('1');
    await opacity('0');
    await page.keyboard.press('Tab');
    await opacity('1');
    assert.notEqual(await styleOf(page, '.controls button:focus-visible', 'outline-style'), 'none');
    await page.keyboard.press('Enter');
    assert.ok(Number.parseFloat(await styleOf(page, '.body', 'font-size')) < 63, 'the first button makes text smaller');
    await closeClean(watched);
  });

  test('[D45] letters twice as large leave every button within the narrowest phone', async () => {
    const watched = await openNewWith(stateOf(JOHN_3), '', { viewport: { width: 320, height: 568 } });
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
    await closeClean(watched);
  });

  test('[D45] where colours are forced no verse shows between the controls, and the focused one stands out', async () => {
    const forced = { viewport: { width: 390, height: 844 }, forcedColors: 'active' };
    const watched = await openNewWith(stateOf([...JOHN_3, ...PSALM_23]), '', forced);
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
    await closeClean(watched);
  });

  test('[D44] whoever goes back to the verse that is read now by key is there', async () => {
    const chapter = Array.from({ length: 30 }, (_, index) => ({ ...FIRST, id: `v${index}`, verse: index + 1 }));
    const watched = await openNewWith(stateOf(chapter), '', PHONE);
    const { page } = watched;
    await page.mouse.wheel(0, 5_000);
    await page.locator('.back-to-now').focus();
    await page.keyboard.press('Enter');
    await page.locator('.back-to-now').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.verse[aria-current]:focus').count(), 1);
    await comesTo(0, () => page.evaluate<number>('scrollY'));
    await keepPicture(page, 'back-to-now');
    await closeClean(watched);
  });

  test('[D21] full-screen reading mode has no controls, and what the design switches off is not there', async () => {
    const presentation = { settings: { theme: 'dark', scale: 0, presentation: true } as const };
    const none = { controls: { theme: false, fullscreen: false, fontSize: false } };
    for (const [state, query] of [
      [stateOf(JOHN_3, presentation), ''],
      [stateOf(JOHN_3, designed(none)), ''],
      [stateOf(JOHN_3), 'view=screen'],
      [stateOf(JOHN_3, designed()), 'view=stage'],
      [stateOf(JOHN_3, designed()), 'view=lower-third'],
    ] as const) {
      const watched = await openNewWith(state, query);
      assert.equal(await watched.page.locator('.controls').count(), 0, query);
      await closeClean(watched);
    }
  });
});

describe('slides', () => {
  /** What a person can read in the view. */
  const readIn = (page: Page) =>
    page.locator('#viewer').evaluate((viewer) =>
      [...viewer.querySelectorAll('h2, p, .body, .reference, .attribution')]
        .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .map((element) => element.innerText)
        .join('\n'),
    );

  test('[D26] each layout says in each view what it has to say', async () => {
    for (const [view, size] of Object.entries(SIZES)) {
      for (const [layout, slide] of Object.entries(SLIDES)) {
        for (const house of view === 'screen' ? [{}, designed()] : [{}]) {
          const watched = await openWith(stateOf([], { ...presenting(slide), ...house }), `view=${view}`, size);
          const { page } = watched;
          const text = await readIn(page);
          const name = `${view} ${layout}`;
          if (layout === 'title') assert.match(text, /The Prodigal Son.*An evening of readings/s, name);
          if (layout === 'text') assert.match(text, /Announcements|everybody is welcome/, name);
          if (layout === 'scripture') {
            assert.match(text, /John\s3:16.18/, name);
            if (view !== 'lower-third') assert.match(text, /only begotten Son of God/, name);
            if (view !== 'stage') assert.match(text, /public domain/, name);
          }
          const pictures = await boxesOf(page, '.picture');
          const shows = layout === 'image' && (view === 'screen' || view === 'reader');
          assert.equal(pictures.length, shows ? 1 : 0, name);
          if (layout === 'blank' || (layout === 'image' && view !== 'stage')) assert.equal(text.trim(), '', name);
          await keepPicture(page, `slide-${layout}-${view}${'house' in house ? '-designed' : ''}`);
          await closeClean(watched);
        }
      }
    }
  });

  test('[D26] a picture is seen whole, within the safe area, and says its title', async () => {
    for (const size of [SCREEN, { viewport: { width: 1080, height: 1920 } }]) {
      const watched = await openWith(stateOf([], presenting(SLIDES.image)), 'view=screen', size);
      const { width, height } = size.viewport;
      const [box] = await boxesOf(watched.page, '.picture');
      assert.ok(box!.left >= width * 0.05 - 1 && box!.right <= width * 0.95 + 1);
      assert.ok(box!.top >= height * 0.05 - 1 && box!.bottom <= height * 0.95 + 1);
      assert.equal(await styleOf(watched.page, '.picture', 'object-fit'), 'contain');
      assert.equal(await watched.page.locator('.picture').getAttribute('alt'), 'Hills at dusk');
      await closeClean(watched);
    }
  });

  test('[D26] a text that is far too long is still there whole and can be read', async () => {
    for (const house of [{}, designed()]) {
      const watched = await openWith(stateOf([], { ...presenting(LONG_TEXT), ...house }), 'view=screen');
      const [text] = await boxesOf(watched.page, '.body');
      assert.ok(text!.top >= 0 && text!.bottom <= 1080 && text!.left >= 0 && text!.right <= 1920);
      assert.ok(Number.parseFloat(await styleOf(watched.page, '.body', 'font-size')) >= 1080 / 60);
      await closeClean(watched);
    }
  });

  const slideOf = (layout: 'title' | 'text', more: Partial<ViewerSlide>) => ({
    ...SLIDES[layout],
    text: null,
    ...more,
  });
  const sizeIn = async (page: Page, selector: string) => Number.parseFloat(await styleOf(page, selector, 'font-size'));
  const WORD = 'Weihnachtsgottesdienstfeier';

  test('[D26] a word of any length stays large on a screen, and within it', async () => {
    for (const house of [{}, designed()]) {
      for (const title of [WORD, `${WORD}vorbereitung`, WORD.repeat(11)]) {
        for (const slide of [slideOf('title', { title }), slideOf('text', { title: null, text: title })]) {
          const watched = await openWith(stateOf([], { ...presenting(slide), ...house }), 'view=screen');
          const [text] = await boxesOf(watched.page, '.body');
          const name = `${slide.layout} ${title.length}`;
          assert.ok((await sizeIn(watched.page, '.body')) >= 1080 / 45, `${name} can be read`);
          assert.ok(text!.top >= 0 && text!.bottom <= 1080 && text!.left >= 0 && text!.right <= 1920, name);
          if (title === WORD && slide.layout === 'title') {
            assert.ok((await sizeIn(watched.page, '.body')) >= 100, `${name} is large`);
          }
          await keepPicture(
            watched.page,
            `slide-word-${slide.layout}-${title.length}${'house' in house ? '-designed' : ''}`,
          );
          await closeClean(watched);
        }
      }
    }
  });

  test('[D26] a word of any length stays on a phone', async () => {
    for (const word of [WORD, WORD.repeat(11)]) {
      for (const slide of [
        slideOf('title', { title: word, text: word }),
        slideOf('text', { title: word, text: word }),
      ]) {
        const watched = await openWith(stateOf([], presenting(slide)), '', PHONE);
        const width = await watched.page.locator(':root').evaluate((root) => root.scrollWidth);
        assert.equal(width, PHONE.viewport.width, `${slide.layout} ${word.length}`);
        await keepPicture(watched.page, `slide-word-${slide.layout}-${word.length}-phone`);
        await closeClean(watched);
      }
    }
  });

  /** A slide with so many verses. */
  const psalm = (count: number): ViewerSlide => ({
    ...SLIDES.scripture,
    passage: {
      ...SLIDES.scripture.passage!,
      reference: `Psalms 119:1-${count}`,
      verses: Array.from({ length: count }, (_, index) => ({
        ...{ id: `p${index}`, book_id: 19, book: 'Psalms', chapter: 119, verse: index + 1, edition: 'kjv' },
        text: 'Wherewithal shall a young man cleanse his way? by taking heed thereto according to thy word.',
      })),
    },
  });

  test('[D26] of a long passage there is as much as can be read, and its reference says how much', async () => {
    for (const view of ['screen', 'lower-third', 'stage']) {
      for (const house of view === 'screen' ? [{}, designed()] : [{}]) {
        for (const count of [3, 16, 48, 176]) {
          const watched = await openWith(stateOf([], { ...presenting(psalm(count)), ...house }), `view=${view}`);
          const { page } = watched;
          const name = `${view} ${count}`;
          const verses = await boxesOf(page, '.body .verse');
          const shown = await page.locator('.body .verse:not([hidden])').count();
          assert.match(await page.locator('.reference').innerText(), new RegExp(`119:1–${shown}$`), name);
          if (count === 3) assert.equal(shown, 3);
          if (count === 16 && view !== 'lower-third') assert.equal(shown, 16, name);
          assert.ok(shown >= Math.min(count, 5), name);
          assert.ok((await sizeIn(page, '.body')) >= 1080 / 50, name);
          const [attribution] = await boxesOf(page, '.attribution');
          for (const verse of verses) {
            assert.ok(verse.top >= 0 && verse.bottom <= (attribution?.top ?? 1080) + 1, name);
            assert.ok(verse.left >= 0 && verse.right <= 1920, name);
          }
          await keepPicture(page, `slide-psalm-${count}-${view}${'house' in house ? '-designed' : ''}`);
          await closeClean(watched);
        }
      }
    }
  });

  test('[D26] sixteen verses use the width of a screen', async () => {
    const watched = await openWith(stateOf([], presenting(psalm(16))), 'view=screen');
    const [text] = await boxesOf(watched.page, '.body');
    assert.ok(text!.right - text!.left > 1920 * 0.6);
    assert.ok((await sizeIn(watched.page, '.body')) > 1080 / 30);
    await closeClean(watched);
  });

  test('[D26] whatever the text, the plate of a lower third stays in it', async () => {
    const list = Array.from({ length: 40 }, (_, index) => `${index + 1}. Line of the week’s announcements`).join('\n');
    const endless = { ...FIRST, text: LONGEST.text.repeat(12) };
    for (const house of [{}, designed()]) {
      for (const state of [
        stateOf([], presenting(slideOf('text', { text: list }))),
        stateOf([], presenting(LONG_TEXT)),
        stateOf([endless]),
      ]) {
        const watched = await openWith({ ...state, ...house }, 'view=lower-third');
        const { top, bottom } = await watched.page.locator('.plate').evaluate((plate) => plate.getBoundingClientRect());
        assert.ok(top >= 1080 * (2 / 3) - 1 && bottom <= 1080 * 0.95 + 1, `${top} to ${bottom}`);
        assert.ok((await sizeIn(watched.page, '.body')) >= 1080 / 72);
        await keepPicture(
          watched.page,
          `slide-ended-${state.slide?.id ?? 'verse'}${'house' in house ? '-designed' : ''}`,
        );
        await closeClean(watched);
      }
    }
  });

  test('[D26] on the stage no slide runs under the clock', async () => {
    for (const size of [LAPTOP, SCREEN]) {
      for (const slide of [slideOf('text', { title: null, text: LONG_TEXT.text }), slideOf('title', { title: WORD })]) {
        const watched = await openWith(stateOf([], presenting(slide)), 'view=stage', size);
        const [text] = await boxesOf(watched.page, '.now .body');
        const [clock] = await boxesOf(watched.page, '.clock');
        assert.ok(text!.top >= clock!.bottom, `${text!.top} is above ${clock!.bottom}`);
        assert.ok(text!.bottom <= size.viewport.height);
        await keepPicture(watched.page, `slide-clock-${slide.layout}-${size.viewport.width}`);
        await closeClean(watched);
      }
    }
  });

  test('[D26] on the stage a long word is smaller, and whole', async () => {
    const title = 'Kirchengemeinderatsvorsitzendenversammlung';
    const watched = await openWith(stateOf([], presenting(slideOf('title', { title }))), 'view=stage', SCREEN);
    const lines = await watched.page.locator('.now .body').evaluate((body) => {
      const range = body.ownerDocument.createRange();
      range.selectNodeContents(body.querySelector('p') ?? body);
      return range.getClientRects().length;
    });
    assert.equal(lines, 1);
    const [text] = await boxesOf(watched.page, '.now .body');
    assert.ok(text!.right - text!.left > SCREEN.viewport.width / 2, 'it uses the width');
    await keepPicture(watched.page, 'stage-word');
    await closeClean(watched);
  });

  test('[D27] slides come and go with the same page, and the queue is there again afterwards', async () => {
    hall.audience.state = stateOf(JOHN_3);
    const [phone, screen] = await Promise.all([open('', PHONE), open('view=screen')]);
    const seen = async (text: string) => {
      for (const { page } of [phone, screen]) {
        await page.locator('.reader, .frame:not(.leaving)').getByText(text).first().waitFor();
        await rests(page);
      }
    };
    await seen('For God so loved');
    hall.audience.become(presenting(SLIDES.title));
    await seen('The Prodigal Son');
    hall.audience.become(presenting(SLIDES.text));
    await seen('everybody is welcome');
    hall.audience.become({ showing: false, slide: null });
    for (const { page } of [phone, screen]) {
      await page.getByText('everybody is welcome').first().waitFor({ state: 'detached' });
    }
    hall.audience.become({ ...stateOf(JOHN_3), version: '9' });
    await seen('For God so loved');
    await closeClean(phone, screen);
  });

  test('[D26] a picture that did not come is asked for again until it does', async () => {
    for (const view of ['screen', 'reader']) {
      const watched = await openNewWith(stateOf(JOHN_3), `view=${view}`);
      const { page } = watched;
      await page.clock.install();
      let asked = 0;
      await page.route(`**${PICTURE.url}`, (route) =>
        ++asked < 3 ? route.abort('connectionreset') : route.continue(),
      );
      hall.audience.become(presenting(SLIDES.image));
      await page.locator('.picture').waitFor({ state: 'attached' });
      await comesTo(1, async () => {
        await page.clock.fastForward(3_000);
        return page.locator('.picture:not(.away)').count();
      });
      assert.equal(asked, 3);
      watched.forgive();
      await closeClean(watched);
    }
  });

  test('a page that is older than the server loads itself anew when a part of it is gone', async () => {
    const watched = await openNewWith(stateOf(JOHN_3), 'view=screen');
    const { page } = watched;
    hall.audience.missing.add('slides');
    let loads = 0;
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) return;
      loads++;
      hall.audience.missing.clear();
    });
    hall.audience.become(presenting(SLIDES.title));
    await page.getByText('The Prodigal Son').waitFor();
    assert.equal(loads, 1);
    watched.forgive();
    await closeClean(watched);
  });
});

/** Colours do not move: one look proves it, and all are for whoever wants to look at pictures. */
const END_LOOKS = process.env.LECTERN_SCREENSHOTS
  ? PRESETS.flatMap((preset) => THEMES.map((theme) => ({ preset, theme })))
  : [{ preset: 'default', theme: 'dark' } as const];

describe('transitions', () => {
  for (const [transition, look] of TRANSITIONS.flatMap((one) => END_LOOKS.map((look) => [one, look] as const))) {
    const name = `${transition}, ${look.preset} ${look.theme}`;
    test(`[Resources] ${name}: from passage to passage and to slides, and what is left is one still frame`, async () => {
      const settings = { ...look, scale: 0, presentation: false, transition } as const;
      const show = (item: ViewerItem) => ({ ...stateOf([item]), settings });
      const still = await openWith(show(SECOND), 'view=screen', { ...SCREEN, reducedMotion: 'reduce' });
      const expected = await still.page.screenshot();
      await closeClean(still);

      const watched = await openWith(show(FIRST), 'view=screen');
      const { page } = watched;
      await page.locator(':root').evaluate((root) => {
        const view = root.ownerDocument.defaultView;
        view.lasted = [];
        root.addEventListener('animationstart', () => {
          for (const animation of root.ownerDocument.getAnimations()) {
            const { delay, duration } = animation.effect.getComputedTiming();
            view.lasted.push(delay + duration);
          }
        });
      });
      const change = async (more: Partial<ViewerState>, text: string) => {
        hall.audience.become(more);
        await page.locator('.frame:not(.leaving)').getByText(text).first().waitFor();
        await rests(page);
        assert.equal(await page.locator('.frame').count(), 1);
      };
      await change(presenting(SLIDES.title), 'The Prodigal Son');
      await change({ ...show(SECOND), version: '8' }, 'condemn the world');
      await keepPicture(page, `transition-${transition}-${look.preset}-${look.theme}`);
      assert.ok((await page.screenshot()).equals(expected), 'nothing of the way there is left');
      const lasted: number[] = await page
        .locator(':root')
        .evaluate(({ ownerDocument }) => ownerDocument.defaultView.lasted);
      if (transition === 'none') assert.deepEqual(lasted, []);
      else assert.ok(lasted.length >= 4 && lasted.every((ms) => ms >= 150 && ms <= 300), String(lasted));
      await closeClean(watched);
    });
  }
});

describe('axe-core finds nothing', () => {
  for (const theme of ['dark', 'light'] as const) {
    test(`in designs and slides (${theme})`, async () => {
      const settings = { theme, scale: 0, presentation: false } as const;
      const bare = stateOf(JOHN_3, { settings });
      const slides = Object.entries(SLIDES).map(([layout, slide]) => [layout, presenting(slide)] as const);
      const found: string[] = [];
      for (const [view, size] of Object.entries(SIZES)) {
        const states = [
          ['verses', designed()] as const,
          ...(view === 'screen' || view === 'reader' ? slides : []),
          ...(view === 'screen' ? [['slide', { ...designed(), ...presenting(SLIDES.text) }] as const] : []),
        ];
        for (const [name, more] of states) {
          // Reduced motion, so that colours are final as soon as they are there.
          const options = { ...size, reducedMotion: 'reduce' };
          const watched = await openWith({ ...bare, ...more }, `view=${view}`, options);
          found.push(...(await violationsOf(watched.page)).map((violation) => `${view} ${name}: ${violation}`));
          await closeClean(watched);
        }
      }
      assert.deepEqual(found, []);
    });
  }

  test('letters that the usual fonts lack are fetched with a text that has them, and only then', async () => {
    /** A text, and where the letters begin of the one font that it needs. */
    const texts: Record<string, [text: string, beginning: number | null]> = {
      english: ['In the beginning God created the heaven and the earth.', null],
      hebrew: ['בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים אֵ֥ת הַשָּׁמַ֖יִם וְאֵ֥ת הָאָֽרֶץ׃', 0x590],
      arabic: ['فِي الْبَدْءِ خَلَقَ اللهُ السَّمَاوَاتِ وَالأَرْضَ', 0x600],
    };
    for (const [name, [text, beginning]] of Object.entries(texts)) {
      const watched = await openNewWith(stateOf([{ ...FIRST, text }]), 'view=screen');
      const fetched = await watched.page.locator(':root').evaluate(async ({ ownerDocument: { fonts } }) => {
        await fonts.ready;
        const others = [...fonts].filter(({ family, status }) => status === 'loaded' && /^"?Noto"?$/.test(family));
        return others.map(({ unicodeRange }) => Number.parseInt(unicodeRange.slice(2), 16));
      });
      assert.deepEqual(fetched, beginning === null ? [] : [beginning], name);
      await keepPicture(watched.page, `letters-${name}`);
      await watched.close();
    }
  });
});
