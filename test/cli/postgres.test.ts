import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { createDataDirectory, createPostgresDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { requireJson, runLectern } from './run-lectern.ts';

test('with PostgreSQL commands go to the database, and leave no data folder [D47]', async (t) => {
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

test('a database that does not answer is told in one line [D47]', async () => {
  const port = await findFreePort();
  const env = { LECTERN_DATABASE_URL: `postgres://me:hush@127.0.0.1:${port}/x` };
  const { code, stdout, stderr } = await runLectern(['org', 'list'], { dataDir: createDataDirectory(), env });
  assert.deepEqual([code, stdout], [1, '']);
  assert.equal(stderr, `Error: The database does not answer. (connect ECONNREFUSED 127.0.0.1:${port})\n`);
});
