import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toNotice } from '../../contract/import-notices.ts';
import { IMPORT_READING_MAX_SECONDS } from '../../contract/limits.ts';
import { type ChildOptions, readInChild, TooDemandingError } from '../../import-files/child/read-in-child.ts';
import { makeImportFolder } from '../../import-files/temporary-files.ts';
import type { ReadItem } from '../read-songs.ts';
import type { ImportedSong, SongFileReport } from '../song.ts';
import { SongSource } from '../sources/song-source.ts';
import type { SongMessage, SongTask } from './song-child.ts';

/** Time after which a file of one song is refused. The slowest that are accepted take about a second. */
const SONG_MAX_MS = 20_000;

/** Reads imported songs in processes of their own. */
export interface SongReader {
  /** Reads a file of one song. Throws DamagedSongError, as `parseSong` does. */
  readSong(bytes: Buffer, fileName: string): Promise<{ readonly song: ImportedSong; readonly report: SongFileReport }>;
  /** Reads a file of one or many songs. Throws DamagedSongError if nothing more of it can be read. */
  readSongs(path: string, fileName: string, options: Pick<ChildOptions, 'signal' | 'warn'>): AsyncGenerator<ReadItem>;
}

/** Creates the reader. `script` is the script of a process. */
export function createSongReader(
  script: string,
  { songMs = SONG_MAX_MS, importMs = IMPORT_READING_MAX_SECONDS * 1_000 } = {},
): SongReader {
  async function* read(task: SongTask, options: ChildOptions): AsyncGenerator<ReadItem> {
    const source = new SongSource(task.fileName, Buffer.alloc(0));
    let isSlides = /\.pdf$/i.test(task.fileName);
    try {
      for await (const message of readInChild<SongMessage>(script, task, { ...options, files: [task.path] })) {
        if (message.kind === 'failed') throw source.damaged(message.line, message.reason);
        isSlides ||= message.kind === 'image';
        yield message;
      }
    } catch (error) {
      if (!(error instanceof TooDemandingError)) throw error;
      throw source.damaged(null, toNotice(isSlides ? 'slides_too_demanding' : 'song_too_demanding'));
    }
  }
  return {
    async readSong(bytes, fileName) {
      await using folder = await makeFolder();
      const path = join(folder.path, 'song');
      await writeFile(path, bytes);
      for await (const item of read({ path, fileName, folder: null }, { maxMs: songMs })) {
        if (item.kind === 'song') return { song: item.song, report: item.report };
      }
      throw new Error('the process has read no song');
    },

    async *readSongs(path, fileName, options) {
      await using folder = await makeFolder();
      yield* read({ path, fileName, folder: folder.path }, { ...options, folder: folder.path, maxMs: importMs });
    },
  };
}

async function makeFolder() {
  const path = await makeImportFolder();
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
