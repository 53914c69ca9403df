import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fsyncParentFolder } from '../files/fsync-parent-folder.ts';
import { BackupError } from './backup-error.ts';

/** How long a restore waits for readers, such as a backup that is just ending. */
const READERS_WAIT_MS = 5_000;

/** Whether anybody has used a database. True where that cannot be told. */
export function hasContent(file: string): boolean {
  try {
    const database = new DatabaseSync(file);
    try {
      const tables = database.prepare(
        `SELECT name FROM sqlite_master WHERE name IN ('users', 'organizations', 'lives')`,
      );
      return tables.all().some(({ name }) => database.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() !== undefined);
    } finally {
      database.close();
    }
  } catch {
    // A damaged file may well be what somebody needs.
    return true;
  }
}

/**
 * Gives a finished database the name of another, in one step of the file system. The other is kept beside it: its name is the answer,
 * null where there was none. To be called with the process lock held.
 */
export function replaceDatabase(draft: string, database: string): string | null {
  const kept = existsSync(database) ? keep(database) : null;
  chownToFolderOwner(draft);
  renameSync(draft, database);
  fsyncParentFolder(database);
  return kept;
}

function keep(database: string): string {
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
  const kept = `${database}.before-restore-${time}`;
  takeInLog(database);
  try {
    // A second name, so that there is not a moment without a database.
    linkSync(database, kept);
  } catch {
    // Some file systems have one name a file.
    renameSync(database, kept);
  }
  // A log that could not be taken in stays with its database; the new one must not find it.
  for (const suffix of ['-wal', '-journal']) {
    if (existsSync(database + suffix)) renameSync(database + suffix, kept + suffix);
  }
  rmSync(`${database}-shm`, { force: true });
  return kept;
}

/**
 * What a killed server left in the write-ahead log goes into the database, and the log away. Throws BackupError where another program
 * reads it: database and log would then be parted.
 */
function takeInLog(database: string): void {
  let busy: unknown;
  try {
    const old = new DatabaseSync(database, { timeout: READERS_WAIT_MS });
    try {
      ({ busy } = old.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {});
    } finally {
      old.close();
    }
  } catch {
    // It is damaged, and kept as it is.
  }
  if (busy) {
    throw new BackupError('server_running', `Another program reads ${database}: end it first. Nothing was changed.`);
  }
}

/** What root has made belongs to whom the folder belongs to, else the server could not write it. */
export function chownToFolderOwner(file: string): void {
  if (process.geteuid?.() !== 0 || !existsSync(file)) return;
  const { uid, gid } = statSync(dirname(file));
  chownSync(file, uid, gid);
}
