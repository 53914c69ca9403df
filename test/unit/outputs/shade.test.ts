import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findShade } from '../../../web/viewer/backdrop/shade.ts';
import type { Rgb } from '../../../web/viewer/design/color.ts';

const DARK: Rgb = [20, 17, 14];
const IVORY: Rgb = [247, 241, 230];
const AMBER: Rgb = [217, 164, 65];
const pixels = (...colors: Rgb[]) => new Uint8ClampedArray(colors.flatMap((color) => [...color, 255]));

test('[D76] when an image is dark enough for light text, then it has no shade', () => {
  assert.equal(findShade(pixels(DARK, [40, 30, 30]), DARK, [IVORY, AMBER]), 0);
});

test('[D76] when a single pixel is too light, then the shade suffices for it, and is no darker than needed', () => {
  const white: Rgb = [255, 255, 255];
  const shade = findShade(pixels(DARK, white, DARK), DARK, [IVORY]);
  assert.equal(shade, findShade(pixels(white), DARK, [IVORY]));
  assert.ok(shade > 0.5 && shade < 0.75, `${shade}`);
  assert.ok(findShade(pixels(white), DARK, [IVORY, AMBER]) > shade, 'the ink with the least contrast decides');
});

test('[D76] when text is dark on a light ground, then dark pixels are shaded', () => {
  const shade = findShade(pixels([0, 0, 0]), IVORY, [DARK]);
  assert.ok(shade > 0.3 && shade < 0.8, `${shade}`);
});

test('[D76] when an ink cannot be read on the ground itself, such as that of a box, then it needs no shade', () => {
  const pixel = pixels([40, 30, 30]);
  assert.equal(findShade(pixel, DARK, [IVORY, DARK]), findShade(pixel, DARK, [IVORY]));
});
