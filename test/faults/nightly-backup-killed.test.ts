import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/config/config.ts';
import { openInstallation } from '../../src/installation.ts';
import { requireJson } from '../cli/run-lectern.ts';
import { inFullRun } from '../support/run/extent.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { type SeededInstallation, seedOnSqlite } from '../support/server/process.ts';

const MAKER = fileURLToPath(new URL('./nightly-maker.ts', import.meta.url));
const ATTEMPTS_MAX = 30;
/** Times from the first byte of the part to the kill. */
const KILL_AFTER_MS = inFullRun<readonly number[]>([0, 50, 150, 300], [0, 100]);
const PART = /\.part/;
const HOUR_MS = 3_600_000;

/** Kills a process that makes the nightly backup in the middle of it. Returns whether it was in the middle. */
async function kill({ env, dataDir }: SeededInstallation, afterMs: number): Promise<boolean> {
  const folder = join(dataDir, 'backups');
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [MAKER], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const hasPart = () => existsSync(folder) && readdirSync(folder).some((name) => PART.test(name));
  while (!hasPart() && child.exitCode === null) await sleep(1);
  await sleep(afterMs);
  child.kill('SIGKILL');
  await exited;
  return hasPart();
}

for (const afterMs of KILL_AFTER_MS) {
  test(`[D69] when the server is killed ${afterMs} ms after a nightly backup began, then no file is offered, the part is removed, and it is made up an hour later`, async () => {
    let seeded = await seedOnSqlite({ isWhole: true });
    for (let attempt = 1; !(await kill(seeded, afterMs)); attempt += 1) {
      assert.ok(attempt < ATTEMPTS_MAX, 'a backup was killed in the middle');
      seeded = await seedOnSqlite({ isWhole: true });
    }
    const folder = join(seeded.dataDir, 'backups');
    assert.deepEqual(
      readdirSync(folder).filter((name) => !PART.test(name)),
      [],
    );

    let passedMs = 0;
    const installation = await openInstallation(
      readConfig(seeded.env),
      (error) => assert.fail(error),
      () => Date.now() + passedMs,
    );
    const { backups } = installation;
    await backups.recover();
    assert.deepEqual(readdirSync(folder), []);
    const { failed } = await backups.read();
    assert.equal(failed?.problem, 'interrupted');
    await backups.makeNightly();
    assert.deepEqual(readdirSync(folder), [], 'a server that is killed by its backups is not killed again and again');
    passedMs = HOUR_MS + 1_000;
    await backups.makeNightly();
    await installation.close();
    const [made, ...others] = readdirSync(folder);
    assert.deepEqual(others, []);
    const { tables } = await requireJson(['restore', '--force', join(folder, made!)], {
      dataDir: createDataDirectory(),
    });
    assert.equal(tables.verses, 31_102);
  });
}
