/** Relative luminance and contrast as WCAG 2.2 defines them; colours as "#rgb" or "#rrggbb". */
export function contrastRatio(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

const INKS = ['#16130f', '#f7f1e6'];

/** `wanted` where it can be read on `ground`, else whichever of a dark and a light ink can be read better. */
export function toLegibleColor(wanted: string, ground: string, least: number): string {
  if (contrastRatio(wanted, ground) >= least) return wanted;
  const [dark, light] = INKS as [string, string];
  return contrastRatio(dark, ground) > contrastRatio(light, ground) ? dark : light;
}

function luminance(colour: string): number {
  const digits = colour.length < 7 ? colour.replace(/[^#]/g, '$&$&') : colour;
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
