import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createOperatorClient, createServedLive } from '../support/requests/operator-client.ts';
import { isUnavailable, type Outcome, sendAndObserve } from '../support/requests/outcome.ts';
import { eventually, type KnownLive, settle, TestPusher } from '../support/requests/pusher.ts';
import { joinAudience } from '../support/requests/viewer.ts';
import { countWaiting, readCursor, requireEventOr503, sendPoll, sendPolls } from '../support/requests/waiting-polls.ts';
import { stopWatchers, Watcher } from '../support/requests/watcher.ts';
import { inFullRun } from '../support/run/extent.ts';
import { type Postgres, startPostgres } from '../support/server/postgres.ts';
import {
  endNodes,
  type SeededInstallation,
  seedOnPostgres,
  startNodes,
  statusOf,
  type TestNodeProcess,
} from '../support/server/process.ts';

const NODES = 3;
const ROUNDS = inFullRun(2, 1);
const PUSHES = 5;
const WATCHES = 50;
/** A node's statement timeout, plus tolerance for a loaded machine. */
const RESPONSE_MAX_MS = 20_000;
/** Tolerance for a loaded machine. */
const MARGIN_MS = 15_000;

describe('PostgreSQL is killed under three nodes and started again', () => {
  let postgres: Postgres;
  let installation: SeededInstallation;
  let nodes: TestNodeProcess[];
  let urls: string[];
  before(async () => {
    postgres = await startPostgres({ durable: true });
    installation = await seedOnPostgres({ url: postgres.url });
    nodes = await startNodes(installation, NODES, { LECTERN_QUEUE_ITEMS: '100000' });
    urls = nodes.map(({ url }) => url);
  });
  after(async () => {
    await endNodes(nodes);
    await postgres?.stop();
  });
  const allReady = () =>
    eventually('all nodes serve again by themselves', async () => {
      const statuses = await Promise.all(urls.map((url) => statusOf(`${url}/readyz`)));
      return statuses.every((status) => status === 200);
    });

  test('[D3], [Events 9] when it is down, then responses are 503; afterwards no push is lost, no poll hangs, and every stream is open', async (t) => {
    const lives: KnownLive[] = [installation, await createServedLive(urls[0]!, installation)];
    const begun = await Promise.all(lives.map((live) => createOperatorClient(urls[0]!, live).readQueue()));
    const pids = nodes.map(({ server }) => server.pid);
    const viewers = await Promise.all(lives.flatMap(({ liveId }) => urls.map((url) => joinAudience(url, liveId))));
    const pushers = lives.flatMap((live) => [new TestPusher(t, urls, live)]);
    const watchers = lives.flatMap((live) => urls.map((url) => new Watcher(t, url, live, { waitSeconds: 3 })));
    const outcomes: Outcome[] = [];
    let waited = 0;

    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(pushers.map((pusher) => pusher.acknowledges(PUSHES)));
      // A Live without writes: its polls only notice the outage.
      const calm = await createServedLive(urls[0]!, installation);
      const { cursor } = await readCursor(urls[0]!, calm);
      const { waiting } = await sendPolls(urls, calm, {
        count: 2 * NODES,
        waitSeconds: 8,
        cursor,
        databaseUrl: postgres.url,
      });
      waited += waiting.length;
      await postgres.kill();
      for (const { url } of nodes) {
        const requests = ['', '/queue-items', '/events', `/events?after=${encodeURIComponent(cursor)}`].map((sub) =>
          sendAndObserve(`${url}/v1/lives/${calm.liveId}${sub}`, { token: calm.token, limitMs: RESPONSE_MAX_MS }),
        );
        outcomes.push(...(await Promise.all(requests)));
      }
      assert.deepEqual(await Promise.all(urls.map((url) => statusOf(`${url}/healthz`))), [200, 200, 200]);
      await postgres.startAgain();
      await allReady();
      for (const { outcome, sentMs } of waiting) {
        requireEventOr503(await outcome, 'stream.heartbeat');
        assert.ok(performance.now() - sentMs < 8_000 + MARGIN_MS, 'a poll hung');
      }
      await Promise.all(pushers.map((pusher) => pusher.acknowledges(PUSHES)));
    }
    await Promise.all(pushers.map((pusher) => pusher.stop()));
    for (const outcome of outcomes) assert.ok(isUnavailable(outcome), JSON.stringify(outcome));
    assert.deepEqual(
      nodes.map(({ server }) => server.pid),
      pids,
    );
    for (const { server } of nodes) assert.ok(server.running);

    const accounts = [];
    for (const [index, live] of lives.entries()) {
      const own = pushers.filter((pusher) => pusher.live === live);
      const onEach = await Promise.all(urls.map((url) => settle(url, own, begun[index]!)));
      for (const account of onEach) assert.deepEqual(account, onEach[0], 'every node says the same');
      accounts.push(onEach[0]!);
      const following = watchers.filter((watcher) => watcher.live === live);
      await Promise.all(following.map((watcher) => watcher.comesTo(onEach[0]!.sequence)));
      const { items } = await createOperatorClient(urls[0]!, live).readQueue();
      const ids = items.map(({ id }) => id);
      const seen = viewers.slice(index * NODES, (index + 1) * NODES);
      for (const viewer of seen) await viewer.comesTo(ids, (state) => state.items.map(({ id }) => id));
    }
    for (const viewer of viewers) viewer.close();
    const polls = await stopWatchers(watchers);
    assert.equal(polls.broken, 0, 'a poll was cut without a response');
    assert.equal(
      accounts.reduce((sum, { broken }) => sum + broken, 0),
      0,
      'a push was cut without a response',
    );
    t.diagnostic(
      JSON.stringify({ kills: ROUNDS, restarts: ROUNDS, refused: outcomes.length, waited, lives: accounts, polls }),
    );
  });

  test('[D25] when the database has just crashed, then still no more than 50 polls wait on a Live', async (t) => {
    const live = await createServedLive(urls[0]!, installation);
    const { cursor } = await readCursor(urls[0]!, live);
    const asked = { waitSeconds: 25, cursor, databaseUrl: postgres.url };
    const first = await sendPolls([urls[0]!], live, { ...asked, count: WATCHES });
    assert.equal(first.waiting.length, WATCHES);
    await postgres.kill();
    await postgres.startAgain();
    await allReady();
    const more = Array.from({ length: WATCHES }, () => sendPoll(urls[1]!, live, cursor, 25));
    await eventually('each waits or has a response', async () => {
      return more.filter(({ ended }) => ended).length + (await countWaiting(urls[1]!)) >= WATCHES;
    });
    const waiting = (await countWaiting(urls[0]!)) + (await countWaiting(urls[1]!));
    for (const { abandon } of [...first.waiting, ...more]) abandon();
    assert.ok(waiting <= WATCHES, `${waiting} polls wait`);
    t.diagnostic(JSON.stringify({ kills: 1, restarts: 1, waiting }));
  });
});
