import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { readLines, toJsonLine } from '../../src/cli/socket/json-lines.ts';
import { listenForCommands } from '../../src/cli/socket/local-socket.ts';
import { socketPaths } from '../../src/cli/socket/socket-path.ts';
import { readConfig } from '../../src/config/config.ts';
import { openInstallation } from '../../src/installation.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { startCommandServer } from './command-server.ts';
import { requireJson, runJson, runLectern } from './run-lectern.ts';

const EMAIL = 'ada@example.org';
const CREATE_USER = ['user', 'create', '--email', EMAIL, '--name', 'Ada'];
const CREATE_TOKEN = ['token', 'create', '--user', EMAIL];
const onPosix = { skip: process.platform === 'win32' ? 'a named pipe is no file' : false };

test('[D47] when a server runs, then commands reach it, and revocations take effect in it immediately', async (t) => {
  const dataDir = createDataDirectory();
  const server = await startCommandServer(t, dataDir);
  const password = 'correct horse battery';
  await requireJson([...CREATE_USER, '--password-stdin'], { dataDir, stdin: password });
  const { id, token } = await requireJson(CREATE_TOKEN, { dataDir });
  const principal = await server.installation.authenticator.authenticate(token, {});
  assert.equal(principal.credentialId, id);

  await requireJson(['token', 'revoke', '--', id], { dataDir });
  await assert.rejects(async () => server.installation.authenticator.authenticate(token, {}), {
    code: 'invalid_token',
  });
  await assert.rejects(async () => server.installation.authenticator.recheck(principal), { code: 'invalid_token' });

  const refused = await runJson(['token', 'revoke', '--', id], { dataDir });
  assert.deepEqual([refused.code, refused.document.error.code], [1, 'not_found']);
  assert.ok(refused.document.error.detail.includes(id));

  const logged = server.logged();
  for (const name of ['user create', 'token create', 'token revoke']) assert.ok(logged.includes(name), name);
  for (const secret of [password, token]) assert.ok(!logged.includes(secret), 'a secret is in the log');
});

test('[D47] when several commands run concurrently, then all work, with a server and without', async (t) => {
  const dataDir = createDataDirectory();
  await requireJson(CREATE_USER, { dataDir });
  const createThree = () => Promise.all([1, 2, 3].map(() => requireJson(CREATE_TOKEN, { dataDir })));
  const direct = await createThree();
  await startCommandServer(t, dataDir);
  const served = await createThree();
  const { data } = await requireJson(['token', 'list', '--user', EMAIL], { dataDir });
  assert.deepEqual(
    new Set(data.map((token: { id: string }) => token.id)),
    new Set([...direct, ...served].map((token) => token.id)),
  );
});

test('[D47] when a killed server left a socket behind, then commands still work', onPosix, async (t) => {
  const dataDir = createDataDirectory();
  const [path, secondBest] = socketPaths(dataDir);
  const killed = spawnSync(process.execPath, [
    '--eval',
    `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`,
  ]);
  assert.equal(killed.signal, 'SIGKILL');
  assert.ok(statSync(path!).isSocket());

  await requireJson(CREATE_USER, { dataDir });
  const server = await startCommandServer(t, dataDir);
  await requireJson(CREATE_TOKEN, { dataDir });
  assert.ok(server.logged().includes('token create'), 'it went through the new socket');
  assert.ok(!existsSync(secondBest!), 'which has taken the place of the old one');
});

test('[D47] when a server is just starting, then a command waits for it', async (t) => {
  const dataDir = createDataDirectory();
  const config = readConfig({ LECTERN_DATA_DIR: dataDir });
  const installation = await openInstallation(config, assert.fail);
  const run = requireJson(CREATE_USER, { dataDir });
  await sleep(600);
  const commands = await listenForCommands(installation, config, pino({ level: 'silent' }));
  t.after(async () => {
    await commands.close();
    await installation.close();
  });
  await run;
  assert.ok(await installation.storage.accounts.findUserByEmail(EMAIL));
});

test('[D47] when a server is just stopping, then a command waits for it', async (t) => {
  const dataDir = createDataDirectory();
  const installation = await openInstallation(readConfig({ LECTERN_DATA_DIR: dataDir }), assert.fail);
  // It still accepts the connection, and then closes it without a greeting.
  const stopping = createServer((connection) => connection.destroy()).listen(socketPaths(dataDir)[0]);
  t.after(() => stopping.close());
  const run = requireJson(CREATE_USER, { dataDir });
  await sleep(600);
  await installation.close();
  await run;
});

test('[D47] when a data folder stays in use, then the command ends with 1 and says so', async (t) => {
  const dataDir = createDataDirectory();
  const installation = await openInstallation(readConfig({ LECTERN_DATA_DIR: dataDir }), assert.fail);
  t.after(() => installation.close());
  const { code, document } = await runJson(['org', 'list'], { dataDir });
  assert.deepEqual([code, document.error.code], [1, 'data_folder_in_use']);
  assert.ok(document.error.detail.includes(dataDir));
});

test('[D47] when a server stops before it responds, then the command says that the outcome is unknown', async (t) => {
  const dataDir = createDataDirectory();
  let requests = 0;
  const dying = createServer(async (connection) => {
    connection.on('error', () => {});
    connection.write(toJsonLine({ lectern: 'commands' }));
    await readLines(connection, 1024).next();
    requests++;
    connection.destroy();
  }).listen(socketPaths(dataDir)[0]);
  t.after(() => dying.close());
  const { code, stdout, stderr } = await runLectern(CREATE_USER, { dataDir });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^Error: The server stopped before it responded\./);
  assert.equal(requests, 1, 'it is not sent again');
});
