import type { Hash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isThere } from '../is-there.ts';
import { refuseUnknownMigrations } from '../migrations/migrate.ts';
import type { BackupWork, Copied } from './back-up.ts';
import { countRows, sqliteTables } from './backed-up-tables.ts';
import { BackupError } from './backup-error.ts';
import { alignedBuffers, UncachedFile } from './uncached-file.ts';
import { bytesOfLog, countFrames, INDEX_BYTES, parseWal, type Wal } from './wal.ts';

const BUSY_TIMEOUT_MS = 5_000;
/** A multiple of every page size. A commit of the server's waits behind as much, at most. */
const CHUNK_BYTES = 768 * 1024;
/** What a chunk may take to be written without a rest after it: a commit that waits as long is not noticed. */
const UNNOTICED_MS = 1;
/** As timers count. */
const SHORTEST_REST_MS = 1;
const LATE_MAX_MS = 5;
/** Where a database's first page says how it is journaled; 1: by a rollback journal, so that it is one file. */
const JOURNAL_VERSIONS_AT = 18;

/**
 * Copies a database as it was at one moment to an empty file, and adds it to `hash`. To be done in a process of its own, beside a server
 * that writes.
 *
 * A transaction for reading is open meanwhile. As long as it is, what is committed later stays in the write-ahead log
 * (https://sqlite.org/walformat.html#wal_read_lock): only pages that the log had at its begin may change in the database file, and of these
 * the log has the content. So the log as it was when the transaction began, laid over the file, is the state that it sees. Writers wait
 * for the moment in which its index is read, and for nothing else.
 */
export async function backUpSqlite(file: string, target: string, hash: Hash, work: BackupWork): Promise<Copied> {
  if (!isThere(file)) {
    throw new BackupError('not_found', `There is no database ${file}. Is LECTERN_DATA_DIR the one of the server?`);
  }
  // Not read-only: what the last one to close leaves behind would else stay in the data folder.
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  await using source = await open(file, 'r');
  const opened: number[] = [];
  try {
    const frames = beginToRead(database, file, opened);
    refuseUnknownMigrations(migrationsOf(database), 'The database');
    const moment = new Date().toISOString();
    const pageBytes = pragma(database, 'page_size');
    // While the transaction is open, nobody writes over what it sees.
    const log = frames === 0 ? Buffer.alloc(0) : readFileSync(`${file}-wal`);
    const wal = parseWal(log.subarray(0, bytesOfLog(frames, pageBytes)), pageBytes);
    if (wal.frames !== frames) {
      const what = `its write-ahead log ends after ${wal.frames} of ${frames} pages`;
      throw new BackupError('damaged_backup', `The database is damaged (${what}). Restore the last good backup.`);
    }
    await using destination = await UncachedFile.open(target);
    const bytes = pageBytes * (wal.pageCount ?? pragma(database, 'page_count'));
    await copyPages(source, destination, { wal, pageBytes, bytes }, hash, work);
    // Those of the copy are counted where it is restored, and must be the same.
    return { moment, tables: countRows(database, sqliteTables(database)) };
  } finally {
    // Before its files: to close one of them ends the locks that this process has on it, those of the transaction too.
    database.close();
    opened.forEach(closeSync);
  }
}

/**
 * Begins a transaction for reading, and gives the frames of the log that it sees. Nobody writes meanwhile, so all that takes time comes
 * before it or after it. Which files have to stay open as long as the transaction is added to `opened`.
 */
function beginToRead(database: DatabaseSync, file: string, opened: number[]): number {
  // Rows are counted three times as fast in memory that the file is mapped to.
  database.exec('PRAGMA mmap_size = 2147418112; PRAGMA query_only = ON; SELECT 1 FROM sqlite_schema');
  const holding = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    const index = Buffer.alloc(INDEX_BYTES);
    holding.exec('SELECT 1 FROM sqlite_schema; BEGIN IMMEDIATE');
    database.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    // A database that no server has opened since it was restored has no log.
    if (!existsSync(`${file}-shm`)) return 0;
    opened.push(openSync(`${file}-shm`, 'r'));
    readSync(opened.at(-1)!, index, 0, INDEX_BYTES, 0);
    holding.exec('ROLLBACK');
    return countFrames(index);
  } finally {
    holding.close();
  }
}

interface Pages {
  readonly wal: Wal;
  readonly pageBytes: number;
  readonly bytes: number;
}

/**
 * While one chunk is written the next is read and added to the hash. The writer rests for as long as the disk kept it longer than nobody
 * notices, so that a server beside a slow one finds it free about half of the time.
 */
async function copyPages(source: FileHandle, destination: UncachedFile, pages: Pages, hash: Hash, work: BackupWork) {
  const { bytes } = pages;
  // One is read, one added to the hash, one written.
  const buffers = alignedBuffers(3, CHUNK_BYTES);
  const read = (position: number) =>
    settled(readChunk(source, pages, position, buffers[(position / CHUNK_BYTES) % 3]!));
  let next = read(0);
  let written = Promise.resolve();
  let rest = 0;
  const write = async (chunk: Buffer, position: number) => {
    const from = performance.now();
    await destination.write(chunk, position);
    const end = performance.now();
    rest += Math.max(0, end - from - UNNOTICED_MS);
    if (rest < SHORTEST_REST_MS) return;
    await sleep(rest);
    // Timers are late: what was too long is taken off the next ones, unless the whole process was held up.
    rest = Math.max(rest - (performance.now() - end), -LATE_MAX_MS);
  };
  try {
    for (let position = 0; position < bytes; ) {
      work.signal.throwIfAborted();
      const chunk = await next;
      next = read(position + CHUNK_BYTES);
      hash.update(chunk);
      await written;
      written = settled(write(chunk, position));
      position += chunk.length;
      work.onProgress(position / bytes);
    }
    await written;
  } finally {
    // The files are closed after it.
    await Promise.allSettled([next, written]);
  }
}

/** A failure is told where it is awaited, and by nobody else. */
function settled<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return work;
}

async function readChunk(
  source: FileHandle,
  { wal, pageBytes, bytes }: Pages,
  position: number,
  buffer: Buffer,
): Promise<Buffer> {
  const chunk = buffer.subarray(0, Math.max(0, Math.min(CHUNK_BYTES, bytes - position)));
  for (let filled = 0; filled < chunk.length; ) {
    const { bytesRead } = await source.read(chunk, filled, chunk.length - filled, position + filled);
    // What is not in the file yet is in the log.
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  for (let at = 0; at < chunk.length; at += pageBytes) wal.pages.get((position + at) / pageBytes + 1)?.copy(chunk, at);
  if (position === 0) chunk.fill(1, JOURNAL_VERSIONS_AT, JOURNAL_VERSIONS_AT + 2);
  return chunk;
}

const pragma = (database: DatabaseSync, name: 'page_size' | 'page_count'): number =>
  Number(database.prepare(`PRAGMA ${name}`).get()![name]);

/** Names of the migrations that an SQLite database has. Throws BackupError where there are none. */
export function migrationsOf(database: DatabaseSync): string[] {
  const table = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get();
  const rows = table ? database.prepare('SELECT name FROM kysely_migration ORDER BY name').all() : [];
  if (rows.length === 0) throw new BackupError('not_found', 'The database is empty: no server has used it yet.');
  return rows.map(({ name }) => String(name));
}
