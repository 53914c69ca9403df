import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createOperatorClient,
  type OperatorClient,
  type OperatorResponse,
} from '../support/requests/operator-client.ts';
import { openStream } from '../support/requests/stream.ts';
import { type Postgres, startPostgres } from '../support/server/postgres.ts';
import {
  type SeededInstallation,
  type ServerProcess,
  seedOnPostgres,
  startReadyServer,
  startServerProcess,
  statusOf,
} from '../support/server/process.ts';

const RECOVERY_MAX_MS = 15_000;
const POLL_MS = 50;

describe('PostgreSQL becomes unreachable while the server runs', () => {
  let postgres: Postgres;
  let installation: SeededInstallation;
  let server: ServerProcess;
  let operator: OperatorClient;
  before(async () => {
    postgres = await startPostgres({ durable: true });
    installation = await seedOnPostgres({ url: postgres.url });
    server = await startReadyServer({ env: installation.env });
    operator = createOperatorClient(server.url, installation);
  });
  after(async () => {
    await server?.end();
    await postgres?.stop();
  });

  test('[D3], [D46] when it is unreachable, then responses are 503 with Retry-After, and the server is alive but not ready; then it recovers by itself', async () => {
    await operator.push('Psalm 23');
    const present = await operator.readQueue();
    const { etag } = operator;
    const viewer = await openStream(server.url, installation.liveId);
    await viewer.takeState();

    await postgres.kill();
    for (let attempt = 0; attempt < 3; attempt++) {
      assertUnavailable(await operator.call('GET'));
      assertUnavailable(await operator.call('POST', '/passages', { body: { passage: 'John 3:16' }, ifMatch: etag }));
    }
    assert.equal(await statusOf(`${server.url}/healthz`), 200);
    assert.equal(await statusOf(`${server.url}/readyz`), 503);
    assert.ok(server.running);

    await postgres.startAgain();
    await eventually(async () => (await statusOf(`${server.url}/readyz`)) === 200);
    assert.deepEqual(await operator.readQueue(), present, 'all that was acknowledged is there, and no more');
    assert.equal(operator.etag, etag);
    await operator.push('John 3:16');
    const change = await viewer.takeChange();
    assert.equal(change.focus, (await operator.readQueue()).items.at(-1)!.id, 'viewers stayed and hear of it');
    viewer.close();
  });

  test('when a server starts without its database, then it ends with one clear line', async () => {
    await postgres.kill();
    const other = await startServerProcess({ env: installation.env });
    assert.deepEqual(await other.ended, { code: 1, signal: null });
    assert.match(other.output.stderr, /^Lectern did not start\. .*database.*\n$/);
    await postgres.startAgain();
    await eventually(async () => (await statusOf(`${server.url}/readyz`)) === 200);
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
