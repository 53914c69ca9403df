import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOperatorClient, type OperatorClient } from '../support/requests/operator-client.ts';
import { inFullRun } from '../support/run/extent.ts';
import { seedOnPostgres, seedOnSqlite, startReadyServer } from '../support/server/process.ts';

const ROUNDS = inFullRun(4, 1);
/** Changes of one round before the one during which the process is killed; fewer than can be undone. */
const CHANGES = 8;
/** The signal is sent at a random time during the last change. */
const DELAY_MAX_MS = 4;
const PASSAGES = ['Psalm 117', 'Psalm 23', 'Titus 3', 'Psalm 134'];

const INSTALLATIONS = { sqlite: () => seedOnSqlite(), postgres: () => seedOnPostgres() };

/** Everything that an undo restores. */
async function remember(operator: OperatorClient) {
  const { items } = await operator.readQueue();
  const { body: focus } = await operator.call('GET', '/focus');
  const { body: playback } = await operator.call('GET', '/playback');
  return { items, focus: focus.item_id, paused: playback.paused, showing: playback.showing };
}

const change = async (operator: OperatorClient, number: number): Promise<unknown> => {
  const passage = PASSAGES[number % PASSAGES.length]!;
  if (number % 4 === 3) {
    const [first] = (await operator.readQueue()).items;
    return operator.write('DELETE', `/queue-items/${first!.id}`);
  }
  return operator.push(passage, { replace: number % 4 === 2 });
};

for (const [engine, seed] of Object.entries(INSTALLATIONS)) {
  describe(`[D50] signal 9 in the middle of changes on ${engine}`, () => {
    test('when the server is killed, then journal and queue agree: every stored change can be undone, back to the recorded states', async () => {
      const { env, ...known } = await seed();
      let server = await startReadyServer({ env });
      for (let round = 0; round < ROUNDS; round++) {
        const operator = createOperatorClient(server.url, known);
        const remembered: Awaited<ReturnType<typeof remember>>[] = [];
        for (let number = 0; number < CHANGES; number++) {
          remembered.push(await remember(operator));
          await change(operator, number);
        }
        const last = await remember(operator);
        const { sequence } = await operator.read();
        const outcome = operator.push('John 3').then(
          () => true,
          (error) => {
            // The connection broke. Any other error would be a refusal, which must not happen.
            if (error instanceof TypeError) return false;
            throw error;
          },
        );
        await sleep(Math.random() * DELAY_MAX_MS);
        assert.equal((await server.end('SIGKILL')).signal, 'SIGKILL');
        const acknowledged = await outcome;

        server = await startReadyServer({ env });
        const successor = createOperatorClient(server.url, known);
        const ahead = (await successor.read()).sequence - sequence;
        assert.ok(ahead === 1 || (ahead === 0 && !acknowledged), `${ahead} steps ahead`);
        if (ahead === 1) remembered.push(last);
        else assert.deepEqual(await remember(successor), last);
        while (remembered.length > 0) {
          await successor.write('POST', '/undo', {});
          assert.deepEqual(await remember(successor), remembered.pop());
        }
        // The next round starts with another queue, and with fewer steps than are kept.
        await successor.write('DELETE', '/stack');
      }
      await server.end();
    });
  });
}
