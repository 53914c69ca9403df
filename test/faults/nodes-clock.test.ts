import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { openInstallation } from '../../src/installation.ts';
import { createOperatorClient, createServedLive } from '../support/requests/operator-client.ts';
import { type Outcome, sendAndObserve } from '../support/requests/outcome.ts';
import { eventually, type KnownLive, settle, TestPusher } from '../support/requests/pusher.ts';
import { joinAudience } from '../support/requests/viewer.ts';
import {
  countWaiting,
  countWatches,
  query,
  readCursor,
  sendPoll,
  sendPolls,
} from '../support/requests/waiting-polls.ts';
import { stopWatchers, Watcher } from '../support/requests/watcher.ts';
import { FULL_RUN_ONLY } from '../support/run/extent.ts';
import {
  endNodes,
  type SeededInstallation,
  seedOnPostgres,
  seedOnSqlite,
  startNodes,
  type TestNodeProcess,
} from '../support/server/process.ts';

const CLOCK = new URL('../support/server/stepped-clock.ts', import.meta.url).href;
const WATCHES = 50;
/** Long enough for many polls to be counted on a loaded machine before the first one ends. */
const WAIT_SECONDS = 8;
/** A timer can fire slightly early by another clock. */
const EARLY_MS = 50;
/** Tolerance for a loaded machine. */
const MARGIN_MS = 15_000;
const LIMIT_MS = 30_000;
/** Lifetime of a token that expires between the real time and one hour later. */
const EXPIRES_MS = 1_800_000;

