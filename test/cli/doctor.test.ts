import assert from 'node:assert/strict';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import type { Check } from '../../src/cli/doctor/check.ts';
import { examineNode, examine as look } from '../../src/cli/doctor/examine.ts';
import { readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/secrets.ts';
import { NETWORK_ACCESS, NETWORK_SIGN_IN } from '../../src/storage/storage.ts';
import { withoutPrivilege, withRights } from '../support/requests/other-user.ts';
import { createDataDirectory, createPostgresDatabase } from '../support/server/database.ts';
import { findFreePort } from '../support/server/free-port.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { seedOnPostgres, seedOnSqlite, startReadyServer } from '../support/server/process.ts';
import { createBackupPlace } from './backup-place.ts';
import { runJson, runLectern } from './run-lectern.ts';

const SEED = { sqlite: () => seedOnSqlite(), postgres: () => seedOnPostgres() };

/** Runs the doctor. Returns the exit code and the checks that are not ok, as "level name". */
async function examine(env: Record<string, string>) {
  const run = await runJson(['doctor'], { dataDir: env.LECTERN_DATA_DIR!, env });
  const checks: Check[] = run.document.checks;
  const troubles = checks.filter(({ level }) => level !== 'ok');
  for (const { name, next } of troubles) assert.ok(next && next.length > 10, `${name} says what to do`);
  assert.equal(run.code, troubles.some(({ level }) => level === 'problem') ? 1 : 0);
  assert.equal(run.document.healthy, run.code === 0);
  return { checks, troubles: troubles.map(({ level, name }) => `${level} ${name}`) };
}

async function openSeeded(engine: keyof typeof SEED) {
  const { env, dataDir } = await SEED[engine]();
  const secretFile = env.LECTERN_SECRET_FILE ?? join(dataDir, 'secret.json');
  const settings: Record<string, string> = { ...env, PORT: String(await findFreePort()) };
  return { env: settings, dataDir, secretFile };
}

const findingOf = (checks: readonly Check[], name: string) =>
  checks.find((check) => check.name === name)?.finding ?? '';

for (const engine of PAGE_ENGINES) {
  describe(`lectern doctor on ${engine} [D47]`, () => {
    test('when there are no problems, then the doctor reports none, with a running server and without', async () => {
      const { env } = await openSeeded(engine);
      const without = await examine(env);
      assert.deepEqual(without.troubles, []);
      assert.match(findingOf(without.checks, 'Server'), /is not running/);

      const server = await startReadyServer({ env });
      const address = { ...env, PORT: new URL(server.url).port };
      const running = await examine(address);
      assert.deepEqual(running.troubles, []);
      assert.match(findingOf(running.checks, 'Server'), /is running and ready/);
      const { code, stdout } = await runLectern(['doctor'], { dataDir: env.LECTERN_DATA_DIR!, env: address });
      assert.deepEqual([code, stdout.trimEnd().split('\n').at(-1)], [0, 'No problems found.']);
      await server.end();
    });

    test('when an organization has no enabled owner, then the doctor reports it', async () => {
      const { env } = await openSeeded(engine);
      const { code } = await runJson(['user', 'disable', '--email', 'owner@lectern.local'], {
        dataDir: env.LECTERN_DATA_DIR!,
        env,
      });
      assert.equal(code, 0);
      assert.deepEqual((await examine(env)).troubles, ['problem Owners', 'warning Administrators']);
    });

    test('[D46] when the token of a first start never ends, then the doctor names it, and how to revoke it', async () => {
      const { env } = await openSeeded(engine);
      const setting = { dataDir: env.LECTERN_DATA_DIR!, env };
      const [organization] = (await runJson(['org', 'list'], setting)).document.data;
      const words = ['token', 'create', '--organization', organization.id, '--name', 'First start'];
      const { id } = (await runJson(words, setting)).document;
      await runJson([...words, '--expires-days', '7'], setting);
      const { checks, troubles } = await examine(env);
      assert.deepEqual(troubles, ['warning First token']);
      assert.match(checks.find(({ name }) => name === 'First token')!.next!, new RegExp(`token revoke ${id}$`));
      await runJson(['token', 'revoke', id], setting);
      assert.deepEqual((await examine(env)).troubles, []);
    });

    test('when the schema is of an older or a newer version, then the doctor reports it', async () => {
      const place = await createBackupPlace(engine);
      await place.migrate('0004-long-sequences');
      const env: Record<string, string> = {
        LECTERN_DATA_DIR: place.setting.dataDir,
        ...place.setting.env,
        PORT: String(await findFreePort()),
      };
      readSecrets(env.LECTERN_SECRET_FILE ?? join(place.setting.dataDir, 'secret.json'), true);
      assert.deepEqual((await examine(env)).troubles, ['warning Schema', 'warning Editions', 'warning Owners']);
      await place.sql(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '2030')`);
      assert.deepEqual((await examine(env)).troubles, ['problem Schema']);
      const names = await place.sql('SELECT name FROM kysely_migration ORDER BY name');
      assert.equal(names.length, 5, 'the doctor changes nothing');
    });

    // These checks do not read the database.
    if (!PAGE_ENGINES.includes(engine)) return;
    test('[D47] when a server of another installation listens at the address, then it is a problem, even while its own server runs', async () => {
      const own = await openSeeded(engine);
      // Created separately, not copied from the same installation.
      const env = { LECTERN_DATA_DIR: createDataDirectory(), LECTERN_STARTER: 'off' };
      const other = await startReadyServer({ env });
      const server = await startReadyServer({ env: own.env });
      const { checks, troubles } = await examine({ ...own.env, PORT: String(other.port) });
      assert.deepEqual(troubles, ['problem Server']);
      assert.match(findingOf(checks, 'Server'), /another Lectern server, with other data/);
      await Promise.all([other.end(), server.end()]);
    });

    test('when the key file is missing, invalid or accessible to others, then the doctor reports it', async () => {
      const { env, secretFile } = await openSeeded(engine);
      if (process.platform !== 'win32') {
        chmodSync(secretFile, 0o644);
        assert.deepEqual((await examine(env)).troubles, ['warning Key file']);
      }
      writeFileSync(secretFile, '{"key":"short"}');
      assert.ok((await examine(env)).troubles.includes('problem Key file'));
      rmSync(secretFile);
      assert.deepEqual((await examine(env)).troubles, ['problem Key file']);
    });

    test('when an address is not encrypted, or other machines cannot reach it, then the doctor reports it', async () => {
      const { env } = await openSeeded(engine);
      const plain = await examine({ ...env, LECTERN_PUBLIC_URL: 'http://lectern.example.org' });
      assert.deepEqual(plain.troubles, ['warning Public address']);
      assert.deepEqual((await examine({ ...env, HOST: '0.0.0.0' })).troubles, ['warning Public address']);
      const encrypted = await examine({ ...env, LECTERN_PUBLIC_URL: 'https://lectern.example.org' });
      assert.deepEqual(encrypted.troubles, []);
    });

    test('when another program has the port, then the doctor reports it', async (t) => {
      const { env } = await openSeeded(engine);
      const other = await listen(t);
      const { troubles } = await examine({ ...env, PORT: String(other) });
      assert.deepEqual(troubles, ['problem Server']);
    });
  });
}

test('[D47] doctor: when the database is damaged, or another file has its name, then it is reported', async () => {
  const { env, dataDir } = await openSeeded('sqlite');
  const file = join(dataDir, 'lectern.db');
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(4096, 0xa5), 0, 4096, 4096 * 2);
  closeSync(opened);
  assert.ok((await examine(env)).troubles.includes('problem Database'));
  writeFileSync(file, 'This is no database, but long enough to be looked at as one. '.repeat(20));
  assert.deepEqual((await examine(env)).troubles, ['problem Database']);
});

test('[D47] doctor: when a database was emptied by accident, then it is reported, and its log is left alone', async () => {
  const { env, dataDir } = await openSeeded('sqlite');
  const file = join(dataDir, 'lectern.db');
  const long = new Date(Date.now() - 60_000);
  utimesSync(join(dataDir, 'secret.json'), long, long);
  truncateSync(file);
  const { checks, troubles } = await examine(env);
  assert.deepEqual(troubles, ['problem Database']);
  assert.match(findingOf(checks, 'Database'), /is empty \(0 bytes\), but has been used: .*secret\.json is older/);

  rmSync(join(dataDir, 'secret.json'));
  writeFileSync(`${file}-wal`, 'all that is left');
  assert.ok((await examine(env)).troubles.includes('problem Database'));
  assert.equal(readFileSync(`${file}-wal`, 'utf8'), 'all that is left');

  // An empty file that a first start is about to fill is not an emptied database.
  rmSync(`${file}-wal`);
  for (const beside of readdirSync(dataDir)) if (beside !== 'lectern.db') rmSync(join(dataDir, beside));
  assert.ok((await examine(env)).troubles.includes('warning Schema'));
});

test('[D78] doctor: when an administrator has opened the server to the network or allowed sign-in there, then it is named, unless a setting decides', async () => {
  const { env, dataDir } = await openSeeded('sqlite');
  const database = new DatabaseSync(join(dataDir, 'lectern.db'));
  database.exec(
    `INSERT INTO installation (key, value) VALUES ('${NETWORK_ACCESS}', 'on'), ('${NETWORK_SIGN_IN}', 'on')`,
  );
  database.close();
  const { checks, troubles } = await examine(env);
  assert.deepEqual(troubles, ['warning Network access', 'warning Network sign-in']);
  const { next } = checks.find(({ name }) => name === 'Network access')!;
  assert.equal(
    next,
    `To turn it off: http://127.0.0.1:${env.PORT}/installation/network. A start with HOST=127.0.0.1 ignores it.`,
  );
  const decided = { HOST: '127.0.0.1', LECTERN_INSECURE_LAN: 'off' };
  assert.deepEqual((await examine({ ...env, ...decided })).troubles, []);
});

test('[D47] doctor: when there is no installation, then it creates nothing', async () => {
  const dataDir = join(createDataDirectory(), 'none');
  const env = { LECTERN_DATA_DIR: dataDir, PORT: String(await findFreePort()) };
  assert.deepEqual((await examine(env)).troubles, ['warning Data folder', 'warning Database']);
  assert.deepEqual((await examine(env)).troubles, ['warning Data folder', 'warning Database']);
});

test('[D47] doctor: when another Lectern has the port, a database does not respond or a setting is invalid, then it is reported', async () => {
  const one = await openSeeded('sqlite');
  const other = await openSeeded('sqlite');
  const server = await startReadyServer({ env: one.env });
  const { troubles } = await examine({ ...other.env, PORT: new URL(server.url).port });
  assert.deepEqual(troubles, ['problem Server']);
  await server.end();
  const silent = `postgres://me:hush@127.0.0.1:${await findFreePort()}/x`;
  const away = await examine({ ...one.env, LECTERN_DATABASE_URL: silent });
  assert.deepEqual(away.troubles, ['problem Database']);
  assert.ok(!JSON.stringify(away.checks).includes('hush'));
  const wrong = await runJson(['doctor'], { dataDir: one.dataDir, env: { PORT: 'eighty' } });
  assert.deepEqual([wrong.code, wrong.document.error.code], [1, 'invalid_setting']);
});

test('[D47] doctor: when the user lacks permissions, then it says so and does not guess', withRights, async (t) => {
  const { env, dataDir: made } = await openSeeded('sqlite');
  const above = createDataDirectory();
  const dataDir = join(above, 'data');
  renameSync(made, dataDir);
  mkdirSync(made);
  t.after(() => chmodSync(above, 0o700));
  const server = await startReadyServer({ env: { ...env, LECTERN_DATA_DIR: dataDir } });
  const place = { ...env, LECTERN_DATA_DIR: dataDir, PORT: new URL(server.url).port };
  const find = async (settings: Record<string, string>) => {
    const checks = await withoutPrivilege(() => look(readConfig(settings)));
    return (name: string) => {
      const { level, finding, next } = checks.find((check) => check.name === name)!;
      return `${level}: ${finding} → ${next}`;
    };
  };
  const closed = (path: string) =>
    new RegExp(`^problem: the user \\S+ has no permission to read ${path}.* → Run this as the user of`);
  const unseen = (finding: string) =>
    new RegExp(`^warning: ${finding}; the user \\S+ has no permission to check whether a server uses ${dataDir}`);
  const seen = [join(dataDir, 'secret.json'), join(dataDir, 'lectern.lock')];

  for (const path of [above, dataDir]) {
    chmodSync(path, 0o000);
    const finding = await find(place);
    assert.match(finding('Data folder'), closed(dataDir));
    assert.match(finding('Key file'), closed(dataDir));
    assert.match(finding('Database'), /^problem: it cannot be read: EACCES.* → Run this as the user of the server/);
    assert.match(finding('Server'), unseen('a Lectern server is ready at \\S+'));
    if (process.geteuid?.() === 0)
      assert.match(finding('Key file'), new RegExp(`server \\(${path} belongs to root\\), or`));
    const elsewhere = await find({ ...place, PORT: String(await findFreePort()) });
    assert.match(elsewhere('Server'), unseen('nothing responds at \\S+'));
    // A key file that is missing elsewhere may not have been created yet, or may be lost.
    const other = await find({ ...place, LECTERN_SECRET_FILE: join(made, 'none.json') });
    assert.match(other('Key file'), closed(dataDir));
    chmodSync(path, 0o755);
  }
  for (const path of seen) chmodSync(path, 0o000);
  const finding = await find(place);
  assert.match(finding('Key file'), closed(join(dataDir, 'secret.json')));
  assert.match(finding('Server'), unseen('a Lectern server is ready at \\S+'));
  for (const path of seen) chmodSync(path, 0o600);
  await server.end();
});

test('[D47] doctor: when a server could not start on a PostgreSQL database, then it is reported', async (t) => {
  const { url, drop } = await createPostgresDatabase();
  const name = new URL(url).pathname.slice(1);
  const administrator = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') });
  await administrator.connect();
  const run = (text: string) => administrator.query(text.replaceAll('THIS', name));
  t.after(async () => {
    await drop();
    await run('DROP ROLE IF EXISTS "poor_THIS"');
    await administrator.end();
  });
  const { env } = await openSeeded('sqlite');
  const find = async (address: string) => {
    const { troubles, checks } = await examine({ ...env, LECTERN_DATABASE_URL: address });
    assert.ok(troubles.includes('problem Database'), troubles.join());
    return checks.find((check) => check.name === 'Database');
  };
  assert.ok(!(await examine({ ...env, LECTERN_DATABASE_URL: url })).troubles.includes('problem Database'));

  await run('CREATE ROLE "poor_THIS" LOGIN');
  const poor = new URL(url);
  poor.username = `poor_${name}`;
  const rights = await find(poor.href);
  assert.match(rights!.finding, /the user poor_\w+ cannot create tables/);
  // Its advice is sufficient.
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(rights!.next!.replace(/^.*: /, ''));
  await owner.end();
  assert.ok(!(await examine({ ...env, LECTERN_DATABASE_URL: poor.href })).troubles.includes('problem Database'));
  await run('ALTER DATABASE "THIS" SET default_transaction_read_only = on');
  assert.match((await find(url))!.finding, /it is read-only/);
  await run('ALTER DATABASE "THIS" RESET default_transaction_read_only');
});

test('[D47] doctor: when Node is too old, then it is reported', () => {
  assert.equal(examineNode('22.1.0').level, 'problem');
  assert.equal(examineNode('26.0.0').level, 'ok');
});

/** Starts a server that is not Lectern. */
async function listen(t: TestContext): Promise<number> {
  const server = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}
