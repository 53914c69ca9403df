import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataDirectory } from '../support/server/database.ts';
import { requireJson, runJson, runLectern } from './run-lectern.ts';

const ADA = 'ada@example.org';
const BO = 'bo@example.org';

/** Two users, and an organization that Ada owns. */
async function seed() {
  const dataDir = createDataDirectory();
  const done = (...words: string[]) => requireJson(words, { dataDir });
  const refused = async (code: string, ...words: string[]) => {
    const run = await runJson(words, { dataDir });
    assert.deepEqual([run.code, run.document.error.code], [1, code], words.join(' '));
    return run.document.error;
  };
  const ada = await done('user', 'create', '--email', ADA, '--name', 'Ada');
  const bo = await done('user', 'create', '--email', BO, '--name', 'Bo');
  const { organization_id } = await done('org', 'create', '--name', 'St Mary', '--owner', ADA);
  return { dataDir, done, refused, ada, bo, organization: organization_id as string };
}

test('[D34] [D47] when members are added, given another role, listed and removed, then each works, and the last owner cannot be removed', async () => {
  const { dataDir, done, refused, ada, bo, organization } = await seed();
  const member = (verb: string, email: string) => [
    'org',
    'member',
    verb,
    '--organization',
    organization,
    '--email',
    email,
  ];
  const list = async () => (await done('org', 'member', 'list', '--organization', organization)).data;
  const owner = { user_id: ada.user_id, email: ADA, name: 'Ada', role: 'owner', disabled: false };
  assert.deepEqual(await list(), [owner]);
  for (const role of ['viewer', 'admin']) {
    await done(...member('add', BO), '--role', role);
    assert.deepEqual(await list(), [owner, { user_id: bo.user_id, email: BO, name: 'Bo', role, disabled: false }]);
  }
  await refused('forbidden', ...member('remove', ADA));
  await refused('forbidden', ...member('add', ADA), '--role', 'admin');
  assert.deepEqual((await list())[0], owner);

  const { stdout } = await runLectern(['org', 'member', 'list', '--organization', organization], { dataDir });
  assert.match(stdout, /^ROLE +STATE +EMAIL +NAME\nowner +enabled +ada@example\.org +Ada\n/);

  assert.deepEqual(await done(...member('remove', BO)), { organization_id: organization, email: BO, removed: true });
  assert.deepEqual(await list(), [owner]);
  await refused('not_found', ...member('remove', BO));
  await refused('not_found', 'org', 'member', 'list', '--organization', ada.account_id);
});

test("[D34] when a service token is issued, then the issuer's role at that time limits it", async () => {
  const { done, refused, organization } = await seed();
  const issue = ['token', 'create', '--organization', organization];
  await refused('forbidden', ...issue, '--issuer', BO);
  await done('org', 'member', 'add', '--organization', organization, '--email', BO, '--role', 'viewer');
  const { scopes, id } = await done(...issue, '--issuer', BO);
  assert.deepEqual(scopes.toSorted(), [
    'live.get',
    'live.list',
    'presentation.get',
    'presentation.list',
    'translation.get',
    'translation.list',
    'translation.read',
    'translation.search',
  ]);
  assert.deepEqual((await done(...issue, '--issuer', BO, '--scopes', 'live.get')).scopes, ['live.get']);
  const { detail } = await refused('forbidden', ...issue, '--issuer', BO, '--scopes', 'live.get,live.update');
  assert.match(detail, /live\.update/);
  assert.doesNotMatch(detail, /live\.get/);

  // The token belongs to the organization, whatever happens to the issuer.
  await done('org', 'member', 'remove', '--organization', organization, '--email', BO);
  await refused('forbidden', ...issue, '--issuer', BO);
  const { data } = await done('token', 'list', '--organization', organization);
  assert.equal(data.find((token: { id: string }) => token.id === id).state, 'active');

  await done('user', 'disable', '--email', ADA);
  await refused('forbidden', ...issue, '--issuer', ADA);
});

test('[D47] when user commands run, then users are listed, disabled and enabled', async () => {
  const { dataDir, done, refused, ada, bo } = await seed();
  assert.deepEqual(await done('user', 'disable', '--email', BO), { email: BO, disabled: true });
  const users = [
    { id: ada.user_id, email: ADA, name: 'Ada', account_id: ada.account_id, disabled: false, restricted: false },
    { id: bo.user_id, email: BO, name: 'Bo', account_id: bo.account_id, disabled: true, restricted: false },
  ];
  assert.deepEqual(await done('user', 'list'), { data: users });
  const { stdout } = await runLectern(['user', 'list'], { dataDir });
  assert.match(stdout, /disabled +bo@example\.org +Bo$/m);
  assert.deepEqual(await done('user', 'enable', '--email', BO), { email: BO, disabled: false });
  await refused('not_found', 'user', 'disable', '--email', 'unknown@example.org');
});
