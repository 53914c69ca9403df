import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIsRead } from '../../../src/contract/archived-files.ts';

test('[D70] when a folder is imported, then pictures count and are sent only if it has nothing else', () => {
  const readOf = (...names: string[]) => names.filter(createIsRead(names, (name) => name));
  assert.deepEqual(readOf('a.pro', 'sea.jpg', 'clip.mp4', '.DS_Store'), ['a.pro']);
  assert.deepEqual(readOf('1.jpg', '2.png', '.DS_Store'), ['1.jpg', '2.png']);
});
