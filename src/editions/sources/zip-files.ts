import { type Entry, fromBufferPromise } from 'yauzl';
import { isHiddenFile } from '../../contract/archived-files.ts';
import { DamagedSourceError, type SourceFile } from '../../import-files/import-source.ts';
import { isSymbolicLink, unpackEntry } from '../../import-files/zip-entries.ts';
import { findExceededLimit } from './source-limits.ts';

/** Signatures of zip archives, with files and empty. */
const SIGNATURES = ['PK\u0003\u0004', 'PK\u0005\u0006'];

export const isZipArchive = (bytes: Buffer): boolean => SIGNATURES.includes(bytes.toString('latin1', 0, 4));

/**
 * Reads the files of a zip archive. Rejects the whole archive, before anything is unpacked, for names that leave the
 * archive, symbolic links, encrypted files, repeated names, and sizes beyond `source-limits.ts`. Throws
 * DamagedSourceError.
 */
export async function readZipFiles(bytes: Buffer, archiveName: string): Promise<SourceFile[]> {
  const files = new Map<string, SourceFile>();
  let entries = 0;
  let allBytes = 0;
  const zip = await withZipErrors(archiveName, () =>
    fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true }),
  );
  // The library checks the names: absolute ones, and those with "..", are errors.
  const all = zip.eachEntry();
  for (;;) {
    const { value: entry, done } = await withZipErrors(archiveName, () => all.next());
    if (done) return [...files.values()];
    allBytes += entry.uncompressedSize;
    const error = findExceededLimit(++entries, entry.uncompressedSize, allBytes) ?? findEntryError(entry);
    if (error) throw new DamagedSourceError(entry.fileName, null, error);
    if (entry.fileName.endsWith('/')) continue;
    if (files.has(entry.fileName)) throw new DamagedSourceError(entry.fileName, null, 'two files have this name');
    if (isHiddenFile(entry.fileName)) continue;
    const { fileName: name, uncompressedSize: size } = entry;
    files.set(name, { name, size, read: () => withZipErrors(name, () => unpackEntry(zip, entry)) });
  }
}

function findEntryError(entry: Entry): string | null {
  if (entry.isEncrypted()) return 'the file is encrypted: unpack the archive with its password, and import the folder';
  if (isSymbolicLink(entry)) return 'the file is a symbolic link, and not the text itself';
  return null;
}

/** The library's message for a file that is neither stored nor deflated. [APPNOTE 4.4.5] */
const UNKNOWN_PACKING = /^unsupported compression method/;

/** The library's message for a name that leads out of the archive. */
const OUTSIDE = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s;

/** Converts the library's errors to DamagedSourceError. */
async function withZipErrors<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    const [, outside] = OUTSIDE.exec(message) ?? [];
    const reason =
      outside !== undefined
        ? `it contains a file outside of its folder: "${outside}"`
        : UNKNOWN_PACKING.test(message)
          ? 'its compression method is not supported: create an ordinary zip archive'
          : 'it is damaged or cut off, and cannot be unpacked: download the archive again';
    throw new DamagedSourceError(file, null, reason);
  }
}
