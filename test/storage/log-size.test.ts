import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { Kysely, sql } from 'kysely';
import { openSqlite } from '../../src/storage/dialects/sqlite.ts';
import { createDataDirectory } from '../support/server/database.ts';

const MEBIBYTE = 1024 * 1024;
const KEPT_MAX_BYTES = 16 * MEBIBYTE;

describe("SQLite's log", () => {
  it('when it restarts, then it is truncated, so that the next backup has little to read', async () => {
    const file = join(createDataDirectory(), 'lectern.db');
    const db = new Kysely<unknown>({ dialect: openSqlite(file, 'FULL').dialect });
    const logBytes = () => statSync(`${file}-wal`).size;
    await sql`CREATE TABLE texts (text BLOB)`.execute(db);
    const add = () => sql`INSERT INTO texts VALUES (zeroblob(${MEBIBYTE}))`.execute(db);
    // Reads like a backup: meanwhile, writes stay in the log.
    const reader = new DatabaseSync(file);
    reader.exec('BEGIN; SELECT count(*) FROM texts');
    for (let added = 0; added < 24; added++) await add();
    assert.ok(logBytes() > KEPT_MAX_BYTES, String(logBytes()));
    reader.close();
    // The first checkpoints the log, the second restarts it.
    for (let added = 0; added < 2; added++) await add();
    assert.ok(logBytes() <= KEPT_MAX_BYTES, String(logBytes()));
    await db.destroy();
  });
});
