import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CLI_COMMANDS } from '../../src/cli/commands.ts';
import { executeCommand } from '../../src/cli/execute.ts';
import { readConfig } from '../../src/config/config.ts';
import type { LecternError } from '../../src/contract/lectern-error.ts';
import { type Installation, openInstallation } from '../../src/installation.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { createTestPlace, PAGE_ENGINES, smallEdition, type TestPlace } from '../support/server/lectern.ts';
import { runSql } from '../support/server/sql.ts';
import { startCommandServer } from './command-server.ts';
import { requireJson, runJson, runLectern } from './run-lectern.ts';

/** Commands that change nothing. */
const READING = [
  'user list',
  'org list',
  'org member list',
  'token list',
  'client list',
  'edition list',
  'library list',
  'live list',
  'live show',
  'audit list',
  'account export',
  'admin list',
];
/** Commands whose record is written with the change itself. */
const RECORDING = [
  'account delete',
  'live create',
  'live rename',
  'live delete',
  'live protect',
  'live unprotect',
  'song import',
];

/** A document of any shape. Each test names the fields that it expects. */
// biome-ignore lint/suspicious/noExplicitAny: what is missing fails in the test that names it
type Document = any;

it('[D43] when a command acts on an installation, then it only reads, or leaves a record', () => {
  const silent = CLI_COMMANDS.filter((command) => 'execute' in command && !command.audit).map(({ name }) => name);
  assert.deepEqual(silent.sort(), [...READING, ...RECORDING].sort());
});

for (const engine of PAGE_ENGINES) {
  describe(`[D43] commands in the audit on ${engine}`, () => {
    let place: TestPlace;
    let installation: Installation;
    const run = (name: string, input: object): Promise<Document> => executeCommand(installation, name, input);
    const list = async (owner: object | null = null): Promise<Document[]> =>
      (await run('audit list', { owner, since: null, limit: 1_000 })).data;

    before(async () => {
      place = await createTestPlace(engine);
      installation = await openInstallation(readConfig(place.env), assert.fail);
    });
    after(async () => {
      await installation?.close();
      await place?.dispose();
    });

    it('when a command succeeds, then it leaves one record with owner and resource, without secrets; a refused one leaves none', async () => {
      const password = 'correct horse battery';
      const ada = { email: 'ada@example.org' };
      const { user_id, account_id } = await run('user create', { ...ada, name: 'Ada', password });
      const bo = await run('user create', { email: 'bo@example.org', name: 'Bo' });
      const { organization_id } = await run('org create', { name: 'St Mary', owner: ada.email });
      const member = { organization: organization_id, email: 'bo@example.org' };
      await run('org member add', { ...member, role: 'viewer' });
      const service = await run('token create', { subject: { organization: organization_id } });
      const personal = await run('token create', { subject: { user: ada.email } });
      await run('edition import', smallEdition('one', { 1: { 1: { 1: 'Text' } } }));
      await run('edition install', smallEdition('two', { 1: { 1: { 1: 'Text' } } }));
      await run('library enable', { slug: 'one', subject: { organization: organization_id } });
      await run('library enable', { slug: 'ONE', subject: { account: account_id } });
      await run('library disable', { slug: 'one', subject: { account: account_id } });
      await run('org member remove', member);
      await run('token revoke', { id: service.id });
      await run('token revoke', { id: personal.id });
      await run('user disable', ada);
      await run('user enable', ada);
      await run('edition remove', { slug: 'two' });
      await run('account restrict', { id: organization_id });
      await run('account unrestrict', { id: organization_id });
      await run('account delete', { id: organization_id });
      const [organization, account] = [{ organization_id }, { account_id }];
      const expected = [
        ['user create', account, user_id],
        ['user create', { account_id: bo.account_id }, bo.user_id],
        ['org create', organization, null],
        ['org member add', organization, bo.user_id],
        ['token create', organization, service.id],
        ['token create', account, personal.id],
        ['edition import', {}, 'one'],
        ['edition install', {}, 'two'],
        ['library enable', organization, 'one'],
        ['library enable', account, 'one'],
        ['library disable', account, 'one'],
        ['org member remove', organization, bo.user_id],
        ['token revoke', organization, service.id],
        ['token revoke', account, personal.id],
        ['user disable', account, user_id],
        ['user enable', account, user_id],
        ['edition remove', {}, 'two'],
        ['account restrict', organization, null],
        ['account unrestrict', organization, null],
        ['account delete', organization, null],
      ];
      const all = await list();
      assert.deepEqual(
        all
          .toReversed()
          .map(({ at, operation, resource, channel, credential_id, user_id, request_id, before, after, ...rest }) => {
            const { resource_name, detail, ...owner } = rest;
            assert.ok(Date.parse(at));
            assert.deepEqual(
              [channel, credential_id, user_id, request_id, before, after, resource_name, detail],
              ['command-line', null, null, null, null, null, null, null],
            );
            return [operation, owner, resource];
          }),
        expected,
      );
      const text = JSON.stringify(all);
      for (const secret of [password, service.token, personal.token]) assert.ok(!text.includes(secret));
      assert.deepEqual(
        await list({ kind: 'organization', id: organization_id }),
        all.filter((each) => each.organization_id),
      );
      assert.deepEqual(await list({ kind: 'account', id: bo.account_id }), [all.at(-2)]);

      await assert.rejects(run('token revoke', { id: 'unknown' }), { code: 'not_found' });
      await assert.rejects(run('user create', { ...ada, name: 'Ada' }), { code: 'invalid_fields' });
      await assert.rejects(run('account restrict', { id: organization_id }), { code: 'not_found' });
      for (const name of ['user list', 'org list', 'edition list']) await run(name, {});
      assert.deepEqual(await list(), all);
    });

    it('when a command succeeds but cannot be recorded, then it says so', async () => {
      await runSql({ config: readConfig(place.env) }, 'ALTER TABLE audit RENAME TO audit_away');
      await assert.rejects(run('org create', { name: 'Ghost', owner: 'bo@example.org' }), (error: LecternError) => {
        assert.deepEqual(error.code, 'unavailable');
        assert.match(error.message, /^"org create" succeeded, but could not be recorded in the audit log\.$/);
        return true;
      });
      await runSql({ config: readConfig(place.env) }, 'ALTER TABLE audit_away RENAME TO audit');
      const { data } = await run('org list', {});
      assert.ok(data.some(({ name }: Document) => name === 'Ghost'));
    });
  });
}