describe('the time of day jumps by an hour or two', () => {
  test(
    '[D25], [D10], [Events 2] when the clocks of three nodes jump, each at a different time, then waits, watches, budgets and pushes are not affected',
    FULL_RUN_ONLY,
    async (t) => {
      const installation = await seedOnPostgres();
      const databaseUrl = installation.env.LECTERN_DATABASE_URL!;
      const nodes = await startSteppable(t, installation, 3);
      const urls = nodes.map(({ url }) => url);
      const [busy, calm] = [
        await createServedLive(urls[0]!, installation),
        await createServedLive(urls[0]!, installation),
      ];
      const begun = await createOperatorClient(urls[0]!, busy).readQueue();
      const viewers = await Promise.all(urls.map((url) => joinAudience(url, busy.liveId)));
      const pusher = new TestPusher(t, urls, busy);
      const watchers = urls.map((url) => new Watcher(t, url, busy));
      const { cursor } = await readCursor(urls[0]!, calm);
      const asked = { cursor, databaseUrl };
      const charges = nodes.map(({ url }) => [createBudgetReader(url, installation)] as const);
      for (const [charge] of charges) await charge();

      const short = await sendPolls(urls, calm, { ...asked, count: 6, waitSeconds: WAIT_SECONDS });
      const long = await sendPolls(urls, calm, { ...asked, count: WATCHES - 6, waitSeconds: 25 });
      let steps = 0;
      // The first is an hour ahead, the second an hour behind, and the third is right.
      const stepAll = async () => {
        steps += await step(nodes[0]!);
        steps += await step(nodes[1]!);
        steps += await step(nodes[1]!);
      };
      await stepAll();
      for (const [charge] of charges) await charge();
      const surplus = await sendPolls(urls, calm, { ...asked, count: 3, waitSeconds: 25 });
      assert.equal(surplus.refused, 3, 'the watches are counted as before');
      await requireHeartbeats(short.waiting);
      // Forward and back, while the leases are checked.
      await stepAll();
      const leases = await query<{ seconds: number }>(
        databaseUrl,
        'SELECT extract(epoch FROM expires_at - clock_timestamp())::float8 AS seconds FROM watches WHERE live_id = $1',
        [calm.liveId],
      );
      for (const { seconds } of leases) assert.ok(seconds > 0 && seconds <= 60, `a lease of ${seconds} s`);
      const again = await sendPolls(urls, calm, { ...asked, count: 7, waitSeconds: 25 });
      assert.deepEqual([again.refused, await countWatches(databaseUrl, calm.liveId)], [1, WATCHES]);
      for (const [charge] of charges) await charge();

      const waiting = [...long.waiting, ...again.waiting];
      for (const { ended } of waiting) assert.equal(ended, null, 'no wait was cut short');
      await createOperatorClient(urls[1]!, calm).write('PATCH', '/playback', { paused: true });
      for (const { outcome } of waiting) requireType(await outcome, 'live.changed');

      await pusher.acknowledges(3);
      await pusher.stop();
      const account = await settle(urls[2]!, [pusher], begun);
      await Promise.all(watchers.map((watcher) => watcher.comesTo(account.sequence)));
      const ids = (await createOperatorClient(urls[0]!, busy).readQueue()).items.map(({ id }) => id);
      for (const viewer of viewers) {
        await viewer.comesTo(ids, (state) => state.items.map(({ id }) => id));
        viewer.close();
      }
      const polls = await stopWatchers(watchers);
      assert.equal(polls.broken + polls.unavailable, 0);
      t.diagnostic(JSON.stringify({ steps, ...account, polls }));
    },
  );

  test('[D25], [D10], [Events 2] when the clock jumps on one node with SQLite, then waits, watches, budgets and pushes are not affected', async (t) => {
    const installation = await seedOnSqlite();
    const [node] = await startSteppable(t, installation, 1);
    const { url } = node!;
    const calm = await createServedLive(url, installation);
    const begun = await createOperatorClient(url, installation).readQueue();
    const pusher = new TestPusher(t, [url], installation);
    const { cursor } = await readCursor(url, calm);
    const charge = createBudgetReader(url, installation);
    await charge();
    const short = Array.from({ length: 3 }, () => sendPoll(url, calm, cursor, WAIT_SECONDS));
    const long = Array.from({ length: WATCHES + 1 - 3 }, () => sendPoll(url, calm, cursor, 25));
    await eventually('one is too many', () => [...short, ...long].filter(({ ended }) => ended).length === 1);
    let steps = await step(node!);
    await charge();
    const refused = await sendPoll(url, calm, cursor, 25).outcome;
    assert.ok(refused.kind === 'responded' && refused.status === 409, JSON.stringify(refused));
    steps += await step(node!);
    await charge();
    await requireHeartbeats(short.filter(({ ended }) => !is409(ended)));
    const waiting = long.filter(({ ended }) => !is409(ended));
    await createOperatorClient(url, calm).write('PATCH', '/playback', { paused: true });
    for (const { outcome } of waiting) requireType(await outcome, 'live.changed');
    await pusher.acknowledges(3);
    await pusher.stop();
    const account = await settle(url, [pusher], begun);
    t.diagnostic(JSON.stringify({ steps, ...account, waited: waiting.length + short.length }));
  });

  for (const engine of ['sqlite', 'postgres'] as const) {
    test(`[Events 7], [Events 9] on ${engine}: when its time has come, then a token expires, even under a waiting poll`, async (t) => {
      const installation = await (engine === 'sqlite' ? seedOnSqlite() : seedOnPostgres());
      const token = await createShortToken(installation);
      const [node] = await startSteppable(t, installation, 1);
      const { url } = node!;
      const live = { liveId: installation.liveId, token };
      const { cursor } = await readCursor(url, live);
      const expiring = sendPoll(url, live, cursor, 25);
      const staying = sendPoll(url, installation, cursor, 25);
      await eventually('both wait', async () => (await countWaiting(url)) === 2);
      let steps = await step(node!);
      const ended = await expiring.outcome;
      assert.ok(ended.kind === 'responded' && ended.status === 401, JSON.stringify(ended));
      assert.equal(await statusOf(live), 401);
      assert.equal(staying.ended, null, 'one without an end stays');
      steps += await step(node!);
      assert.equal(await statusOf(live), 200, 'an hour before the real time it has not ended yet');
      staying.abandon();
      t.diagnostic(JSON.stringify({ steps, polls: 2, hung: 0 }));

      async function statusOf({ token, liveId }: KnownLive): Promise<number | string> {
        const outcome = await sendAndObserve(`${url}/v1/lives/${liveId}`, { token, limitMs: LIMIT_MS });
        return outcome.kind === 'responded' ? outcome.status : outcome.kind;
      }
    });
  }
});

