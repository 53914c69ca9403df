import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { renderUnicodeCompact } from 'uqr';
import { ROLE_SCOPES } from '../../src/contract/scopes.ts';
import { requireJson } from '../cli/run-lectern.ts';
import { createOperatorClient } from '../support/requests/operator-client.ts';
import { createDataDirectory, createPostgresDatabase } from '../support/server/database.ts';
import {
  postgresEnvironment,
  type ServerProcess,
  seedOnSqlite,
  startReadyServer,
  startServerProcess,
  statusOf,
} from '../support/server/process.ts';

const TOKEN = /svc_[0-9A-Za-z]+/;
const DAY_MS = 24 * 60 * 60 * 1000;
const TERMINAL = ['sh', '-c', 'exec script -qefc "$*" /dev/null', 'sh'];
const withTerminal = {
  skip:
    /util-linux/.test(String(spawnSync('script', ['--version']).stdout)) &&
    spawnSync('curl', ['--version']).status === 0
      ? false
      : 'a terminal needs script of util-linux, and the line that it shows needs curl',
};

test(
  '[D46] when a server starts for the first time in a terminal, then it shows a sign-in link, the audience link and a command that pushes; the next start shows another sign-in link, and no token',
  withTerminal,
  async () => {
    const env = { LECTERN_DATA_DIR: createDataDirectory() };
    const first = await startReadyServer({ env: { ...env, NO_COLOR: '1' }, wrapper: TERMINAL });
    const { stdout } = await welcomed(first);
    const link = stdout.match(new RegExp(`${first.url}/l/[\\w-]+`))?.[0];
    assert.ok(link, stdout);
    assert.equal(await statusOf(link), 200);
    assert.equal(await statusOf(`${first.url}/docs`), 200);
    const entrance = requireEntrance(first, stdout);
    assert.equal(await statusOf(entrance), 200);

    const line = stdout
      .split('\n')
      .find((text) => text.trim().startsWith('curl '))
      ?.trim();
    assert.ok(line, stdout);
    // Runs exactly what a person would paste. A second run shows the same passage again, and does not queue it twice.
    for (const time of [1, 2]) {
      const run: SpawnSyncReturns<string> = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
      assert.equal(run.status, 0, run.stderr);
      assert.equal(JSON.parse(run.stdout).affected, 3, `${time}: ${run.stdout}`);
    }
    const token = requireToken(stdout);
    const liveId = link.split('/').at(-1)!;
    const { items } = await createOperatorClient(first.url, { token, liveId }).readQueue();
    assert.deepEqual(
      items.map(({ verse }) => [verse.book_id, verse.chapter, verse.verse]),
      [16, 17, 18].map((verse) => [43, 3, verse]),
    );
    const list = async (...words: string[]) => (await requireJson(words, { dataDir: env.LECTERN_DATA_DIR })).data;
    const [organization] = await list('org', 'list');
    const [{ scopes, expires_at, created_at }] = await list('token', 'list', '--organization', organization.id);
    assert.deepEqual(scopes, ROLE_SCOPES.operator);
    assert.equal(Math.round((Date.parse(expires_at) - Date.parse(created_at)) / DAY_MS), 7);
    await first.end();

    const second = await startReadyServer({ env: { ...env, PORT: String(first.port) } });
    assert.ok((await welcomed(second)).stdout.includes(link), 'the link stays');
    assert.match(second.output.stdout, /token create --organization/);
    const another = requireEntrance(second, second.output.stdout);
    assert.notEqual(another, entrance);
    assert.equal(await statusOf(another), 200, 'no user has signed in yet');
    await second.end();
    assert.doesNotMatch(second.output.stdout + second.output.stderr, TOKEN);
  },
);

