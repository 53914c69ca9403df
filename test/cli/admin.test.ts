import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedOnSqlite } from '../support/server/process.ts';
import { startCommandServer } from './command-server.ts';
import { requireJson, runJson, runLectern } from './run-lectern.ts';

test('[D69] when admin commands run, then they name, list and remove administrators, of a running server too, and are recorded', async (t) => {
  const { dataDir } = await seedOnSqlite();
  const list = async () => {
    const { data } = await requireJson(['admin', 'list'], { dataDir });
    return data.map(({ email, disabled }: { email: string; disabled: boolean }) => [email, disabled]);
  };
  assert.deepEqual(await list(), [['owner@lectern.local', false]], 'the first start names the first owner');
  const created = await requireJson(['user', 'create', '--email', 'ada@example.org', '--name', 'Ada'], { dataDir });

  const { installation } = await startCommandServer(t, dataDir);
  const added = await requireJson(['admin', 'add', '--email', 'Ada@example.org'], { dataDir });
  assert.deepEqual(added, { email: 'ada@example.org', added: true });
  const again = await requireJson(['admin', 'add', '--email', 'ada@example.org'], { dataDir });
  assert.deepEqual(again, { email: 'ada@example.org', added: false });
  assert.deepEqual((await list()).sort(), [
    ['ada@example.org', false],
    ['owner@lectern.local', false],
  ]);
  const owner = { kind: 'account', id: created.account_id } as const;
  const removed = await requireJson(['admin', 'remove', '--email', 'owner@lectern.local'], { dataDir });
  assert.deepEqual(removed, { email: 'owner@lectern.local' });

  for (const [words, code, detail] of [
    [['remove', '--email', 'ada@example.org'], 'forbidden', /is the last administrator\. Name another one first/],
    [['remove', '--email', 'owner@lectern.local'], 'not_found', /is not an administrator/],
    [['remove', '--email', 'none@example.org'], 'not_found', /There is no user none@example\.org/],
    [['add', '--email', 'none@example.org'], 'not_found', /There is no user none@example\.org/],
  ] as const) {
    const run = await runJson(['admin', ...words], { dataDir });
    assert.equal(run.code, 1);
    assert.equal(run.document.error.code, code);
    assert.match(run.document.error.detail, detail);
  }
  await requireJson(['user', 'disable', '--email', 'owner@lectern.local'], { dataDir });
  const disabled = await runJson(['admin', 'add', '--email', 'owner@lectern.local'], { dataDir });
  assert.deepEqual([disabled.code, disabled.document.error.code], [1, 'forbidden']);
  assert.deepEqual(await list(), [['ada@example.org', false]], 'nothing that was refused changed anything');

  const page = { limit: 10, before: null, since: null };
  const records = await installation.storage.audit.list(owner, page);
  assert.deepEqual(
    records.map(({ operation, channel, resource }) => [operation, channel, resource]),
    [
      ['admin add', 'command-line', created.user_id],
      ['admin add', 'command-line', created.user_id],
      ['user create', 'command-line', created.user_id],
    ],
  );
});

test('[D69] when admin commands are called wrongly or there is no administrator, then the message says what to do', async () => {
  const { dataDir } = await seedOnSqlite();
  for (const words of [['add'], ['remove'], ['add', '--email', 'none'], ['list', 'more']]) {
    assert.equal((await runLectern(['admin', ...words], { dataDir })).code, 2, words.join(' '));
  }
  const shown = await runLectern(['admin', 'list'], { dataDir });
  assert.match(shown.stdout, /SINCE\s+STATE\s+EMAIL\s+NAME\n.*enabled\s+owner@lectern\.local\s+Owner/);
});
