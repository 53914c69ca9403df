import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { backUp } from '../../src/storage/backup/back-up.ts';
import { countTableRows, sqliteTables } from '../../src/storage/backup/backed-up-tables.ts';
import { createBackupPlace } from '../cli/backup-place.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { KEPT_ROWS } from './log-writer.ts';

const BACKUPS = 20;
const FILLING_ROWS = 40_000;

test('when many backups run beside a writer, then each is complete and shows one snapshot', async (t) => {
  const place = await createBackupPlace('sqlite');
  await place.migrate();
  const { dataDir } = place.setting;
  const file = join(dataDir, 'lectern.db');
  fill(file);
  const writer = spawn(process.execPath, [fileURLToPath(new URL('./log-writer.ts', import.meta.url)), file]);
  t.after(() => writer.kill('SIGKILL'));
  await once(writer.stdout, 'data');

  const folder = createDataDirectory();
  const work = { onProgress: () => {}, signal: new AbortController().signal };
  let last = 0;
  for (let index = 0; index < BACKUPS; index++) {
    const path = join(folder, 'all.backup');
    const { manifest } = await backUp(
      { dataDir, databaseUrl: null },
      { path, force: true, version: '1', sealKey: Buffer.alloc(32) },
      work,
    );
    using database = new DatabaseSync(path, { readOnly: true });
    assert.equal(database.prepare('PRAGMA integrity_check').get()!.integrity_check, 'ok');
    const counted = database.prepare(`SELECT value FROM installation WHERE key = 'written'`).get();
    const written = Number(counted!.value);
    const rows = database
      .prepare(
        `SELECT count(*) AS count, max(rank) AS max, min(rank) AS min FROM queue_items WHERE translation = 'kjv'`,
      )
      .get()!;
    const count = Math.min(written, KEPT_ROWS);
    assert.deepEqual({ ...rows }, { count, max: written, min: written - count + 1 }, `of one moment: ${written}`);
    assert.deepEqual(
      manifest.tables,
      countTableRows(database, sqliteTables(database)),
      'what is counted is what is there',
    );
    assert.ok(written > last, 'the writer was not held up');
    last = written;
  }
  writer.stdin.end();
  assert.deepEqual(await once(writer, 'exit'), [0, null]);
});

/** Large enough that a copy takes longer than many transactions. */
function fill(file: string): void {
  using database = new DatabaseSync(file);
  database.exec('BEGIN');
  const insert =
    database.prepare(`INSERT INTO queue_items (live_id, id, rank, book_id, book, chapter, verse, text, translation,
    revision_id) VALUES (?, ?, ?, 1, 'Genesis', 1, 1, ?, 'filling', 'none')`);
  for (let row = 0; row < FILLING_ROWS; row++)
    insert.run(`live-${row % 1000}`, `filling-${row}`, -row, 'x'.repeat(500));
  database.exec('COMMIT');
}
