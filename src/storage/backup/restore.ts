import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { openSqlite } from '../dialects/sqlite.ts';
import { makeFolder } from '../files/make-folder.ts';
import { pathExists } from '../files/path-exists.ts';
import { acquireProcessLock, DataFolderInUseError } from '../files/process-lock.ts';
import { up as makeSearchIndexes } from '../migrations/0003-search.ts';
import { migrate, refuseUnknownMigrations } from '../migrations/migrate.ts';
import { toAuditRow } from '../queries/shared/audit.ts';
import { type AuditRecord, NETWORK_ACCESS, NETWORK_SIGN_IN } from '../storage.ts';
import { explainOpenError } from '../unusable-data-error.ts';
import { countTableRows, EMPTY_AFTER_RESTORE, quoteIdentifier, sqliteTables } from './backed-up-tables.ts';
import type { BackupControl } from './backup-control.ts';
import { BackupError, explainDataError, notEmptyError } from './backup-error.ts';
import { extractDatabase, type VerifiedBackup } from './backup-file.ts';
import { checkContent, foreignBackup } from './check-content.ts';
import type { DataLocation } from './data-location.ts';
import { createFileDraft, createFolderDraft, type RestoreDraft, removeStaleRestoreDrafts } from './restore-drafts.ts';
import { restorePostgres } from './restore-postgres.ts';
import { chownToFolderOwner, hasContent, replaceDatabase } from './restore-sqlite.ts';

const SEARCH_MIGRATION = '0003-search';
/** The time that a restore waits for a command that briefly locks the data folder. */
const LOCK_WAIT_MS = 2_000;
/** Share of the progress for extracting and checking. The rest is for PostgreSQL, where rows are inserted. */
const PREPARED_SHARE = { sqlite: 1, postgres: 0.3 } as const;

/** The backup to restore. */
export interface RestoreSource {
  readonly path: string;
  /** Whether to replace existing data, and to restore a backup that none of the keys has sealed. */
  readonly force: boolean;
  /** Whether `force` only replaces data, and the backup must be sealed nevertheless. Pages never force. [D47] */
  readonly requireSeal?: boolean;
  /** The keys of this installation that seal backups. */
  readonly sealKeys: readonly Uint8Array[];
  /** Returns the audit record of the restore, given the digest of the backup. [D43] */
  createAuditRecord(sha256: string): AuditRecord;
}

export interface FinishedRestore extends VerifiedBackup {
  /** Number of rows of each table after the restore. */
  readonly tables: Readonly<Record<string, number>>;
  /** Path of the old database; null if there was none, and on PostgreSQL. */
  readonly kept: string | null;
  /** Stored values of the installation after the restore. */
  readonly facts: ReadonlyMap<string, string>;
}

/**
 * Stored values that are not restored. The nodes determine the signing key, and what an old key signed is invalid
 * anyway. A machine is opened to its network by its administrator. [D78]
 */
const DISCARDED_KEYS = ['key_check', NETWORK_ACCESS, NETWORK_SIGN_IN] as const;

/**
 * Replaces the data of an installation by those of a backup, from either engine to either engine. It replaces all of
 * them or, on failure or interruption, none. The backup is verified before anything is changed. The installation gets a
 * new epoch, so that earlier ETags, cursors and stream ids never match [D5], and all sessions end. Throws BackupError,
 * LecternError `unavailable`, SchemaTooNewError and UnusableDataError.
 */
export async function restore(
  location: DataLocation,
  options: RestoreSource,
  control: BackupControl,
): Promise<FinishedRestore> {
  const path = resolve(options.path);
  const source = { ...options, path };
  try {
    if (!pathExists(path)) throw new BackupError('not_found', `There is no file ${path}.`);
    return location.databaseUrl
      ? await restoreToPostgres(location.databaseUrl, source, control)
      : await restoreToSqlite(location.dataDir, source, control);
  } catch (error) {
    if (control.signal.aborted)
      throw new BackupError('interrupted', 'The restore was interrupted. Nothing was changed.');
    throw explainDataError(error, { path, target: location.databaseUrl ? 'the database' : location.dataDir }, location);
  }
}

