/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Returns the contrast ratio of two colors ("#rgb" or "#rrggbb") as WCAG 2.2 defines it. */
export const contrastRatio = (a: string, b: string): number => contrastOf(luminance(toRgb(a)), luminance(toRgb(b)));

/** Returns the contrast ratio of two relative luminances as WCAG 2.2 defines it. */
export const contrastOf = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

const FALLBACK_INKS = ['#16130f', '#f7f1e6'];

/**
 * Returns `wanted` if its contrast with `ground` is at least `least`, or else the dark or light ink with more contrast.
 */
export function toLegibleColor(wanted: string, background: string, least: number): string {
  if (contrastRatio(wanted, background) >= least) return wanted;
  const [dark, light] = FALLBACK_INKS as [string, string];
  return contrastRatio(dark, background) > contrastRatio(light, background) ? dark : light;
}

function toRgb(color: string): Rgb {
  const digits = color.length < 7 ? color.replace(/[^#]/g, '$&$&') : color;
  const channelAt = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16);
  return [channelAt(1), channelAt(3), channelAt(5)];
}

/** Returns the relative luminance as WCAG 2.2 defines it. */
export function luminance(color: Rgb): number {
  const [r, g, b] = color.map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
