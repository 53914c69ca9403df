import type { InterfaceLanguage } from './languages.ts';

/** "40 seconds", "3 minutes": in minutes from two on, never less than the time itself. */
export function duration(language: InterfaceLanguage, seconds: number): string {
  const [amount, unit] = seconds < 120 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
