import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';

const S_IFMT = 0o170000;
const S_IFLNK = 0o120000;

/** Returns whether a file of an archive is a symbolic link. */
export const isSymbolicLink = ({ externalFileAttributes }: Entry): boolean =>
  // The upper half is the Unix file mode, if the archive was created on such a system.
  ((externalFileAttributes >>> 16) & S_IFMT) === S_IFLNK;

/** Unpacks a file. The library checks the size, which is limited. The checksum is checked here. */
export async function unpackEntry(zip: ZipFile, entry: Entry, anyChecksum = false): Promise<Buffer> {
  const content = await buffer(await zip.openReadStreamPromise(entry));
  if (!anyChecksum && crc32(content) !== entry.crc32) throw new Error('its content is not what it was');
  return content;
}
