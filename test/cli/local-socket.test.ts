import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { readLines, toJsonLine } from '../../src/cli/socket/json-lines.ts';
import { socketPaths } from '../../src/cli/socket/socket-path.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { startCommandServer } from './command-server.ts';
import { ROOT, requireJson } from './run-lectern.ts';

const EMAIL = 'ada@example.org';
const CREATE_USER = ['user', 'create', '--email', EMAIL, '--name', 'Ada'];
const CREATE_TOKEN = ['token', 'create', '--user', EMAIL];
const onPosix = { skip: process.platform === 'win32' ? 'a named pipe is no file' : false };

test(
  '[D47] when the server runs, then the socket is closed to other users; after the stop it is gone',
  onPosix,
  async (t) => {
    const dataDir = createDataDirectory();
    const umask = process.umask(0);
    t.after(() => process.umask(umask));
    const server = await startCommandServer(t, dataDir);
    assert.equal(process.umask(), 0, 'the umask is as it was');
    const [path] = socketPaths(dataDir);
    assert.equal(path, join(dataDir, 'lectern.sock'));
    assert.equal(statSync(path!).mode & 0o777, 0o600);
    await server.stop();
    assert.ok(!existsSync(path!));
    await requireJson(CREATE_USER, { dataDir });
  },
);

/** Sends raw bytes to the socket and returns everything that comes back. */
async function ask(dataDir: string, request: string | Buffer): Promise<string> {
  const socket: Socket = connect(socketPaths(dataDir)[0]!);
  socket.write(request);
  return text(socket);
}

test('[D47] when a request is sent to the server, then the server checks it', async (t) => {
  const dataDir = createDataDirectory();
  const server = await startCommandServer(t, dataDir);
  const cases = [
    [toJsonLine({ command: 'user drop', input: {} }), 'not_found'],
    [toJsonLine({ command: 'config', input: {} }), 'not_found'],
    [toJsonLine({ command: 'constructor', input: {} }), 'not_found'],
    [toJsonLine({ command: 'user create', input: { email: EMAIL } }), 'invalid_fields'],
    [toJsonLine({ command: 'user create', input: { email: EMAIL, name: 'Ada', admin: true } }), 'invalid_fields'],
    [toJsonLine({ command: 'user create', input: { email: [EMAIL], name: 'Ada' } }), 'invalid_fields'],
    [toJsonLine({ command: 'user create' }), 'invalid_fields'],
    [toJsonLine({ command: 'org list', input: null }), 'invalid_fields'],
    [toJsonLine({ input: {} }), 'malformed_json'],
    ['null\n', 'malformed_json'],
    ['{"command": "hush hush\n', 'malformed_json'],
  ] as const;
  for (const [request, code] of cases) {
    const [, response, rest] = (await ask(dataDir, request)).split('\n');
    assert.equal(JSON.parse(response!).error.code, code, request);
    assert.equal(rest, '');
  }
  for (const request of [Buffer.from([0xff, 10]), Buffer.alloc(2 ** 21, 'x')]) {
    const response = await ask(dataDir, request).catch((error: NodeJS.ErrnoException) => {
      assert.ok(['ECONNRESET', 'EPIPE'].includes(error.code ?? ''), String(error));
      return '';
    });
    assert.doesNotMatch(response, /result/);
  }
  assert.ok(await server.installation.storage.accounts.isEmpty());
  assert.ok(!server.logged().includes('hush'));
  await requireJson(CREATE_USER, { dataDir });
});

test('[D47] when a client sends nothing, then a shutdown does not wait for it', async (t) => {
  const dataDir = createDataDirectory();
  const server = await startCommandServer(t, dataDir);
  const silent = connect(socketPaths(dataDir)[0]!);
  t.after(() => silent.destroy());
  await readLines(silent, 1024).next();
  const begun = performance.now();
  await server.stop();
  assert.ok(performance.now() - begun < 3_000);
});

test('[D47] when a data folder has a long path, then its socket is in the temporary folder', onPosix, async (t) => {
  const dataDir = join(createDataDirectory(), 'x'.repeat(120));
  mkdirSync(dataDir);
  const paths = socketPaths(dataDir);
  const [path] = paths;
  assert.equal(paths.length, 1);
  assert.ok(Buffer.byteLength(path!) < 104 && !path!.startsWith(dataDir));
  t.after(() => rmSync(dirname(path!), { recursive: true, force: true }));

  const server = await startCommandServer(t, dataDir);
  assert.equal(statSync(dirname(path!)).mode & 0o777, 0o700);
  await requireJson(CREATE_USER, { dataDir });
  assert.ok(server.logged().includes('user create'));
  await server.stop();

  // A folder that others can write to may hold another user's socket, so it is not used.
  chmodSync(dirname(path!), 0o777);
  const trap = createServer(() => assert.fail('the command has sent something there')).listen(path);
  t.after(() => trap.close());
  await requireJson(CREATE_TOKEN, { dataDir });
  const wary = await startCommandServer(t, dataDir);
  assert.match(wary.logged(), /accessible to other users/);
});

test(
  'when a user interrupts a command that a server has taken, then the command says that the server goes on with it',
  onPosix,
  async (t) => {
    const dataDir = createDataDirectory();
    const taken = Promise.withResolvers<void>();
    const server = createServer((connection) => {
      connection.write(toJsonLine({ lectern: 'commands' }));
      connection.once('data', () => taken.resolve()).on('error', () => {});
    }).listen(socketPaths(dataDir)[0]!);
    t.after(() => server.close());
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, LECTERN_DATA_DIR: dataDir };
    const child = spawn(process.execPath, [`${ROOT}bin/lectern.mjs`, 'user', 'list'], { env });
    const said = text(child.stderr);
    const ended = once(child, 'exit');
    await taken.promise;
    child.kill('SIGINT');
    assert.deepEqual(await ended, [130, null]);
    assert.equal(await said, 'Interrupted. The server is still running the command. Check whether it was done.\n');
  },
);