test('[D46] when nodes start at the same time on an empty database, then one seeds it, and each shows the command that makes a token, but none', async () => {
  const { url, drop } = await createPostgresDatabase();
  const env = postgresEnvironment(url, createDataDirectory());
  const nodes = await Promise.all([1, 2, 3].map(() => startReadyServer({ env })));
  for (const { stdout } of await Promise.all(nodes.map(welcomed))) {
    assert.match(stdout, /token create --organization/);
    assert.doesNotMatch(stdout, TOKEN);
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const [table, rows] of Object.entries({ users: 1, organizations: 1, lives: 1, credentials: 0 })) {
    assert.equal((await client.query(`SELECT FROM ${table}`)).rowCount, rows, table);
  }
  await client.end();
  await Promise.all(nodes.map((node) => node.end()));
  await drop();
});

test('[D46] when --lan is given, then the network link and its QR code are printed', async () => {
  const { env, liveId } = await seedOnSqlite();
  const server = await startReadyServer({ env, args: ['--lan'] });
  const { stdout } = await welcomed(server);
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  const outer = addresses.filter(({ family, internal }) => family === 'IPv4' && !internal);
  if (outer.length === 0) assert.match(stdout, /No network address found/);
  else {
    const links = outer.map(({ address }) => `http://${address}:${server.port}/l/${liveId}`);
    const link = links.find((candidate) => stdout.includes(candidate));
    assert.ok(link, stdout);
    assert.ok(stdout.includes(renderUnicodeCompact(link)), 'the QR code is that of the link');
    assert.equal(await statusOf(link), 200);
  }
  assert.match(stdout, /not encrypted/, 'with a warning [D46]');
  await server.end();
});

