const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a number of bytes in decimal units, such as "1.5 MB". */
export function formatBytes(language: string, bytes: number): string {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = UNITS[power - 1]!;
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(
    bytes / 1000 ** power,
  );
}

export const formatPercent = (language: string, share: number): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(share);
