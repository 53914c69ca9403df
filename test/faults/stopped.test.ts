import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { acquireProcessLock } from '../../src/storage/files/process-lock.ts';
import { createOperatorClient } from '../support/requests/operator-client.ts';
import { openStream } from '../support/requests/stream.ts';
import { findFreePort } from '../support/server/free-port.ts';
import { seedOnSqlite, startReadyServer, statusOf } from '../support/server/process.ts';

/** [D46]: exit 0 within 10 s. */
const STOP_MAX_MS = 10_000;

test('[D46] when the server receives SIGTERM, then streams end gracefully, open writes finish, nothing more is served, and it exits with 0', async () => {
  const installation = await seedOnSqlite();
  const server = await startReadyServer({ env: installation.env });
  const operator = createOperatorClient(server.url, installation);
  await operator.push('John 3:16');
  const streams = await Promise.all([1, 2, 3].map(() => openStream(server.url, installation.liveId)));
  for (const stream of streams) await stream.takeState();

  const body = JSON.stringify({ passage: 'Psalm 23' });
  const late = await sendHalf(server.port, [
    `POST /v1/lives/${installation.liveId}/passages HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    `Authorization: Bearer ${installation.token}`,
    'Content-Type: application/json',
    `If-Match: ${operator.etag}`,
    `Content-Length: ${body.length}`,
  ]);
  // A later request got its response, so the head of this one has been read and it is in progress.
  await operator.read();
  const begun = Date.now();
  const ended = server.end('SIGTERM');
  for (const stream of streams) assert.equal(await stream.ended, true, 'a stream is ended, not cut');
  await assert.rejects(fetch(`${server.url}/healthz`), 'no new connection is served');

  late.socket.write(body);
  const response = await late.response;
  assert.match(response, /^HTTP\/1\.1 200 /);
  assert.deepEqual(await ended, { code: 0, signal: null });
  assert.ok(Date.now() - begun < STOP_MAX_MS);

  const again = await startReadyServer({ env: installation.env });
  const { items } = await createOperatorClient(again.url, installation).readQueue();
  assert.equal(items.length, 1 + 6, 'the write that was under way is durable');
  await again.end();
});

test('[D46] when the server receives SIGTERM during a stream of pushes, then acknowledged pushes are stored, and it exits with 0', async () => {
  const installation = await seedOnSqlite();
  const server = await startReadyServer({ env: installation.env });
  const operator = createOperatorClient(server.url, installation);
  const { sequence } = await operator.read();
  let acknowledged = 0;
  const pushes = (async () => {
    for (;;) {
      try {
        await operator.push('Psalm 117');
      } catch (error) {
        if (error instanceof TypeError) return;
        throw error;
      }
      if (++acknowledged === 20) server.end('SIGTERM');
    }
  })();
  await pushes;
  assert.deepEqual(await server.ended, { code: 0, signal: null });

  const again = await startReadyServer({ env: installation.env });
  const present = await createOperatorClient(again.url, installation).readQueue();
  assert.ok(acknowledged >= 20);
  assert.equal(present.sequence, sequence + acknowledged);
  assert.equal(present.items.length, 2 * acknowledged);
  await again.end();
});

test('[D46] when the server receives SIGINT, then it stops as for SIGTERM; a second signal does not disturb the stop', async () => {
  const installation = await seedOnSqlite();
  const server = await startReadyServer({ env: installation.env });
  server.end('SIGINT');
  assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
});

/**
 * The process that gets the signal, and its distance above the server: `npm start`, and the shell in which npm runs it.
 */
const STARTERS = [
  { who: 'npm', above: 2, signal: 'SIGTERM' },
  { who: 'npm', above: 2, signal: 'SIGKILL' },
  { who: 'its shell', above: 1, signal: 'SIGTERM' },
] as const;

for (const { who, above, signal } of STARTERS) {
  const skip = process.platform !== 'linux' && 'only Linux has /proc, and a shell there that passes no signal on';
  test(`[D46] when ${signal} is sent to ${who}, then the server of "npm start" stops gracefully`, {
    skip,
  }, async () => {
    const { env, dataDir } = await seedOnSqlite();
    const port = await findFreePort();
    const npm = spawn('npm', ['start'], {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      // A shell that stays as the parent of its command, as dash does.
      env: { ...process.env, ...env, PORT: String(port), npm_config_script_shell: '/bin/sh' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    npm.stderr.setEncoding('utf8').on('data', (text) => {
      log += text;
    });
    let server: number | null = null;
    try {
      await until(async () => (await statusOf(`http://127.0.0.1:${port}/readyz`)) === 200);
      const line = [npm.pid!];
      for (let next = childOf(npm.pid!); next !== null; next = childOf(next)) line.push(next);
      server = line.at(-1)!;
      // A shell that replaces itself with the server needs no check.
      const target = line.at(-1 - above) ?? npm.pid!;
      process.kill(target, signal);
      await until(async () => (await statusOf(`http://127.0.0.1:${port}/healthz`)) === null);
      await until(async () => !isRunning(server!));
      assert.match(log, /"msg":"(npm exited: stopping|stopping)"/);
      acquireProcessLock(dataDir, 0).release();
    } finally {
      if (server !== null && isRunning(server)) process.kill(server, 'SIGKILL');
      npm.kill('SIGKILL');
    }
  });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 30_000; !(await holds()); await sleep(50)) {
    assert.ok(Date.now() < deadline, 'in time');
  }
}

function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns the only child of a process, or null. */
function childOf(pid: number): number | null {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return child ? Number(child) : null;
}

/** Sends the head of a request, and reads the response until the server closes the connection. */
async function sendHalf(
  port: number,
  lines: readonly string[],
): Promise<{ socket: Socket; response: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const response = (async () => {
    let text = '';
    for await (const chunk of socket.setEncoding('utf8')) {
      text += chunk;
    }
    return text;
  })();
  return { socket, response };
}
