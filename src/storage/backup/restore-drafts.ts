import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireProcessLock } from '../files/process-lock.ts';
import type { DataLocation } from './data-location.ts';
import { isSameFile } from './database-files.ts';

/** Beside the database that it will replace. */
const FILE = /^lectern\.db\.\d+\.restoring(-journal|-wal|-shm)?$/;
/** In the temporary folder, on the way to PostgreSQL. */
const FOLDER_PREFIX = 'lectern-restore-';
/** Whoever has made a folder locks it at once. */
const FOLDER_AGE_MIN_MS = 10_000;

/** Where a restore prepares a database. */
export interface RestoreDraft {
  readonly path: string;
  remove(): void;
}

/** To be called with the process lock of the data folder held. */
export function createFileDraft(dataDir: string): RestoreDraft {
  const path = join(dataDir, `lectern.db.${process.pid}.restoring`);
  const remove = () => {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  };
  return { path, remove };
}

/** In a folder of its own, with a lock in it that ends with the process. */
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
 * Removes what killed restores have left: copies of all data. With SQLite to be called with the process lock of the data folder held.
 * What cannot be removed stays.
 */
export function removeStaleRestoreDrafts({ dataDir, databaseUrl }: DataLocation): void {
  if (databaseUrl === null) {
    const stale = namesIn(dataDir).filter((name) => FILE.test(name));
    for (const name of stale) quietly(() => rmSync(join(dataDir, name), { force: true }));
    quietly(() => removeFalseCopies(dataDir));
    return;
  }
  const folders = namesIn(tmpdir()).filter((name) => name.startsWith(FOLDER_PREFIX));
  for (const name of folders) quietly(() => removeStaleFolder(join(tmpdir(), name)));
}

/** A restore that was killed before the new database had its name has kept but another name of the present one. */
function removeFalseCopies(dataDir: string): void {
  const database = join(dataDir, 'lectern.db');
  const copies = namesIn(dataDir).filter((name) => name.startsWith('lectern.db.before-restore-'));
  for (const copy of copies.map((name) => join(dataDir, name))) if (isSameFile(copy, database)) rmSync(copy);
}

/** Only one of our own, and not while its restore runs. */
function removeStaleFolder(folder: string): void {
  const found = lstatSync(folder);
  const ours = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !ours || Date.now() - found.mtimeMs < FOLDER_AGE_MIN_MS) return;
  acquireProcessLock(folder, 0).release();
  rmSync(folder, { recursive: true, force: true });
}

function namesIn(folder: string): string[] {
  let names: string[] = [];
  quietly(() => {
    names = readdirSync(folder);
  });
  return names;
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // It is for the next time.
  }
}
