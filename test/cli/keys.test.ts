import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Check } from '../../src/cli/doctor/check.ts';
import { prepareRotation, readSecrets } from '../../src/secrets.ts';
import { createOperatorClient } from '../support/requests/operator-client.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { findFreePort } from '../support/server/free-port.ts';
import {
  createTestPlace,
  openTestLectern,
  PAGE_ENGINES,
  type TestEngine,
  type TestPlace,
} from '../support/server/lectern.ts';
import { seedOnPostgres, seedOnSqlite, startReadyServer, startServerProcess } from '../support/server/process.ts';
import { requireJson, runJson, runLectern } from './run-lectern.ts';

const PASS = /lectern_live_[^=]*=[^;]*/;
/** Accounts of a seeded installation. */
const OWNER = 'owner@lectern.local';

/** An empty installation that a server has started on once, so that its keys are recorded. */
async function served(t: TestContext, engine: TestEngine) {
  const place = await createTestPlace(engine);
  t.after(place.dispose);
  await serveOnce(place);
  return toInstallation(place);
}

function toInstallation(place: TestPlace) {
  const secretFile = place.env.LECTERN_SECRET_FILE!;
  if (existsSync(secretFile)) chmodSync(secretFile, 0o600);
  return { place, secretFile, setting: { dataDir: place.env.LECTERN_DATA_DIR!, env: { ...place.env } } };
}

type Installation = ReturnType<typeof toInstallation>;

/** Returns the log lines about keys of a start and a stop. */
async function serveOnce(place: TestPlace) {
  const lectern = await openTestLectern(place);
  await lectern.server.close();
  await lectern.installation.close();
  return lectern.logged.filter(({ msg }) => String(msg).includes('key'));
}

const keysIn = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const exchange = (file: string) =>
  writeFileSync(file, `${JSON.stringify({ key: 'ab'.repeat(32) })}\n`, { mode: 0o600 });

async function keyFileOf({ setting }: Pick<Installation, 'setting'>): Promise<Check> {
  const { document } = await runJson(['doctor'], { ...setting, env: { ...setting.env, PORT: '8080' } });
  return document.checks.find(({ name }: Check) => name === 'Key file');
}

async function enter(url: string, liveId: string, secret: string) {
  const response = await fetch(`${url}/l/${liveId}/secret`, {
    method: 'POST',
    body: new URLSearchParams({ secret }),
    headers: { origin: url },
    redirect: 'manual',
  });
  await response.arrayBuffer();
  return { status: response.status, cookie: response.headers.getSetCookie().join('; ') };
}

async function readBook(url: string, { personal, accountId }: Reader, after: string | null) {
  const query = after === null ? 'limit=1' : `limit=1&after=${encodeURIComponent(after)}`;
  const headers = { authorization: `Bearer ${personal}` };
  const path = `${url}/v1/accounts/${accountId}/translations/kjv/books/1`;
  const response = await fetch(`${path}?${query}`, { headers });
  // biome-ignore lint/suspicious/noExplicitAny: what is missing fails in the test that names it
  return { status: response.status, body: (await response.json()) as any };
}

interface Reader {
  readonly personal: string;
  readonly accountId: string;
}

