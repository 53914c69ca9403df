import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { DEFAULT_STUDIO_SETTINGS } from '../../../src/contract/default-design.ts';
import type { ViewerPreset, ViewerState } from '../../../src/contract/viewer.ts';
import { closeWithoutErrors, PHONE_SIZE, waitForAnimations } from '../../support/browser/audience-pages.ts';
import { eventuallyShows, showWith, styleOf, VIEW_SIZES, world } from '../../support/browser/viewer-pages.ts';
import {
  GERMAN,
  HEBREW_LINES,
  JOHN_3,
  LONGEST,
  PSALM_23,
  presentingState,
  SHORTEST,
  SLIDES,
  viewerStateWith,
} from '../../support/requests/viewer-samples.ts';

/** Presets other than the default, with which everything is compared first. */
const PRESETS: ViewerPreset[] = ['midnight', 'paper', 'ocean'];
/** States that each view shows: every text in one of the views on a screen, and every slide on one. */
const SHOWN_IN: Record<string, readonly string[]> = {
  reader: ['verses', 'poetry', 'scripture'],
  screen: ['verses', 'longest', 'hebrew', 'title', 'image'],
  'lower-third': ['verses', 'german', 'text'],
  stage: ['verses', 'shortest', 'blank'],
  'reader&theme=light': ['hebrew'],
  'screen&theme=light': ['verses'],
};
const SHOWN: Record<string, ViewerState> = {
  verses: viewerStateWith(JOHN_3),
  shortest: viewerStateWith([SHORTEST]),
  longest: viewerStateWith([LONGEST]),
  german: viewerStateWith([GERMAN]),
  poetry: viewerStateWith(PSALM_23),
  hebrew: viewerStateWith(HEBREW_LINES),
  ...Object.fromEntries(
    Object.entries(SLIDES).map(([name, slide]) => [name, viewerStateWith([], presentingState(slide))]),
  ),
};
const brandingWith = (more: Partial<typeof DEFAULT_STUDIO_SETTINGS> = {}) => ({
  house: { name: null, logo: null, design: { ...DEFAULT_STUDIO_SETTINGS, ...more } },
});

describe('the design of revision 0', () => {
  /** Returns the position and font of every piece of text. */
  const readLayout = (page: Page) =>
    page.locator('#viewer').evaluate((viewer) =>
      [...viewer.querySelectorAll('*')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const style = viewer.ownerDocument.defaultView.getComputedStyle(element);
        const { fontFamily, fontSize, fontWeight, fontStyle, lineHeight, textAlign } = style;
        return [
          element.className,
          x,
          y,
          width,
          height,
          fontFamily,
          fontSize,
          fontWeight,
          fontStyle,
          lineHeight,
          textAlign,
        ];
      }),
    );

  for (const [view, size] of Object.entries({
    ...VIEW_SIZES,
    'reader&theme=light': VIEW_SIZES.screen,
    'screen&theme=light': PHONE_SIZE,
  })) {
    test(`[D22] when the design is saved unchanged, then not one pixel changes, and a preset changes only colors: ${view}`, async () => {
      for (const [turn, name] of SHOWN_IN[view]!.entries()) {
        const state = SHOWN[name]!;
        const watched = await showWith(state, `view=${view}`, size);
        const { page } = watched;
        const still = { mask: [page.locator('.clock')] };
        const before = await page.screenshot(still);
        const layout = await readLayout(page);
        world.audience.become(brandingWith());
        await eventuallyShows('none', async () => (await page.locator(':root').getAttribute('data-transition')) ?? '');
        await page.locator(':root[style*="--ground"]').waitFor({ state: 'attached' });
        await waitForAnimations(page);
        assert.ok((await page.screenshot(still)).equals(before), `${view} ${name}`);
        for (const preset of turn === 0 ? PRESETS : []) {
          // The preset as a setting of the Live, without a design.
          world.audience.become({ house: state.house, settings: { ...state.settings, preset } });
          await page.locator(`:root[data-preset="${preset}"]:not([style*="--ground"])`).waitFor({ state: 'attached' });
          await waitForAnimations(page);
          const expected = await page.screenshot(still);
          assert.deepEqual(await readLayout(page), layout, `${view} ${name} ${preset}`);
          world.audience.become({ ...brandingWith({ preset }), settings: state.settings });
          await page.locator(`:root[data-preset="${preset}"][style*="--ground"]`).waitFor({ state: 'attached' });
          await waitForAnimations(page);
          assert.ok((await page.screenshot(still)).equals(expected), `${view} ${name} ${preset}`);
        }
        await closeWithoutErrors(watched);
      }
    });
  }

  test('[D22] when a size is set, then the fitted text scales by its ratio to the shipped size, and never beyond what fits', async () => {
    const { elements } = DEFAULT_STUDIO_SETTINGS;
    for (const view of ['screen', 'lower-third'] as const) {
      for (const [name, verse] of Object.entries({ SHORTEST, LONGEST })) {
        const sizeAt = async (size: number) => {
          const design = brandingWith({ elements: { ...elements, text: { ...elements.text, size } } });
          const watched = await showWith(viewerStateWith([verse], design), `view=${view}`);
          const fitted = Number.parseFloat(await styleOf(watched.page, '.body', 'font-size'));
          const { top, bottom } = await watched.page.locator('.body').evaluate((body) => body.getBoundingClientRect());
          assert.ok(top >= 0 && bottom <= 1080, `${view} ${name} ${size}`);
          await closeWithoutErrors(watched);
          return fitted;
        };
        const fitted = await sizeAt(elements.text.size);
        for (const size of name === 'SHORTEST' ? [36, 90] : [54, 90]) {
          const ratio = (await sizeAt(size)) / fitted;
          const wanted = size / elements.text.size;
          if (wanted < 1 || (name === 'SHORTEST' && view === 'screen')) {
            assert.ok(Math.abs(ratio - wanted) < 0.02, `${view} ${name} ${size}: ${ratio}`);
          } else assert.ok(ratio >= 0.99 && ratio <= wanted + 0.02, `${view} ${name} ${size}: ${ratio}`);
        }
      }
    }
  });

  test('[D22] when reference and translation have a size, then it is relative to the default, too', async () => {
    const { elements } = DEFAULT_STUDIO_SETTINGS;
    const sizesWith = async (more: Partial<typeof elements>, view: string) => {
      const watched = await showWith(
        viewerStateWith([SHORTEST], brandingWith({ elements: { ...elements, ...more } })),
        `view=${view}`,
      );
      const sizes = [];
      for (const selector of ['.reference', '.translation'])
        sizes.push(Number.parseFloat(await styleOf(watched.page, selector, 'font-size')));
      await closeWithoutErrors(watched);
      return sizes as [number, number];
    };
    for (const view of ['screen', 'lower-third', 'reader']) {
      const [reference, translation] = await sizesWith({}, view);
      const [larger, smaller] = await sizesWith(
        { reference: { ...elements.reference, size: 50 }, translation: { ...elements.translation, size: 25 } },
        view,
      );
      assert.ok(Math.abs(larger / reference - 50 / 40) < 0.02, `${view}: ${larger} of ${reference}`);
      assert.ok(Math.abs(smaller / translation - 25 / 28) < 0.02, `${view}: ${smaller} of ${translation}`);
    }
  });
});
