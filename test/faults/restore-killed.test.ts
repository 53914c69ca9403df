import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, requireJson } from '../cli/run-lectern.ts';
import { createDataDirectory, createPostgresDatabase } from '../support/server/database.ts';
import { PAGE_ENGINES, type TestEngine } from '../support/server/lectern.ts';
import { seedOnSqlite, startReadyServer } from '../support/server/process.ts';

const ATTEMPTS_MAX = 50;
/** Older than a folder that a restore is about to lock. */
const LONG_AGO = new Date(Date.now() - 60_000);

interface Target {
  readonly env: Record<string, string>;
  readonly dataDir: string;
  /** Where a killed restore leaves its files. */
  leftovers(): string[];
  /** Pretends that the restore was killed a while ago. */
  age(): void;
}

async function createTarget(engine: TestEngine): Promise<Target> {
  const folder = createDataDirectory();
  const [dataDir, temporary] = [join(folder, 'data'), join(folder, 'tmp')];
  for (const each of [dataDir, temporary]) mkdirSync(each);
  const env: Record<string, string> = { LECTERN_DATA_DIR: dataDir, TMPDIR: temporary, LECTERN_STARTER: 'off' };
  if (engine === 'postgres') env.LECTERN_DATABASE_URL = (await createPostgresDatabase()).url;
  const place = engine === 'sqlite' ? dataDir : temporary;
  const leftovers = () => readdirSync(place).filter((name) => name.includes('restor') && !name.includes('before'));
  const age = () => {
    for (const name of leftovers()) utimesSync(join(place, name), LONG_AGO, LONG_AGO);
  };
  return { env, dataDir, leftovers, age };
}

/** Kills a restore once its copy of the data exists. */
async function killInTheMiddle(t: TestContext, target: Target, path: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const known = target.leftovers().length;
    const child = startRestore(t, target, path);
    const ended = once(child, 'exit');
    while (target.leftovers().length <= known && child.exitCode === null) await sleep(1);
    child.kill('SIGKILL');
    const [, by] = await ended;
    if (by === 'SIGKILL' && target.leftovers().length > 0) return;
  }
  assert.fail('the restore was always faster than the signal');
}

function startRestore(t: TestContext, { env }: Target, path: string): ChildProcess {
  const { PATH, HOME } = process.env;
  const words = [`${ROOT}bin/lectern.mjs`, 'restore', '--force', path];
  const child = spawn(process.execPath, words, { cwd: ROOT, env: { PATH, HOME, ...env }, stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

for (const engine of PAGE_ENGINES) {
  test(`[D47] when a restore on ${engine} is killed, then its leftovers are deleted by the next restore`, async (t) => {
    const { dataDir, env } = await seedOnSqlite({ isWhole: true });
    const path = join(createDataDirectory(), 'all.backup');
    await requireJson(['backup', path], { dataDir, env });
    const target = await createTarget(engine);
    await killInTheMiddle(t, target, path);
    target.age();
    await requireJson(['restore', '--force', path], target);
    assert.deepEqual(target.leftovers(), []);
    await requireJson(['user', 'list'], target);
  });
}

test('when a restore is killed, then its leftovers are deleted at the next start, and everything else stays', async (t) => {
  const { dataDir, env } = await seedOnSqlite({ isWhole: true });
  const path = join(createDataDirectory(), 'all.backup');
  await requireJson(['backup', path], { dataDir, env });
  const target = await createTarget('sqlite');
  await requireJson(['restore', '--force', path], target);
  await requireJson(['restore', '--force', path], target);
  await killInTheMiddle(t, target, path);
  const server = await startReadyServer({ env: target.env });
  t.after(() => server.end('SIGKILL'));
  assert.deepEqual(target.leftovers(), []);
  assert.ok(readdirSync(target.dataDir).some((name) => name.includes('before-restore')));
  assert.ok(existsSync(join(target.dataDir, 'lectern.db')));
  await server.end();
});
