import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { EMPTY_AFTER_RESTORE, NOT_BACKED_UP } from '../../src/storage/backup/backed-up-tables.ts';
import { MIGRATION_NAMES } from '../../src/storage/migrations/migrate.ts';
import { LAST_BACKUP, NETWORK_ACCESS, NETWORK_SIGN_IN } from '../../src/storage/storage.ts';
import { inFullRun } from '../support/run/extent.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { ENGINES, type TestEngine } from '../support/server/lectern.ts';
import { type BackupPlace, type Content, createBackupPlace, createFilledPlace } from './backup-place.ts';
import { requireJson, runLectern } from './run-lectern.ts';

/** From and to. Two directions cover each engine on each side. */
const DIRECTIONS = inFullRun<readonly (readonly [from: TestEngine, to: TestEngine])[]>(
  ENGINES.flatMap((from) => ENGINES.map((to) => [from, to] as const)),
  [
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
  ],
);
/** The schema of the last version without backups. */
const OLD = '0004-long-sequences';

/**
 * Rows that are compared: all except the epoch and the audit record, which a restore creates, the time of the backup,
 * which is recorded after it, what opens a machine to its network, and tables that no backup contains.
 */
function kept(content: Content): Content {
  const made: Record<string, (row: Content[string][number]) => boolean> = {
    installation: ({ key }) => ['epoch', LAST_BACKUP, NETWORK_ACCESS, NETWORK_SIGN_IN].includes(String(key)),
    audit: ({ operation }) => operation === 'restore',
  };
  const tables = Object.entries(content).filter(([table]) => !(table in NOT_BACKED_UP));
  return Object.fromEntries(tables.map(([table, rows]) => [table, rows.filter((row) => !made[table]?.(row))]));
}

async function filled(engine: TestEngine, migration?: string): Promise<BackupPlace> {
  const place = await createFilledPlace(engine, migration);
  const values = [`('epoch', 'of before')`, `('${NETWORK_ACCESS}', 'on')`, `('${NETWORK_SIGN_IN}', 'on')`];
  await place.sql(`INSERT INTO installation (key, value) VALUES ${values.join(', ')}`);
  return place;
}

async function epochOf(place: BackupPlace): Promise<string> {
  return String((await place.sql(`SELECT value FROM installation WHERE key = 'epoch'`))[0]!.value);
}

for (const [from, to] of DIRECTIONS) {
  describe(`a backup of ${from} restored to ${to}`, () => {
    test('[D47], [D5] when a backup is restored, then every row of every table is restored, with a new epoch, and the search index is built', async () => {
      const source = await filled(from);
      const path = join(createDataDirectory(), 'all.backup');
      const made = await requireJson(['backup', path], source.setting);
      const last = await source.sql(`SELECT value FROM installation WHERE key = '${LAST_BACKUP}'`);
      assert.equal(last[0]?.value, made.created_at, '[D69] the time of the backup is recorded');
      const before = kept(await source.content());
      assert.ok(
        Object.values(before).every((rows) => rows.length > 0),
        'every table has rows',
      );
      assert.deepEqual(Object.keys(made.tables).sort(), Object.keys(before).sort());
      if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600);

      const target = await createBackupPlace(to);
      const restored = await requireJson(['restore', path], target.setting);
      const emptied = Object.fromEntries(EMPTY_AFTER_RESTORE.map((table) => [table, []]));
      assert.deepEqual(kept(await target.content()), { ...before, ...emptied });
      const none = Object.fromEntries(EMPTY_AFTER_RESTORE.map((table) => [table, 0]));
      const { audit, installation } = made.tables;
      const counts = { ...made.tables, ...none, audit: audit + 1, installation: installation - 2 };
      assert.deepEqual([restored.tables, restored.kept], [counts, null]);
      assert.notEqual(await epochOf(target), 'of before');
      const open = await target.sql(
        `SELECT key FROM installation WHERE key IN ('${NETWORK_ACCESS}', '${NETWORK_SIGN_IN}')`,
      );
      assert.deepEqual(open, [], '[D78] a restored installation is not open to the network');
      // [D43] The record concerns the whole installation.
      const records = await target.sql(`SELECT owner_kind, channel, resource FROM audit WHERE operation = 'restore'`);
      assert.deepEqual(
        records.map((record) => ({ ...record })),
        [{ owner_kind: 'installation', channel: 'command-line', resource: `sha256:${made.sha256}` }],
      );

      const search = await target.sql(
        to === 'sqlite'
          ? `SELECT name FROM pragma_table_list WHERE type = 'virtual'`
          : `SELECT tablename AS name FROM pg_tables WHERE tablename LIKE 'search\\_%'`,
      );
      // A SQLite backup contains existing indexes; this database has no index.
      if (from === 'postgres' || to === 'postgres') {
        assert.equal(search.length, before.editions!.filter((row) => row.revision_id !== null).length);
      }
      // Wherever the rows come from, the next start finds an up-to-date schema.
      const names = await target.sql('SELECT name FROM kysely_migration ORDER BY name');
      assert.deepEqual(
        names.map(({ name }) => name),
        MIGRATION_NAMES,
      );
    });

    test('when a backup is of an older version, then it is migrated', async () => {
      const source = await filled(from, OLD);
      const path = join(createDataDirectory(), 'old.backup');
      await requireJson(['backup', path], source.setting);
      const names = await source.sql('SELECT name FROM kysely_migration ORDER BY name');
      assert.equal(names.at(-1)?.name, OLD, 'a backup changes nothing');
      const target = await createBackupPlace(to);
      await requireJson(['restore', path], target.setting);
      const before = kept(await source.content());
      const after = kept(await target.content());
      for (const [table, rows] of Object.entries(before)) {
        const columns = Object.keys(rows[0]!);
        const known = after[table]!.filter(({ key }) => !isAddedByMigration(key)).map((row) =>
          Object.fromEntries(columns.map((column) => [column, row[column]])),
        );
        assert.deepEqual(known, rows, table);
      }
      await requireJson(['org', 'list'], target.setting);
    });
  });
}

