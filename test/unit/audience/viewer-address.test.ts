import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SCALE_MAX_STEPS, SCALE_MIN_STEPS } from '../../../src/contract/limits.ts';
import { parseViewerAddress, type ViewerDesign } from '../../../src/contract/viewer.ts';
import { VIEWER_VIEWS } from '../../../src/contract/viewer-views.ts';
import { resolveAppearance } from '../../../web/viewer/appearance/appearance.ts';
import { DESIGN } from '../../support/requests/viewer-samples.ts';

const parse = (query: string) => parseViewerAddress(new URLSearchParams(query));

test('[D45] when the address has view, theme and scale, then it chooses them', () => {
  assert.deepEqual(parse('view=lower-third&theme=light&scale=-3'), {
    view: 'lower-third',
    theme: 'light',
    scale: -3,
  });
  assert.deepEqual(parse(''), { view: 'reader' });
});

test('[D45] when an address means nothing, then scripture is still shown', () => {
  assert.deepEqual(parse('view=cinema&theme=pink&scale=big'), { view: 'reader' });
  fc.assert(
    fc.property(fc.string(), fc.string(), (view, scale) => {
      const address = parseViewerAddress(new URLSearchParams({ view, scale }));
      assert.ok(VIEWER_VIEWS.includes(address.view));
      if (address.scale !== undefined) {
        assert.ok(Number.isInteger(address.scale));
        assert.ok(address.scale >= SCALE_MIN_STEPS && address.scale <= SCALE_MAX_STEPS);
      }
    }),
  );
});

test('[D21] when a scale is given, then it stays within -4 and 8', () => {
  assert.equal(parse('scale=99').scale, SCALE_MAX_STEPS);
  assert.equal(parse('scale=-9').scale, SCALE_MIN_STEPS);
  assert.equal(parse('scale=%2B2').scale, 2);
});

const SETTINGS = { theme: 'light', scale: 2, presentation: false } as const;

test('[D45] when choices differ, then the address wins over the settings of the Live, those over the design, that over the default', () => {
  const settings = { ...SETTINGS, preset: 'ocean', transition: 'wipe' } as const;
  const own = resolveAppearance(parse('theme=dark&scale=0'), settings, DESIGN);
  assert.deepEqual([own.theme, own.scale, own.preset, own.transition], ['dark', 0, 'ocean', 'wipe']);
  const left = resolveAppearance(parse(''), SETTINGS, DESIGN);
  assert.deepEqual([left.theme, left.scale, left.preset, left.transition], ['light', 2, 'midnight', 'slide_up']);
  const bare = resolveAppearance(parse(''));
  assert.deepEqual([bare.theme, bare.scale, bare.preset, bare.transition], ['dark', 0, 'default', 'none']);
});

test('[D45] when a viewer makes a choice, then it wins over the Live, and the address wins over the choice', () => {
  const choice = { theme: 'dark', steps: 3 } as const;
  const chosen = resolveAppearance(parse(''), SETTINGS, null, choice);
  assert.deepEqual([chosen.theme, chosen.scale], ['dark', 5]);
  const addressed = resolveAppearance(parse('theme=light&scale=-1'), SETTINGS, null, choice);
  assert.deepEqual([addressed.theme, addressed.scale], ['light', -1]);
  assert.equal(resolveAppearance(parse(''), SETTINGS, null, { steps: 40 }).scale, SCALE_MAX_STEPS);
});

test('[D22] when a design has controls, then the reader and a screen show those; without a design they show all', () => {
  const offered = (query: string, more: object = {}, design: ViewerDesign | null = null) => {
    const { controls } = resolveAppearance(parse(query), { ...SETTINGS, ...more }, design);
    return Object.entries(controls).flatMap(([name, is]) => (is ? [name] : []));
  };
  const ALL = ['theme', 'fullscreen', 'fontSize'];
  assert.deepEqual(offered(''), ALL);
  assert.deepEqual(offered('view=screen'), ALL);
  assert.deepEqual(offered('view=screen', {}, DESIGN), ALL);
  for (const view of ['lower-third', 'stage']) assert.deepEqual(offered(`view=${view}`, {}, DESIGN), []);
  const controls = { theme: false, fullscreen: true, fontSize: false };
  assert.deepEqual(offered('', {}, { ...DESIGN, controls }), ['fullscreen']);
  // [D21] full-screen reading mode without controls
  assert.deepEqual(offered('', { presentation: true }, DESIGN), []);
  // What the address has decided cannot be chosen.
  assert.deepEqual(offered('theme=dark&scale=1'), ['fullscreen']);
});
