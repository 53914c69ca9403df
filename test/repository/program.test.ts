import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const BUILT_AT = new Date('2026-01-02T00:00:00Z');
const BEFORE = new Date('2026-01-01T00:00:00Z');
const AFTER = new Date('2026-01-03T00:00:00Z');

/** A program of two parts that say where they come from; all but what was built is older than that. */
function makeProgram(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'lectern-program-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string, at: Date) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), at, at);
  };
  cpSync(join(ROOT, 'bin/program.mjs'), join(root, 'bin/program.mjs'));
  write('package.json', '{"type": "module"}', BEFORE);
  write('package-lock.json', '{}', BEFORE);
  write('src/part with spaces.mjs', '', BEFORE);
  write('src/deeper/main.mjs', "export const origin = 'source';", BEFORE);
  write('dist/program/main.js', "export const origin = 'built';", BUILT_AT);
  for (const folder of ['src', 'src/deeper']) utimesSync(join(root, folder), BEFORE, BEFORE);
  const script = `const { importProgram } = await import('./bin/program.mjs');
    console.log((await importProgram('main.js', 'src/deeper/main.mjs')).origin);`;
  const start = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' }).trim();
  return { root, write, start };
}

test('when there is a build, then a start reads the program as it was built', (t) => {
  const { start } = makeProgram(t);
  // A second time, with what the first has left in the folder.
  assert.deepEqual([start(), start()], ['built', 'built']);
});

for (const { what, change } of [
  { what: 'a file of the source has changed', change: 'src/part with spaces.mjs' },
  { what: 'a file of the source is new', change: 'src/deeper/another.mjs' },
  { what: 'the libraries have changed', change: 'package-lock.json' },
]) {
  test(`when ${what} since the build, then a start reads the sources`, (t) => {
    const { write, start } = makeProgram(t);
    write(change, '{}', AFTER);
    assert.equal(start(), 'source');
  });
}

test('when a source file is gone since the build, then a start reads the sources', (t) => {
  const { root, start } = makeProgram(t);
  rmSync(join(root, 'src/part with spaces.mjs'));
  assert.equal(start(), 'source');
});

for (const missing of ['package-lock.json', 'src']) {
  test(`when there is no ${missing}, as in an image, then a start reads the program as it was built`, (t) => {
    const { root, start } = makeProgram(t);
    rmSync(join(root, missing), { recursive: true });
    assert.equal(start(), 'built');
  });
}

test('when nothing was built, then a start reads the sources', (t) => {
  const { root, start } = makeProgram(t);
  rmSync(join(root, 'dist'), { recursive: true });
  assert.equal(start(), 'source');
});

test('when the sources are checked, then only root-folder.ts finds things by its own place, two folders up as for what is built', () => {
  const places = globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes('import.meta.') && !line.includes('createRequire(import.meta.url)'))
      .map((line) => ({ file, line: line.trim() })),
  );
  assert.deepEqual(
    places.map(({ file }) => file),
    ['src/package/root-folder.ts'],
  );
});
