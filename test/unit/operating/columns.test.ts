import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { formatTable } from '../../../src/cli/terminal/columns.ts';

test('when a table is written, then its columns are as wide as their widest cell', () => {
  const table = formatTable(
    ['ID', 'NAME'],
    [
      ['long-id', 'Ada'],
      ['x', 'Bob'],
    ],
  );
  assert.equal(stripVTControlCharacters(table), 'ID       NAME\nlong-id  Ada\nx        Bob');
});

test('when a table has more rows than a call can have arguments, then it is still written', () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => [String(at), 'Ada']);
  assert.equal(formatTable(['ID', 'NAME'], rows).split('\n').length, rows.length + 1);
});
