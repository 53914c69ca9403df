const NO_DESCRIPTORS = 'The server has no file descriptors left for now.';
const DISK_FULL = 'The disk is full.';

/** By the code of the operating system. */
const SHORTAGES = new Map([
  ['EMFILE', NO_DESCRIPTORS],
  ['ENFILE', NO_DESCRIPTORS],
  ['ENOSPC', DISK_FULL],
  ['EDQUOT', DISK_FULL],
  ['EIO', 'The disk does not respond.'],
]);

/** Loaders of modules and native libraries tell the code only in words. */
const IN_WORDS: readonly [RegExp, string][] = [
  [/too many open files|\bE[MN]FILE\b/i, NO_DESCRIPTORS],
  [/no space left on device/i, DISK_FULL],
];

/** Tells what the server lacks for now, for a person to read. Null where an error, and all that caused it, is of another kind. */
export function describeResourceExhaustion(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, message, cause } = error as NodeJS.ErrnoException;
  const words = IN_WORDS.find(([pattern]) => pattern.test(message))?.[1];
  return SHORTAGES.get(code ?? '') ?? words ?? describeResourceExhaustion(cause);
}
