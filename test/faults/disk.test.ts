import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  createOperatorClient,
  type OperatorClient,
  type OperatorResponse,
} from '../support/requests/operator-client.ts';
import { seedOnSqlite, startReadyServer } from '../support/server/process.ts';

/**
 * Simulates a full disk without root: the system's limit on file size. A write beyond it fails (EFBIG) like one to a
 * full disk; Node ignores the accompanying signal. The server's log goes to a pipe and is not affected.
 */
const onPosix = { skip: process.platform === 'win32' ? 'there is no limit for the size of a file' : false };
const withPrlimit = {
  skip:
    spawnSync('prlimit', ['--version']).status === 0 ? false : 'prlimit (util-linux) is needed to lift the limit again',
};

/** `ulimit -f` counts blocks of 512 bytes (POSIX). */
const BLOCK_BYTES = 512;
/** Space that the database can still grow by. Pushes fill it, and then the log, within a second or two. */
const ROOM_BYTES = 64 * 1024;
const PUSHES_MAX = 2_000;

test(
  '[D3] when the disk is full, then the response is 503 with Retry-After, reads succeed, and acknowledged writes are kept',
  onPosix,
  async () => {
    const installation = await seedOnSqlite();
    const env = { ...installation.env, LECTERN_QUEUE_ITEMS: '100000' };
    const limit = statSync(join(installation.dataDir, 'lectern.db')).size + ROOM_BYTES;
    const server = await startReadyServer({
      env,
      wrapper: ['sh', '-c', `ulimit -f ${Math.ceil(limit / BLOCK_BYTES)}; exec "$@"`, 'sh'],
    });
    const operator = createOperatorClient(server.url, installation);
    const { acknowledged, refusal } = await pushUntilRefused(operator);
    assertUnavailable(refusal);
    assert.ok(acknowledged > 0);

    // The disk stays full: the next write is refused too, and readers notice nothing.
    assertUnavailable(await operator.attempt('POST', '/passages', { passage: 'John 3' }));
    const present = await operator.readQueue();
    assert.equal(present.items.length, 36 * acknowledged);
    assert.equal((await fetch(`${server.url}/l/${installation.liveId}`)).status, 200);
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    const readiness = await fetch(`${server.url}/readyz`);
    assert.deepEqual(
      [readiness.status, ((await readiness.json()) as { detail: string }).detail],
      [503, refusal.body.detail],
    );
    await server.end('SIGKILL');

    const again = await startReadyServer({ env });
    const successor = createOperatorClient(again.url, installation);
    assert.deepEqual(await successor.readQueue(), present);
    await successor.push('John 3');
    await again.end();
  },
);

test('[D3] when the disk has space again, then the server recovers by itself', withPrlimit, async () => {
  const installation = await seedOnSqlite();
  const server = await startReadyServer({ env: installation.env });
  const operator = createOperatorClient(server.url, installation);
  await operator.push('John 3');
  const before = await operator.readQueue();

  limitFileSize(server.pid, '4096');
  for (const attempt of [1, 2, 3]) {
    assertUnavailable(await operator.attempt('POST', '/passages', { passage: 'John 3' }), `attempt ${attempt}`);
    // A transaction that Kysely rolls back: SQLite has already rolled it back.
    assertUnavailable(await operator.attempt('DELETE', ''), `attempt ${attempt}`);
  }
  assert.deepEqual(await operator.readQueue(), before, 'nothing of what was refused is there');

  assert.equal((await fetch(`${server.url}/readyz`)).status, 503, '[D46] not ready while nothing can be stored');
  limitFileSize(server.pid, 'unlimited');
  await server.ready();
  await operator.push('Psalm 23');
  const { items } = await operator.readQueue();
  assert.equal(items.length, 36 + 6);
  await server.end();
});

async function pushUntilRefused(
  operator: OperatorClient,
): Promise<{ acknowledged: number; refusal: OperatorResponse }> {
  for (let acknowledged = 0; acknowledged < PUSHES_MAX; acknowledged++) {
    const response = await operator.attempt('POST', '/passages', { passage: 'John 3' });
    if (response.status !== 200) return { acknowledged, refusal: response };
  }
  throw new Error('The disk did not fill up.');
}

function assertUnavailable({ status, headers, body }: OperatorResponse, message = ''): void {
  assert.deepEqual([status, body.code], [503, 'unavailable'], `${message} ${JSON.stringify(body)}`);
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

/** Only the soft limit, so that it can be raised again without privileges. */
function limitFileSize(pid: number, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`]);
  assert.equal(status, 0, String(stderr));
}
