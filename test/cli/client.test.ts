import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { OAUTH_SCOPES } from '../../src/contract/scopes.ts';
import { createGrant } from '../support/requests/grants.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { createEmptyInstallation } from '../support/server/empty-installation.ts';
import { startCommandServer } from './command-server.ts';
import { requireJson, runJson, runLectern } from './run-lectern.ts';

const URI = 'https://app.example.org/callback';
const create = (...more: string[]) => ['client', 'create', '--name', 'Stage tablet', ...more];

test('[D47] when client create, list and disable run, then each works', async () => {
  const dataDir = await createEmptyInstallation();
  const loopback = 'http://127.0.0.1:4567/callback';
  const two = ['--redirect-uri', URI, '--redirect-uri', loopback];
  const made = await requireJson(create(...two), { dataDir });
  assert.deepEqual(Object.keys(made), ['client_id']);
  assert.match(made.client_id, /^[A-Za-z0-9_-]{16,}$/, '[D7] at least 96 random bits');
  const scopes = ['--scopes', 'live.get, live.list,offline_access'];
  const { client_id: narrow } = await requireJson(create('--redirect-uri', URI, ...scopes), { dataDir });

  const { data } = await requireJson(['client', 'list'], { dataDir });
  const { created_at, ...first } = data[0];
  assert.ok(Math.abs(Date.now() - Date.parse(created_at)) < 600_000);
  assert.deepEqual(first, {
    id: made.client_id,
    name: 'Stage tablet',
    redirect_uris: [URI, loopback],
    scopes: [...OAUTH_SCOPES],
    disabled: false,
  });
  assert.deepEqual(data[1].scopes.toSorted(), ['live.get', 'live.list', 'offline_access']);

  assert.deepEqual(await requireJson(['client', 'disable', '--', narrow], { dataDir }), {
    client_id: narrow,
    disabled: true,
  });
  const again = await runJson(['client', 'disable', '--', narrow], { dataDir });
  assert.deepEqual([again.code, again.document.error.code], [1, 'not_found']);
  const listed = (await requireJson(['client', 'list'], { dataDir })).data;
  assert.deepEqual(
    listed.map(({ disabled }: { disabled: boolean }) => disabled),
    [false, true],
  );
  const audit = (await requireJson(['audit', 'list'], { dataDir })).data;
  const operations = audit.map(({ operation, resource }: Record<string, string>) => `${operation} ${resource}`);
  assert.deepEqual(operations.toSorted(), [
    ...[`client create ${made.client_id}`, `client create ${narrow}`].toSorted(),
    `client disable ${narrow}`,
  ]);
});

test('[Authentication] when a redirect URI is not exact, then no client is registered', async () => {
  const dataDir = await createEmptyInstallation();
  const { code, document } = await runJson(
    create('--redirect-uri', URI, '--redirect-uri', 'http://localhost:4567/cb'),
    {
      dataDir,
    },
  );
  assert.deepEqual([code, document.error.code], [2, 'usage']);
  assert.deepEqual((await requireJson(['client', 'list'], { dataDir })).data, []);
});

test('[D47] when a name or scope is invalid, then it is refused, and nothing is registered', async () => {
  const dataDir = createDataDirectory();
  for (const words of [
    ['client', 'create', '--name', ' ', '--redirect-uri', URI],
    create('--redirect-uri', URI, '--scopes', 'live.get,token.create'),
    create('--redirect-uri', URI, '--scopes', 'offline_access'),
    create('--redirect-uri', URI, '--scopes', ','),
  ]) {
    const { code, document } = await runJson(words, { dataDir });
    assert.deepEqual([code, document.error.code], [2, 'usage'], words.join(' '));
  }
  assert.equal((await runLectern(create(), { dataDir })).code, 2, 'no redirect URI');
  assert.deepEqual(readdirSync(dataDir), []);
});

test('[D47] when a client is disabled while the server runs, then it loses access immediately', async (t) => {
  const dataDir = await createEmptyInstallation();
  const { installation } = await startCommandServer(t, dataDir);
  await requireJson(['user', 'create', '--email', 'ada@example.org', '--name', 'Ada'], { dataDir });
  const { client_id: clientId } = await requireJson(create('--redirect-uri', URI), { dataDir });
  const { access, id } = await createGrant({ installation }, { email: 'ada@example.org' }, { clientId });
  const principal = await installation.authenticator.authenticate(access, {});
  assert.deepEqual([principal.kind, principal.credentialId], ['delegated', id]);
  await requireJson(['client', 'disable', '--', clientId], { dataDir });
  for (const attempt of [
    async () => installation.authenticator.authenticate(access, {}),
    async () => installation.authenticator.recheck(principal),
  ]) {
    await assert.rejects(attempt, { code: 'invalid_token' });
  }
});
