import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createOperatorClient, type OperatorResponse } from '../support/requests/operator-client.ts';
import { eventually } from '../support/requests/pusher.ts';
import { countWaiting } from '../support/requests/waiting-polls.ts';
import { type Postgres, startPostgres } from '../support/server/postgres.ts';
import {
  type SeededInstallation,
  type ServerProcess,
  seedOnPostgres,
  seedOnSqlite,
  startReadyServer,
} from '../support/server/process.ts';

/** [D46]: exit 0 within 10 s. */
const STOP_MAX_MS = 10_000;
/** [Limits]: no poll gets its response later than this, and what a loaded machine adds. */
const RESPONSE_MAX_MS = 25_000 + 10_000;
const SEED: Record<string, () => Promise<SeededInstallation>> = {
  sqlite: seedOnSqlite,
  postgres: () => seedOnPostgres(),
};

/** Begins a poll that waits as long as polls may. */
function beginPoll(server: ServerProcess, installation: SeededInstallation, cursor: string) {
  const begun = performance.now();
  let ended = false;
  const call = createOperatorClient(server.url, installation).call(
    'GET',
    `/events?after=${encodeURIComponent(cursor)}`,
  );
  const response = call.then((response): OperatorResponse & { elapsed: number } => {
    ended = true;
    return { ...response, elapsed: performance.now() - begun };
  });
  response.catch(() => {});
  return {
    response,
    get ended() {
      return ended;
    },
  };
}

async function waitUntilParked({ url }: ServerProcess, polls: readonly { readonly ended: boolean }[]): Promise<void> {
  await eventually('the polls wait', async () => (await countWaiting(url)) === polls.length);
  assert.ok(polls.every(({ ended }) => !ended));
}

for (const [engine, seed] of Object.entries(SEED)) {
  describe(`a server on ${engine} that stops while polls wait`, () => {
    it('[D46] when SIGTERM arrives, then waiting polls get a heartbeat, new ones are not served, and the server exits with 0 within 10 s', async () => {
      const installation = await seed();
      const server = await startReadyServer({ env: installation.env });
      const operator = createOperatorClient(server.url, installation);
      const { body: first } = await operator.call('GET', '/events');
      const polls = Array.from({ length: 20 }, () => beginPoll(server, installation, first.cursor));
      await waitUntilParked(server, polls);

      const begun = performance.now();
      const end = server.end('SIGTERM');
      for (const { response } of polls) {
        const { status, body } = await response;
        assert.deepEqual([status, body.type, body.data], [200, 'stream.heartbeat', null]);
        assert.equal(body.cursor, first.cursor);
      }
      assert.deepEqual(await end, { code: 0, signal: null });
      assert.ok(performance.now() - begun < STOP_MAX_MS);
      await assert.rejects(beginPoll(server, installation, first.cursor).response);

      const again = await startReadyServer({ env: installation.env });
      const later = createOperatorClient(again.url, installation);
      const { status, body } = await later.call('GET', `/events?after=${first.cursor}&wait=0`);
      assert.deepEqual([status, body.type], [200, 'stream.heartbeat'], 'the cursor holds on');
      await again.end();
    });
  });
}

describe('PostgreSQL goes away while polls wait', () => {
  let postgres: Postgres;
  let installation: SeededInstallation;
  let server: ServerProcess;
  before(async () => {
    postgres = await startPostgres({ durable: true });
    installation = await seedOnPostgres({ url: postgres.url });
    server = await startReadyServer({ env: installation.env });
  });
  after(async () => {
    await server?.end();
    await postgres?.stop();
  });

  it('[Events 9] when the database goes away, then waiting polls end with 503 and Retry-After, none later than its deadline', async () => {
    const { body: first } = await createOperatorClient(server.url, installation).call('GET', '/events');
    const polls = Array.from({ length: 10 }, () => beginPoll(server, installation, first.cursor));
    await waitUntilParked(server, polls);
    await postgres.kill();
    for (const { response } of polls) {
      const { status, headers, body, elapsed } = await response;
      assert.deepEqual([status, body.code], [503, 'unavailable'], JSON.stringify(body));
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      assert.ok(elapsed < RESPONSE_MAX_MS, `${elapsed} ms`);
    }
  });
});
