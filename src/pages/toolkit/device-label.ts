/** Browsers by user agent. The first match counts, because most browsers claim to be others too. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+ .*\bSafari\//],
] as const;

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const;

/** Returns a label such as "Firefox · Windows" for a `User-Agent`. Null if it reveals neither. */
export function toDeviceLabel(userAgent: string): string | null {
  const find = (known: readonly (readonly [string, RegExp])[]) => known.find(([, mark]) => mark.test(userAgent))?.[0];
  return [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined).join(' · ') || null;
}
