/** Minimum contrast of text over an image. */
const IMAGE_TEXT_CONTRAST = 4.5;
const STEP = 0.04;

/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [number, number, number];

/**
 * Returns the opacity (0 to 1) of a shade in the color of the ground with which each ink has that contrast over
 * every pixel of an image. `pixels` has four bytes a pixel, as a canvas returns them. Inks that cannot be read on the
 * ground itself, such as those of a box, do not count.
 */
export function findShade(pixels: Uint8ClampedArray, ground: Rgb, inks: readonly Rgb[]): number {
  const lights = inks.map(luminance).filter((ink) => contrast(ink, luminance(ground)) >= IMAGE_TEXT_CONTRAST);
  const isLegible = (pixel: Rgb, shade: number) => {
    const behind = luminance(pixel.map((channel, at) => channel * (1 - shade) + ground[at]! * shade) as never as Rgb);
    return lights.every((ink) => contrast(ink, behind) >= IMAGE_TEXT_CONTRAST);
  };
  let shade = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const pixel: Rgb = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
    while (shade < 1 && !isLegible(pixel, shade)) shade = Math.min(1, shade + STEP);
  }
  return shade;
}

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(color: Rgb): number {
  const [r, g, b] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
