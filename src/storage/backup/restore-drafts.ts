import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireProcessLock } from '../files/process-lock.ts';
import type { DataLocation } from './data-location.ts';
import { isSameFile } from './database-files.ts';

/** Drafts beside the database that they will replace. */
const DRAFT_FILE = /^lectern\.db\.\d+\.restoring(-journal|-wal|-shm)?$/;
/** Prefix of folders in the temporary folder for restores to PostgreSQL. */
const FOLDER_PREFIX = 'lectern-restore-';
/** Minimum age of a stale folder: a new one is locked right away. */
const FOLDER_STALE_AFTER_MS = 10_000;

/** A temporary database that a restore prepares. */
export interface RestoreDraft {
  readonly path: string;
  remove(): void;
}

/** Returns a draft in the data folder. Call it while holding the process lock of the data folder. */
export function createFileDraft(dataDir: string): RestoreDraft {
  const path = join(dataDir, `lectern.db.${process.pid}.restoring`);
  const remove = () => {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  };
  return { path, remove };
}

/** Creates a draft in a temporary folder with a lock that ends with the process. */
export function createFolderDraft(): RestoreDraft {
  const folder = mkdtempSync(join(tmpdir(), FOLDER_PREFIX));
  const lock = acquireProcessLock(folder, 0);
  const remove = () => {
    lock.release();
    rmSync(folder, { recursive: true, force: true });
  };
  return { path: join(folder, 'lectern.db'), remove };
}

/**
 * Removes copies of all data that killed restores left behind. With SQLite, call it while holding the process lock of
 * the data folder. Ignores files that cannot be removed.
 */
export function removeStaleRestoreDrafts({ dataDir, databaseUrl }: DataLocation): void {
  if (databaseUrl === null) {
    const stale = listNames(dataDir).filter((name) => DRAFT_FILE.test(name));
    for (const name of stale) ignoreErrors(() => rmSync(join(dataDir, name), { force: true }));
    ignoreErrors(() => removeDuplicateNames(dataDir));
    return;
  }
  const folders = listNames(tmpdir()).filter((name) => name.startsWith(FOLDER_PREFIX));
  for (const name of folders) ignoreErrors(() => removeStaleFolder(join(tmpdir(), name)));
}

/**
 * Removes a kept copy that is only a second name of the current database: the restore was killed before the new
 * database had its name.
 */
function removeDuplicateNames(dataDir: string): void {
  const database = join(dataDir, 'lectern.db');
  const copies = listNames(dataDir).filter((name) => name.startsWith('lectern.db.before-restore-'));
  for (const copy of copies.map((name) => join(dataDir, name))) if (isSameFile(copy, database)) rmSync(copy);
}

/** Removes a folder of this user whose restore no longer runs. */
function removeStaleFolder(folder: string): void {
  const found = lstatSync(folder);
  const ours = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !ours || Date.now() - found.mtimeMs < FOLDER_STALE_AFTER_MS) return;
  acquireProcessLock(folder, 0).release();
  rmSync(folder, { recursive: true, force: true });
}

function listNames(folder: string): string[] {
  let names: string[] = [];
  ignoreErrors(() => {
    names = readdirSync(folder);
  });
  return names;
}

function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // Retried at the next start.
  }
}
