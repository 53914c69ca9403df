const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a number of bytes: "1 kB", "214 kB", "3.2 MB". The units are decimal, as operating systems show files. */
export function formatByteSize(bytes: number, language: string): string {
  // A file that is not empty has at least 1 kB.
  const kilobytes = Math.max(Math.sign(bytes), Math.round(bytes / 1000));
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, kilobytes)) / 3));
  const amount = kilobytes / 1000 ** power;
  const maximumFractionDigits = amount < 100 ? 1 : 0;
  return new Intl.NumberFormat(language, { style: 'unit', unit: UNITS[power]!, maximumFractionDigits }).format(amount);
}

/** Formats a limit of some MiB as whole megabytes, rounded down, so that what is promised is accepted: "10 MB". */
export const formatByteLimit = (bytes: number, language: string): string =>
  formatByteSize(Math.floor(bytes / 1_000_000) * 1_000_000, language);
