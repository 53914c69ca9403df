import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BATCHES, listBatch } from '../batches/batches.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const find = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).map((path) => path.replaceAll(sep, '/'));

test('npm test runs every test file once: by itself, or in one batch', () => {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const [, pattern] = /"([^"]*\.test\.ts)"$/.exec(scripts['test:all'])!;
  const started = find(pattern!);
  const batched = Object.values(BATCHES).flatMap((batch) =>
    listBatch(batch).map((name) => `test/${batch.folder}/${name}`),
  );
  assert.deepEqual([...started, ...batched].sort(), find('test/**/*.test.ts').sort());
});

test('every batch has a file of its name that runs it', () => {
  for (const name of Object.keys(BATCHES)) {
    assert.match(readFileSync(`${ROOT}test/batches/${name}.test.ts`, 'utf8'), new RegExp(`runBatch\\('${name}'\\)`));
  }
  assert.equal(find('test/batches/*.test.ts').length, Object.keys(BATCHES).length);
});

test('no file of a batch has a hook outside of its suites, which would be one of the others as well', () => {
  for (const batch of Object.values(BATCHES)) {
    for (const name of listBatch(batch)) {
      const text = readFileSync(`${ROOT}test/${batch.folder}/${name}`, 'utf8');
      assert.doesNotMatch(text, /^(before|after|beforeEach|afterEach)\(/m, name);
    }
  }
});
