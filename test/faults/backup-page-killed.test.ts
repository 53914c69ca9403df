import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.ts';
import { openInstallation } from '../../src/installation.ts';
import { requireJson } from '../cli/run-lectern.ts';
import { BrowserAgent } from '../support/requests/browser-agent.ts';
import { startSession } from '../support/requests/start-session.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { type SeededInstallation, seedOnPostgres, seedOnSqlite, startReadyServer } from '../support/server/process.ts';

const PATH = '/installation/backups';
const ATTEMPTS_MAX = 30;
const SEED = { sqlite: () => seedOnSqlite({ isWhole: true }), postgres: () => seedOnPostgres({ isWhole: true }) };

/** Signs the first owner in, while no server runs. Returns the secret of the session. */
async function signOwnerIn({ env }: SeededInstallation): Promise<string> {
  const installation = await openInstallation(readConfig(env), (error) => assert.fail(error));
  const { secret } = await startSession({ installation }, 'owner@lectern.local');
  await installation.close();
  return secret;
}

async function startServer(t: TestContext, { env }: SeededInstallation, secret: string) {
  const server = await startReadyServer({ env });
  t.after(() => server.end('SIGKILL'));
  const browser = new BrowserAgent(server.url);
  browser.cookies.set('lectern_session', secret);
  return { server, browser };
}

const listFiles = (folder: string, ending: RegExp) => {
  try {
    return readdirSync(folder).filter((name) => ending.test(name));
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOENT');
    return [];
  }
};
const DRAFT = /\.part/;
const WHOLE = /\.backup$/;

for (const engine of PAGE_ENGINES) {
  describe(`[D69] a backup of the pages that is killed, on ${engine}`, () => {
    test('when the server is killed during a backup, then nothing partial is offered, the next start removes it, and another can be made', async (t) => {
      const seeded = await SEED[engine]();
      const folder = join(seeded.dataDir, 'backups');
      const secret = await signOwnerIn(seeded);
      let killed = false;
      for (let attempt = 0; attempt < ATTEMPTS_MAX && !killed; attempt += 1) {
        const { server, browser } = await startServer(t, seeded, secret);
        const before = listFiles(folder, WHOLE).length;
        const page = await browser.get(PATH);
        // On PostgreSQL, the lease of a killed backup ends after some seconds.
        if (!page.forms.some(({ action }) => action.pathname === `${PATH}/make`)) {
          await server.end('SIGKILL');
          await sleep(2_000);
          continue;
        }
        assert.equal((await browser.submit(page, {}, `${PATH}/make`)).status, 303);
        while (listFiles(folder, DRAFT).length === 0 && listFiles(folder, WHOLE).length === before) await sleep(1);
        await server.end('SIGKILL');
        killed = listFiles(folder, DRAFT).length > 0 && listFiles(folder, WHOLE).length === before;
      }
      assert.ok(killed, 'a backup was killed in the middle');
      const whole = listFiles(folder, WHOLE);

      const { server, browser } = await startServer(t, seeded, secret);
      assert.deepEqual(listFiles(folder, WHOLE), whole);
      if (engine === 'sqlite') {
        assert.deepEqual(listFiles(folder, DRAFT), []);
        assert.match((await browser.get(PATH)).text, /The latest backup was interrupted/);
      }
      let page = await browser.get(PATH);
      for (; !page.forms.some(({ action }) => action.pathname === `${PATH}/make`); page = await browser.get(PATH)) {
        await sleep(500);
      }
      assert.match(page.text, /The latest backup was interrupted/);
      assert.equal((await browser.submit(page, {}, `${PATH}/make`)).status, 303);
      while (listFiles(folder, WHOLE).length === whole.length) await sleep(50);
      assert.deepEqual(listFiles(folder, DRAFT), []);
      const made = listFiles(folder, WHOLE).find((name) => !whole.includes(name))!;
      while (!(await browser.get(PATH)).text.includes(`restore ${folder}/${made}`)) await sleep(50);
      await server.end();

      const target = createDataDirectory();
      const { tables } = await requireJson(['restore', '--force', join(folder, made)], { dataDir: target });
      assert.equal(tables.verses, 31_102);
      assert.equal(tables.backups, 0);
    });

    test('when the server is stopped during a backup, then it stops in time, and leaves no part', async (t) => {
      const seeded = await SEED[engine]();
      const folder = join(seeded.dataDir, 'backups');
      const secret = await signOwnerIn(seeded);
      const { server, browser } = await startServer(t, seeded, secret);
      await browser.submit(await browser.get(PATH), {}, `${PATH}/make`);
      const began = performance.now();
      assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
      assert.ok(performance.now() - began < 5_000);
      assert.deepEqual(listFiles(folder, DRAFT), []);
    });
  });
}
