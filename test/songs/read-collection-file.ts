import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCollectionFile, type ReadItem, readSongs } from '../../src/songs/read-songs.ts';

/** Reads a file of songs, with the files beside it by name. */
export async function readCollectionFile(
  fileName: string,
  content: Buffer,
  beside: Readonly<Record<string, Buffer>> = {},
): Promise<ReadItem[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-collection-'));
  try {
    for (const [name, bytes] of Object.entries({ ...beside, [fileName]: content }))
      writeFileSync(join(folder, name), bytes);
    const file = {
      ...(await openCollectionFile(join(folder, fileName), fileName)),
      findBeside: async (name: string) => (beside[name] ? join(folder, name) : null),
    };
    return await Array.fromAsync(readSongs(file, { folder }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the songs of a file. Each has its slides, its order and what was left out. */
export const songsOf = (items: readonly ReadItem[]) =>
  items.flatMap((item) => (item.kind === 'song' ? [{ name: item.name, ...item.song, report: item.report }] : []));

/** Returns the names and codes of what was refused. */
export const refusedOf = (items: readonly ReadItem[]) =>
  items.flatMap((item) => (item.kind === 'refused' ? [[item.name, item.reason.code]] : []));

export const planOf = (items: readonly ReadItem[]) =>
  items.flatMap((item) => (item.kind === 'plan' ? [item.plan] : []))[0];
