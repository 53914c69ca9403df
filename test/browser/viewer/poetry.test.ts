import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ViewerDesign, ViewerSlide } from '../../../src/contract/viewer.ts';
import { closeWithoutErrors, LAPTOP_SIZE, PHONE_SIZE, SCREEN_SIZE } from '../../support/browser/audience-pages.ts';
import { boxesOf, showWith, styleOf, withDesign } from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import {
  DESIGN,
  HEBREW_LINES,
  JOHN_3,
  PSALM_23,
  presentingState,
  SLIDES,
  viewerStateWith,
} from '../../support/requests/viewer-samples.ts';

const alignLeft = ({ elements }: ViewerDesign): ViewerDesign['elements'] => ({
  ...elements,
  text: { ...elements.text, align: 'left' },
});

describe('lines of poetry', () => {
  const shepherd: ViewerSlide = {
    ...SLIDES.scripture,
    passage: { ...SLIDES.scripture.passage!, reference: 'Psalms 23:1-4', verses: PSALM_23 },
  };

  test('[D30] when lines of poetry are shown, then each starts a new line, the number is before the first, and none wraps if there is room', async () => {
    const SIZES = [
      ['screen', SCREEN_SIZE],
      ['screen', PHONE_SIZE],
      ['reader', LAPTOP_SIZE],
      ['reader', PHONE_SIZE],
    ] as const;
    const states = [
      ['verses', viewerStateWith(PSALM_23)],
      ['last', viewerStateWith([PSALM_23[3]!])],
      ['mixed', viewerStateWith([JOHN_3[0]!, ...PSALM_23])],
      ['slide', viewerStateWith([], presentingState(shepherd))],
      ['designed', viewerStateWith(PSALM_23, withDesign())],
      ['hebrew', viewerStateWith(HEBREW_LINES)],
      ['designed-left', viewerStateWith([PSALM_23[3]!], withDesign({ elements: alignLeft(DESIGN) }))],
    ] as const;
    for (const [turn, [name, state]] of states.entries()) {
      // Each text in each view, at one of its sizes.
      for (const [view, size] of [SIZES[turn % 2]!, SIZES[2 + ((turn + 1) % 2)]!]) {
        const watched = await showWith(state, `view=${view}`, size);
        const { page } = watched;
        const what = `${name} ${view} ${size.viewport.width}`;
        await keepPicture(page, `poetry-${what.replaceAll(' ', '-')}`);
        const lines = await boxesOf(page, '.verse:not([hidden]) .line');
        for (const [index, line] of lines.entries()) {
          const before = lines[index - 1];
          const isBelow = !before || line.top + line.bottom > before.top + before.bottom + 10;
          assert.ok(isBelow || line.left > before.right, `${what}: line ${index} starts again, or a column does`);
          assert.ok(line.left >= 0 && line.right <= size.viewport.width, `${what}: line ${index} is on the page`);
        }
        const [attribution] = await boxesOf(page, '.attribution');
        assert.ok(lines.length === 0 || view === 'reader' || lines.at(-1)!.bottom <= attribution!.top, what);
        for (const number of await page.locator('.verse:not([hidden]):has(.line) .number').all()) {
          assert.ok(await number.evaluate(({ parentElement }) => parentElement!.matches('.line:first-child')), what);
        }
        if (view === 'reader') assert.ok(lines.length >= 4, what);
        if (name === 'verses' && view === 'screen' && size === SCREEN_SIZE) {
          const leading = Number.parseFloat(await styleOf(page, '.line', 'line-height'));
          for (const line of lines) assert.ok(line.bottom - line.top < 1.5 * leading, 'no line wraps');
        }
        await closeWithoutErrors(watched);
      }
    }
  });

  test('[D44] when text is right-to-left, then it starts at the right of the stage, but not under the clock', async () => {
    const watched = await showWith(viewerStateWith(HEBREW_LINES), 'view=stage');
    const { page } = watched;
    const { width } = SCREEN_SIZE.viewport;
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
    await closeWithoutErrors(watched);
  });

  test('[D22] when an attribution is right-to-left, then it starts under its text', async () => {
    const { kjv } = viewerStateWith([]).editions;
    const editions = { kjv: { ...kjv!, attribution: 'תורה נביאים וכתובים' } };
    const watched = await showWith(viewerStateWith(HEBREW_LINES, { editions }), 'view=screen');
    const { page } = watched;
    const [attribution] = await boxesOf(page, '.attribution');
    const body = (await page.locator('.body').boundingBox())!;
    assert.ok(Math.abs(attribution!.right - (body.x + body.width)) < 2, JSON.stringify({ attribution, body }));
    await keepPicture(page, 'screen-rtl');
    await closeWithoutErrors(watched);
  });
});
