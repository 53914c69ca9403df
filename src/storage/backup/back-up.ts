import { createHash, randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fsyncParentFolder } from '../files/fsync-parent-folder.ts';
import { backUpPostgres } from './back-up-postgres.ts';
import { backUpSqlite, readMigrationNames } from './back-up-sqlite.ts';
import type { BackupControl } from './backup-control.ts';
import { BackupError, explainDataError } from './backup-error.ts';
import { BACKUP_FORMAT, type BackupManifest, sealBackup } from './backup-file.ts';
import type { DataLocation } from './data-location.ts';
import { DATABASE_FILES, isSameFile } from './database-files.ts';

export interface BackupTarget {
  readonly path: string;
  /** Whether it takes the place of a file that is there already. */
  readonly force: boolean;
  readonly version: string;
  /** The key file; that and the files of the database are never replaced. */
  readonly secretFile?: string;
}

/** In the data folder. */
const OWN_FILES = [...DATABASE_FILES, 'lectern.sock'];

export interface FinishedBackup {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly manifest: BackupManifest;
}

/**
 * Makes a backup of an installation while it is used. The file has its name only when it is complete and on the disk; only its owner can
 * read it. Throws BackupError, LecternError `unavailable`, SchemaTooNewError, UnusableDataError.
 */
export async function backUp(place: DataLocation, target: BackupTarget, work: BackupControl): Promise<FinishedBackup> {
  const path = resolve(target.path);
  // No process id: those of two containers may be the same.
  const draft = `${path}.${randomUUID()}.part`;
  try {
    refuseOwn(path, [...OWN_FILES.map((name) => join(place.dataDir, name)), target.secretFile]);
    refuseTaken(path, target.force);
    closeSync(openSync(draft, 'wx', 0o600));
    return await writeWhole(place, { ...target, path }, draft, work);
  } catch (error) {
    if (work.signal.aborted) throw new BackupError('interrupted', 'The backup was interrupted. Nothing was written.');
    throw explainDataError(error, { path, draft }, place);
  }
}

/** Under its name there is the whole file or none; of the draft nothing is left. */
async function writeWhole(
  place: DataLocation,
  { path, force, version }: BackupTarget,
  draft: string,
  work: BackupControl,
): Promise<FinishedBackup> {
  try {
    const hash = createHash('sha256');
    const { snapshotAt: moment, tables } = place.databaseUrl
      ? await backUpPostgres(place.databaseUrl, draft, hash, work)
      : await backUpSqlite(join(place.dataDir, 'lectern.db'), draft, hash, work);
    const manifest: BackupManifest = {
      ...BACKUP_FORMAT,
      version,
      engine: place.databaseUrl ? 'postgres' : 'sqlite',
      created_at: moment,
      migrations: readMigrations(draft),
      tables,
    };
    const sha256 = sealBackup(draft, hash, manifest);
    work.signal.throwIfAborted();
    refuseTaken(path, force);
    renameSync(draft, path);
    fsyncParentFolder(path);
    return { path, bytes: statSync(path).size, sha256, manifest };
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  }
}

/** Of the copy itself: that they can be read shows that it can be opened. */
function readMigrations(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return readMigrationNames(database);
  } finally {
    database.close();
  }
}

/** Whoever reads the path as what is to be backed up would lose it. */
function refuseOwn(path: string, own: readonly (string | undefined)[]): void {
  if (!own.some((file) => file !== undefined && isSameFile(file, path))) return;
  throw new BackupError('file_exists', `${path} belongs to the installation itself: name another file for the backup.`);
}

function refuseTaken(path: string, force: boolean): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) throw new BackupError('file_exists', `${path} is a folder: name a file in it.`);
  if (!force) throw new BackupError('file_exists', `${path} is there already. Choose another name, or add --force.`);
}
