import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDataDirectory } from '../support/server/database.ts';
import { startCommandServer } from './command-server.ts';
import { parseOnlyDocument, ROOT, requireJson, runJson, runProcess } from './run-lectern.ts';

async function createOwners() {
  const dataDir = createDataDirectory();
  const { account_id } = await requireJson(['user', 'create', '--email', 'ada@example.org', '--name', 'Ada'], {
    dataDir,
  });
  const made = await requireJson(['org', 'create', '--name', 'St Mary', '--owner', 'ada@example.org'], { dataDir });
  return { dataDir, owners: [account_id, made.organization_id] as string[] };
}

test('[D47] account export: when a path cannot be used, then the error names it, and no file is left', async () => {
  const { dataDir, owners } = await createOwners();
  const folder = createDataDirectory();
  for (const id of owners) {
    const path = join(folder, 'nodir', 'x');
    const { code, document, stderr } = await runJson(['account', 'export', id, path], { dataDir });
    assert.deepEqual([code, document.error.code, stderr], [1, 'not_found', '']);
    assert.ok(document.error.detail.includes(path), document.error.detail);
    assert.deepEqual(readdirSync(folder), []);
  }
});

const asUser = { skip: process.getuid?.() === 0 || process.platform === 'win32' ? 'root may write everywhere' : false };

test('[D47] account export: when the folder is not writable, then the export fails', asUser, async () => {
  const { dataDir, owners } = await createOwners();
  const folder = join(createDataDirectory(), 'closed');
  mkdirSync(folder);
  chmodSync(folder, 0o500);
  const { code, document, stderr } = await runJson(['account', 'export', owners[0]!, join(folder, 'x')], { dataDir });
  assert.deepEqual([code, document.error.code, stderr], [1, 'not_allowed', '']);
});

// Simulates a full disk without root, as in test/faults/disk.test.ts: `ulimit -f` counts blocks of 512 bytes.
const onPosix = { skip: process.platform === 'win32' ? 'there is no limit for the size of a file' : false };

test('[D47] account export: when the disk is full, then the export fails', onPosix, async (t) => {
  const { dataDir, owners } = await createOwners();
  const folder = createDataDirectory();
  const whole = join(folder, 'whole.json');
  await requireJson(['account', 'export', owners[0]!, whole], { dataDir });
  // The server writes the database, so the limit affects only the export.
  await startCommandServer(t, dataDir);
  const blocks = Math.floor(statSync(whole).size / 512 / 2);
  const words = ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath, `${ROOT}bin/lectern.mjs`, '--json'];
  const path = join(folder, 'x.json');
  const run = await runProcess('sh', [...words, 'account', 'export', owners[0]!, path], { dataDir });
  const { error } = parseOnlyDocument(run.stdout);
  assert.deepEqual([run.code, error.code, run.stderr], [1, 'disk_full', ''], error.detail);
  assert.deepEqual(readdirSync(folder), ['whole.json']);
});

test('[D47] account export: when a server runs the command, then its log has one line for it', async (t) => {
  const { dataDir, owners } = await createOwners();
  const folder = createDataDirectory();
  const server = await startCommandServer(t, dataDir);
  for (const id of owners) await requireJson(['account', 'export', id, join(folder, id)], { dataDir });
  const lines = server.logged().trim().split('\n');
  const messages = lines.map((line) => JSON.parse(line)).map(({ msg, command }) => [msg, command]);
  assert.deepEqual(messages, Array(2).fill(['command done', 'account export']));
});
