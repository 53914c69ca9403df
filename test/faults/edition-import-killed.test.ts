import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { openInstallation } from '../../src/installation.ts';
import { BrowserAgent } from '../support/requests/browser-agent.ts';
import { openEditionAgent } from '../support/requests/edition-agent.ts';
import { toParts } from '../support/requests/edition-jobs.ts';
import { toLargeOsis } from '../support/requests/osis-bible.ts';
import { startSession } from '../support/requests/start-session.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { type SeededInstallation, seedOnPostgres, seedOnSqlite, startReadyServer } from '../support/server/process.ts';

const SEED = { sqlite: () => seedOnSqlite(), postgres: () => seedOnPostgres() };

/** Runs a task on the installation while no server runs. */
async function withInstallation<Result>(
  { env }: SeededInstallation,
  task: (installation: Awaited<ReturnType<typeof openInstallation>>) => Promise<Result>,
): Promise<Result> {
  const installation = await openInstallation(readConfig(env), (error) => assert.fail(error));
  return task(installation).finally(() => installation.close());
}

async function startServer(t: TestContext, { env }: SeededInstallation, secret: string) {
  const server = await startReadyServer({ env });
  t.after(() => server.end('SIGKILL'));
  const browser = new BrowserAgent(server.url);
  browser.cookies.set('lectern_session', secret);
  return { server, agent: await openEditionAgent(browser) };
}

for (const engine of PAGE_ENGINES) {
  describe(`[D69] an import by upload that is killed, on ${engine}`, () => {
    test('when the server is killed during the upload, the check and the import, then the upload is kept, and the import is done in the end, once', async (t) => {
      const seeded = await SEED[engine]();
      const secret = await withInstallation(
        seeded,
        async (installation) => (await startSession({ installation }, 'owner@lectern.local')).secret,
      );
      const file = await toLargeOsis(9_000_000);

      let { server, agent } = await startServer(t, seeded, secret);
      const job = await agent.begin('large.xml', file.length);
      const parts = toParts(file);
      for (const part of [0, 1, 2, 3]) assert.equal(await agent.sendPart(job.id, part, parts[part]!), 200);
      const cut = agent.sendPart(job.id, 4, parts[4]!).catch(() => 0);
      await server.end('SIGKILL');
      await cut;

      ({ server, agent } = await startServer(t, seeded, secret));
      const { received, state } = (await agent.listJobs())[0]!;
      assert.equal(state, 'uploading');
      assert.deepEqual(received.slice(0, 4), [0, 1, 2, 3], 'what was acknowledged is kept');
      await agent.sendMissing(job, file);
      await agent.end(job, file);
      await agent.waitFor(job, ['checking']);
      await server.end('SIGKILL');

      ({ server, agent } = await startServer(t, seeded, secret));
      await agent.waitFor(job, ['interrupted']);
      assert.equal((await agent.send('POST', `/jobs/${job.id}/check`, {})).status, 200);
      await agent.waitFor(job, ['ready']);
      assert.equal((await agent.send('POST', `/jobs/${job.id}/import`, { replaces: null })).status, 200);
      await agent.waitFor(job, ['importing']);
      await server.end('SIGKILL');

      ({ server, agent } = await startServer(t, seeded, secret));
      const reached = await agent.waitFor(job, ['interrupted', 'done']);
      if (reached.state === 'interrupted') {
        assert.equal((await agent.send('POST', `/jobs/${job.id}/check`, {})).status, 200);
        const { report } = await agent.waitFor(job, ['ready']);
        assert.equal(report?.replaced, null, 'nothing of it was installed');
        assert.equal((await agent.send('POST', `/jobs/${job.id}/import`, { replaces: null })).status, 200);
        await agent.waitFor(job, ['done']);
      }
      await server.end();
      await withInstallation(seeded, async ({ storage }) => {
        const installed = (await storage.editions.listInstalled()).find(({ slug }) => slug === 'large');
        assert.equal(installed?.number, 1);
        assert.equal((await storage.editions.findBook(installed!.revisionId, 43))?.verses.length, 879);
      });
    });
  });
}