async function startSteppable(
  t: TestContext,
  installation: SeededInstallation,
  count: number,
): Promise<TestNodeProcess[]> {
  const own = count === 1 ? installation.env : {};
  const settings = { ...own, NODE_OPTIONS: `--import ${CLOCK}`, LECTERN_QUEUE_ITEMS: '100000' };
  const nodes = await startNodes(installation, count, settings);
  t.after(() => endNodes(nodes));
  return nodes;
}

/** Returns 1 once the node's clock has jumped. */
async function step({ server }: TestNodeProcess): Promise<number> {
  const steps = () => server.output.stdout.match(/^clock -?\d+$/gm)?.length ?? 0;
  const before = steps();
  process.kill(server.pid, 'SIGUSR2');
  await eventually('the clock jumps', () => steps() > before);
  return 1;
}

/** Each call consumes one request, and asserts that the budget was not reset before its minute ended. */
function createBudgetReader(origin: string, { token, liveId }: KnownLive): () => Promise<void> {
  let known: { remaining: number; endMs: number } | null = null;
  return async () => {
    const sentMs = performance.now();
    const outcome = await sendAndObserve(`${origin}/v1/lives/${liveId}`, { token, limitMs: LIMIT_MS });
    assert.ok(outcome.kind === 'responded' && outcome.status === 200, JSON.stringify(outcome));
    const [, remaining, seconds] = outcome.headers.get('ratelimit')?.match(/^"principal";r=(\d+);t=(\d+)$/) ?? [];
    assert.ok(remaining !== undefined && Number(seconds) >= 1 && Number(seconds) <= 60, 'within a minute');
    // The header has whole seconds, rounded up.
    if (known && performance.now() < known.endMs - 1_000) {
      assert.ok(Number(remaining) < known.remaining, `${remaining} remain after ${known.remaining}`);
    }
    known = { remaining: Number(remaining), endMs: sentMs + Number(seconds) * 1_000 };
  };
}

/** A service token of the organization that expires in half an hour. */
async function createShortToken(installation: SeededInstallation): Promise<string> {
  const opened = await openInstallation(readConfig(installation.env), (error) => assert.fail(error));
  const [organization] = await opened.storage.accounts.listOrganizations();
  const { id, token } = await opened.administration.createToken({ subject: { organization: organization!.id } });
  await opened.close();
  const expiresAt = new Date(Date.now() + EXPIRES_MS).toISOString();
  const { LECTERN_DATABASE_URL: url } = installation.env;
  if (url) {
    await query(url, 'UPDATE credentials SET expires_at = $1 WHERE id = $2', [expiresAt, id]);
  } else {
    const database = new DatabaseSync(join(installation.dataDir, 'lectern.db'));
    database.prepare('UPDATE credentials SET expires_at = ? WHERE id = ?').run(expiresAt, id);
    database.close();
  }
  return token;
}

/** Each waits its full time, by a steady clock. */
async function requireHeartbeats(
  polls: readonly { sentMs: number; endedMs: number | null; outcome: Promise<Outcome> }[],
) {
  for (const poll of polls) {
    requireType(await poll.outcome, 'stream.heartbeat');
    const tookMs = poll.endedMs! - poll.sentMs;
    const expectedMs = WAIT_SECONDS * 1_000;
    assert.ok(tookMs > expectedMs - EARLY_MS && tookMs < expectedMs + MARGIN_MS, `it took ${tookMs} ms`);
  }
}

function requireType(outcome: Outcome, type: string): void {
  assert.ok(outcome.kind === 'responded' && outcome.body?.type === type, JSON.stringify(outcome).slice(0, 500));
}

const is409 = (outcome: Outcome | null): boolean => outcome?.kind === 'responded' && outcome.status === 409;
