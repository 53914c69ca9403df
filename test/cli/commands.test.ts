import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { SERVICE_SCOPES } from '../../src/contract/scopes.ts';
import { saveEdition } from '../../src/editions/save-edition.ts';
import { openInstallation } from '../../src/installation.ts';
import { createEmptyInstallation } from '../support/server/empty-installation.ts';
import { ROOT, requireJson, runJson, runLectern, runProcess } from './run-lectern.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const EMAIL = 'ada@example.org';

const createUser = (dataDir: string) => requireJson(['user', 'create', '--email', EMAIL, '--name', 'Ada'], { dataDir });
const createOrganization = (dataDir: string) =>
  requireJson(['org', 'create', '--name', 'St Mary', '--owner', EMAIL], { dataDir });

test('[D47] when user, organization and member commands run, then each works', async () => {
  const dataDir = await createEmptyInstallation();
  const user = await createUser(dataDir);
  assert.deepEqual(Object.keys(user), ['user_id', 'account_id']);
  assert.match(user.user_id, UUID);
  assert.match(user.account_id, UUID);

  const organization = await createOrganization(dataDir);
  assert.deepEqual(Object.keys(organization), ['organization_id']);
  assert.deepEqual(await requireJson(['org', 'list'], { dataDir }), {
    data: [{ id: organization.organization_id, name: 'St Mary', restricted: false }],
  });

  const email = 'bo@example.org';
  await requireJson(['user', 'create', '--email', email, '--name', 'Bo'], { dataDir });
  const member = ['org', 'member', 'add', '--organization', organization.organization_id, '--email', email];
  assert.deepEqual(await requireJson([...member, '--role', 'viewer'], { dataDir }), {
    organization_id: organization.organization_id,
    email,
    role: 'viewer',
  });
});

test('[D47] when a password comes from standard input, then it is stored as an argon2id hash and never printed', async () => {
  const dataDir = await createEmptyInstallation();
  const password = 'Grüße vom Pult ☦';
  const words = ['user', 'create', '--email', EMAIL, '--name', 'Ada', '--password-stdin'];
  const { code, stdout, stderr } = await runLectern(words, { dataDir, stdin: `${password}\n` });
  assert.equal(code, 0, stderr);
  assert.ok(!`${stdout}${stderr}`.includes(password));

  const database = new DatabaseSync(join(dataDir, 'lectern.db'), { readOnly: true });
  const { password_hash } = database.prepare('SELECT password_hash FROM users').get() as { password_hash: string };
  database.close();
  const [, algorithm, version, parameters, nonce, tag] = password_hash.split('$');
  assert.deepEqual([algorithm, version, parameters], ['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  const expected = argon2Sync('argon2id', {
    message: password,
    nonce: Buffer.from(nonce!, 'base64'),
    parallelism: 1,
    tagLength: 32,
    memory: 19_456,
    passes: 2,
  });
  assert.equal(tag, expected.toString('base64').replaceAll('=', ''), 'the line end is not part of it');
  assert.ok(!readFileSync(join(dataDir, 'lectern.db')).includes(password));

  for (const stdin of ['short\n', '', new Uint8Array([0xff, 0xfe, 0x41, 0x41, 0x41, 0x41, 0x41, 0x41])]) {
    const refused = await runJson(['user', 'create', '--email', 'b@example.org', '--name', 'B', '--password-stdin'], {
      dataDir,
      stdin,
    });
    assert.equal(refused.code, 1);
    assert.equal(refused.document.error.code, 'invalid_fields');
  }
});

test('[D35] [D47] when token commands run, then tokens are issued, listed and revoked', async () => {
  const dataDir = await createEmptyInstallation();
  await createUser(dataDir);
  const { organization_id } = await createOrganization(dataDir);

  const service = await requireJson(['token', 'create', '--organization', organization_id], { dataDir });
  assert.deepEqual(Object.keys(service), ['id', 'token', 'scopes', 'expires_at']);
  assert.match(service.token, /^svc_[0-9A-Za-z]{49}$/);
  assert.deepEqual(service.scopes, SERVICE_SCOPES);
  assert.equal(service.expires_at, null);

  const options = ['--scopes', 'live.get, live.update', '--expires-days', '7', '--name', 'Tablet'];
  const personal = await requireJson(['token', 'create', '--user', EMAIL, ...options], { dataDir });
  assert.match(personal.token, /^bt_[0-9A-Za-z]{49}$/);
  assert.deepEqual(personal.scopes, ['live.get', 'live.update']);
  const days = (Date.parse(personal.expires_at) - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days <= 7, `${days} days`);

  const list = await runLectern(['token', 'list', '--user', EMAIL, '--json'], { dataDir });
  assert.ok(!list.stdout.includes(personal.token));
  const [listed, ...others] = JSON.parse(list.stdout).data;
  assert.equal(others.length, 0);
  assert.deepEqual(
    { ...listed, created_at: null },
    {
      id: personal.id,
      kind: 'personal',
      name: 'Tablet',
      person: 'Ada',
      scopes: personal.scopes,
      state: 'active',
      created_at: null,
      expires_at: personal.expires_at,
      revoked_at: null,
      last_used_at: null,
    },
  );

  // After "--" an id may start with a hyphen.
  const revoke = ['token', 'revoke', '--', personal.id];
  assert.deepEqual(await requireJson(revoke, { dataDir }), { id: personal.id, revoked: true });
  const after = await requireJson(['token', 'list', '--user', EMAIL], { dataDir });
  assert.equal(after.data[0].state, 'revoked');
  const again = await runJson(revoke, { dataDir });
  assert.equal(again.code, 1);
  assert.equal(again.document.error.code, 'not_found');
});