for (const engine of PAGE_ENGINES) {
  describe(`lectern keys rotate on ${engine} [D46]`, () => {
    test('when keys are rotated, then cursors become invalid, and audience secrets and admission cookies stay valid; with --all they become invalid too', async (t) => {
      const seeded = engine === 'sqlite' ? await seedOnSqlite() : await seedOnPostgres();
      const { env, dataDir, liveId } = seeded;
      const secretFile = env.LECTERN_SECRET_FILE ?? join(dataDir, 'secret.json');
      const setting = { dataDir, env };
      const accountId: string = (await requireJson(['user', 'list'], setting)).data[0].account_id;
      const { token: personal } = await requireJson(['token', 'create', '--user', OWNER], setting);
      const reader = { personal, accountId };
      const start = async () => {
        const server = await startReadyServer({ env });
        t.after(() => server.end('SIGKILL'));
        return server;
      };

      const first = await start();
      const { secret } = await createOperatorClient(first.url, seeded).write('POST', '/audience-secret', {});
      const { cookie: given } = await enter(first.url, liveId, secret);
      const cookie = PASS.exec(given)?.[0] ?? assert.fail(given);
      const { next_cursor } = (await readBook(first.url, reader, null)).body;
      const old = keysIn(secretFile);
      const done = await requireJson(['keys', 'rotate', '--yes'], setting);
      assert.deepEqual(done, { file: secretFile, engine, audience_secrets: 'kept' });
      const { key, lasting } = keysIn(secretFile);
      assert.notEqual(key, old.key);
      assert.equal(lasting, old.key);
      if (process.platform !== 'win32') assert.equal(statSync(secretFile).mode & 0o777, 0o600);
      assert.equal((await readBook(first.url, reader, next_cursor)).status, 200, 'until it is restarted');
      await first.end();

      const second = await start();
      const refused = await readBook(second.url, reader, next_cursor);
      assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_cursor']);
      const fresh = (await readBook(second.url, reader, null)).body.next_cursor;
      assert.equal((await readBook(second.url, reader, fresh)).status, 200);
      const page = `${second.url}/l/${liveId}`;
      assert.equal((await fetch(page, { headers: { cookie } })).status, 200);
      assert.equal((await fetch(page)).status, 403);
      assert.equal((await enter(second.url, liveId, secret)).status, 303);
      assert.doesNotMatch(second.output.stderr, /key file/);
      await second.end();

      // After another rotation the long-lived key is still the first one.
      await requireJson(['keys', 'rotate', '--yes'], setting);
      assert.deepEqual([keysIn(secretFile).lasting, keysIn(secretFile).key === key], [old.key, false]);

      rmSync(secretFile);
      const lost = await runJson(['keys', 'rotate', '--yes'], setting);
      assert.deepEqual([lost.code, lost.document.error.code], [1, 'invalid_fields']);
      const { detail } = lost.document.error;
      assert.match(
        detail,
        engine === 'sqlite' ? /missing\. Put it back\. If it is lost, use --all/ : /every node needs the same/,
      );
      assert.equal(detail.split('is missing').length, 2, 'it is said once');
      const rotated = await requireJson(['keys', 'rotate', '--all', '--yes'], setting);
      assert.equal(rotated.audience_secrets, 'ended');
      assert.deepEqual(Object.keys(keysIn(secretFile)), ['key']);
      const third = await start();
      assert.equal((await fetch(`${third.url}/l/${liveId}`, { headers: { cookie } })).status, 403);
      assert.equal((await enter(third.url, liveId, secret)).status, 403);
      assert.doesNotMatch(third.output.stderr, /key file/);
      await third.end();
    });

    test('[D43] when keys are rotated, then the command needs --yes, leaves a record, and accepts only the key file of this installation', async (t) => {
      const installation = await served(t, engine);
      const { secretFile, setting } = installation;
      const unsure = await runJson(['keys', 'rotate'], setting);
      assert.deepEqual([unsure.code, unsure.document.error.code], [2, 'usage']);
      await requireJson(['keys', 'rotate', '--yes'], setting);
      const { data } = await requireJson(['audit', 'list', '--limit', '1'], setting);
      assert.deepEqual(
        [data[0].operation, data[0].resource, data[0].organization_id],
        ['keys rotate', null, undefined],
      );
      assert.ok(!JSON.stringify(data).includes(keysIn(secretFile).key));

      exchange(secretFile);
      const other = await runJson(['keys', 'rotate', '--yes'], setting);
      assert.equal(other.document.error.code, 'invalid_fields');
      assert.match(other.document.error.detail, /not the one that this installation uses/);
      assert.equal(keysIn(secretFile).key, 'ab'.repeat(32));
    });

    test('when the file cannot be written, then nothing changes', async (t) => {
      const installation = await served(t, engine);
      const { secretFile, setting } = installation;
      const [before, names] = [readFileSync(secretFile, 'utf8'), readdirSync(setting.dataDir)];
      const folder = `${secretFile}.folder`;
      // A file cannot replace a folder.
      renameSync(secretFile, `${secretFile}.aside`);
      mkdirSync(join(secretFile, 'full'), { recursive: true });
      const refused = await runJson(['keys', 'rotate', '--all', '--yes'], setting);
      assert.deepEqual([refused.code, refused.document.error.code], [1, 'unavailable']);
      assert.match(refused.document.error.detail, / cannot be replaced: .*The keys are unchanged\.$/);
      renameSync(secretFile, folder);
      renameSync(`${secretFile}.aside`, secretFile);
      rmSync(folder, { recursive: true });
      assert.equal(readFileSync(secretFile, 'utf8'), before);
      assert.equal((await keyFileOf(installation)).level, 'ok');
      assert.deepEqual(readdirSync(setting.dataDir), names);
    });

    test('when the key file belongs to another installation, then the doctor and a start say so', async (t) => {
      const installation = await served(t, engine);
      const { secretFile, place, setting } = installation;
      assert.equal((await keyFileOf(installation)).level, 'ok');
      const right = readFileSync(secretFile, 'utf8');
      exchange(secretFile);
      const check = await keyFileOf(installation);
      assert.equal(check.level, 'problem');
      assert.match(check.finding, /not the key file of this installation: audience secrets cannot be read/);
      assert.match(check.next!, engine === 'sqlite' ? /next start uses this file/ : /keys rotate --all/);
      if (engine === 'postgres') {
        const server = await startServerProcess({ env: { ...setting.env, PORT: String(await findFreePort()) } });
        assert.deepEqual(await server.ended, { code: 1, signal: null });
        assert.match(server.output.stderr, /^[^\n]*differs from the key file of the other nodes[^\n]*\n$/);
        writeFileSync(secretFile, right);
        assert.deepEqual(await serveOnce(place), []);
        return;
      }
      const [warned, ...more] = await serveOnce(place);
      assert.deepEqual([warned!.msg, more], ['the key file has changed', []]);
      assert.match(String(warned!.ends), /audience secrets/);
      assert.equal((await keyFileOf(installation)).level, 'ok', 'from now on it is the one');
      rmSync(secretFile);
      assert.equal((await serveOnce(place)).length, 1, 'one that is made anew, too');
      assert.deepEqual(await serveOnce(place), []);
    });

    test('when an installation is of an older version, then the next start records its keys', async (t) => {
      const place = await createTestPlace(engine);
      t.after(place.dispose);
      const installation = toInstallation(place);
      readSecrets(installation.secretFile, true);
      await requireJson(['user', 'create', '--email', 'ana@example.org', '--name', 'Ana'], installation.setting);
      assert.equal((await keyFileOf(installation)).level, 'ok');
      assert.deepEqual(await serveOnce(place), []);
      exchange(installation.secretFile);
      assert.equal((await keyFileOf(installation)).level, 'problem');
    });

    test('when a backup is restored, then the command says whether the key file is the right one, even after a rotation', async (t) => {
      const { secretFile, setting, place } = await served(t, engine);
      const path = join(createDataDirectory(), 'before.backup');
      await requireJson(['backup', path], setting);
      await requireJson(['keys', 'rotate', '--yes'], setting);
      const restored = await requireJson(['restore', '--force', path], setting);
      assert.equal(restored.key_file, 'right', 'the key that lasts is the same');
      assert.deepEqual(await serveOnce(place), []);

      const right = readFileSync(secretFile, 'utf8');
      exchange(secretFile);
      const { stdout } = await runLectern(['restore', '--force', path], setting);
      assert.match(stdout, /is a DIFFERENT one/);
      rmSync(secretFile);
      assert.equal((await requireJson(['restore', '--force', path], setting)).key_file, 'missing');
      writeFileSync(secretFile, right);
      assert.deepEqual(await serveOnce(place), []);

      // [D47] Keys from before each rotation still count.
      for (let rotation = 0; rotation < 2; rotation++) await requireJson(['keys', 'rotate', '--all', '--yes'], setting);
      assert.equal((await requireJson(['restore', path], setting)).backup.sealed, true);
      exchange(secretFile);
      assert.equal((await runJson(['restore', path], setting)).document.error.code, 'foreign_backup');
    });
  });
}

