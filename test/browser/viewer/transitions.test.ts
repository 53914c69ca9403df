import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VIEWER_THEMES, type ViewerItem, type ViewerState } from '../../../src/contract/viewer.ts';
import { VIEWER_PRESETS, VIEWER_TRANSITIONS } from '../../../src/contract/viewer-appearance.ts';
import { closeWithoutErrors, EVENTUALLY_MAX_MS, SCREEN_SIZE, waitForAnimations } from '../../support/audience-pages.ts';
import { FIRST_VERSE, hall, openWith } from '../../support/viewer-pages.ts';
import { JOHN_3, presentingState, SLIDES, viewerStateWith } from '../../support/viewer-samples.ts';
import { keepPicture } from '../../support/watched-page.ts';

const SECOND = JOHN_3[1]!;

/** Looks of the still pages. Colors do not move, so one look suffices unless screenshots are requested. */
const END_LOOKS = process.env.LECTERN_SCREENSHOTS
  ? VIEWER_PRESETS.flatMap((preset) => VIEWER_THEMES.map((theme) => ({ preset, theme })))
  : [{ preset: 'default', theme: 'dark' } as const];

describe('transitions', () => {
  test('[D45] when the text changes, then the plate of a lower third stays; it appears and disappears with the text', async () => {
    for (const transition of VIEWER_TRANSITIONS) {
      const settings = { theme: 'dark', scale: 0, presentation: false, transition } as const;
      const watched = await openWith({ ...viewerStateWith([FIRST_VERSE]), settings }, 'view=lower-third');
      const { page } = watched;
      // Examines every frame of every animation as it is drawn.
      await page.evaluate(`{
        window.seen = [];
        const look = () => {
          const plates = [...document.querySelectorAll('.frame:not(.leaving) .plate')];
          window.seen.push(plates.map((plate) => {
            const frame = getComputedStyle(plate.closest('.frame'));
            const { opacity, backgroundColor } = getComputedStyle(plate);
            return [frame.opacity, frame.translate, frame.scale, frame.clipPath, opacity, backgroundColor].join(' ');
          }).join());
          requestAnimationFrame(look);
        };
        look();
      }`);
      hall.audience.become({ ...viewerStateWith([SECOND]), settings, version: '8' });
      await page.locator('.frame:not(.leaving)').getByText('condemn the world').waitFor();
      await waitForAnimations(page);
      const seen = await page.evaluate<string[]>('[...new Set(window.seen)]');
      assert.equal(seen.length, 1, `${transition}: ${seen.join('\n')}`);
      hall.audience.become({ showing: false, items: [], focus: null });
      await page.locator('.plate').waitFor({ state: 'detached' });
      await closeWithoutErrors(watched);
    }
  });

  test('[D45] when transitions are switched off while one runs, then it ends at once', async () => {
    const settings = { theme: 'dark', scale: 0, presentation: false, transition: 'fade' } as const;
    const watched = await openWith({ ...viewerStateWith([FIRST_VERSE]), settings }, 'view=lower-third');
    const { page } = watched;
    for (const duration of ['--duration', '--duration-fast'])
      await page.locator(':root').evaluate(({ style }, name) => style.setProperty(name, '1000s'), duration);
    hall.audience.become({ ...viewerStateWith([]), settings, version: '8' });
    await page.locator('.frame.leaving').waitFor({ state: 'attached' });
    hall.audience.become({ settings: { ...settings, transition: 'none' }, version: '9' });
    await page.locator('.frame.leaving').waitFor({ state: 'detached', timeout: EVENTUALLY_MAX_MS });
    assert.equal(await page.locator('.frame').getAttribute('class'), 'frame');
    await waitForAnimations(page);
    await closeWithoutErrors(watched);
  });

  for (const [transition, look] of VIEWER_TRANSITIONS.flatMap((one) => END_LOOKS.map((look) => [one, look] as const))) {
    const name = `${transition}, ${look.preset} ${look.theme}`;
    test(`[Resources] ${name}: when passages follow passages and slides, then a single still frame remains`, async () => {
      const settings = { ...look, scale: 0, presentation: false, transition } as const;
      const show = (item: ViewerItem) => ({ ...viewerStateWith([item]), settings });
      const still = await openWith(show(SECOND), 'view=screen', { ...SCREEN_SIZE, reducedMotion: 'reduce' });
      const expected = await still.page.screenshot();
      await closeWithoutErrors(still);

      const watched = await openWith(show(FIRST_VERSE), 'view=screen');
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
        await waitForAnimations(page);
        assert.equal(await page.locator('.frame').count(), 1);
      };
      await change(presentingState(SLIDES.title), 'The Prodigal Son');
      await change({ ...show(SECOND), version: '8' }, 'condemn the world');
      await keepPicture(page, `transition-${transition}-${look.preset}-${look.theme}`);
      assert.ok((await page.screenshot()).equals(expected), 'no trace of the transition is left');
      const lasted: number[] = await page
        .locator(':root')
        .evaluate(({ ownerDocument }) => ownerDocument.defaultView.lasted);
      if (transition === 'none') assert.deepEqual(lasted, []);
      else assert.ok(lasted.length >= 4 && lasted.every((ms) => ms >= 150 && ms <= 300), String(lasted));
      await closeWithoutErrors(watched);
    });
  }
});
