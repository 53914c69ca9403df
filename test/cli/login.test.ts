import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openAuthorizationBrowser } from '../support/requests/oauth-flow.ts';
import { createTestUser, type TestUser } from '../support/requests/tokens.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { findFreePort } from '../support/server/free-port.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';
import { parseOnlyDocument, ROOT, runJson, runLectern } from './run-lectern.ts';

const CODE = /allow it if it shows the code ([A-Z]{4}-[A-Z]{4})/;

// Terminals wait five seconds before each poll, so the tests run concurrently.
describe('[D47] lectern login, whoami, logout', { concurrency: true }, () => {
  const { lectern } = useInProcessServer();

  /** A person with a separate home directory. */
  const home = () => {
    const configDir = createDataDirectory();
    const setting = { dataDir: join(configDir, 'no-installation'), env: { XDG_CONFIG_HOME: configDir } };
    return { setting, file: join(configDir, 'lectern', 'credentials.json') };
  };
  type Setting = ReturnType<typeof home>['setting'];
  const savedIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')).credentials;
  const server = () => ['--server', lectern.url];

  /** Runs `login` in a separate process, and decides the code that it shows. */
  async function logIn(
    user: TestUser,
    setting: Setting,
    words: readonly string[],
    decision: 'allow' | 'deny' = 'allow',
    { signsOut = false } = {},
  ) {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, LECTERN_DATA_DIR: setting.dataDir, ...setting.env };
    const child = spawn(process.execPath, [`${ROOT}bin/lectern.mjs`, 'login', ...server(), ...words], {
      cwd: ROOT,
      env,
      timeout: 60_000,
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    const code = Promise.withResolvers<string>();
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
      const [, shown] = CODE.exec(stderr) ?? [];
      if (shown) code.resolve(shown);
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    ended.then(() => code.reject(new Error(`it ended without a code: ${stdout}${stderr}`)));
    const browser = await openAuthorizationBrowser(lectern, user);
    const page = await browser.get(`/connect?code=${await code.promise}`);
    await browser.submit(page, { decision }, '/connect');
    if (signsOut) await browser.submit(await browser.get('/account'), {}, '/sign-out');
    return { exitCode: await ended, stdout, stderr };
  }

  it('when a person allows it, then the token is saved for that person only and works; logout revokes it', async () => {
    const user = await createTestUser(lectern);
    const { setting, file } = home();
    const words = ['--json', '--scopes', 'identity.read,token.delete', '--name', 'stage', '--expires-days', '3'];
    const { exitCode, stdout, stderr } = await logIn(user, setting, words);
    assert.equal(exitCode, 0, stdout + stderr);
    const document = parseOnlyDocument(stdout);
    const { id, token, scopes, expires_at } = document;
    assert.deepEqual(
      { ...document, expires_at: null },
      {
        server: lectern.url,
        id,
        token,
        name: 'stage',
        scopes: ['identity.read', 'token.delete'],
        expires_at: null,
        account: { id: user.owner.id, kind: 'personal', name: 'User', handle: null },
        saved_in: file,
        replaced: null,
      },
    );
    assert.ok(!stderr.includes(token));
    assert.deepEqual(savedIn(file), [{ server: lectern.url, id, token, scopes, expires_at }]);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal((await user.get('/v1/me', { token })).body.credential.id, id);

    const who = await runJson(['whoami', ...server()], setting);
    assert.deepEqual([who.code, who.document.server, who.document.credential.id], [0, lectern.url, id]);
    assert.ok(!existsSync(setting.dataDir), 'no installation is opened here');

    const gone = await runJson(['logout', ...server()], setting);
    assert.deepEqual([gone.code, gone.document], [0, { server: lectern.url, id, ended: true }]);
    assert.deepEqual(savedIn(file), []);
    assert.equal((await user.get('/v1/me', { token })).status, 401);
    for (const command of ['whoami', 'logout']) {
      const again = await runJson([command, ...server()], setting);
      assert.deepEqual([again.code, again.document.error.code], [1, 'not_found']);
    }
  });

  it('[D35] when a user logs in again, then the new login replaces and revokes the first; logout revokes a token even without token.delete', async () => {
    const user = await createTestUser(lectern);
    const { setting, file } = home();
    const first = parseOnlyDocument((await logIn(user, setting, ['--json', '--scopes', 'live.get'])).stdout);
    const second = parseOnlyDocument((await logIn(user, setting, ['--json', '--scopes', 'live.list'])).stdout);
    assert.deepEqual(second.replaced, { id: first.id, ended: true });
    assert.equal((await user.get('/v1/me', { token: first.token })).status, 401);
    assert.deepEqual(
      savedIn(file).map(({ id }: { id: string }) => id),
      [second.id],
    );
    const { code, stdout } = await runLectern(['logout', ...server()], setting);
    assert.equal(code, 0);
    assert.match(stdout, /Revoked token \S+ and deleted it from this machine/);
    assert.deepEqual(savedIn(file), []);
    assert.equal((await user.get('/v1/me', { token: second.token })).status, 401);
  });

  it('[D67] when an organization is given, then login creates or renews a service token besides the personal one, and whoami and logout name it', async () => {
    const user = await createTestUser(lectern);
    const { setting, file } = home();
    const { administration } = lectern.installation;
    const { organizationId } = await administration.createOrganization({ name: 'Chapel', ownerEmail: user.email });
    const there = ['--organization', organizationId];
    const [own, first] = [
      parseOnlyDocument((await logIn(user, setting, ['--json'])).stdout),
      parseOnlyDocument((await logIn(user, setting, ['--json', ...there])).stdout),
    ];
    assert.match(first.token, /^svc_/);
    assert.deepEqual(first.organization, { id: organizationId, name: 'Chapel' });
    assert.deepEqual([own.replaced, first.replaced], [null, null]);
    const text = await logIn(user, setting, there);
    assert.match(text.stdout, /Organization +Chapel\n[\s\S]*Scopes +what your role allows[\s\S]*To renew it/);
    assert.equal((await user.get('/v1/me', { token: first.token })).status, 401, 'the new one takes its place');
    assert.equal(savedIn(file).length, 2);
    const who = await runLectern(['whoami', ...server(), ...there], setting);
    assert.match(who.stdout, new RegExp(`Organization +Chapel \\(${organizationId}\\)\nRole +owner\n`));
    const listed = await administration.listTokens({ organization: organizationId });
    assert.deepEqual(
      listed.map(({ userName, role }) => [userName, role]),
      [
        ['User', 'owner'],
        ['User', 'owner'],
      ],
    );
    const { code, document } = await runJson(['logout', ...server(), ...there], setting);
    assert.deepEqual([code, document.ended], [0, true]);
    assert.equal((await user.get('/v1/me', { token: own.token })).status, 200);
    const gone = await runJson(['whoami', ...server(), ...there], setting);
    assert.match(gone.document.error.detail, new RegExp(`login --server \\S+ --organization ${organizationId}$`));
  });

  it('when a person logs in, then the output describes the token without showing it', async () => {
    const user = await createTestUser(lectern);
    const { setting, file } = home();
    const { exitCode, stdout } = await logIn(user, setting, []);
    assert.equal(exitCode, 0);
    assert.match(
      stdout,
      /^Account +User\nToken .*\nScopes +everything that you can do\nExpires .*\nSaved in +\S+credentials\.json\n/,
    );
    const [{ token }] = savedIn(file);
    assert.ok(!stdout.includes(token));
  });

  it('when it is denied in the browser, then it fails and saves nothing', async () => {
    const user = await createTestUser(lectern);
    const { setting, file } = home();
    const { exitCode, stdout } = await logIn(user, setting, ['--json'], 'deny');
    assert.deepEqual([exitCode, parseOnlyDocument(stdout).error.code], [1, 'forbidden']);
    assert.ok(!existsSync(file));
  });

  it('when a user allows it and signs out at once, then it fails and says so', async () => {
    const user = await createTestUser(lectern);
    const { setting, file } = home();
    const { exitCode, stdout } = await logIn(user, setting, ['--json'], 'allow', { signsOut: true });
    const { error } = parseOnlyDocument(stdout);
    assert.deepEqual([exitCode, error.code], [1, 'forbidden']);
    assert.match(error.detail, /signed out in the browser before/);
    assert.ok(!existsSync(file));
  });

  it('when an argument is invalid, then it is a usage error; when the server refuses, then the reason is reported', async () => {
    const { setting } = home();
    const usage = [
      ['http://lectern.example'],
      ['ftp://lectern.example'],
      ['https://lectern.example/path'],
      ['https://a:b@c'],
      [''],
      [lectern.url, '--expires-days', '0'],
      [lectern.url, '--scopes', ''],
      [lectern.url, '--scopes', 'live.get,,'],
    ];
    const runs = usage.map((words) => runJson(['login', '--server', ...words], setting));
    for (const { code, document } of await Promise.all(runs)) {
      assert.deepEqual([code, document.error.code], [2, 'usage'], JSON.stringify(document));
    }
    const unknown = await runJson(['login', ...server(), '--scopes', 'live.fly'], setting);
    assert.deepEqual([unknown.code, unknown.document.error.code], [2, 'usage']);
    assert.match(unknown.document.error.detail, /no scope "live\.fly"\. Scopes are .*live\.get/);
    for (const [port, why] of [
      [9, 'bad port'],
      [await findFreePort(), 'ECONNREFUSED'],
    ]) {
      const absent = await runJson(['login', '--server', `http://127.0.0.1:${port}`], setting);
      assert.deepEqual([absent.code, absent.document.error.code], [1, 'unavailable']);
      assert.equal(
        absent.document.error.detail,
        `http://127.0.0.1:${port} does not respond (${why}). Check that the address is the one in your browser, ` +
          'with https:// or http:// and the port.',
      );
    }
  });

  it('when a server refuses a typed value, then it is a usage error; any other refusal is not', async () => {
    const { setting } = home();
    let description = '';
    const other = createServer((_request, response) => {
      const body = JSON.stringify({ error: 'invalid_request', error_description: description });
      response.writeHead(400, { 'content-type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    try {
      for (const [said, words, expected] of [
        ['There is no scope "live.fly".', ['--scopes', 'live.fly'], [2, 'usage']],
        ['The name is too long.', ['--name', 'stage'], [2, 'usage']],
        ['The name is too long.', [], [1, 'invalid_fields']],
        ['body must have property "origin"', ['--scopes', 'live.get', '--name', 'stage'], [1, 'invalid_fields']],
      ] as const) {
        description = said;
        const { code, document } = await runJson(['login', '--server', url, ...words], setting);
        assert.deepEqual([code, document.error], [expected[0], { code: expected[1], detail: said }]);
      }
    } finally {
      other.close();
    }
  });

  it('when an address has no scheme, then it means HTTPS, or HTTP on this machine', async () => {
    const { setting } = home();
    const { host, origin } = new URL(lectern.url);
    const own = await runJson(['whoami', '--server', host], setting);
    assert.match(own.document.error.detail, new RegExp(`^You are not logged in to ${origin}\\.`));
    const other = await runJson(['whoami', '--server', 'lectern.example.org'], setting);
    assert.match(other.document.error.detail, /^You are not logged in to https:\/\/lectern\.example\.org\./);
    const { code, document } = await runJson(['whoami', '--server', 'lectern.example.org/l/x'], setting);
    assert.equal(code, 2);
    assert.match(document.error.detail, /such as https:\/\/lectern\.example\.org/);
  });

  it('when a server sends any response, then the token is sent nowhere else', async () => {
    const { setting, file } = home();
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(307, { location: `${lectern.url}${request.url}` }).end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    try {
      assert.equal((await runJson(['login', '--server', url], setting)).document.error.code, 'unavailable');
      assert.deepEqual(asked, ['POST /connect/terminal']);
      assert.ok(!existsSync(file));
    } finally {
      elsewhere.close();
    }
  });

  it('when a server is busy, then login waits for as long as it asks, and the message says how long', async () => {
    const { setting } = home();
    const askedAt: number[] = [];
    let busy = true;
    const server = createServer((request, response) => {
      askedAt.push(performance.now());
      const respond = (status: number, body: object, headers = {}) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
      if (busy) return respond(429, { code: 'rate_limited' }, { 'retry-after': '37' });
      if (request.url === '/connect/terminal') {
        const verification_uri = 'http://127.0.0.1/connect';
        return respond(200, {
          device_code: 'd',
          user_code: 'BCDF-BCDF',
          verification_uri,
          verification_uri_complete: verification_uri,
          expires_in: 60,
          interval: 1,
        });
      }
      if (askedAt.length === 2) return respond(429, { code: 'rate_limited' }, { 'retry-after': '4' });
      return respond(400, { error: 'access_denied' });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { code, document } = await runJson(['login', '--server', url], setting);
      assert.deepEqual([code, document.error.code], [1, 'rate_limited']);
      assert.match(document.error.detail, /Wait 37 s\./);
      assert.match((await runLectern(['login', '--server', url], setting)).stderr, /Wait 37 s\./);
      busy = false;
      askedAt.length = 0;
      const denied = await runJson(['login', '--server', url, '--no-browser'], setting);
      assert.equal(denied.document.error.code, 'forbidden');
      assert.equal(askedAt.length, 3);
      assert.ok(askedAt[2]! - askedAt[1]! >= 3_900, `${askedAt[2]! - askedAt[1]!} ms`);
    } finally {
      server.close();
    }
  });

  it('when the login file is damaged, then the message names it, and it is kept', async () => {
    const { setting, file } = home();
    const user = await createTestUser(lectern);
    await logIn(user, setting, ['--json']);
    writeFileSync(file, '{"credentials": 5}');
    const { code, document } = await runJson(['whoami', ...server()], setting);
    assert.deepEqual([code, document.error.code], [1, 'invalid_fields']);
    assert.ok(document.error.detail.includes(file));
    assert.equal(readFileSync(file, 'utf8'), '{"credentials": 5}');
  });
});
