import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { createPostgresDatabase } from './database.ts';
import { startPostgres } from './postgres.ts';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {}); // a killed server also breaks idle connections; the query itself reports what matters
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(condition: () => boolean, otherwise: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    assert.ok(Date.now() < deadline, otherwise);
    await delay(20);
  }
}

suite('a PostgreSQL server of the tests', () => {
  test('when the server is started and stopped, then it responds as version 18 and leaves neither process nor folder', async () => {
    const server = await startPostgres();
    const { pid, folder } = server;
    assert.equal(isAlive(pid), true);
    assert.equal(existsSync(folder), true);
    const [row] = await query(server.url, 'select version()');
    assert.match(String(row?.version), /^PostgreSQL 18\./);
    await server.stop();
    assert.equal(isAlive(pid), false);
    assert.equal(existsSync(folder), false);
    await assert.rejects(query(server.url, 'select 1'), { code: 'ECONNREFUSED' });
  });

  test('when the server is killed, then it keeps what was committed before and starts again on the same address', async (t) => {
    const server = await startPostgres();
    t.after(() => server.stop());
    await query(server.url, 'create table kept (n int); insert into kept values (7)');
    const { pid, url } = server;
    await server.kill();
    await assert.rejects(query(url, 'select 1'), { code: 'ECONNREFUSED' });
    await server.startAgain();
    assert.notEqual(server.pid, pid);
    assert.deepEqual(await query(server.url, 'select n from kept'), [{ n: 7 }]);
  });

  test('when the server is durable, then it writes through to the disk', async (t) => {
    const server = await startPostgres({ durable: true });
    t.after(() => server.stop());
    assert.deepEqual(await query(server.url, 'show fsync'), [{ fsync: 'on' }]);
  });

  test('when the process that started it ends, even by kill -9, then the server ends too', {
    skip: process.platform === 'win32',
  }, async () => {
    const program = `
      import { startPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)};
      const { pid, url, folder } = await startPostgres();
      console.log(JSON.stringify({ pid, url, folder }));
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface({ input: parent.stdout }), 'line');
    const { pid, url, folder } = JSON.parse(String(line)) as { pid: number; url: string; folder: string };
    assert.equal(isAlive(pid), true);
    parent.kill('SIGKILL');
    await until(() => !isAlive(pid), `process ${pid} is still alive`);
    await assert.rejects(query(url, 'select 1'), { code: 'ECONNREFUSED' });
    await until(() => !existsSync(folder), `${folder} is still there`);
  });

  test('when several callers ask for a database, then each gets its own', async () => {
    const [first, second] = await Promise.all([createPostgresDatabase(), createPostgresDatabase()]);
    assert.notEqual(first.url, second.url);
    await query(first.url, 'create table only_here (n int)');
    await assert.rejects(query(second.url, 'select * from only_here'), { code: '42P01' });
    await first.drop();
    await assert.rejects(query(first.url, 'select 1'), { code: '3D000' });
    await second.drop();
  });
});
