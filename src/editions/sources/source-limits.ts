/**
 * Limits for a source, so that a hostile one takes bounded memory and time. A Bible with notes has some 10 MiB. [D30]
 */
const SOURCE_ENTRIES_MAX = 5_000;
const SOURCE_FILE_MAX_BYTES = 64 * 1024 * 1024;
const SOURCE_MAX_BYTES = 256 * 1024 * 1024;
/** Maximum size of an archive, which is held in memory. */
export const ARCHIVE_MAX_BYTES = 64 * 1024 * 1024;
/**
 * Maximum size of the parsed text as JSON, the form in which it is sent to a running server. A Bible with the
 * deuterocanon has some 8 MiB.
 */
export const TEXT_MAX_BYTES = 64 * 1024 * 1024;

export const MEBIBYTE = 1024 * 1024;

/**
 * Returns the limit that is exceeded, as a message, or null: for the number of files, the size of this file, or the
 * total size.
 */
export function findExceededLimit(entries: number, fileBytes: number, allBytes: number): string | null {
  if (entries > SOURCE_ENTRIES_MAX) return `there are more than ${SOURCE_ENTRIES_MAX} files`;
  if (fileBytes > SOURCE_FILE_MAX_BYTES) return `the file has more than ${SOURCE_FILE_MAX_BYTES / MEBIBYTE} MiB`;
  if (allBytes > SOURCE_MAX_BYTES) return `the files have more than ${SOURCE_MAX_BYTES / MEBIBYTE} MiB in total`;
  return null;
}
