import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { readSecrets } from '../../src/secrets.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { createDataDirectory, createPostgresDatabase, createPostgresDatabaseIn } from '../support/server/database.ts';
import { findFreePort } from '../support/server/free-port.ts';
import { startServerProcess } from '../support/server/process.ts';
import { requireJson, runJson, runLectern } from './run-lectern.ts';

test('[D47] when PostgreSQL is configured, then commands use the database and create no data folder', async (t) => {
  const database = await createPostgresDatabase();
  t.after(() => database.drop());
  const setting = { dataDir: createDataDirectory(), env: { LECTERN_DATABASE_URL: database.url } };

  await requireJson(['user', 'create', '--email', 'ada@example.org', '--name', 'Ada'], setting);
  const { organization_id } = await requireJson(
    ['org', 'create', '--name', 'St Mary', '--owner', 'ada@example.org'],
    setting,
  );
  const create = ['token', 'create', '--organization', organization_id];
  const tokens = await Promise.all([requireJson(create, setting), requireJson(create, setting)]);
  await requireJson(['token', 'revoke', '--', tokens[0].id], setting);
  const { data } = await requireJson(['token', 'list', '--organization', organization_id], setting);
  assert.deepEqual(
    new Map(data.map((token: { id: string; state: string }) => [token.id, token.state])),
    new Map([
      [tokens[0].id, 'revoked'],
      [tokens[1].id, 'active'],
    ]),
  );
  assert.deepEqual(readdirSync(setting.dataDir), []);
});

test('[D47] when a database does not respond, then the error is one line', async () => {
  const port = await findFreePort();
  const env = { LECTERN_DATABASE_URL: `postgres://me:hush@127.0.0.1:${port}/x` };
  const { code, stdout, stderr } = await runLectern(['org', 'list'], { dataDir: createDataDirectory(), env });
  assert.deepEqual([code, stdout], [1, '']);
  assert.equal(stderr, `Error: The database does not respond. (connect ECONNREFUSED 127.0.0.1:${port})\n`);
});

for (const encoding of ['SQL_ASCII', 'LATIN1']) {
  test(`[D46] when a database is in ${encoding}, then it is refused before anything is created in it, and its data can be moved out`, async (t) => {
    const database = await createPostgresDatabaseIn(encoding);
    const whole = await createPostgresDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    t.after(async () => {
      await pool.end();
      await database.drop();
      await whole.drop();
    });
    const dataDir = createDataDirectory();
    const backup = join(dataDir, 'of-sqlite.backup');
    await requireJson(['user', 'create', '--email', 'ada@example.org', '--name', 'Ada'], { dataDir });
    readSecrets(join(dataDir, 'secret.json'), true);
    await requireJson(['backup', backup], { dataDir });
    const setting = { dataDir, env: { LECTERN_DATABASE_URL: database.url } };
    const said = `The database has the encoding ${encoding} but needs UTF8. Nothing was changed. Create another database, and move`;

    // A start checks it first.
    const refused = await startServerProcess({ env: { ...setting.env, LECTERN_DATA_DIR: dataDir } });
    assert.deepEqual(await refused.ended, { code: 1, signal: null });
    assert.match(refused.output.stderr, new RegExp(`^Lectern did not start\\. ${said}[^\\n]+\\n$`));
    for (const words of [
      ['user', 'list'],
      ['restore', backup],
    ]) {
      const { document } = await runJson(words, setting);
      assert.ok(document.error.detail.startsWith(said), `${words[0]}: ${document.error.detail}`);
    }
    const { rows } = await pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    assert.deepEqual(rows, [], 'an empty database stays empty');
    const { document } = await runJson(['doctor'], setting);
    const check = document.checks.find(({ name }: { name: string }) => name === 'Database');
    assert.deepEqual([check.level, check.finding], ['problem', `its encoding is ${encoding}, but must be UTF8`]);

    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    await migrate(db, 'postgres');
    await pool.query("INSERT INTO users (id, email, name, disabled, created_at) VALUES ('1', 'e', 'Jörg', 0, '2026')");
    const along = join(dataDir, 'along.backup');
    await requireJson(['backup', along], setting);
    await requireJson(['restore', along], { dataDir, env: { LECTERN_DATABASE_URL: whole.url } });
    const restored = new pg.Client({ connectionString: whole.url });
    await restored.connect();
    const users = await restored.query('SELECT name FROM users');
    await restored.end();
    assert.deepEqual(users.rows, [{ name: 'Jörg' }]);
  });
}
