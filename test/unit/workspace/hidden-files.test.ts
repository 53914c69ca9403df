import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHiddenFile } from '../../../src/contract/archived-files.ts';

test('[D70] when operating systems leave files in a folder, then an import skips those alone', () => {
  const left = ['.DS_Store', 'a/.git/config', '__MACOSX/a.txt', 'a/Thumbs.db', 'Desktop.ini'];
  assert.deepEqual(left.filter(isHiddenFile), left);
  const read = ['Songs.db', 'a/my thumbs.db', '__MACOSX.txt', 'a.b/c.txt'];
  assert.deepEqual(read.filter(isHiddenFile), []);
});
