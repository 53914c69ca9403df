import { parentPort, workerData } from 'node:worker_threads';
import type { ImportNotice } from '../../contract/import-notices.ts';
import { parseSong } from '../parse-song.ts';
import type { ImportedSong, SongFileReport } from '../song.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';

/** A song file to read, passed as `workerData`. */
export interface SongWorkerTask {
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

/** The only message of the thread: the song, or why the file is refused. */
export type SongWorkerMessage =
  | { readonly song: ImportedSong; readonly report: SongFileReport }
  | { readonly line: number | null; readonly reason: ImportNotice };

/** Reads a song file in a thread of its own, so that the server handles requests meanwhile. */
async function run({ bytes, fileName }: SongWorkerTask): Promise<SongWorkerMessage> {
  try {
    return await parseSong(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), fileName);
  } catch (error) {
    if (!(error instanceof DamagedSongError)) throw error;
    return { line: error.line, reason: error.reason };
  }
}

parentPort!.postMessage(await run(workerData as SongWorkerTask));