test('when npm start -- --help runs, then it prints the usage and starts nothing', async () => {
  const dataDir = createDataDirectory();
  for (const args of [['--help'], ['--lan', '-h']]) {
    const server = await startServerProcess({ env: { LECTERN_DATA_DIR: dataDir }, args });
    assert.deepEqual(await server.ended, { code: 0, signal: null });
    assert.match(server.output.stdout, /^Usage: npm start\n[\s\S]*--lan [\s\S]* config" lists them/);
    assert.equal(server.output.stderr, '');
  }
  const server = await startServerProcess({ env: { LECTERN_DATA_DIR: dataDir }, args: ['--lann'] });
  assert.equal((await server.ended).code, 1);
  assert.match(server.output.stderr, /Unknown argument "--lann"\. .*--help/);
  assert.deepEqual(readdirSync(dataDir), []);
});

test('[D46] when LECTERN_STARTER=off is set, then the server starts empty', async () => {
  const server = await startReadyServer({
    env: { LECTERN_DATA_DIR: createDataDirectory(), LECTERN_STARTER: 'off' },
  });
  const { stdout } = await welcomed(server);
  assert.doesNotMatch(stdout, /\/l\//);
  assert.doesNotMatch(stdout, TOKEN);
  await server.end();
});

test('when commands ran before the first start, then it adds a Bible to the existing libraries', async () => {
  const dataDir = createDataDirectory();
  const ada = ['--email', 'ada@example.org', '--name', 'Ada'];
  const { account_id } = await requireJson(['user', 'create', ...ada], { dataDir });
  const church = ['--name', 'Church', '--owner', 'ada@example.org'];
  const { organization_id } = await requireJson(['org', 'create', ...church], { dataDir });
  const { token } = await requireJson(['token', 'create', '--organization', organization_id], { dataDir });
  const server = await startReadyServer({ env: { LECTERN_DATA_DIR: dataDir } });
  const headers = { authorization: `Bearer ${token}` };
  const library = await fetch(`${server.url}/v1/organizations/${organization_id}/translations`, { headers });
  const { data } = (await library.json()) as { data: { slug: string }[] };
  assert.deepEqual(
    data.map(({ slug }) => slug),
    ['kjv'],
  );
  const disabled = await requireJson(['library', 'disable', 'kjv', '--account', account_id], { dataDir });
  assert.equal(disabled.account_id, account_id);
  await server.end();
});

test('when a public address has no HTTPS, then the start warns, and explains what the sign-in link needs', async () => {
  const env = { ...(await seedOnSqlite()).env, LECTERN_PUBLIC_URL: 'http://lectern.example' };
  const server = await startReadyServer({ env });
  const { stdout } = await welcomed(server);
  assert.match(stdout, /not encrypted/, 'with a warning [D46]');
  assert.match(stdout, /http:\/\/lectern\.example\/link\/.*\n.*needs HTTPS/);
  await server.end();
});

test('[D46] when a first start is killed halfway, then the installation is seeded after the next start', async () => {
  const env = { LECTERN_DATA_DIR: createDataDirectory() };
  let interrupted = 0;
  for (const delay of [150, 250, 300, 350, 400, 450, 500]) {
    const server = await startServerProcess({ env });
    await sleep(delay);
    const served = (await statusOf(`${server.url}/readyz`)) === 200;
    await server.end('SIGKILL');
    if (served) break;
    interrupted++;
  }
  assert.ok(interrupted > 0);

  const server = await startReadyServer({ env });
  const { stdout } = await welcomed(server);
  const [link] = stdout.match(/http:\/\/[\d.:]+\/l\/([\w-]+)/) ?? assert.fail(stdout);
  assert.equal(await statusOf(link), 200);
  assert.equal(stdout.match(/Audience of/g)?.length, 1, 'one Live, however often the start was interrupted');
  assert.match(stdout, /token create --organization/);
  await server.end();
});

const REFUSED_SETTINGS = [
  { setting: { PORT: 'abc' }, said: /PORT must be a whole number/ },
  { setting: { LECTERN_STARTER: 'yes' }, said: /LECTERN_STARTER must be one of on, off/ },
  { setting: { LECTERN_PUBLIC_URL: 'lectern.example' }, said: /LECTERN_PUBLIC_URL must be/ },
  {
    setting: { LECTERN_DATABASE_URL: 'mysql://localhost/x' },
    said: /LECTERN_DATABASE_URL must be a complete URL that starts with postgres/,
  },
] as const;

test('[D46] when a setting is invalid, then the start ends with one line that names it', async () => {
  const dataDir = createDataDirectory();
  const starts = REFUSED_SETTINGS.map(async ({ setting, said }) => {
    const server = await startServerProcess({ env: { LECTERN_DATA_DIR: dataDir, ...setting } });
    await assertOneLine(server, said);
  });
  await Promise.all(starts);
});

test('when a port is in use, then the start ends with one line that names it', async () => {
  const { env } = await seedOnSqlite();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const server = await startServerProcess({ env: { ...env, PORT: String(port) } });
  await assertOneLine(server, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use`));
  taken.close();
});

test('when this machine does not have the address, then the start ends with one line that says so', async () => {
  const { env } = await seedOnSqlite();
  const server = await startServerProcess({ env: { ...env, HOST: '192.0.2.1' } });
  await assertOneLine(server, /Cannot listen on 192\.0\.2\.1: this machine has no such address/);
});

async function assertOneLine(server: ServerProcess, said: RegExp): Promise<void> {
  assert.deepEqual(await server.ended, { code: 1, signal: null });
  assert.match(server.output.stderr, /^[^\n]+\n$/);
  assert.match(server.output.stderr, said);
  assert.equal(server.output.stdout, '');
}

/** The welcome message appears shortly after the server starts serving. */
async function welcomed(server: ServerProcess): Promise<{ stdout: string }> {
  while (!/API [^\n]*\n/.test(server.output.stdout) || !/\n\r?\n$/.test(server.output.stdout)) await sleep(10);
  return server.output;
}

/** Returns the only sign-in link that a start prints. */
function requireEntrance({ url }: ServerProcess, stdout: string): string {
  const links = stdout.match(/\S+\/link\/[\w-]{43}\b/g) ?? [];
  assert.equal(links.length, 1, stdout);
  assert.ok(links[0]!.startsWith(`${url}/link/`));
  return links[0]!;
}

function requireToken(text: string): string {
  const token = TOKEN.exec(text)?.[0];
  assert.ok(token, text);
  return token;
}
