import assert from 'node:assert/strict';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDraftPath, removeStaleSecretDrafts } from '../../src/storage/backup/secret-file-drafts.ts';
import { createDataDirectory } from '../support/server/database.ts';

test('when a killed process left drafts, then they are deleted; current drafts, and copies that people made, stay', () => {
  const folder = createDataDirectory();
  const minutesAgo = Date.now() / 1000 - 120;
  const [left, present] = [createDraftPath('secret.json'), createDraftPath('secret.json')];
  const kept = ['secret.json', 'secret.json.17', 'secret.json.20261123', 'secret.json.old', `x${left}`];
  for (const name of [...kept, left]) {
    writeFileSync(join(folder, name), name);
    utimesSync(join(folder, name), minutesAgo, minutesAgo);
  }
  writeFileSync(join(folder, present), 'of now');
  removeStaleSecretDrafts(join(folder, 'secret.json'));
  assert.deepEqual(readdirSync(folder).sort(), [...kept, present].sort());
  removeStaleSecretDrafts(join(folder, 'nowhere', 'secret.json'));
});