/** Restores to SQLite, holding the lock of the data folder throughout, so that no server can start meanwhile. */
async function restoreToSqlite(
  dataDir: string,
  source: RestoreSource,
  control: BackupControl,
): Promise<FinishedRestore> {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw explainOpenError(error, dataDir);
  }
  const lock = lockForRestore(dataDir);
  removeStaleRestoreDrafts({ dataDir, databaseUrl: null });
  const database = join(dataDir, 'lectern.db');
  const draft = createFileDraft(dataDir);
  try {
    const prepared = await prepare(source, draft, 'sqlite', control);
    if (!source.force && existsSync(database) && hasContent(database))
      throw notEmptyError(`The data folder ${dataDir}`, 'the old database is kept beside the new one');
    control.signal.throwIfAborted();
    const kept = replaceDatabase(draft.path, database);
    return { ...prepared, kept };
  } finally {
    draft.remove();
    chownToFolderOwner(join(dataDir, 'lectern.lock'));
    lock.release();
  }
}

async function restoreToPostgres(
  databaseUrl: string,
  source: RestoreSource,
  control: BackupControl,
): Promise<FinishedRestore> {
  removeStaleRestoreDrafts({ dataDir: '', databaseUrl });
  const draft = createFolderDraft();
  try {
    const prepared = await prepare(source, draft, 'postgres', control);
    const onProgress = (share: number) =>
      control.onProgress(PREPARED_SHARE.postgres + (1 - PREPARED_SHARE.postgres) * share);
    await restorePostgres(databaseUrl, draft.path, source.force, { ...control, onProgress });
    return { ...prepared, kept: null };
  } finally {
    draft.remove();
  }
}

function lockForRestore(dataDir: string) {
  try {
    return acquireProcessLock(dataDir, LOCK_WAIT_MS);
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    const message = `A server is using the data folder ${dataDir}. Stop it, then restore. Nothing was changed.`;
    throw new BackupError('server_running', message, { cause: error });
  }
}

/**
 * Prepares the database: verified, migrated to this version's schema, with a new epoch, without state that must not be
 * restored, and with the audit record of the restore.
 */
async function prepare(
  { path, force, requireSeal = false, sealKeys, createAuditRecord }: RestoreSource,
  { path: draft }: RestoreDraft,
  engine: keyof typeof PREPARED_SHARE,
  control: BackupControl,
) {
  let copied = 0;
  const read = await extractDatabase(path, draft, sealKeys, (bytes, total) => {
    control.signal.throwIfAborted();
    copied += bytes;
    control.onProgress(PREPARED_SHARE[engine] * (copied / total));
  });
  if (!read.sealed && (requireSeal || !force)) throw foreignBackup(path);
  refuseUnknownMigrations(read.manifest.migrations, 'The backup');
  await checkContent(path, draft, read.manifest);
  const db = new Kysely<unknown>({ dialect: openSqlite(draft, 'FULL').dialect });
  try {
    await migrate(db, 'sqlite');
    const { engine: from, migrations } = read.manifest;
    // A backup from PostgreSQL has no SQLite search index. PostgreSQL creates its own.
    if (engine === 'sqlite' && from === 'postgres' && migrations.includes(SEARCH_MIGRATION)) {
      await db.transaction().execute((transaction) => makeSearchIndexes(transaction, 'sqlite'));
    }
  } finally {
    await db.destroy();
  }
  return { ...read, ...resetState(draft, createAuditRecord(read.sha256)) };
}

function resetState(file: string, record: AuditRecord): Pick<FinishedRestore, 'tables' | 'facts'> {
  const database = new DatabaseSync(file);
  try {
    database
      .prepare(
        `INSERT INTO installation (key, value) VALUES ('epoch', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      )
      .run(randomBytes(12).toString('base64url'));
    for (const key of DISCARDED_KEYS) database.prepare('DELETE FROM installation WHERE key = ?').run(key);
    for (const table of EMPTY_AFTER_RESTORE) database.exec(`DELETE FROM ${table}`);
    const row = Object.entries(toAuditRow(record));
    const columns = row.map(([column]) => quoteIdentifier(column)).join(', ');
    database
      .prepare(`INSERT INTO audit (${columns}) VALUES (${row.map(() => '?').join(', ')})`)
      .run(...row.map(([, value]) => value));
    const facts = database.prepare('SELECT key, value FROM installation').all();
    return {
      tables: countTableRows(database, sqliteTables(database)),
      facts: new Map(facts.map(({ key, value }) => [String(key), String(value)])),
    };
  } finally {
    database.close();
  }
}
