import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

const PART = new URL('../../bin/single-processor.mjs', import.meta.url).href;
const [processor = '0'] =
  spawnSync('taskset', ['-pc', String(process.pid)], { encoding: 'utf8' }).stdout?.match(/\d+(?=\D*$)/) ?? [];
const canPin = spawnSync('taskset', ['-c', processor, 'true']).status === 0;

/** Starts a program that has the part, and reads with what it runs. */
function run(t: TestContext, command: string[], flags: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-processor-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'main.mjs');
  writeFileSync(
    file,
    `import ${JSON.stringify(PART)};
    const { argv, env, execArgv } = process;
    console.log(JSON.stringify({ execArgv, args: argv.slice(2), setting: env.LECTERN_STARTER }));`,
  );
  const [program, ...args] = [...command, process.execPath, '--no-warnings', ...flags, file, '--lan', 'a b'];
  const env = { ...process.env, LECTERN_STARTER: 'off' };
  return JSON.parse(execFileSync(program!, args, { encoding: 'utf8', env }));
}

test('on a single processor the server marks by itself, and all else is as it was asked for', {
  skip: !canPin,
}, (t) => {
  const { execArgv, ...rest } = run(t, ['taskset', '-c', processor]);
  assert.deepEqual(execArgv, ['--no-concurrent-marking', '--no-warnings']);
  assert.deepEqual(rest, { args: ['--lan', 'a b'], setting: 'off' });
});

test('on several processors it has help', { skip: availableParallelism() === 1 }, (t) => {
  assert.deepEqual(run(t, []).execArgv, ['--no-warnings']);
});

test('where it may not start programs, it goes on as it is', { skip: !canPin }, (t) => {
  const flags = ['--permission', '--allow-fs-read=*'];
  assert.deepEqual(run(t, ['taskset', '-c', processor], flags).execArgv, ['--no-warnings', ...flags]);
});
