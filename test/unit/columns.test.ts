import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { toTable } from '../../src/cli/terminal/columns.ts';

test('a table has columns as wide as their widest cell', () => {
  const table = toTable(
    ['ID', 'NAME'],
    [
      ['long-id', 'Ada'],
      ['x', 'Bob'],
    ],
  );
  assert.equal(stripVTControlCharacters(table), 'ID       NAME\nlong-id  Ada\nx        Bob');
});

test('a table can have more rows than a call has arguments', () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => [String(at), 'Ada']);
  assert.equal(toTable(['ID', 'NAME'], rows).split('\n').length, rows.length + 1);
});
