import assert from 'node:assert/strict';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeLeftDrafts } from '../../src/storage/backup/left-drafts.ts';
import { createDataDirectory } from '../support/database.ts';

test('drafts that a killed process left go; those of now, and other files, stay', () => {
  const folder = createDataDirectory();
  const minutesAgo = Date.now() / 1000 - 120;
  for (const name of ['secret.json', 'secret.json.17', 'secret.json.17.copy', 'secret.json.old', 'xsecret.json.17']) {
    writeFileSync(join(folder, name), name);
    utimesSync(join(folder, name), minutesAgo, minutesAgo);
  }
  writeFileSync(join(folder, 'secret.json.18'), 'of now');
  removeLeftDrafts(join(folder, 'secret.json'), /^\.\d+$/);
  const kept = ['secret.json', 'secret.json.17.copy', 'secret.json.18', 'secret.json.old', 'xsecret.json.17'];
  assert.deepEqual(readdirSync(folder).sort(), kept);
  removeLeftDrafts(join(folder, 'nowhere', 'secret.json'), /^\.\d+$/);
});
