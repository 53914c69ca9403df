import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromFdPromise } from 'yauzl';
import { toNotice } from '../../contract/import-notices.ts';
import type { CollectionFile } from '../song-collection.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';

/** Longest file that is unpacked. The words of a service have some 50 KiB, the database of a schedule some 2 MiB. */
const MEMBER_MAX_BYTES = 64 * 1024 * 1024;
const ENTRIES_MAX = 20_000;
const MEBIBYTE = 1024 * 1024;

/**
 * Returns the first file in a zip archive whose name matches, or null. The checksum does not count: EasyWorship writes
 * a wrong one. Throws DamagedSongError.
 */
export async function readZipMember({ path, fileName }: CollectionFile, pattern: RegExp): Promise<Buffer | null> {
  await using handle = await open(path);
  try {
    const zip = await fromFdPromise(handle.fd, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
    let entries = 0;
    let found: Entry | null = null;
    for await (const entry of zip.eachEntry()) {
      if (++entries > ENTRIES_MAX) break;
      if (!pattern.test(entry.fileName)) continue;
      found = entry;
      break;
    }
    if (!found) return null;
    if (found.uncompressedSize <= MEMBER_MAX_BYTES) return await buffer(await zip.openReadStreamPromise(found));
  } catch {
    throw new DamagedSongError(fileName, null, toNotice('file_cut_off'));
  }
  throw new DamagedSongError(fileName, null, toNotice('song_file_too_large', { max: MEMBER_MAX_BYTES / MEBIBYTE }));
}
