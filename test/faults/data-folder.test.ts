import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { acquireProcessLock, DataFolderInUseError } from '../../src/storage/files/process-lock.ts';
import { explainOpenError, UnusableDataError } from '../../src/storage/unusable-data-error.ts';
import { runJson } from '../cli/run-lectern.ts';
import { createOperatorClient } from '../support/requests/operator-client.ts';
import { createDataDirectory, createPostgresDatabase } from '../support/server/database.ts';
import { seedOnPostgres, seedOnSqlite, startReadyServer, startServerProcess } from '../support/server/process.ts';

test('[D47] when a second server starts on the same data folder, then it refuses to start, and the first keeps running', async () => {
  const installation = await seedOnSqlite();
  const first = await startReadyServer({ env: installation.env });
  const operator = createOperatorClient(first.url, installation);
  await operator.push('John 3:16');

  const second = await startServerProcess({ env: installation.env });
  assert.deepEqual(await second.ended, { code: 1, signal: null });
  const said = second.output.stderr;
  assert.match(said, /^[^\n]+\n$/, 'one line');
  assert.ok(said.includes('Another Lectern process') && said.includes(installation.dataDir), said);
  assert.equal(second.output.stdout, '');

  await operator.push('John 3:17');
  assert.equal((await operator.readQueue()).items.length, 2);
  await first.end('SIGKILL');

  const third = await startReadyServer({ env: installation.env });
  assert.equal(
    (await createOperatorClient(third.url, installation).readQueue()).items.length,
    2,
    'a kill leaves no lock',
  );
  await third.end();
});

