import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ViewerPreset, ViewerTheme } from '../../../src/contract/viewer.ts';
import { PRESET_TOKENS } from '../../../web/viewer/design/design-properties.ts';
import { PRESET_COLORS } from '../../../web/viewer/design/preset-colors.ts';

const css = readFileSync(new URL('../../../web/shared/tokens.css', import.meta.url), 'utf8');

/** The colours of every theme and preset: a preset's own laid over its theme's. */
function colourSets(): Map<string, Record<string, string>> {
  const colours = (selector: string) => {
    const start = css.indexOf(`${selector} {`);
    assert.notEqual(start, -1, `${selector} is in tokens.css`);
    const block = css.slice(start, css.indexOf('}', start));
    return Object.fromEntries(
      [...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map((match) => [match[1]!, match[2]!]),
    );
  };
  const sets = new Map<string, Record<string, string>>();
  for (const theme of ['dark', 'light']) {
    const base = colours(`[data-theme="${theme}"]`);
    sets.set(`default ${theme}`, base);
    for (const preset of ['midnight', 'paper', 'ocean']) {
      sets.set(`${preset} ${theme}`, { ...base, ...colours(`[data-preset="${preset}"][data-theme="${theme}"]`) });
    }
  }
  return sets;
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function contrast(a: number[], b: number[]): number {
  const luminance = (colour: number[]) => {
    const [r, g, b] = colour.map((channel) =>
      channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

for (const [name, set] of colourSets()) {
  test(`when the colours are ${name}, then text stands at 7:1 or more on every surface`, () => {
    const accent = channels(set.accent!);
    const ground = channels(set.ground!);
    // The wash under a focused verse is a tenth of the accent over the ground.
    const washed = ground.map((channel, index) => channel * 0.9 + accent[index]! * 0.1);
    const surfaces = { ground, plate: channels(set.plate!), raised: channels(set.raised!), washed };
    for (const [surface, behind] of Object.entries(surfaces)) {
      for (const ink of surface === 'washed' ? ['text'] : ['text', 'text-soft', 'accent']) {
        const ratio = contrast(channels(set[ink]!), behind);
        assert.ok(ratio >= 7, `${ink} on ${surface} is ${ratio.toFixed(2)}`);
      }
    }
    assert.ok(contrast(accent, washed) >= 4.5);
    assert.ok(contrast(channels(set.danger!), ground) >= 4.5);
  });
}

test('when the colors of the presets are read as data, then they are those of the stylesheet', () => {
  const sets = colourSets();
  for (const [name, set] of sets) {
    const [preset, theme] = name.split(' ') as [ViewerPreset, ViewerTheme];
    const tokens = Object.fromEntries(PRESET_TOKENS.map((token) => [token, set[token]]));
    assert.deepEqual(PRESET_COLORS[preset][theme], tokens, name);
  }
  assert.equal(sets.size, Object.values(PRESET_COLORS).flatMap(Object.values).length);
});
