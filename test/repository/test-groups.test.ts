import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BROWSER, CONSOLE, PROCESSES, QUICK, SHARED, VIEWER, WORKSPACE } from '../support/run/test-groups.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Each pattern's files, a file twice where two patterns find it. */
const find = (...patterns: string[]): string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).map((path) => path.replaceAll(sep, '/'));

describe('the groups of test files', () => {
  it('when npm test runs, then it runs every test file exactly once', () => {
    assert.deepEqual(
      find(...SHARED, ...VIEWER, ...CONSOLE, ...WORKSPACE, ...BROWSER, ...PROCESSES).sort(),
      find('test/**/*.test.ts').sort(),
    );
  });

  it('when npm run test:quick runs, then it runs files that can share a process', () => {
    const shared = new Set(find(...SHARED));
    const quick = find(...QUICK);
    assert.ok(quick.length > 0);
    assert.deepEqual(
      quick.filter((file) => !shared.has(file)),
      [],
    );
  });

  it('when files share a process, then no file has a hook outside its suites, which would run for all of them', () => {
    for (const file of find(...SHARED, ...VIEWER, ...CONSOLE, ...WORKSPACE, ...BROWSER, ...PROCESSES)) {
      assert.doesNotMatch(
        readFileSync(ROOT + file, 'utf8'),
        /^(before|after|beforeEach|afterEach|const .* = use\w+)\(/m,
        file,
      );
    }
  });

  it('when a suite needs a server in its process, then it takes it from useInProcessServer or useNodes', () => {
    for (const file of find('test/**/*.test.ts')) {
      assert.doesNotMatch(readFileSync(ROOT + file, 'utf8'), /^ *\w+ = await startTest(Lectern|Nodes)\(/m, file);
    }
  });
});
