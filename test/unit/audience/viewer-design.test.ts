import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_STUDIO_SETTINGS } from '../../../src/contract/default-design.ts';
import type { ViewerDesign } from '../../../src/contract/viewer.ts';
import { VIEWER_VIEWS, type ViewerView } from '../../../src/contract/viewer-views.ts';
import { contrastRatio, toLegibleColor } from '../../../web/viewer/design/color.ts';
import { designContrast, groupContrast } from '../../../web/viewer/design/design-contrast.ts';
import { toDesignProperties } from '../../../web/viewer/design/design-properties.ts';
import { DESIGN } from '../../support/requests/viewer-samples.ts';

const PRESET = { ground: '#13100d', plate: '#191512', text: '#f4ecdf', 'text-soft': '#c2b7a7', accent: '#d6b27a' };
const OPEN = { background: null, container: null, translation: null, reference: null, text: null };

function properties(more: Partial<ViewerDesign>, view: ViewerView = 'screen') {
  return toDesignProperties({ ...DESIGN, ...more }, 'dark', view, PRESET);
}
const withPalette = (palette: Partial<ViewerDesign['palettes']['dark']>) => ({
  palettes: { dark: { ...OPEN, ...palette }, light: OPEN },
});

test('[Resources] when a palette leaves a colour open, then it is the preset’s; when it names one, then it is exactly that', () => {
  const open = properties(withPalette({}));
  assert.equal(open['--ground'], PRESET.ground);
  assert.equal(open['--text'], PRESET.text);
  assert.equal(open['--reference-ink'], PRESET.accent);
  assert.equal(open['--translation-ink'], PRESET['text-soft']);
  assert.ok(!('--container' in open));
  const named = properties({});
  assert.deepEqual(
    ['--ground', '--container', '--text', '--reference-ink', '--translation-ink'].map((name) => named[name]),
    ['#10231c', '#17332a', '#f6fbf8', '#f0c987', '#a9cbbb'],
  );
});

test('[D22] when a design is applied, then sizes and line heights are relative to the shipped ones, and the order is the order', () => {
  const { elements } = DESIGN;
  const laid = properties({
    elements: {
      ...elements,
      text: { font: 'mono', size: 80, bold: true, italic: true, align: 'right', lineHeight: 95 },
      reference: { ...elements.reference, size: 40 },
    },
    order: ['translation', 'text', 'reference'],
  });
  assert.equal(laid['--text-ratio'], String(80 / 72));
  assert.ok(!('--reference-ratio' in laid), 'the shipped size is the view’s own');
  assert.equal(laid['--text-leading'], String(95 / 120));
  assert.deepEqual([laid['--text-weight'], laid['--text-style'], laid['--text-align']], ['700', 'italic', 'right']);
  assert.equal(laid['--text-font'], 'var(--font-mono)');
  assert.deepEqual(
    ['translation', 'text', 'reference'].map((name) => laid[`--${name}-order`]),
    ['0', '1', '2'],
  );
  assert.equal(laid['--padding'], 'calc(64 * var(--canvas))');
  assert.equal(laid['--radius'], 'calc(28 * var(--canvas))');
  const bare = properties({ container: { radius: null, padding: null, border: null }, ...withPalette({}) });
  for (const name of ['--padding', '--radius', '--border']) assert.ok(!(name in bare), name);
});

test('[D22] when the design is the shipped one, then it sets no type and no container, only a preset’s colours', () => {
  for (const view of VIEWER_VIEWS) {
    const laid = toDesignProperties(DEFAULT_STUDIO_SETTINGS, 'dark', view, PRESET);
    const colours = ['ground', 'surface', 'text', 'text-soft', 'accent', 'foot', 'reference-ink', 'translation-ink'];
    assert.deepEqual(
      Object.keys(laid),
      colours.map((name) => `--${name}`),
    );
    for (const colour of Object.values(laid)) assert.ok(Object.values(PRESET).includes(colour), colour);
  }
});

test('when a design is the smallest or the largest, then it stays readable in the reader', () => {
  const ratio = (size: number) =>
    Number(
      properties({ elements: { ...DESIGN.elements, text: { ...DESIGN.elements.text, size } } }, 'reader')[
        '--text-ratio'
      ] ?? 1,
    );
  assert.equal(ratio(72), 1);
  assert.ok(ratio(12) >= 0.8);
  assert.ok(ratio(240) <= 1.5);
});

