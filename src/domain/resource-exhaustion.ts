const NO_DESCRIPTORS = 'The server has no file descriptors left for now.';
const DISK_FULL = 'The disk is full.';

/** The resources by error code of the operating system. */
const SHORTAGES = new Map([
  ['EMFILE', NO_DESCRIPTORS],
  ['ENFILE', NO_DESCRIPTORS],
  ['ENOSPC', DISK_FULL],
  ['EDQUOT', DISK_FULL],
  ['EIO', 'The disk does not respond.'],
]);

/** Patterns for errors of module loaders and native libraries, which have the code only in the message. */
const IN_WORDS: readonly [RegExp, string][] = [
  [/too many open files|\bE[MN]FILE\b/i, NO_DESCRIPTORS],
  [/no space left on device/i, DISK_FULL],
];

/**
 * Describes the resource that the server has run out of. Returns null if neither the error nor any of its causes is of
 * that kind.
 */
export function describeResourceExhaustion(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, message, cause } = error as NodeJS.ErrnoException;
  const words = IN_WORDS.find(([pattern]) => pattern.test(message))?.[1];
  return SHORTAGES.get(code ?? '') ?? words ?? describeResourceExhaustion(cause);
}