test('[D36] when a token has an unknown scope, then it is refused with a clear message', async () => {
  const dataDir = await createEmptyInstallation();
  await createUser(dataDir);
  const words = ['token', 'create', '--user', EMAIL, '--scopes', 'live.get,live.fly'];
  const { code, stdout, stderr } = await runLectern(words, { dataDir });
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /^Error: --scopes takes one of .*live\.get.*, not "live\.fly"\.$/m);
  assert.deepEqual(await requireJson(['token', 'list', '--user', EMAIL], { dataDir }), { data: [] });
});

test('[D29] [D47] when edition commands run, then editions are listed, and enabled and disabled in a library', async () => {
  const dataDir = await createEmptyInstallation();
  const { account_id } = await createUser(dataDir);
  const { organization_id } = await createOrganization(dataDir);
  const installation = await openInstallation(readConfig({ LECTERN_DATA_DIR: dataDir }), assert.fail);
  await saveEdition(installation.editions, {
    slug: 'mini',
    name: 'Mini',
    language: 'en',
    rights: { edition: 'Mini', rights_status: 'Public domain', source_url: 'https://example.org/', attribution: 'M' },
    provenance: { archive_sha256: null, reviewed_on: null, source_id: null },
    books: [{ book_id: 43, name: 'John', verses: [{ chapter: 11, verse: 35, text: 'Jesus wept.' }] }],
  });
  await installation.close();

  const { data } = await requireJson(['edition', 'list'], { dataDir });
  assert.deepEqual(
    data.filter((edition: { installed: boolean }) => edition.installed),
    [
      {
        slug: 'mini',
        name: 'Mini',
        language: 'en',
        installed: true,
        books: 1,
        rights_status: 'Public domain',
        archive_sha256: null,
      },
    ],
  );
  const library = (verb: string, ...words: string[]) => runJson(['library', verb, ...words], { dataDir });
  assert.deepEqual((await library('enable', 'MINI', '--account', account_id)).document, {
    slug: 'mini',
    enabled: true,
    account_id,
  });
  assert.deepEqual((await library('enable', 'mini', '--organization', organization_id)).document, {
    slug: 'mini',
    enabled: true,
    organization_id,
  });
  const mini = { slug: 'mini', name: 'Mini', language: 'en', rights_status: 'Public domain' };
  assert.deepEqual((await library('list', '--account', account_id)).document, { data: [mini] });
  assert.deepEqual((await library('disable', 'mini', '--account', account_id)).document, {
    slug: 'mini',
    enabled: false,
    account_id,
  });
  assert.deepEqual((await library('list', '--account', account_id)).document, { data: [] });
  assert.deepEqual((await library('list', '--organization', organization_id)).document, { data: [mini] });
  for (const words of [
    ['disable', 'mini', '--account', account_id],
    ['enable', 'none', '--account', account_id],
    ['enable', 'mini', '--organization', account_id],
    ['list', '--organization', account_id],
  ]) {
    const { code, document } = await library(...(words as [string]));
    assert.deepEqual([code, document.error.code], [1, 'not_found'], words.join(' '));
  }
});

test('[D46] when config runs, then it lists every setting with its current value, without secrets', async () => {
  const dataDir = await createEmptyInstallation();
  const env = { PORT: '9999', LECTERN_DATABASE_URL: 'postgres://me:hush@localhost/x' };
  const { code, stdout } = await runLectern(['config', '--json'], { dataDir, env });
  assert.equal(code, 0);
  const { data } = JSON.parse(stdout) as { data: { name: string; value: string; default: string }[] };
  assert.deepEqual(
    data.map(({ name }) => name),
    SETTINGS.map(({ name }) => name),
  );
  const port = data.find(({ name }) => name === 'PORT');
  assert.deepEqual([port?.value, port?.default], ['9999', '8080']);
  assert.ok(!stdout.includes('hush'));
});

test('[D47] when a command runs through npm as documented, then it works', async () => {
  const dataDir = await createEmptyInstallation();
  await createUser(dataDir);
  const words = ['run', '--silent', 'lectern', '--', 'token', 'list', '--user', EMAIL, '--json'];
  const npm = process.env.npm_execpath;
  const { code, stdout, stderr } = npm
    ? await runProcess(process.execPath, [npm, ...words], { dataDir })
    : await runProcess('npm', words, { dataDir });
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), { data: [] });
});

test('[D47] when output is not a terminal, then the text is aligned and has no colors', async () => {
  const dataDir = await createEmptyInstallation();
  await createUser(dataDir);
  await requireJson(['token', 'create', '--user', EMAIL, '--name', 'Café 日本'], { dataDir });
  const { stdout } = await runLectern(['token', 'list', '--user', EMAIL], { dataDir });
  const [heading, row, ...rest] = stdout.split('\n');
  assert.deepEqual(rest, ['']);
  assert.equal(heading!.indexOf('STATE'), row!.indexOf('active'));
  assert.equal(heading!.indexOf('NAME'), row!.indexOf('Café 日本'));
  assert.ok(!stdout.includes('\u001b'));

  const created = await runLectern(['token', 'create', '--user', EMAIL], { dataDir });
  const last = created.stdout.trimEnd().split('\n').at(-1)!;
  assert.match(last, /^To revoke it: npm run --silent lectern -- token revoke \S{20}$/);
});

test('when the version is requested, then it is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string };
  const dataDir = await createEmptyInstallation();
  assert.equal((await runLectern(['--version'], { dataDir })).stdout, `${version}\n`);
  assert.deepEqual(await requireJson(['--version'], { dataDir }), { version });
});
