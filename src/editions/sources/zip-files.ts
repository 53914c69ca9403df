import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { DamagedEditionError, type SourceFile } from './edition-source.ts';
import { findExceededLimit, isHiddenFile } from './source-limits.ts';

const S_IFMT = 0o170000;
const S_IFLNK = 0o120000;
/** How zip archives begin, with files and without. */
const SIGNATURES = ['PK\u0003\u0004', 'PK\u0005\u0006'];

export const isZip = (bytes: Buffer): boolean => SIGNATURES.includes(bytes.toString('latin1', 0, 4));

/**
 * The files of a zip archive. Refused whole, before anything is unpacked: names that leave the archive, symbolic links, encrypted
 * files, names that repeat, and more than `source-limits.ts` allows. Throws DamagedEditionError.
 */
export async function readZipFiles(bytes: Buffer, archiveName: string): Promise<SourceFile[]> {
  const files = new Map<string, SourceFile>();
  let entries = 0;
  let allBytes = 0;
  const zip = await unzipped(archiveName, () =>
    fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true }),
  );
  // The names are checked by the library: absolute ones, and those with "..", are errors there.
  const all = zip.eachEntry();
  for (;;) {
    const { value: entry, done } = await unzipped(archiveName, () => all.next());
    if (done) return [...files.values()];
    allBytes += entry.uncompressedSize;
    const fault = findExceededLimit(++entries, entry.uncompressedSize, allBytes) ?? findFault(entry);
    if (fault) throw new DamagedEditionError(entry.fileName, null, fault);
    if (entry.fileName.endsWith('/')) continue;
    if (files.has(entry.fileName)) throw new DamagedEditionError(entry.fileName, null, 'two files have this name');
    if (isHiddenFile(entry.fileName)) continue;
    const { fileName: name, uncompressedSize: size } = entry;
    files.set(name, { name, size, read: () => unzipped(name, () => unpack(zip, entry)) });
  }
}

function findFault(entry: Entry): string | null {
  if (entry.isEncrypted()) return 'the file is encrypted: unpack the archive with its password, and import the folder';
  // The upper half is the mode of a Unix file, where the archive was made on such a system.
  if (((entry.externalFileAttributes >>> 16) & S_IFMT) === S_IFLNK)
    return 'the file is a symbolic link, and not the text itself';
  return null;
}

/** The library checks that there are as many bytes as the entry says, and none may say more than is allowed. The checksum is left to us. */
async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const content = await buffer(await zip.openReadStreamPromise(entry));
  if (crc32(content) !== entry.crc32) throw new Error('its content is not what it was');
  return content;
}

/** What the library says of a file that is neither stored nor deflated. [APPNOTE 4.4.5] */
const UNKNOWN_PACKING = /^unsupported compression method/;

/** What the library says of a name that leads out of the archive. */
const OUTSIDE = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s;

/** What the library throws is about the archive, in the words of its makers. */
async function unzipped<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    const [, outside] = OUTSIDE.exec(message) ?? [];
    const reason =
      outside !== undefined
        ? `a file in it would lie outside of the folder that it is unpacked to: "${outside}"`
        : UNKNOWN_PACKING.test(message)
          ? 'it is packed in a way that cannot be read: pack it again as an ordinary zip archive'
          : 'it is damaged or cut off, and cannot be unpacked: download the archive again';
    throw new DamagedEditionError(file, null, reason);
  }
}