describe('[D47] audit, restriction, export and deletion from the command line', () => {
  it('when commands go through the running server, then each prints one JSON document, or text for a person', async (t) => {
    const dataDir = createDataDirectory();
    const server = await startCommandServer(t, dataDir);
    const json = (...words: string[]) => requireJson(words, { dataDir });
    const { account_id } = await json('user', 'create', '--email', 'ada@example.org', '--name', 'Ada');
    const { token } = await json('token', 'create', '--user', 'ada@example.org');
    const owner = { kind: 'account', id: account_id } as const;
    const { storage, authenticator } = server.installation;
    assert.equal((await authenticator.authenticate(token, {})).restricted, false);
    assert.deepEqual(await json('account', 'restrict', account_id), { account_id, restricted: true });
    assert.equal((await authenticator.authenticate(token, {})).restricted, true, 'at once');
    const users: Document[] = (await json('user', 'list')).data;
    assert.deepEqual(
      users.filter(({ restricted }) => restricted).map((user) => user.account_id),
      [account_id],
    );
    assert.deepEqual(await json('account', 'unrestrict', account_id), { account_id, restricted: false });
    assert.equal((await authenticator.authenticate(token, {})).restricted, false);

    const { data } = await json('audit', 'list', '--account', account_id, '--limit', '2', '--since', '2026-01-01');
    assert.deepEqual(
      data.map(({ operation }: Document) => operation),
      ['account unrestrict', 'account restrict'],
    );
    const table = await runLectern(['audit', 'list'], { dataDir });
    assert.match(table.stdout, /TIME +OPERATION +RESOURCE[^\n]*\n[^\n]*account unrestrict/);

    const path = join(dataDir, 'ada.json');
    const exported = await json('account', 'export', account_id, path);
    assert.equal(exported.path, path);
    assert.equal(JSON.parse(readFileSync(path, 'utf8')).owner[0].user.email, 'ada@example.org');

    const unsure = await runJson(['account', 'delete', account_id], { dataDir });
    assert.deepEqual([unsure.code, unsure.document.error.code], [2, 'usage']);
    assert.ok(await storage.accounts.findAccount(account_id));
    assert.deepEqual(await json('account', 'delete', account_id, '--yes'), { account_id, deleted: true });
    await assert.rejects(async () => authenticator.authenticate(token, {}), { code: 'invalid_token' });
    assert.equal(
      (await storage.audit.list(owner, { limit: 1, before: null, since: null }))[0]?.operation,
      'account delete',
    );
  });

  it('when a value is invalid, then it is a usage error', async () => {
    const dataDir = createDataDirectory();
    for (const words of [
      ['--since', 'yesterday'],
      ['--since', '2026-13-01'],
      ['--limit', '0'],
      ['--limit', '1001'],
      ['--account', 'a', '--organization', 'b'],
    ]) {
      const { code, document } = await runJson(['audit', 'list', ...words], { dataDir });
      assert.deepEqual([words, code, document.error.code], [words, 2, 'usage']);
    }
  });
});
