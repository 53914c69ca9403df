import type { InterfaceLanguage } from './languages.ts';

/** Formats a time to wait, such as "40 seconds" or "3 minutes": rounded up, in minutes from two minutes on. */
export function duration(language: InterfaceLanguage, seconds: number): string {
  const [amount, unit] = seconds < 120 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
