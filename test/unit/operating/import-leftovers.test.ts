import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeLeftovers } from '../../../src/import-files/temporary-files.ts';

const HOUR_MS = 3_600_000;

test('[D70] when a server starts, then it removes what a killed server left of imports, but nothing else', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-leftovers-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const now = Date.parse('2026-03-02T00:00:00Z');
  const add = (name: string, hours: number, isFolder: boolean) => {
    const path = join(folder, name);
    if (isFolder) mkdirSync(path);
    writeFileSync(isFolder ? join(path, 'file') : path, '');
    const time = (now - hours * HOUR_MS) / 1_000;
    utimesSync(path, time, time);
  };
  add('lectern-import-old', 25, false);
  add('lectern-import-new', 23, false);
  add('lectern-songs-old', 25, true);
  add('lectern-songs-new', 23, true);
  add('other', 25, false);
  await removeLeftovers(now, folder);
  assert.deepEqual(readdirSync(folder).sort(), ['lectern-import-new', 'lectern-songs-new', 'other']);
});