test('when any colours are chosen, then the attribution can be read on them', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  const choice = fc.option(colour);
  const views = fc.constantFrom(...VIEWER_VIEWS);
  fc.assert(
    fc.property(choice, choice, choice, views, (background, container, text, view) => {
      const laid = properties(withPalette({ background, container, text }), view);
      // No colour at all has 7:1 on a middle grey; the better of two inks always has 4:1.
      assert.ok(contrastRatio(laid['--foot']!, laid['--ground']!) >= 4);
      assert.ok(contrastRatio(laid['--text-soft']!, laid['--surface']!) >= 4);
    }),
  );
});

test('when there is a container, then it is the lower third’s plate, else the background that the text was chosen for', () => {
  const plate = (palette: object) => properties(withPalette(palette), 'lower-third')['--plate-ground'];
  assert.equal(plate({ container: '#123456', background: '#ffffff' }), '#123456');
  assert.equal(plate({ background: '#ffffff' }), '#ffffff');
  assert.equal(plate({}), undefined, 'the preset’s');
});

test('when contrast is computed, then it is WCAG’s, for short colours too', () => {
  assert.equal(contrastRatio('#000000', '#ffffff'), 21);
  assert.equal(contrastRatio('#fff', '#000'), 21);
  assert.equal(contrastRatio('#abc', '#aabbcc'), 1);
  assert.equal(toLegibleColor('#777777', '#ffffff', 3), '#777777');
  assert.ok(contrastRatio(toLegibleColor('#777777', '#ffffff', 7), '#ffffff') > 15);
});

test('when the contrast of a design is judged, then each element is compared with what is directly behind it', () => {
  const judge = (palette: Partial<ViewerDesign['palettes']['dark']>, view: ViewerView = 'screen') =>
    designContrast({ ...DEFAULT_STUDIO_SETTINGS, ...withPalette(palette) }, 'dark', view);
  const [text, reference, translation] = judge({ background: '#ffffff', text: '#8f8f8f', reference: '#777777' });
  assert.deepEqual(
    [text!.element, text!.color, text!.ground, text!.ratio.toFixed(1), text!.required, text!.aim],
    ['text', '#8f8f8f', '#ffffff', '3.2', 4.5, 7],
  );
  assert.equal(reference!.ratio.toFixed(2), '4.48');
  assert.ok(translation!.ratio >= 7, 'a color that is left open');
  const [onContainer] = judge({ background: '#ffffff', container: '#000000', text: '#ffffff' });
  assert.deepEqual([onContainer!.ground, onContainer!.ratio], ['#000000', 21]);
  assert.equal(judge({}, 'lower-third')[0]!.ground, PRESET.plate);
  assert.equal(judge({}, 'screen')[0]!.ground, PRESET.ground);
});

test('when views have the same colors, then they share one contrast; a view with other colors has its own', () => {
  const group = (palette: object) =>
    groupContrast(VIEWER_VIEWS, { ...DEFAULT_STUDIO_SETTINGS, ...withPalette(palette) }, 'dark');
  const [others, overlay, ...more] = group({ text: '#8f8f8f' });
  assert.deepEqual([others!.views, overlay!.views, more], [['reader', 'screen', 'stage'], ['lower-third'], []]);
  assert.deepEqual([others!.contrast[0]!.ground, overlay!.contrast[0]!.ground], [PRESET.ground, PRESET.plate]);
  assert.deepEqual(
    group({ background: '#123456' }).map(({ views }) => views),
    [VIEWER_VIEWS],
  );
});

test('when nothing is chosen, or only a preset, then every view has the contrast of the presets', () => {
  for (const preset of ['default', 'midnight', 'paper', 'ocean'] as const) {
    for (const theme of ['dark', 'light'] as const) {
      for (const view of VIEWER_VIEWS) {
        for (const { element, ratio, aim } of [
          ...designContrast({ ...DEFAULT_STUDIO_SETTINGS, preset }, theme, view),
          ...designContrast(DEFAULT_STUDIO_SETTINGS, theme, view, preset),
        ])
          assert.ok(ratio >= aim, `${preset} ${theme} ${view} ${element} ${ratio}`);
      }
    }
  }
});

test('when a design chooses a background and leaves the text open, then the text is legible on it', () => {
  for (const background of ['#ffffff', '#f4ecdf', '#000000']) {
    const { '--text': text } = properties(withPalette({ background }));
    assert.ok(contrastRatio(text!, background) >= 7, `${text} on ${background}`);
  }
  assert.equal(properties(withPalette({ background: '#ffffff', text: '#fefefe' }))['--text'], '#fefefe');
});
