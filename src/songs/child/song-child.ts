import { type ImportNotice, toNotice } from '../../contract/import-notices.ts';
import { serveTask } from '../../import-files/child/serve-task.ts';
import { findCollection, openCollectionFile, type ReadItem, readSongs } from '../read-songs.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';

/** What a process sends. `failed`: nothing more of the file can be read. */
export type SongMessage =
  | ReadItem
  | { readonly kind: 'failed'; readonly line: number | null; readonly reason: ImportNotice };

/** A file to read. */
export interface SongTask {
  readonly path: string;
  readonly fileName: string;
  /** A folder for files of archives; null for a file of one song, which then must be no collection. */
  readonly folder: string | null;
}

/** Reads the songs of a file in a process of its own. */
async function* run({ path, fileName, folder }: SongTask): AsyncGenerator<SongMessage> {
  try {
    const file = await openCollectionFile(path, fileName);
    const collection = folder === null ? await findCollection(file) : null;
    if (collection) {
      throw new DamagedSongError(fileName, null, toNotice('song_is_collection', { format: collection.name }));
    }
    yield* readSongs(file, folder === null ? {} : { folder, warn: console.error });
  } catch (error) {
    if (!(error instanceof DamagedSongError)) throw error;
    yield { kind: 'failed', line: error.line, reason: error.reason };
  }
}

await serveTask(run);
