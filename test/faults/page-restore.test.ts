import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.ts';
import { openInstallation } from '../../src/installation.ts';
import { BrowserAgent } from '../support/requests/browser-agent.ts';
import { startSession } from '../support/requests/start-session.ts';
import {
  type SeededInstallation,
  type ServerProcess,
  seedOnSqlite,
  startReadyServer,
} from '../support/server/process.ts';

const PATH = '/installation/backups';
const EMAIL = 'owner@lectern.local';

/** Starts a server with a backup, a session of the first owner, and an organization that was created since. */
async function start(t: TestContext): Promise<{
  seeded: SeededInstallation;
  server: ServerProcess;
  browser: BrowserAgent;
  file: string;
  page: string;
}> {
  const seeded = await seedOnSqlite();
  const backupDir = join(seeded.dataDir, 'backups');
  const installation = await openInstallation(readConfig({ ...seeded.env, LECTERN_NIGHTLY_BACKUPS: '7' }), (error) =>
    assert.fail(error),
  );
  await installation.backups.makeNightly();
  const [name] = readdirSync(backupDir);
  await installation.administration.createOrganization({ name: 'Created since', ownerEmail: EMAIL });
  const { secret } = await startSession({ installation }, EMAIL);
  await installation.close();
  const server = await startReadyServer({ env: seeded.env });
  t.after(() => server.end('SIGKILL'));
  const browser = new BrowserAgent(server.url);
  browser.cookies.set('lectern_session', secret);
  const page = `${PATH}/${name!.slice('lectern-'.length, -'.backup'.length)}/restore`;
  return { seeded, server, browser, file: join(backupDir, name!), page };
}

/** Submits the form with the name of the server. Returns the status. */
async function submit({ browser, server, page }: Awaited<ReturnType<typeof start>>): Promise<number> {
  const { status } = await browser.submit(await browser.get(page), { name: new URL(server.url).host }, page);
  return status;
}

const waitFor = async (server: ServerProcess, message: string): Promise<void> => {
  const count = () => server.output.stderr.split(`"msg":"${message}"`).length - 1;
  while (count() === 0) {
    assert.ok(server.running, server.output.stderr);
    await sleep(20);
  }
};

async function organizationsOf({ env }: SeededInstallation): Promise<string[]> {
  const installation = await openInstallation(readConfig(env), (error) => assert.fail(error));
  const organizations = await installation.storage.accounts.listOrganizations();
  await installation.close();
  return organizations.map(({ name }) => name);
}

describe('[D69] a restore from the page', () => {
  test('when the name is typed, then the server restores, starts again on its port, and everyone is signed out', async (t) => {
    const started = await start(t);
    const { seeded, server, browser, page } = started;
    const shown = await browser.get(page);
    assert.equal(shown.status, 200);
    assert.match(shown.text, /It can be restored\./);
    assert.match(shown.text, /No administrator in this backup has a password or a passkey\./);
    assert.match(shown.text, /<dt>Organizations<\/dt><dd>1 \(now 2\)<\/dd>/);

    const wrong = await browser.submit(shown, { name: 'lectern.example.org' }, page);
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /This is not the name of this server\./);
    assert.equal(await submit(started), 202);
    await waitFor(server, 'a backup was restored');
    await server.ready();

    assert.equal((await browser.get(`${PATH}/progress`)).status, 401);
    assert.equal((await browser.get(PATH)).location?.pathname, '/sign-in');
    assert.ok(readdirSync(seeded.dataDir).some((name) => name.startsWith('lectern.db.before-restore-')));
    assert.deepEqual(await server.end(), { code: 0, signal: null });
    assert.deepEqual(await organizationsOf(seeded), ['My church']);
    const installation = await openInstallation(readConfig(seeded.env), (error) => assert.fail(error));
    const [record] = await installation.storage.audit.list(null, { limit: 1, before: null, since: null });
    await installation.close();
    assert.equal(record?.operation, 'restoreBackup');
    assert.match(record.resource!, /^sha256:[0-9a-f]{64}$/);
    assert.ok(record.userId);
  });

  test('when the backup is damaged, or of another installation, then the page refuses it', async (t) => {
    const { browser, file, page } = await start(t);
    const bytes = readFileSync(file);
    const middle = Math.floor(bytes.length / 2);
    writeFileSync(file, Buffer.concat([bytes.subarray(0, middle), Buffer.from('x'), bytes.subarray(middle + 1)]));
    const damaged = await browser.get(page);
    assert.match(damaged.text, /This backup is damaged, and cannot be restored\./);
    assert.ok(!damaged.forms.some(({ action }) => action.pathname === page));

    const { dataDir } = await seedOnSqlite();
    const secretFile = join(dataDir, 'other.json');
    writeFileSync(secretFile, JSON.stringify({ key: 'ab'.repeat(32) }));
    const other = await openInstallation(
      readConfig({ LECTERN_DATA_DIR: dataDir, LECTERN_SECRET_FILE: secretFile, LECTERN_NIGHTLY_BACKUPS: '7' }),
      (error) => assert.fail(error),
    );
    await other.backups.makeNightly();
    await other.close();
    const folder = join(dataDir, 'backups');
    writeFileSync(file, readFileSync(join(folder, readdirSync(folder)[0]!)));
    assert.match((await browser.get(page)).text, /made by another installation, or by an older version/);
  });

  test('when the restore fails, then nothing was changed, the server starts again, and the page says so', async (t) => {
    const started = await start(t);
    const { seeded, server, browser, file } = started;
    const shown = await browser.get(started.page);
    writeFileSync(file, 'overwritten since');
    assert.equal((await browser.submit(shown, { name: new URL(server.url).host }, started.page)).status, 202);
    await waitFor(server, 'restoring a backup failed, and nothing was changed');
    await server.ready();
    const { text, status } = await browser.get(PATH);
    assert.equal(status, 200, 'the session goes on');
    assert.match(
      text,
      /The restore failed, and nothing was changed\. This backup is damaged, and cannot be restored\./,
    );
    assert.deepEqual(await server.end(), { code: 0, signal: null });
    assert.deepEqual((await organizationsOf(seeded)).sort(), ['Created since', 'My church']);
  });

  test('when the server is asked to stop, or is killed, during a restore, then the data are the old or the new ones, whole', async (t) => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const started = await start(t);
      assert.equal(await submit(started), 202);
      // The server responds until the restore begins.
      while (
        await fetch(started.server.url).then(
          () => true,
          () => false,
        )
      )
        await sleep(1);
      const { code } = await started.server.end(signal);
      assert.equal(code, signal === 'SIGTERM' ? 0 : null);
      const organizations = await organizationsOf(started.seeded);
      assert.ok([1, 2].includes(organizations.length), String(organizations));
      assert.ok(organizations.includes('My church'));
    }
  });

  test('when people can sign in without encryption, then a restore still needs HTTPS or the server itself', async (t) => {
    const { seeded, server, browser, page } = await start(t);
    await server.end();
    const env = { ...seeded.env, PORT: String(server.port), LECTERN_INSECURE_LAN: 'on' };
    const open = await startReadyServer({
      env: { ...env, LECTERN_PUBLIC_URL: `http://church.example:${server.port}` },
    });
    t.after(() => open.end('SIGKILL'));
    assert.equal((await browser.get(PATH)).status, 200);
    assert.equal((await browser.get(page)).status, 503);
  });
});
