import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../../src/storage/files/make-folder.ts';
import { createDataDirectory } from '../support/database.ts';

test('a folder above that another process makes at this moment does not stop it', (t) => {
  const base = createDataDirectory();
  const mkdir = fs.mkdirSync;
  const { mock } = t.mock.method(fs, 'mkdirSync', (path: string, options: fs.MakeDirectoryOptions) => {
    try {
      return mkdir(path, options);
    } finally {
      mkdir(join(base, 'above'), { recursive: true });
    }
  });
  syncBuiltinESMExports();
  t.after(() => {
    mock.restore();
    syncBuiltinESMExports();
  });
  makeFolder(join(base, 'above', 'below'));
  assert.ok(fs.statSync(join(base, 'above', 'below')).isDirectory());
});

test('it is closed to others, and what is above too; what cannot be made is told once', () => {
  const base = createDataDirectory();
  makeFolder(join(base, 'a', 'b', 'c'));
  if (process.platform !== 'win32') {
    for (const path of ['a', 'a/b', 'a/b/c']) assert.equal(fs.statSync(join(base, path)).mode & 0o777, 0o700);
  }
  assert.throws(() => makeFolder(''), { code: 'ENOENT' });
});
