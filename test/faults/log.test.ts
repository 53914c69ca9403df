import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createOperatorClient } from '../support/requests/operator-client.ts';
import { openStream } from '../support/requests/stream.ts';
import { type ServerProcess, seedOnSqlite, startReadyServer } from '../support/server/process.ts';

/** The limit of [D46], plus some time for a slow machine. */
const STOP_MAX_MS = 15_000;

/** A marker for data that must not be logged. Each place where it is sent has its own. */
const mark = (place: string) => `mark-${place}-9f1c`;

const recordsOf = ({ output }: ServerProcess) =>
  output.stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('[D2] when requests are logged, then the log has no secret, no header, no body and no query', async () => {
  const installation = await seedOnSqlite();
  const server = await startReadyServer({ env: { ...installation.env, LECTERN_LOG_LEVEL: 'trace' } });
  const { url } = server;
  const { liveId, token } = installation;
  const live = `${url}/v1/lives/${liveId}`;
  const operator = createOperatorClient(url, installation);

  await operator.push('John 3:16');
  await operator.write('PATCH', '', { name: mark('name') });
  await operator.call('POST', '/passages', { body: { passage: mark('passage') }, ifMatch: operator.etag });
  await operator.call('PATCH', '/playback', { body: { [mark('field')]: 1 }, ifMatch: mark('validator') });
  const authorized = { authorization: `Bearer ${token}` };
  const requests: [string, RequestInit][] = [
    [`${live}?access_token=${mark('query')}`, { headers: authorized }],
    [`${live}/queue-items?after=${mark('cursor')}`, { headers: authorized }],
    [live, { headers: { authorization: `Bearer ${mark('bearer')}` } }],
    [live, { headers: { authorization: `Basic ${mark('basic')}` } }],
    [live, { headers: { ...authorized, cookie: `session=${mark('cookie')}` } }],
    [`${live}/passages`, post(`{"passage": "${mark('malformed')}"`)],
    [`${live}/passages`, post(JSON.stringify({ passage: mark('long').repeat(10_000) }))],
    [`${live}/passages`, { ...post(mark('text')), headers: { ...authorized, 'content-type': mark('media') } }],
    [`${url}/l/${liveId}?secret=${mark('audience')}`, {}],
    [`${url}/nowhere?secret=${mark('nowhere')}`, {}],
  ];
  for (const [address, init] of requests) await (await fetch(address, init)).arrayBuffer();
  const stream = await openStream(url, liveId, { 'last-event-id': mark('resumed'), cookie: mark('viewer') });
  await stream.takeState();
  stream.close();
  await server.end();

  const records = recordsOf(server);
  for (const { time } of records) assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const requested = records.filter(({ msg }) => msg === 'request');
  assert.ok(requested.length >= requests.length, 'a line a request');
  for (const { request_id, path } of requested) {
    assert.match(String(request_id), /^[\w.-]{1,64}$/);
    assert.doesNotMatch(String(path), /\?/);
  }
  const written = server.output.stderr + server.output.stdout;
  assert.ok(!written.includes(token), 'the token is in the log');
  assert.doesNotMatch(written, /mark-/);
  assert.doesNotMatch(written, /bearer /i);

  function post(body: string): RequestInit {
    const headers = { ...authorized, 'content-type': 'application/json', 'if-match': operator.etag };
    return { method: 'POST', headers, body };
  }
});

test('when its log cannot be written, then the server keeps serving, and stops gracefully', {
  skip: !existsSync('/dev/full'),
}, async () => {
  const { env } = await seedOnSqlite();
  const wrapper = ['sh', '-c', 'exec "$@" 2>/dev/full', 'sh'];
  const server = await startReadyServer({ env, wrapper });
  // More often than the log is flushed.
  for (let look = 0; look < 10; look++) {
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    await delay(100);
  }
  assert.ok(server.running);
  const begun = performance.now();
  assert.deepEqual(await server.end(), { code: 0, signal: null });
  assert.ok(performance.now() - begun < STOP_MAX_MS);
});

test('when a client disconnects during a request, then the log has no response to it', async () => {
  const { env, liveId, token } = await seedOnSqlite();
  const server = await startReadyServer({ env });
  const path = `/v1/lives/${liveId}/passages`;
  const socket = connect(server.port, '127.0.0.1');
  const headers = [
    'Host: x',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Content-Length: 100',
    'Expect: 100-continue',
  ];
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{"passage"`);
  const [begun] = await once(socket, 'data');
  assert.match(String(begun), /^HTTP\/1\.1 100 /, 'the server waits for the body');
  socket.destroy();
  while (!server.output.stderr.includes('the client disconnected')) await delay(20);
  await server.end();
  const records = recordsOf(server);
  assert.ok(records.some((record) => record.msg === 'the client disconnected' && record.path === path));
  assert.deepEqual(
    records.filter((record) => record.msg === 'request' && record.path === path),
    [],
  );
});