test('[D3] when another program locks the database, then the response is 503 with Retry-After, and the server recovers by itself', async () => {
  const installation = await seedOnSqlite();
  const server = await startReadyServer({ env: installation.env });
  const operator = createOperatorClient(server.url, installation);
  await operator.push('John 3:16');
  const before = await operator.readQueue();

  const holder = spawn(process.execPath, [
    fileURLToPath(new URL('./lock-holder.ts', import.meta.url)),
    join(installation.dataDir, 'lectern.db'),
  ]);
  await once(holder.stdout, 'data');
  for (let attempt = 0; attempt < 3; attempt++) {
    const { status, headers, body } = await operator.attempt('POST', '/passages', { passage: 'Psalm 23' });
    assert.deepEqual([status, body.code], [503, 'unavailable'], JSON.stringify(body));
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
  assert.deepEqual(await operator.readQueue(), before, 'reads go on, and nothing of what was refused is there');
  holder.stdin.end();
  await once(holder, 'exit');

  await operator.push('Psalm 23');
  assert.equal((await operator.readQueue()).items.length, 1 + 6);
  await server.end();
});

test('when a newer version wrote the database, then the server refuses to start and changes nothing', async () => {
  const installation = await seedOnSqlite();
  const file = join(installation.dataDir, 'lectern.db');
  addMigration(file, '9999-of-the-future');
  const before = contentOf(file);

  const server = await startServerProcess({ env: installation.env });
  assert.deepEqual(await server.ended, { code: 1, signal: null });
  assert.match(server.output.stderr, /^.*newer version of Lectern.*9999-of-the-future.*\n$/);
  assert.equal(server.output.stdout, '');
  assert.deepEqual(contentOf(file), before);
});

test('[D46] when PostgreSQL is used without the key file, then the server refuses to start and says what to do', async () => {
  const installation = await seedOnPostgres();
  const missing = join(installation.dataDir, 'nothing-here.json');
  const server = await startServerProcess({ env: { ...installation.env, LECTERN_SECRET_FILE: missing } });
  assert.deepEqual(await server.ended, { code: 1, signal: null });
  assert.ok(server.output.stderr.includes(missing), server.output.stderr);
  assert.doesNotMatch(server.output.stderr, /\n\s+at /);

  const empty = await createPostgresDatabase();
  const env = { ...installation.env, LECTERN_DATABASE_URL: empty.url, LECTERN_SECRET_FILE: missing };
  assert.equal((await (await startServerProcess({ env })).ended).code, 1);
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  await client.end();
  assert.deepEqual(rows, [], 'an empty database stays empty');
  await empty.drop();
});

test('when a data folder cannot be used, then start and commands end with one line that says what to do', async () => {
  const spoil: [string, (dataDir: string) => void, RegExp][] = [
    ['a file of another kind', (dataDir) => mkdirSync(join(dataDir, 'lectern.lock')), /not writable by the user/],
    [
      'no database',
      (dataDir) => writeFileSync(join(dataDir, 'lectern.db'), 'text '.repeat(500)),
      /not an SQLite database/,
    ],
  ];
  // Root can write everywhere.
  if (process.getuid?.() && process.platform !== 'win32') {
    spoil.push(['not ours', (dataDir) => chmodSync(dataDir, 0o500), /not writable by the user/]);
  }
  for (const [name, make, said] of spoil) {
    const dataDir = createDataDirectory();
    make(dataDir);
    const server = await startServerProcess({ env: { LECTERN_DATA_DIR: dataDir } });
    assert.deepEqual(await server.ended, { code: 1, signal: null }, name);
    assert.match(server.output.stderr, /^[^\n]+\n$/, name);
    assert.match(server.output.stderr, said);
    const run = await runJson(['user', 'list'], { dataDir });
    assert.deepEqual([run.code, run.document.error.code], [1, 'data_folder_unusable'], name);
    assert.match(run.document.error.detail, said);
    chmodSync(dataDir, 0o700);
  }
});

test('when a data folder cannot be created, then start and commands report it', async () => {
  const folder = createDataDirectory();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const dangling = join(folder, 'link');
  symlinkSync(join(folder, 'nowhere', 'else'), dangling);
  // An existing folder in which nothing can be created.
  const bare = existsSync('/proc/self') ? ['/proc/lectern', '/proc/lectern/data'] : [];
  for (const dataDir of [file, join(file, 'below'), dangling, ...bare]) {
    const server = await startServerProcess({ env: { LECTERN_DATA_DIR: dataDir } });
    assert.equal((await server.ended).code, 1);
    assert.match(server.output.stderr, /^[^\n]+data folder[^\n]+[^\n]+\n$/, dataDir);
    const run = await runJson(['client', 'create', '--name', 'App', '--redirect-uri', 'https://app.example.org'], {
      dataDir,
    });
    assert.deepEqual([run.code, run.document.error.code], [1, 'data_folder_unusable'], run.document.error.detail);
    const restored = await runJson(['restore', file], { dataDir });
    assert.deepEqual([restored.code, restored.document.error.code], [1, 'data_folder_unusable']);
  }
});

test('when the folder of a key file cannot be created, then the error reports it', async () => {
  const dataDir = createDataDirectory();
  writeFileSync(join(dataDir, 'file'), '');
  const bare = existsSync('/proc/self') ? ['/proc/lectern/secret.json'] : [];
  for (const secretFile of [join(dataDir, 'file', 'secret.json'), ...bare]) {
    const env = { LECTERN_DATA_DIR: join(dataDir, 'data'), LECTERN_SECRET_FILE: secretFile, LECTERN_STARTER: 'off' };
    const server = await startServerProcess({ env });
    assert.equal((await server.ended).code, 1);
    assert.match(server.output.stderr, /^[^\n]+ key file [^\n]+: [^\n]+LECTERN_SECRET_FILE[^\n]+\n$/);
  }
});

test('when a full disk prevents a start, then the error reports it; the lock still works', () => {
  const dataDir = createDataDirectory();
  const lock = acquireProcessLock(dataDir, 0);
  assert.deepEqual(readdirSync(dataDir), ['lectern.lock'], 'no journal is begun');
  assert.equal(statSync(join(dataDir, 'lectern.lock')).size, 0);
  assert.throws(() => acquireProcessLock(dataDir, 0), DataFolderInUseError);
  lock.release();
  acquireProcessLock(dataDir, 0).release();

  const shortOfRoom = [{ errcode: 13 }, { errcode: 4874 }, { code: 'ENOSPC' }];
  for (const detail of shortOfRoom) {
    const explained = explainOpenError(Object.assign(new Error('no'), detail), '/data');
    assert.ok(explained instanceof UnusableDataError);
    assert.match(explained.message, /disk of the data folder \/data is full.*Free some space/);
  }
});

test('[D47] when the file system is read-only, then the error reports it', () => {
  const explained = explainOpenError(Object.assign(new Error('no'), { code: 'EROFS' }), '/data');
  assert.ok(explained instanceof UnusableDataError);
  assert.match(explained.message, /data folder \/data is on a file system that is mounted read-only.*Mount it/);
});

function addMigration(file: string, name: string): void {
  const database = new DatabaseSync(file);
  database.prepare('INSERT INTO kysely_migration (name, timestamp) VALUES (?, ?)').run(name, new Date().toISOString());
  database.close();
}

/** Returns the schema and the content of the tables. The text of the edition is only counted. */
function contentOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const schema = database.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY name').all();
  // The content of a virtual table is stored in plain tables.
  const isPlain = ({ type, sql }: (typeof schema)[number]) =>
    type === 'table' && !String(sql).startsWith('CREATE VIRTUAL');
  const tables = schema.filter(isPlain).map(({ name }) => String(name));
  const rows = tables.map((name) => {
    const columns = name === 'verses' ? 'count(*)' : '*';
    return [name, database.prepare(`SELECT ${columns} FROM ${name}`).all()];
  });
  database.close();
  return { schema, rows };
}
