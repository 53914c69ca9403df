import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { backUpPostgres } from './back-up-postgres.ts';
import { backUpSqlite } from './back-up-sqlite.ts';
import { BackupError, explainFileError } from './backup-error.ts';
import { sealBackup } from './backup-file.ts';
import { syncFolderOf } from './sync-folder.ts';

/** Where the data of an installation are. */
export interface DataPlace {
  readonly dataDir: string;
  /** Null: SQLite in `dataDir`. */
  readonly databaseUrl: string | null;
}

export interface BackupWork {
  /** `share` is from 0 to 1. */
  onProgress(share: number): void;
  readonly signal: AbortSignal;
}

/** What a finished copy holds. */
export interface BackupContent {
  /** The moment that it shows. */
  readonly createdAt: string;
  readonly migrations: readonly string[];
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>;
}

export interface FinishedBackup extends BackupContent {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Copying takes most of the time, the digest the rest. */
const COPY_SHARE = 0.75;

/**
 * Makes a backup of an installation while it is used. The file has its name only when it is complete and on the disk; only its owner can
 * read it. Throws BackupError, LecternError `unavailable`, SchemaTooNewError.
 */
export async function backUp(
  place: DataPlace,
  target: { path: string; force: boolean; version: string },
  work: BackupWork,
): Promise<FinishedBackup> {
  const path = resolve(target.path);
  refuseTaken(path, target.force);
  const draft = `${path}.${process.pid}.part`;
  const draftFiles = ['', '-journal', '-wal', '-shm'].map((suffix) => draft + suffix);
  try {
    closeSync(openSync(draft, 'wx', 0o600));
    const copying: BackupWork = { ...work, onProgress: (share) => work.onProgress(share * COPY_SHARE) };
    const content = place.databaseUrl
      ? await backUpPostgres(place.databaseUrl, draft, copying)
      : await backUpSqlite(join(place.dataDir, 'lectern.db'), draft, copying);
    closeJournal(draft);
    const { size } = statSync(draft);
    let read = 0;
    const engine = place.databaseUrl ? 'postgres' : 'sqlite';
    const { createdAt, migrations, tables } = content;
    const manifest = { version: target.version, engine, created_at: createdAt, migrations, tables } as const;
    const sha256 = await sealBackup(draft, manifest, (bytes) => {
      work.signal.throwIfAborted();
      read += bytes;
      work.onProgress(COPY_SHARE + (1 - COPY_SHARE) * (read / size));
    });
    work.signal.throwIfAborted();
    refuseTaken(path, target.force);
    renameSync(draft, path);
    syncFolderOf(path);
    return { ...content, path, bytes: statSync(path).size, sha256 };
  } catch (error) {
    if (work.signal.aborted) throw new BackupError('interrupted', 'The backup was interrupted. Nothing was written.');
    throw explainFileError(error, path);
  } finally {
    for (const file of draftFiles) rmSync(file, { force: true });
  }
}

function refuseTaken(path: string, force: boolean): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) throw new BackupError('file_exists', `${path} is a folder: name a file in it.`);
  if (!force) throw new BackupError('file_exists', `${path} is there already. Choose another name, or add --force.`);
}

/** Leaves the write-ahead mode, in which a database is more than one file. */
function closeJournal(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } finally {
    database.close();
  }
}
