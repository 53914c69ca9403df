/** Returns the contrast ratio of two colors ("#rgb" or "#rrggbb") as WCAG 2.2 defines it. */
export function contrastRatio(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

const FALLBACK_INKS = ['#16130f', '#f7f1e6'];

/**
 * Returns `wanted` if its contrast with `ground` is at least `least`, or else the dark or light ink with more contrast.
 */
export function toLegibleColor(wanted: string, background: string, least: number): string {
  if (contrastRatio(wanted, background) >= least) return wanted;
  const [dark, light] = FALLBACK_INKS as [string, string];
  return contrastRatio(dark, background) > contrastRatio(light, background) ? dark : light;
}

function luminance(color: string): number {
  const digits = color.length < 7 ? color.replace(/[^#]/g, '$&$&') : color;
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
