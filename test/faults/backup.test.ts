import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, requireJson } from '../cli/run-lectern.ts';
import { createOperatorClient, createServedLive, type OperatorClient } from '../support/requests/operator-client.ts';
import { type KnownLive, PUSHED_VERSES, TestPusher } from '../support/requests/pusher.ts';
import { inFullRun } from '../support/run/extent.ts';
import { createDataDirectory, createPostgresDatabase } from '../support/server/database.ts';
import { ENGINES, PAGE_ENGINES, type TestEngine } from '../support/server/lectern.ts';
import {
  type SeededInstallation,
  type ServerProcess,
  seedOnPostgres,
  seedOnSqlite,
  startReadyServer,
} from '../support/server/process.ts';

const SEED: Record<TestEngine, () => Promise<SeededInstallation>> = {
  sqlite: () => seedOnSqlite({ isWhole: true }),
  postgres: () => seedOnPostgres({ isWhole: true }),
};
const LIVES = 3;
/** Pushes to each Live before and after the backup. */
const PUSHES = 10;
const KILLS = inFullRun(3, 1);
const STARTER_VERSES = 31_102;
const ATTEMPTS_MAX = 50;

for (const engine of PAGE_ENGINES) {
  describe(`a backup under load on ${engine}`, () => {
    test('[States] when a backup is restored to either engine, then it equals the state at one acknowledged sequence', async (t) => {
      const installation = await SEED[engine]();
      const env = { ...installation.env, LECTERN_QUEUE_ITEMS: '100000' };
      const server = await startReadyServer({ env });
      // A failing test must not leave anything that keeps its process alive.
      t.after(() => server.end('SIGKILL'));
      const lives: KnownLive[] = [installation];
      while (lives.length < LIVES) lives.push(await createServedLive(server.url, installation));
      const pushers = lives.map((live) => new TestPusher(t, [server.url], live));
      const acknowledge = () => Promise.all(pushers.map((pusher) => pusher.acknowledges(PUSHES)));
      await acknowledge();
      const before = pushers.map(latestSequence);
      const path = join(createDataDirectory(), 'under-load.backup');
      const made = await requireJson(['backup', path], { dataDir: installation.dataDir, env });
      assert.equal(made.tables.verses, STARTER_VERSES);
      await acknowledge();
      await Promise.all(pushers.map((pusher) => pusher.stop()));
      const originals = await Promise.all(lives.map((live) => stateOf(createOperatorClient(server.url, live))));
      const history = (await createOperatorClient(server.url, installation).call('GET', '/history?limit=1')).body;
      assert.deepEqual(
        pushers.flatMap(({ wrong }) => wrong),
        [],
        'nothing was refused meanwhile',
      );

      for (const target of inFullRun<readonly TestEngine[]>(ENGINES, ['postgres'])) {
        const place = await emptyPlace(target, installation);
        const { tables } = await requireJson(['restore', path], { dataDir: place.LECTERN_DATA_DIR!, env: place });
        // The restore adds its audit record. The nodes determine the signing key, and sign-in links are not restored.
        const counts = {
          audit: made.tables.audit + 1,
          installation: made.tables.installation - 1,
          one_time_links: 0,
        };
        assert.deepEqual(tables, { ...made.tables, ...counts });
        const restored = await startReadyServer({ env: { ...env, LECTERN_DATABASE_URL: '', ...place } });
        for (const [index, live] of lives.entries()) {
          const original = originals[index]!;
          const operator = createOperatorClient(restored.url, live);
          const state = await stateOf(operator);
          const { sequence } = state.live;
          assert.ok(sequence >= before[index]!, 'what was acknowledged before the backup is in it');
          assert.ok(sequence < original.live.sequence, 'it is of a moment of the load');
          const since = original.live.sequence - sequence;
          assert.deepEqual(state.items, original.items.slice(0, original.items.length - since * PUSHED_VERSES));
          assert.deepEqual(unchangedOf(state), unchangedOf(original));
          await assertNewEpoch(operator, original.etag);
        }
        // A list cursor from before the restore is not accepted either. [D5]
        const goneOn = `/history?after=${history.next_cursor}`;
        const { status, body } = await createOperatorClient(restored.url, installation).call('GET', goneOn);
        assert.deepEqual([status, body.code], [422, 'invalid_cursor']);
        await restored.end();
      }
      await server.end();
    });

    test('when a backup is killed, then no file is left under its name, and the server keeps serving', async (t) => {
      const installation = await SEED[engine]();
      const server = await startReadyServer({ env: installation.env });
      t.after(() => server.end('SIGKILL'));
      const pusher = new TestPusher(t, [server.url], installation);
      const folder = createDataDirectory();
      for (let kill = 0; kill < KILLS; kill++) {
        await inTheMiddle(t, installation, folder, 'SIGKILL');
        assert.ok(!existsSync(join(folder, 'all.backup')));
        await pusher.acknowledges(PUSHES);
      }
      const leftovers = readdirSync(folder);
      await inTheMiddle(t, installation, folder, 'SIGTERM');
      assert.deepEqual(readdirSync(folder), leftovers, 'one that is asked to end leaves nothing at all');
      await requireJson(['backup', join(folder, 'all.backup')], {
        dataDir: installation.dataDir,
        env: installation.env,
      });
      await pusher.stop();
      assert.deepEqual(pusher.wrong, []);
      await endInOrder(server);
    });
  });
}