test('[D46] when the key file has one key as before rotations, or two, then it is read; an unwritten rotation changes nothing', () => {
  const file = join(createDataDirectory(), 'secret.json');
  writeFileSync(file, JSON.stringify({ key: '1'.repeat(64) }));
  const old = readSecrets(file, false);
  const rotation = prepareRotation(file, false, true);
  assert.deepEqual(readSecrets(file, false).fingerprints, old.fingerprints);
  rotation.write();
  const present = readSecrets(file, false);
  assert.deepEqual(present.fingerprints, rotation.fingerprints);
  assert.equal(present.fingerprints.lasting, old.fingerprints.lasting);
  for (const purpose of ['audience secrets', 'audience passes', 'output passes', 'known browsers']) {
    assert.deepEqual(present.key(purpose), old.key(purpose), purpose);
  }
  for (const purpose of ['cursors', 'forms', 'failed tries']) {
    assert.notDeepEqual(present.key(purpose), old.key(purpose), purpose);
  }
  assert.deepEqual(readdirSync(join(file, '..')), ['secret.json']);
  for (const wrong of ['{"key":"short"}', `{"key":"${'1'.repeat(64)}","lasting":"short"}`, 'null', '[]', '{']) {
    writeFileSync(file, wrong);
    assert.throws(() => readSecrets(file, false), /key file/, wrong);
  }
});