/** A migration records in `installation` which search indexes must be rebuilt. */
const isAddedByMigration = (key: unknown): boolean => String(key).startsWith('outdated index/');

test('when a backup is made, then it contains every table of the schema, except those listed with a reason', async () => {
  const [sqlite, postgres] = await Promise.all(ENGINES.map(async (engine) => createBackupPlace(engine)));
  await Promise.all([sqlite!.migrate(), postgres!.migrate()]);
  const schema = new Set([...(await sqlite!.tables()).keys(), ...(await postgres!.tables()).keys()]);
  const path = join(createDataDirectory(), 'empty.backup');
  for (const place of [sqlite!, postgres!]) {
    const { tables } = await requireJson(['backup', '--force', path], place.setting);
    const missing = [...schema].filter((table) => !(table in tables));
    assert.deepEqual(
      missing.filter((table) => !NOT_BACKED_UP[table]),
      [],
    );
    assert.deepEqual(
      missing.sort(),
      Object.keys(NOT_BACKED_UP)
        .filter((table) => !table.startsWith('kysely'))
        .sort(),
      'what is named as left out is there, and left out',
    );
  }
});

test('[D69] when the database cannot be written, then a backup is made all the same, with a warning that its time is not recorded', async () => {
  const place = await filled('postgres');
  const name = new URL(place.setting.env.LECTERN_DATABASE_URL!).pathname.slice(1);
  await place.sql(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  const path = join(createDataDirectory(), 'read-only.backup');
  const { code, stderr } = await runLectern(['backup', path], place.setting);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Warning: the time of the backup could not be recorded: .*read-only transaction/);
  const target = await createBackupPlace('sqlite');
  await requireJson(['restore', path], target.setting);
});

test('when any SQLite tool opens a backup, then it can read it, whichever engine the backup comes from', async () => {
  for (const engine of ENGINES) {
    const place = await filled(engine);
    const path = join(createDataDirectory(), 'plain.backup');
    await requireJson(['backup', path], place.setting);
    assert.deepEqual([...readFileSync(path).subarray(18, 20)], [1, 1], 'one file, and no log beside it');
    using database = new DatabaseSync(path, { readOnly: true });
    assert.equal(database.prepare('PRAGMA integrity_check').get()!.integrity_check, 'ok');
    assert.equal(database.prepare('SELECT count(*) AS rows FROM verses').get()!.rows, 3);
  }
});
