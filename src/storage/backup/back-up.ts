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
import { checkBackup } from './check-content.ts';
import type { DataLocation } from './data-location.ts';
import { DATABASE_FILES, isSameFile } from './database-files.ts';

export interface BackupTarget {
  readonly path: string;
  /** Whether to replace an existing file. */
  readonly force: boolean;
  readonly version: string;
  /** The key that seals it. [D47] */
  readonly sealKey: Uint8Array;
  /** Whether the file is read again and checked like by a restore before it gets its name. */
  readonly check?: boolean;
  /** The key file. It and the database files are never replaced. */
  readonly secretFile?: string;
}

/** Files of the installation in the data folder. */
const INSTALLATION_FILES = [...DATABASE_FILES, 'lectern.sock'];

export interface FinishedBackup {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly manifest: BackupManifest;
}

/**
 * Backs up an installation while it is in use. The file gets its name only when it is complete and synced to disk. Only
 * its owner can read it. Throws BackupError, LecternError `unavailable`, SchemaTooNewError and UnusableDataError.
 */
export async function backUp(
  location: DataLocation,
  target: BackupTarget,
  control: BackupControl,
): Promise<FinishedBackup> {
  const path = resolve(target.path);
  // Does not use the process id: two containers can have the same.
  const draft = `${path}.${randomUUID()}.part`;
  try {
    refuseInstallationFiles(path, [
      ...INSTALLATION_FILES.map((name) => join(location.dataDir, name)),
      target.secretFile,
    ]);
    refuseExisting(path, target.force);
    closeSync(openSync(draft, 'wx', 0o600));
    return await writeBackup(location, { ...target, path }, draft, control);
  } catch (error) {
    if (control.signal.aborted)
      throw new BackupError('interrupted', 'The backup was interrupted. Nothing was written.');
    throw explainDataError(error, { path, draft }, location);
  }
}

/** Writes a backup so that its path has the complete file or none. Always deletes the draft. */
async function writeBackup(
  location: DataLocation,
  { path, force, version, sealKey, check = false }: BackupTarget,
  draft: string,
  control: BackupControl,
): Promise<FinishedBackup> {
  try {
    const hash = createHash('sha256');
    const { snapshotAt, tables } = location.databaseUrl
      ? await backUpPostgres(location.databaseUrl, draft, hash, control)
      : await backUpSqlite(join(location.dataDir, 'lectern.db'), draft, hash, control);
    const manifest: BackupManifest = {
      ...BACKUP_FORMAT,
      version,
      engine: location.databaseUrl ? 'postgres' : 'sqlite',
      created_at: snapshotAt,
      migrations: readMigrations(draft),
      tables,
    };
    const sha256 = sealBackup(draft, hash, manifest, sealKey);
    if (check) await checkBackup(draft, [sealKey], control.signal);
    control.signal.throwIfAborted();
    refuseExisting(path, force);
    renameSync(draft, path);
    fsyncParentFolder(path);
    return { path, bytes: statSync(path).size, sha256, manifest };
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  }
}

/** Reads the migrations from the copy itself, which also shows that it can be opened. */
function readMigrations(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return readMigrationNames(database);
  } finally {
    database.close();
  }
}

/** Refuses files of the installation, which the backup would overwrite. */
function refuseInstallationFiles(path: string, own: readonly (string | undefined)[]): void {
  if (!own.some((file) => file !== undefined && isSameFile(file, path))) return;
  throw new BackupError(
    'file_exists',
    `${path} belongs to the installation itself. Choose another file for the backup.`,
  );
}

function refuseExisting(path: string, force: boolean): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) throw new BackupError('file_exists', `${path} is a folder. Name a file in it.`);
  if (!force) throw new BackupError('file_exists', `${path} already exists. Choose another name, or add --force.`);
}
