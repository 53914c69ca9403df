import type { InterfaceLanguage } from '../../locales/languages.ts';

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a number of bytes for a person, such as "1.5 MB": decimal units, as operating systems show files. */
export function formatByteSize(language: InterfaceLanguage, bytes: number): string {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1000 ** power;
  const maximumFractionDigits = amount < 10 ? 1 : 0;
  const unit = UNITS[power - 1]!;
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits }).format(amount);
}