const latestSequence = ({ pushes }: TestPusher): number => Math.max(...pushes.map(({ sequence }) => sequence ?? 0));

/** Everything that an operator can read of a Live. */
async function stateOf(operator: OperatorClient) {
  const read = async (path: string) => (await operator.call('GET', path)).body;
  const { items } = await operator.readQueue();
  const live = await operator.read();
  return { live, items, etag: operator.etag, settings: await read('/settings'), playback: await read('/playback') };
}

/** The data that the load does not change. */
function unchangedOf({ live, settings, playback }: Awaited<ReturnType<typeof stateOf>>) {
  const strip = ({ sequence: _, ...rest }: Record<string, unknown>) => rest;
  return [strip(live), strip(settings), strip(playback)];
}

/** [D5] An ETag from before the restore never matches, even at the same sequence. */
async function assertNewEpoch(operator: OperatorClient, oldEtag: string): Promise<void> {
  const { sequence } = await operator.read();
  const present = operator.etag;
  const stale = await operator.call('PATCH', '/playback', { body: { paused: false }, ifMatch: oldEtag });
  assert.equal(stale.status, 412);
  const done = await operator.call('PATCH', '/playback', { body: { paused: false }, ifMatch: present });
  assert.deepEqual([done.status, (await operator.read()).sequence], [200, sequence + 1]);
}

async function emptyPlace(engine: TestEngine, { dataDir, env }: SeededInstallation): Promise<Record<string, string>> {
  const folder = createDataDirectory();
  const secretFile = join(folder, 'secret.json');
  copyFileSync(env.LECTERN_SECRET_FILE ?? join(dataDir, 'secret.json'), secretFile);
  if (engine === 'sqlite') return { LECTERN_DATA_DIR: folder, LECTERN_SECRET_FILE: secretFile };
  const { url } = await createPostgresDatabase();
  return { LECTERN_DATA_DIR: folder, LECTERN_SECRET_FILE: secretFile, LECTERN_DATABASE_URL: url };
}

/** Sends a signal to a backup once it has started writing. Starts another one if it finishes first. */
async function inTheMiddle(
  t: TestContext,
  { env }: SeededInstallation,
  folder: string,
  signal: NodeJS.Signals,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const known = new Set(readdirSync(folder));
    const child = startBackup(t, env, join(folder, 'all.backup'));
    const ended = once(child, 'exit');
    const hasBegun = () => readdirSync(folder).some((name) => !known.has(name) && name.endsWith('.part'));
    while (!hasBegun() && child.exitCode === null) await sleep(1);
    child.kill(signal);
    const [code, by] = await ended;
    if (signal === 'SIGKILL' ? by === signal : code === 1) return;
    assert.equal(code, 0);
    rmSync(join(folder, 'all.backup'));
  }
  assert.fail('the backup was always faster than the signal');
}

function startBackup(t: TestContext, env: Record<string, string>, path: string): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [`${ROOT}bin/lectern.mjs`, 'backup', '--force', path], {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: 'ignore',
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function endInOrder(server: ServerProcess): Promise<void> {
  assert.deepEqual(await server.end(), { code: 0, signal: null });
}
