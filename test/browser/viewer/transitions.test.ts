import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  VIEWER_THEMES,
  type ViewerItem,
  type ViewerState,
  type ViewerTransition,
} from '../../../src/contract/viewer.ts';
import { VIEWER_PRESETS, VIEWER_TRANSITIONS } from '../../../src/contract/viewer-appearance.ts';
import {
  closeWithoutErrors,
  EVENTUALLY_MAX_MS,
  SCREEN_SIZE,
  waitForAnimations,
} from '../../support/browser/audience-pages.ts';
import { FIRST_VERSE, openWith, world } from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import { JOHN_3, presentingState, SLIDES, viewerStateWith } from '../../support/requests/viewer-samples.ts';

const SECOND = JOHN_3[1]!;

/** Looks of the still pages. Colors do not move, so one look suffices unless screenshots are requested. */
const END_LOOKS = process.env.LECTERN_SCREENSHOTS
  ? VIEWER_PRESETS.flatMap((preset) => VIEWER_THEMES.map((theme) => ({ preset, theme })))
  : [{ preset: 'default', theme: 'dark' } as const];

describe('transitions', () => {
  test('[D45] when the text changes, then the plate of a lower third stays; it appears and disappears with the text', async () => {
    // One of each kind of movement.
    for (const transition of ['none', 'fade', 'slide', 'zoom_in', 'wipe'] as const) {
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
      world.audience.become({ ...viewerStateWith([SECOND]), settings, version: '8' });
      await page.locator('.frame:not(.leaving)').getByText('condemn the world').waitFor();
      await waitForAnimations(page);
      const seen = await page.evaluate<string[]>('[...new Set(window.seen)]');
      assert.equal(seen.length, 1, `${transition}: ${seen.join('\n')}`);
      world.audience.become({ showing: false, items: [], focus: null });
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
    world.audience.become({ ...viewerStateWith([]), settings, version: '8' });
    await page.locator('.frame.leaving').waitFor({ state: 'attached' });
    world.audience.become({ settings: { ...settings, transition: 'none' }, version: '9' });
    await page.locator('.frame.leaving').waitFor({ state: 'detached', timeout: EVENTUALLY_MAX_MS });
    assert.equal(await page.locator('.frame').getAttribute('class'), 'frame');
    await waitForAnimations(page);
    await closeWithoutErrors(watched);
  });

  for (const look of END_LOOKS) {
    test(`[Resources] when passages follow passages and slides with each transition, then a single still frame remains: ${look.preset} ${look.theme}`, async () => {
      const settingsOf = (transition: ViewerTransition) => ({ ...look, scale: 0, presentation: false, transition });
      const show = (item: ViewerItem, transition: ViewerTransition) =>
        viewerStateWith([item], { settings: settingsOf(transition) });
      const still = await openWith(show(SECOND, 'none'), 'view=screen', { ...SCREEN_SIZE, reducedMotion: 'reduce' });
      const expected = await still.page.screenshot();
      await closeWithoutErrors(still);

      const watched = await openWith(show(FIRST_VERSE, 'none'), 'view=screen');
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
        world.audience.become(more);
        await page.locator('.frame:not(.leaving)').getByText(text).first().waitFor();
        await waitForAnimations(page);
        assert.equal(await page.locator('.frame').count(), 1);
      };
      for (const [turn, transition] of VIEWER_TRANSITIONS.entries()) {
        await page.evaluate('lasted.length = 0');
        const settings = settingsOf(transition);
        await change({ ...presentingState(SLIDES.title), settings, version: `${turn} a` }, 'The Prodigal Son');
        await change({ ...show(SECOND, transition), slide: null, version: `${turn} b` }, 'condemn the world');
        await keepPicture(page, `transition-${transition}-${look.preset}-${look.theme}`);
        assert.ok((await page.screenshot()).equals(expected), `${transition}: no trace of it is left`);
        const lasted = await page.evaluate<number[]>('lasted');
        if (transition === 'none') assert.deepEqual(lasted, []);
        else assert.ok(lasted.length >= 4 && lasted.every((ms) => ms >= 150 && ms <= 300), `${transition}: ${lasted}`);
      }
      await closeWithoutErrors(watched);
    });
  }
});
