import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { requireJson } from '../cli/run-lectern.ts';
import { createOperatorClient } from '../support/requests/operator-client.ts';
import { describe, isUnavailable, sendAndObserve } from '../support/requests/outcome.ts';
import { eventually } from '../support/requests/pusher.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { seedOnPostgres, startReadyServer } from '../support/server/process.ts';

test('[D5] when a node was disconnected during a restore, then it exits, and accepts no validator from before the restore', async (t) => {
  const installation = await seedOnPostgres();
  const { LECTERN_DATABASE_URL: url = '' } = installation.env;
  const path = join(createDataDirectory(), 'all.backup');
  await requireJson(['backup', path], installation);

  const administrator = new pg.Client({ connectionString: url });
  await administrator.connect();
  t.after(() => administrator.end());
  const role = `node_${new URL(url).pathname.slice(1)}`;
  await administrator.query(`CREATE ROLE ${role} LOGIN SUPERUSER`);
  const its = new URL(url);
  its.username = role;
  const server = await startReadyServer({ env: { ...installation.env, LECTERN_DATABASE_URL: its.href } });
  const operator = createOperatorClient(server.url, installation);
  await operator.push('John 3:16');
  const { liveId, token } = installation;
  const push = () =>
    sendAndObserve(`${server.url}/v1/lives/${liveId}/passages`, {
      token,
      limitMs: 20_000,
      method: 'POST',
      ifMatch: operator.etag,
      body: { passage: 'John 3:17' },
    });

  await administrator.query(`ALTER ROLE ${role} NOLOGIN`);
  await administrator.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
  await eventually('it is cut off', async () => isUnavailable(await push()));
  await requireJson(['restore', '--force', path], installation);
  await administrator.query(`ALTER ROLE ${role} LOGIN`);

  // As soon as it queries the database again: its cached state is from before the restore.
  await eventually('it has ended', async () => {
    const outcome = await push();
    assert.ok(outcome.kind !== 'responded' || isUnavailable(outcome), describe(outcome));
    return !server.running;
  });
  assert.deepEqual(await server.ended, { code: 1, signal: null });
  assert.match(
    server.output.stderr,
    /"level":60,.*restored while this node was disconnected.*"the database was restored: restart required"/,
  );
});
