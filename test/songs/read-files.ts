import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCollectionFile, type ReadItem, readSongs } from '../../src/songs/read-songs.ts';

/** Reads all that a file holds, as an import does. */
export async function readFile(fileName: string, content: string | Buffer): Promise<ReadItem[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-songs-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, content);
    return await Array.fromAsync(readSongs(await openCollectionFile(path, fileName), { folder }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the songs among what was read, and the plan. */
export const songsOf = (items: readonly ReadItem[]) => items.flatMap((item) => (item.kind === 'song' ? [item] : []));
export const planOf = (items: readonly ReadItem[]) => items.find((item) => item.kind === 'plan')?.plan;
