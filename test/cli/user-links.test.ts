import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrowserAgent } from '../support/requests/browser-agent.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { type ServerProcess, startReadyServer } from '../support/server/process.ts';
import { requireJson, runJson, runLectern } from './run-lectern.ts';

const LINK = /http:\/\/127\.0\.0\.1:\d+\/link\/[\w-]{43}/;
/** Returns the link in a welcome, of a first or a later start. */
const WELCOMED = /"passage":"John 3:16-18"|token create --organization .+\n/;

async function welcomeOf(server: ServerProcess): Promise<string> {
  while (!WELCOMED.test(server.output.stdout)) await sleep(10);
  return server.output.stdout;
}

test('[D46] when it first starts, then a link is printed that signs the owner in once; later starts print another one until a user has signed in', async () => {
  const dataDir = createDataDirectory();
  const env = { LECTERN_DATA_DIR: dataDir };
  const first = await startReadyServer({ env });
  const [link] = LINK.exec(await welcomeOf(first))!;
  assert.ok(!first.output.stderr.includes(link.slice(-43)), 'the log');
  await first.end();

  const second = await startReadyServer({ env });
  const welcome = await welcomeOf(second);
  const [another] = LINK.exec(welcome)!;
  assert.notEqual(another, link);
  const browser = new BrowserAgent(second.url);
  const signedIn = await browser.submit(await browser.get(new URL(another).pathname));
  assert.equal(signedIn.status, 303);
  for (const used of [another, link]) assert.equal((await browser.get(new URL(used).pathname)).status, 404);
  await second.end();
  for (const each of [link, another]) {
    assert.ok(!second.output.stderr.includes(each.slice(-43)), 'the log of those who opened it');
  }

  const third = await startReadyServer({ env });
  const last = await welcomeOf(third);
  assert.doesNotMatch(last, LINK);
  assert.match(last, /\/console\n/);
  await third.end();
});

test('[D47] when user reset-link or user invite runs, then it prints {url, expires_at}, through a running server and without one', async () => {
  const dataDir = createDataDirectory();
  const setting = { dataDir, env: { LECTERN_PUBLIC_URL: 'https://lectern.example' } };
  await requireJson(['user', 'create', '--email', 'ada@example.org', '--name', 'Ada'], setting);
  const org = await requireJson(['org', 'create', '--name', 'St Mary', '--owner', 'ada@example.org'], setting);
  const day = 86_400_000;
  const commands: [string[], number][] = [
    [['user', 'reset-link', '--email', 'Ada@example.org'], day],
    [['user', 'invite', '--email', 'new@example.org'], 7 * day],
    [
      ['user', 'invite', '--email', 'n@example.org', '--organization', org.organization_id, '--role', 'viewer'],
      7 * day,
    ],
  ];
  for (const [words, lasts] of commands) {
    const document = await requireJson(words, setting);
    assert.deepEqual(Object.keys(document), ['url', 'expires_at']);
    assert.match(document.url, /^https:\/\/lectern\.example\/link\/[\w-]{43}$/);
    assert.ok(Date.parse(document.expires_at) <= Date.now() + lasts, document.expires_at);
    assert.ok(Date.parse(document.expires_at) > Date.now() + lasts - day, document.expires_at);
  }
  for (const [words, exitCode] of [
    [['user', 'reset-link', '--email', 'unknown@example.org'], 1],
    [['user', 'reset-link'], 2],
    [['user', 'reset-link', '--email', 'ada@example.org', '--next', '//evil.example'], 2],
    [['user', 'invite', '--email', 'none'], 2],
    [['user', 'invite', '--email', 'x@example.org', '--role', 'viewer'], 2],
  ] as const) {
    assert.equal((await runJson(words, setting)).code, exitCode, words.join(' '));
  }

  const server = await startReadyServer({ env: { LECTERN_DATA_DIR: dataDir, LECTERN_STARTER: 'off' } });
  const words = ['user', 'reset-link', '--email', 'ada@example.org', '--next', '/installation/backups'];
  const { url } = await requireJson(words, { dataDir });
  assert.ok(url.endsWith('?next=%2Finstallation%2Fbackups'), url);
  assert.ok(url.startsWith(`${server.url}/link/`), 'the address of the server that runs');
  assert.equal((await new BrowserAgent(server.url).get(url)).status, 200);
  await server.end();
});

test('[D46] when only this machine can open a link, then the command says so, and what to set', async () => {
  const dataDir = createDataDirectory();
  await requireJson(['user', 'create', '--email', 'ada@example.org', '--name', 'Ada'], { dataDir });
  const said =
    /^The link works only on this machine\. For other machines: Set LECTERN_PUBLIC_URL to the address that people use\./m;
  const settings: [Record<string, string>, boolean][] = [
    [{}, true],
    [{ HOST: '0.0.0.0' }, true],
    [{ HOST: '::' }, true],
    [{ LECTERN_PUBLIC_URL: 'http://localhost:8080' }, true],
    [{ HOST: '192.0.2.1' }, false],
    [{ HOST: '0.0.0.0', LECTERN_PUBLIC_URL: 'https://lectern.example' }, false],
  ];
  for (const [env, warns] of settings) {
    for (const words of [
      ['user', 'reset-link', '--email', 'ada@example.org'],
      ['user', 'invite', '--email', 'new@example.org'],
    ]) {
      const { code, stdout } = await runLectern(words, { dataDir, env });
      assert.equal(code, 0);
      assert.equal(said.test(stdout), warns, `${words[1]} ${JSON.stringify(env)}: ${stdout}`);
    }
  }
  // The link uses the address of the running server, whatever is set here.
  const server = await startReadyServer({
    env: { LECTERN_DATA_DIR: dataDir, LECTERN_STARTER: 'off', LECTERN_PUBLIC_URL: 'https://lectern.example' },
  });
  const { stdout } = await runLectern(['user', 'invite', '--email', 'new@example.org'], { dataDir });
  assert.match(stdout, /https:\/\/lectern\.example/);
  assert.doesNotMatch(stdout, said);
  await server.end();
});
