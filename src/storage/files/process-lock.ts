import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from './make-folder.ts';

/** Thrown when another process uses the data folder. */
export class DataFolderInUseError extends Error {}

/**
 * Makes this process the only one that writes the SQLite database of a data folder. Uses SQLite's own lock on a file
 * beside the database: the operating system releases it when the process ends, even after signal 9, and other programs
 * can still read the database.
 */
export function acquireProcessLock(dataDir: string, waitMs: number): { release(): void } {
  makeFolder(dataDir);
  const lock = new DatabaseSync(join(dataDir, 'lectern.lock'), { timeout: waitMs });
  try {
    // Nothing is ever written, so the journal stays in memory: a full disk does not matter.
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== 5) throw error;
    throw new DataFolderInUseError(
      `Another Lectern process is using the data folder ${dataDir}. One SQLite database is served by one process: ` +
        'stop the other one, or give this one its own LECTERN_DATA_DIR. For several processes use PostgreSQL.',
    );
  }
  return { release: () => lock.close() };
}
