import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { toZip } from '../editions/zip.ts';
import type { JsonDocument } from '../support/requests/api.ts';
import { seedOnPostgres, seedOnSqlite, startReadyServer } from '../support/server/process.ts';

const SONGS = 600;
const SEED = { sqlite: () => seedOnSqlite(), postgres: () => seedOnPostgres() };
const zip = toZip(
  Array.from({ length: SONGS }, (_, index) => ({ name: `${index}.txt`, content: `Song ${index}\n\nWords ${index}\n` })),
);

for (const [engine, seed] of Object.entries(SEED)) {
  describe(`[D70] an import of songs that is killed, on ${engine}`, () => {
    test('when the server is killed in the middle, then the import is interrupted, and what it created can be undone', async (t) => {
      const { env, token, liveId } = await seed();
      const start = async () => {
        const server = await startReadyServer({ env });
        t.after(() => server.end('SIGKILL'));
        const send = async (path: string, request: RequestInit = {}) => {
          const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/zip' };
          const response = await fetch(`${server.url}${path}`, { headers, ...request });
          return (await response.json()) as JsonDocument;
        };
        return { server, send };
      };
      const first = await start();
      const { organization_id: organization } = await first.send(`/v1/lives/${liveId}`);
      const imports = `/v1/organizations/${organization}/imports`;
      const { id } = await first.send(`${imports}?file_name=a.zip`, { method: 'POST', body: zip });
      for (;;) {
        const { state, counts } = await first.send(`${imports}/${id}`);
        assert.equal(state, 'running', 'the import is killed in the middle');
        if (counts.created > 0) break;
        await sleep(1);
      }
      await first.server.end('SIGKILL');

      const { send } = await start();
      const readUntilLost = async () => {
        for (;;) {
          const read = await send(`${imports}/${id}`);
          // On PostgreSQL, another node could still run it.
          if (read.state !== 'running') return read;
          await sleep(500);
        }
      };
      const { state, counts, items } = await readUntilLost();
      assert.equal(state, 'interrupted');
      assert.ok(counts.created > 0 && counts.created < SONGS, `${counts.created} created`);
      assert.equal(items.length, counts.created);
      const undone = await send(`${imports}/${id}`, { method: 'DELETE' });
      assert.deepEqual(undone, { deleted: counts.created, kept: [], kept_plans: 0 });
      const { data } = await send(`/v1/organizations/${organization}/decks`);
      assert.deepEqual(
        data.filter(({ title }: { title: string }) => title.startsWith('Song ')),
        [],
      );
    });
  });
}
