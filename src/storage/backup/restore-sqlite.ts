import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fsyncParentFolder } from '../files/fsync-parent-folder.ts';
import { BackupError } from './backup-error.ts';

/** The time that a restore waits for readers, such as a backup that is finishing. */
const READERS_WAIT_MS = 5_000;

/** Returns whether a database has content. Returns true if that cannot be determined. */
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
    // A damaged file can still be valuable.
    return true;
  }
}

/**
 * Replaces a database by a finished one in one step of the file system, and keeps the old one beside it. Returns the
 * path of the old one, or null if there was none. Call it while holding the process lock.
 */
export function replaceDatabase(draft: string, database: string): string | null {
  const kept = existsSync(database) ? keepOldDatabase(database) : null;
  chownToFolderOwner(draft);
  renameSync(draft, database);
  fsyncParentFolder(database);
  return kept;
}

function keepOldDatabase(database: string): string {
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
  const kept = `${database}.before-restore-${time}`;
  mergeLog(database);
  try {
    // Adds a second name, so that a database exists at all times.
    linkSync(database, kept);
  } catch {
    // Some file systems do not support hard links.
    renameSync(database, kept);
  }
  // A log that could not be merged stays with its database: the new one must not find it.
  for (const suffix of ['-wal', '-journal']) {
    if (existsSync(database + suffix)) renameSync(database + suffix, kept + suffix);
  }
  rmSync(`${database}-shm`, { force: true });
  return kept;
}

/**
 * Merges the write-ahead log that a killed server left into the database. Throws BackupError if another program reads
 * the database: it would be separated from its log.
 */
function mergeLog(database: string): void {
  let busy: unknown;
  try {
    const old = new DatabaseSync(database, { timeout: READERS_WAIT_MS });
    try {
      ({ busy } = old.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {});
    } finally {
      old.close();
    }
  } catch {
    // The database is damaged, and is kept as it is.
  }
  if (busy) {
    throw new BackupError(
      'server_running',
      `Another program is reading ${database}. Stop it first. Nothing was changed.`,
    );
  }
}

/** Gives a file that root wrote to the owner of its folder: otherwise the server could not write it. */
export function chownToFolderOwner(file: string): void {
  if (process.geteuid?.() !== 0 || !existsSync(file)) return;
  const { uid, gid } = statSync(dirname(file));
  chownSync(file, uid, gid);
}
