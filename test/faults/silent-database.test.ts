import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createOperatorClient,
  createServedLive,
  type OperatorClient,
  type OperatorResponse,
} from '../support/requests/operator-client.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/server/database-proxy.ts';
import {
  type SeededInstallation,
  type ServerProcess,
  seedOnPostgres,
  startReadyServer,
  statusOf,
} from '../support/server/process.ts';

const RECOVERY_MAX_MS = 60_000;
const POLL_MS = 100;
/** Few enough that a round of writes uses all of them. */
const CONNECTIONS = 4;

describe('[D3] connections to PostgreSQL that go silent without closing', () => {
  let installation: SeededInstallation;
  let proxy: DatabaseProxy;
  let server: ServerProcess;
  let operator: OperatorClient;
  before(async () => {
    installation = await seedOnPostgres();
  });
  beforeEach(async () => {
    proxy = await startDatabaseProxy(installation.env.LECTERN_DATABASE_URL!);
    const LECTERN_POSTGRES_CONNECTIONS = String(CONNECTIONS);
    server = await startReadyServer({
      env: { ...installation.env, LECTERN_DATABASE_URL: proxy.url, LECTERN_POSTGRES_CONNECTIONS },
    });
    operator = createOperatorClient(server.url, installation);
  });
  afterEach(async () => {
    await server?.end('SIGKILL');
    proxy?.close();
  });

  test('when they go silent, then none of them is used again, and requests succeed on new connections', async () => {
    const operators = [operator];
    while (operators.length < 3 * CONNECTIONS) operators.push(await createServedLive(server.url, installation));
    const writeAll = () =>
      Promise.all(operators.map((each) => each.attempt('POST', '/passages', { passage: 'John 3:16' })));
    for (const response of await writeAll()) assert.equal(response.status, 200);
    const before = await operator.readQueue();

    proxy.silence();
    for (const response of await writeAll()) assertUnavailable(response);
    await eventually(async () => (await operator.call('GET')).status === 200);
    // A remaining silent connection would be used in one of these rounds.
    for (let round = 0; round < 3; round++) {
      for (const each of operators) await each.read();
      for (const response of await writeAll()) assert.equal(response.status, 200, JSON.stringify(response.body));
    }
    assert.ok((await operator.readQueue()).items.length >= before.items.length + 3);
  });

  test('when new connections are silent too, then responses are 503 until that ends, and succeed afterwards', async () => {
    await operator.push('John 3:16');
    proxy.silentToNew = true;
    proxy.silence();
    const write = operator.attempt('POST', '/passages', { passage: 'John 3:17' });
    for (const response of await Promise.all([operator.call('GET'), write])) assertUnavailable(response);
    assert.equal(await statusOf(`${server.url}/healthz`), 200);

    proxy.silentToNew = false;
    await eventually(async () => (await operator.call('GET')).status === 200);
    await operator.push('John 3:18');
  });

  test('[D46] when the server receives SIGTERM during the silence, with a write and a poll open, then it exits with 0, and acknowledged writes are stored', async () => {
    await operator.push('Psalm 23');
    const present = await operator.readQueue();
    const { body } = await operator.call('GET', '/events');
    const poll = operator.call('GET', `/events?after=${encodeURIComponent(body.cursor)}`);
    proxy.silentToNew = true;
    proxy.silence();
    const write = operator.attempt('POST', '/passages', { passage: 'John 3:16' });
    const refusals = Promise.allSettled([poll, write]);
    await eventually(async () => (await statusOf(`${server.url}/healthz`)) === 200);

    // A stop that the database delays is forced before 10 s have passed, and then does not exit with 0.
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null }, server.output.stderr);
    for (const refusal of await refusals) {
      assert.ok(refusal.status === 'rejected' || refusal.value.status === 503, JSON.stringify(refusal));
    }
    const again = await startReadyServer({ env: installation.env });
    assert.deepEqual(await createOperatorClient(again.url, installation).readQueue(), present);
    await again.end();
  });
});

function assertUnavailable({ status, headers, body }: OperatorResponse): void {
  assert.deepEqual([status, body.code], [503, 'unavailable'], JSON.stringify(body));
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + RECOVERY_MAX_MS;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, 'it did not recover');
    await sleep(POLL_MS);
  }
}
