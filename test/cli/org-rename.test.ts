import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedOnSqlite } from '../support/server/process.ts';
import { startCommandServer } from './command-server.ts';
import { requireJson, runJson } from './run-lectern.ts';

test('[D47] when org rename runs, then it reaches the Lives of a running server, and is recorded', async (t) => {
  const { dataDir, liveId } = await seedOnSqlite();
  const { installation } = await startCommandServer(t, dataDir);
  const { lives, storage } = installation;
  const before = (await lives.find(liveId))!;
  const { id } = before.record.owner;
  const renamed = await requireJson(['org', 'rename', '--name', '  St Mary and All Saints ', '--', id], { dataDir });
  assert.deepEqual(renamed, { organization_id: id, name: 'St Mary and All Saints' });
  const { profile } = (await lives.find(liveId))!;
  assert.equal(profile.name, 'St Mary and All Saints');
  assert.ok(profile.version > before.profile.version);
  const listed = await requireJson(['org', 'list'], { dataDir });
  assert.deepEqual(listed.data, [{ id, name: 'St Mary and All Saints', restricted: false }]);
  const [record] = await storage.audit.list({ kind: 'organization', id }, { limit: 1, before: null, since: null });
  assert.deepEqual([record?.operation, record?.channel], ['org rename', 'command-line']);

  for (const [organization, name, code] of [
    [id, ' ', 2],
    [id, 'x'.repeat(121), 2],
    ['unknown', 'Name', 1],
  ] as const) {
    const run = await runJson(['org', 'rename', '--name', name, '--', organization], { dataDir });
    assert.equal(run.code, code, run.document.error.detail);
  }
  assert.equal((await runJson(['org', 'rename', id], { dataDir })).code, 2);
});
