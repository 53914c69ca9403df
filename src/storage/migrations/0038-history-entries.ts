import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';

/**
 * Stores the verses of history entries as they are returned. Earlier entries are converted when they are read. On
 * SQLite the tables of large rows get a rowid: without one, each comparison of a key reads a whole row. [D10]
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    for (const column of ['head', 'verses', 'items']) {
      await sql.raw(`ALTER TABLE journal ADD COLUMN ${column} TEXT`).execute(db);
    }
    return;
  }
  await copyTable(
    db,
    'journal',
    'live_id, slot, number, at, undo, shown, place',
    // The short columns come first: SQLite reads a row up to the last column that it needs.
    `CREATE TABLE journal (live_id TEXT NOT NULL, slot INTEGER NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL,
       head TEXT, undo TEXT, shown TEXT, place TEXT, verses TEXT, items TEXT, PRIMARY KEY (live_id, slot)) STRICT`,
  );
  await copyTable(
    db,
    'receipts',
    'credential_id, key, hash, at, body, etag, location',
    `CREATE TABLE receipts (credential_id TEXT NOT NULL, key TEXT NOT NULL, hash TEXT NOT NULL, at TEXT NOT NULL,
       etag TEXT, location TEXT, body TEXT NOT NULL, PRIMARY KEY (credential_id, key)) STRICT`,
  );
  await sql.raw('CREATE INDEX receipts_by_time ON receipts (at)').execute(db);
}

async function copyTable(db: Kysely<unknown>, table: string, columns: string, create: string): Promise<void> {
  const statements = [
    `ALTER TABLE ${table} RENAME TO earlier_${table}`,
    create,
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM earlier_${table}`,
    `DROP TABLE earlier_${table}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
