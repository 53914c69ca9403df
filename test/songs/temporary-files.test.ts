import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createImportFolder, createImportPath, removeStaleImportFiles } from '../../src/songs/temporary-files.ts';

const HOUR_MS = 3_600_000;

test('[D1] when a process was killed during an import, then a later start removes its files, and no others', async (t) => {
  const before = process.env.TMPDIR;
  const own = mkdtempSync(join(tmpdir(), 'temporary-files-'));
  process.env.TMPDIR = own;
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(own, { recursive: true });
  });
  writeFileSync(createImportPath(), 'uploaded');
  mkdirSync(join(own, 'of-another-program'));
  {
    await using folder = await createImportFolder();
    writeFileSync(join(folder.path, 'unpacked'), '');
    await removeStaleImportFiles(Date.now() + HOUR_MS);
    assert.equal(readdirSync(own).length, 3, 'an import of this hour may still run');
  }
  assert.equal(readdirSync(own).length, 2);
  // Never removed by its process.
  writeFileSync(join((await createImportFolder()).path, 'unpacked'), '');
  await removeStaleImportFiles(Date.now() + 25 * HOUR_MS);
  assert.deepEqual(readdirSync(own), ['of-another-program']);
});
