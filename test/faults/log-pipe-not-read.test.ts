import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { seedOnSqlite, startReadyServer } from '../support/server/process.ts';

/** Their log lines exceed the capacity of a pipe. */
const REQUESTS = 1_500;
const STOP_MAX_MS = 10_000;

test('[D46] when the log goes to a pipe that is not read, then the server keeps serving, and exits with 0 within 10 s of SIGTERM', {
  skip: process.platform === 'win32' ? 'there are no named pipes' : false,
}, async () => {
  const installation = await seedOnSqlite();
  const pipe = join(installation.dataDir, 'log');
  const script = 'mkfifo "$0"; sleep 60 < "$0" > /dev/null 2>&1 & exec "$@" 2> "$0"';
  const server = await startReadyServer({ env: installation.env, wrapper: ['sh', '-c', script, pipe] });
  for (let request = 0; request < REQUESTS; request++) {
    assert.equal((await fetch(`${server.url}/l/${installation.liveId}`, { method: 'HEAD' })).status, 200);
  }
  const stoppedAt = performance.now();
  const ending = await server.end('SIGTERM');
  assert.equal(ending.code, 0);
  assert.ok(performance.now() - stoppedAt < STOP_MAX_MS);
});
