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
import type { AuditRecord } from '../storage.ts';
import { explainOpenError } from '../unusable-data-error.ts';
import { countTableRows, EMPTY_AFTER_RESTORE, quoteIdentifier, sqliteTables } from './backed-up-tables.ts';
import type { BackupControl } from './backup-control.ts';
import { BackupError, explainDataError, notEmptyError } from './backup-error.ts';
import { type BackupManifest, extractDatabase, type VerifiedBackup } from './backup-file.ts';
import type { DataLocation } from './data-location.ts';
import { createFileDraft, createFolderDraft, type RestoreDraft, removeStaleRestoreDrafts } from './restore-drafts.ts';
import { restorePostgres } from './restore-postgres.ts';
import { chownToFolderOwner, hasContent, replaceDatabase } from './restore-sqlite.ts';

const SEARCH_MIGRATION = '0003-search';
/** How long a restore waits for a command that has the data folder for a moment. */
const LOCK_WAIT_MS = 2_000;
/** Copying and checking; the rest is for PostgreSQL, whose rows are written one by one. */
const PREPARED_SHARE = { sqlite: 1, postgres: 0.3 } as const;

/** What is to be restored. */
export interface RestoreSource {
  readonly path: string;
  /** Also where there are data already. */
  readonly force: boolean;
  /** What the installation keeps of it, by the digest of the backup. [D43] */
  createAuditRecord(sha256: string): AuditRecord;
}

export interface FinishedRestore extends VerifiedBackup {
  /** Rows of each table, as they are now. */
  readonly tables: Readonly<Record<string, number>>;
  /** Where the database from before is; null where there was none, and on PostgreSQL. */
  readonly kept: string | null;
  /** Facts of the installation, as they are now. */
  readonly facts: ReadonlyMap<string, string>;
}

/** Facts that belong to the time before the restore: which key signs is for the nodes to say, and what it has signed ends anyway. */
const FORGOTTEN_FACTS = ['key_check'] as const;

/**
 * Replaces the data of an installation by those of a backup, whichever engine each of them has: all of them or, when it fails or is
 * interrupted, none. The backup is checked whole before anything is changed. The installation gets a new epoch, so that ETags, cursors
 * and stream ids from before never pass [D5], and nobody is signed in. Throws BackupError, LecternError `unavailable`, SchemaTooNewError,
 * UnusableDataError.
 */
export async function restore(
  place: DataLocation,
  given: RestoreSource,
  work: BackupControl,
): Promise<FinishedRestore> {
  const path = resolve(given.path);
  const source = { ...given, path };
  try {
    if (!pathExists(path)) throw new BackupError('not_found', `There is no file ${path}.`);
    return place.databaseUrl
      ? await overPostgres(place.databaseUrl, source, work)
      : await overSqlite(place.dataDir, source, work);
  } catch (error) {
    if (work.signal.aborted) throw new BackupError('interrupted', 'The restore was interrupted. Nothing was changed.');
    throw explainDataError(error, { path, target: place.databaseUrl ? 'the database' : place.dataDir }, place);
  }
}

/** Under the lock of the data folder from the beginning to the end, so that no server can start meanwhile. */
async function overSqlite(dataDir: string, source: RestoreSource, work: BackupControl): Promise<FinishedRestore> {
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
    if (!source.force && existsSync(database) && hasContent(database))
      throw notEmptyError(`The data folder ${dataDir}`, 'the database from before is kept beside the new one');
    const prepared = await prepare(source, draft, 'sqlite', work);
    work.signal.throwIfAborted();
    const kept = replaceDatabase(draft.path, database);
    return { ...prepared, kept };
  } finally {
    draft.remove();
    chownToFolderOwner(join(dataDir, 'lectern.lock'));
    lock.release();
  }
}

async function overPostgres(databaseUrl: string, source: RestoreSource, work: BackupControl): Promise<FinishedRestore> {
  removeStaleRestoreDrafts({ dataDir: '', databaseUrl });
  const draft = createFolderDraft();
  try {
    const prepared = await prepare(source, draft, 'postgres', work);
    const onProgress = (share: number) =>
      work.onProgress(PREPARED_SHARE.postgres + (1 - PREPARED_SHARE.postgres) * share);
    await restorePostgres(databaseUrl, draft.path, source.force, { ...work, onProgress });
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
    const message = `A server runs on the data folder ${dataDir}. Stop it, then restore. Nothing was changed.`;
    throw new BackupError('server_running', message, { cause: error });
  }
}

/**
 * A database that is whole, of this version's schema, of an epoch of its own, without what must not come back, and with the record of
 * its restore.
 */
async function prepare(
  { path, createAuditRecord: toRecord }: RestoreSource,
  { path: draft }: RestoreDraft,
  engine: keyof typeof PREPARED_SHARE,
  work: BackupControl,
) {
  let copied = 0;
  const read = await extractDatabase(path, draft, (bytes, total) => {
    work.signal.throwIfAborted();
    copied += bytes;
    work.onProgress(PREPARED_SHARE[engine] * (copied / total));
  });
  refuseUnknownMigrations(read.manifest.migrations, 'The backup');
  checkContent(path, draft, read.manifest);
  const db = new Kysely<unknown>({ dialect: openSqlite(draft, 'FULL').dialect });
  try {
    await migrate(db, 'sqlite');
    const { engine: from, migrations } = read.manifest;
    // One from PostgreSQL has no index of SQLite's; PostgreSQL makes its own.
    if (engine === 'sqlite' && from === 'postgres' && migrations.includes(SEARCH_MIGRATION)) {
      await db.transaction().execute((transaction) => makeSearchIndexes(transaction, 'sqlite'));
    }
  } finally {
    await db.destroy();
  }
  return { ...read, ...beginAnew(draft, toRecord(read.sha256)) };
}

/** What the digest cannot know: whether the database was in order when the backup was made. */
function checkContent(path: string, file: string, manifest: BackupManifest): void {
  const database = new DatabaseSync(file);
  try {
    const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get()!;
    const counts = countTableRows(database, sqliteTables(database));
    const differing = Object.keys({ ...counts, ...manifest.tables }).filter(
      (table) => counts[table] !== manifest.tables[table],
    );
    if (found === 'ok' && differing.length === 0) return;
    const why = found === 'ok' ? `the rows of ${differing.join(', ')} are not those that it counts` : String(found);
    throw new BackupError('damaged_backup', `The database in ${path} is damaged: ${why}. Nothing was changed.`);
  } finally {
    database.close();
  }
}

function beginAnew(file: string, record: AuditRecord): Pick<FinishedRestore, 'tables' | 'facts'> {
  const database = new DatabaseSync(file);
  try {
    database
      .prepare(
        `INSERT INTO installation (key, value) VALUES ('epoch', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      )
      .run(randomBytes(12).toString('base64url'));
    for (const fact of FORGOTTEN_FACTS) database.prepare('DELETE FROM installation WHERE key = ?').run(fact);
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
