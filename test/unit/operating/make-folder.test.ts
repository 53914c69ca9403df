import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../../../src/storage/files/make-folder.ts';
import { createDataDirectory } from '../../support/server/database.ts';

test('when another process makes a parent folder at the same moment, then the folder is made all the same', (t) => {
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

test('when a folder is made, then it and its parents are closed to others; what cannot be made is reported once', () => {
  const base = createDataDirectory();
  makeFolder(join(base, 'a', 'b', 'c'));
  if (process.platform !== 'win32') {
    for (const path of ['a', 'a/b', 'a/b/c']) assert.equal(fs.statSync(join(base, path)).mode & 0o777, 0o700);
  }
  assert.throws(() => makeFolder(''), { code: 'ENOENT' });
});
