import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { toNotice } from '../../contract/import-notices.ts';
import type { ImportedSong, SongFileReport } from '../song.ts';
import { SongSource } from '../sources/song-source.ts';
import type { SongWorkerMessage, SongWorkerTask } from './song-worker.ts';

/** Time after which a file is refused. The slowest that are accepted take about a second. */
const READING_MAX_MS = 20_000;
/** Memory of the thread. A file that needs more is refused. */
const MEMORY_MAX_MIB = 256;

/** Reads a song file. Throws DamagedSongError, as `parseSong` does. */
export type ReadSong = (
  bytes: Buffer,
  fileName: string,
) => Promise<{ readonly song: ImportedSong; readonly report: SongFileReport }>;

/** Creates the reader of song files, which reads each in a thread of its own. `script` is the script of a thread. */
export function createSongReader(script: string, maxMs = READING_MAX_MS): ReadSong {
  return async (bytes, fileName) => {
    const task: SongWorkerTask = { bytes, fileName };
    const worker = new Worker(script, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MIB },
    });
    try {
      const [message] = (await once(worker, 'message', { signal: AbortSignal.timeout(maxMs) })) as [SongWorkerMessage];
      if ('song' in message) return message;
      throw new SongSource(fileName, bytes).damaged(message.line, message.reason);
    } catch (error) {
      const { name, code } = error as NodeJS.ErrnoException;
      if (name !== 'AbortError' && code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      throw new SongSource(fileName, bytes).damaged(null, toNotice('song_too_demanding'));
    } finally {
      await worker.terminate();
    }
  };
}
