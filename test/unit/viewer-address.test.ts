import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  parseViewerAddress,
  parseViewerLanguage,
  VIEWER_SCALE_MAX,
  VIEWER_SCALE_MIN,
  VIEWER_VIEWS,
} from '../../src/contract/viewer.ts';
import { toLook } from '../../web/viewer/look.ts';

const parse = (query: string) => parseViewerAddress(new URLSearchParams(query));

test('[D45] the address chooses view, theme, scale and language', () => {
  assert.deepEqual(parse('view=lower-third&theme=light&scale=-3&lang=pt-BR'), {
    view: 'lower-third',
    theme: 'light',
    scale: -3,
    lang: 'pt',
  });
  assert.deepEqual(parse(''), { view: 'reader' });
});

test('[D45] an address that means nothing still shows scripture', () => {
  assert.deepEqual(parse('view=cinema&theme=pink&scale=big&lang=xx'), { view: 'reader' });
  fc.assert(
    fc.property(fc.string(), fc.string(), (view, scale) => {
      const address = parseViewerAddress(new URLSearchParams({ view, scale }));
      assert.ok(VIEWER_VIEWS.includes(address.view));
      if (address.scale !== undefined) {
        assert.ok(Number.isInteger(address.scale));
        assert.ok(address.scale >= VIEWER_SCALE_MIN && address.scale <= VIEWER_SCALE_MAX);
      }
    }),
  );
});

test('[D21] scale stays within -4 and 8', () => {
  assert.equal(parse('scale=99').scale, VIEWER_SCALE_MAX);
  assert.equal(parse('scale=-9').scale, VIEWER_SCALE_MIN);
  assert.equal(parse('scale=%2B2').scale, 2);
});

test('[D45] address wins over the settings of the Live, those over the default', () => {
  const settings = { theme: 'light', scale: 2, presentation: true, preset: 'ocean', transition: 'wipe' } as const;
  const own = toLook(parse('theme=dark&scale=0'), settings);
  assert.deepEqual([own.theme, own.scale, own.preset, own.transition], ['dark', 0, 'ocean', 'wipe']);
  assert.equal(toLook(parse(''), settings).theme, 'light');
  const bare = toLook(parse(''), undefined);
  assert.deepEqual(bare, {
    view: 'reader',
    theme: 'dark',
    scale: 0,
    preset: 'default',
    transition: 'fade',
    presentation: false,
  });
});

test('a language the page does not speak is nobody’s', () => {
  assert.equal(parseViewerLanguage('DE-at'), 'de');
  assert.equal(parseViewerLanguage('den'), undefined);
  assert.equal(parseViewerLanguage(null), undefined);
});
