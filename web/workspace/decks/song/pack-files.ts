import { Zip, ZipPassThrough } from 'fflate';
import { createIsRead, isHiddenFile } from '../../../../src/contract/archived-files.ts';
import type { PickedFile } from '../../../ui/dropped-files.ts';

const NO_BYTES = new Uint8Array();

/** Packs files into a zip archive, without compression. Of files that the server only counts, it has just the names. */
export async function packFiles(files: readonly PickedFile[]): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    parts.push(bytes as Uint8Array<ArrayBuffer>);
  });
  const isRead = createIsRead(files, ({ path }) => path);
  for (const picked of files) {
    const { file, path } = picked;
    if (isHiddenFile(path)) continue;
    const entry = new ZipPassThrough(path);
    zip.add(entry);
    entry.push(isRead(picked) ? new Uint8Array(await file.arrayBuffer()) : NO_BYTES, true);
  }
  zip.end();
  return new Blob(parts);
}
