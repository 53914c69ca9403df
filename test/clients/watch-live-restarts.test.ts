import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOperatorClient, type OperatorClient } from '../support/requests/operator-client.ts';
import { inFullRun } from '../support/run/extent.ts';
import { type ServerProcess, seedOnPostgres, seedOnSqlite, startReadyServer } from '../support/server/process.ts';
import { observeWatch } from './observed-watch.ts';

const ROUNDS = inFullRun(3, 1);
const PUSHES = 4;
/** The signal comes at a random moment of a push. */
const DELAY_MAX_MS = 4;

const CASES = [
  ['SIGKILL', 'sqlite', seedOnSqlite],
  ['SIGTERM', 'sqlite', seedOnSqlite],
  ['SIGKILL', 'postgres', () => seedOnPostgres()],
] as const;

describe('watchLive() through restarts of the server', () => {
  for (const [signal, engine, seed] of CASES) {
    test(`[Events 3] for ${signal} on ${engine}: when the server restarts, then it goes on from its cursor and sees every later push, none twice`, async (t) => {
      const installation = await seed();
      let server = await startReadyServer({ env: installation.env });
      t.after(() => server.end('SIGKILL'));
      const env = { ...installation.env, PORT: String(server.port) };
      const { token, liveId } = installation;
      const observed = observeWatch(t, { baseUrl: server.url, token, liveId });
      const operator = createOperatorClient(server.url, installation);
      const sees = (sequence: number) => observed.until(({ states }) => states.at(-1)?.sequence === sequence);

      for (let round = 0; round < ROUNDS; round++) {
        const { sequence } = await operator.read();
        for (let push = 1; push <= PUSHES; push++) {
          await operator.push('Psalm 117');
          await sees(sequence + push);
        }
        await endDuringPush(server, operator, signal);
        server = await startReadyServer({ env });
      }
      const { sequence } = await operator.read();
      await operator.push('John 3:16');
      await sees(sequence + 1);

      const { items } = await operator.readQueue();
      assert.deepEqual(observed.states.at(-1)!.snapshot.queue, items);
      const sequences = observed.states.map((state) => state.sequence);
      assert.deepEqual(
        sequences,
        [...new Set(sequences)].sort((a, b) => a - b),
      );
      assert.deepEqual(
        observed.states.filter(({ type }) => type === 'live.snapshot').length,
        1,
        'a cursor outlives the process that gave it',
      );
      assert.ok(observed.statuses.some(({ state }) => state === 'retrying'));
      assert.equal(observed.mostAtOnce, 1);
      await observed.stop();
    });
  }
});

/** Ends the server at some moment of a push, which may be done or not. */
async function endDuringPush(server: ServerProcess, operator: OperatorClient, signal: NodeJS.Signals): Promise<void> {
  const push = operator.attempt('POST', '/passages', { passage: 'Psalm 117' }).catch((error) => {
    // fetch: the connection broke.
    if (!(error instanceof TypeError)) throw error;
  });
  await sleep(Math.random() * DELAY_MAX_MS);
  await server.end(signal);
  await push;
}
