import type { ImportNotice } from '../contract/import-notices.ts';
import { SONG_COLLECTIONS } from './collections.ts';
import { SongCollector } from './collector/song-collector.ts';
import type { ImportedPlan } from './imported-plan.ts';
import { parseSong, requireDeckSize } from './parse-song.ts';
import type { ImportedSong, SongFileReport } from './song.ts';
import type { CollectionFile, CollectionItem } from './song-collection.ts';
import { DamagedSongError } from './sources/damaged-song-error.ts';
import { SongSource } from './sources/song-source.ts';

/** What was read of an import, in the order of its files. `name` is the path of the file, or of the song in its file. */
export type ReadItem =
  | { readonly kind: 'song'; readonly name: string; readonly song: ImportedSong; readonly report: SongFileReport }
  | { readonly kind: 'plan'; readonly name: string; readonly plan: ImportedPlan }
  | {
      readonly kind: 'refused';
      readonly name: string;
      readonly line: number | null;
      readonly reason: ImportNotice;
    };

/**
 * Reads the songs of a collection. A song that cannot be read is yielded with the reason, and the others are read.
 * Returns null if the file is no collection. Throws DamagedSongError if nothing of it can be read.
 */
export async function readCollection(file: CollectionFile): Promise<AsyncIterable<ReadItem> | null> {
  for (const collection of SONG_COLLECTIONS) {
    if (await collection.recognizes(file)) return readItems(collection.name, collection.read(file));
  }
  return null;
}

async function* readItems(format: string, items: ReturnType<(typeof SONG_COLLECTIONS)[number]['read']>) {
  for await (const item of items) yield await readItem(format, item);
}

async function readItem(format: string, item: CollectionItem): Promise<ReadItem> {
  if (item.kind === 'plan') return item;
  if (item.kind === 'refused') return { ...item, line: null };
  const { name } = item;
  try {
    if (item.kind === 'file') return { kind: 'song', name, ...(await parseSong(await item.readBytes(), name)) };
    const source = new SongSource(name, Buffer.alloc(0));
    const collector = new SongCollector(source);
    await item.read(collector);
    return { kind: 'song', name, ...requireDeckSize(source, collector.finish(format)) };
  } catch (error) {
    if (!(error instanceof DamagedSongError)) throw error;
    return { kind: 'refused', name, line: error.line, reason: error.reason };
  }
}
