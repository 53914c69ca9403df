import { contrastOf, luminance, type Rgb } from '../design/color.ts';

/** Minimum contrast of text over an image. */
const IMAGE_TEXT_CONTRAST = 4.5;
const STEP = 0.04;

/**
 * Returns the opacity (0 to 1) of a shade in the color of the ground with which each ink has that contrast over
 * every pixel of an image. `pixels` has four bytes a pixel, as a canvas returns them. Inks that cannot be read on the
 * ground itself, such as those of a box, do not count.
 */
export function findShade(pixels: Uint8ClampedArray, ground: Rgb, inks: readonly Rgb[]): number {
  const lights = inks.map(luminance).filter((ink) => contrastOf(ink, luminance(ground)) >= IMAGE_TEXT_CONTRAST);
  const isLegible = (pixel: Rgb, shade: number) => {
    const behind = luminance(pixel.map((channel, at) => channel * (1 - shade) + ground[at]! * shade) as never as Rgb);
    return lights.every((ink) => contrastOf(ink, behind) >= IMAGE_TEXT_CONTRAST);
  };
  let shade = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const pixel: Rgb = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
    while (shade < 1 && !isLegible(pixel, shade)) shade = Math.min(1, shade + STEP);
  }
  return shade;
}
