import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createOperatorClient, createServedLive } from '../support/requests/operator-client.ts';
import { eventually, type KnownLive, settle, TestPusher } from '../support/requests/pusher.ts';
import { countWatches, query, readCursor, sendPolls } from '../support/requests/waiting-polls.ts';
import { stopWatchers, Watcher } from '../support/requests/watcher.ts';
import { inFullRun } from '../support/run/extent.ts';
import {
  endNodes,
  type SeededInstallation,
  seedOnPostgres,
  startNodes,
  type TestNodeProcess,
} from '../support/server/process.ts';

const NODES = 3;
const ROUNDS = inFullRun(3, 1);
/** Acknowledged pushes between two kills. */
const PUSHES = 4;
const WATCHES = 50;
/** Name of the node that is killed. */
const DEAD_WATCHES = 20;

describe('a node of three is killed by signal 9', () => {
  let installation: SeededInstallation;
  let nodes: TestNodeProcess[];
  before(async () => {
    installation = await seedOnPostgres();
    nodes = await startNodes(installation, NODES, { LECTERN_QUEUE_ITEMS: '100000' });
  });
  after(() => endNodes(nodes));
  const url = (index: number) => nodes[index % NODES]!.url;

  test('[States], [Events 2] when it happens during pushes and polls, then no push is lost and no poll hangs', async (t) => {
    const lives: KnownLive[] = [installation, await createServedLive(url(0), installation)];
    const begun = await Promise.all(lives.map((live) => createOperatorClient(url(0), live).readQueue()));
    const urls = nodes.map((node) => node.url);
    // Two share the first Live. Each uses every node in turn.
    const pushers = [lives[0]!, lives[0]!, lives[1]!].map((live) => new TestPusher(t, urls, live));
    const watchers = lives.flatMap((live) => urls.map((origin) => new Watcher(t, origin, live)));

    for (let round = 0; round < ROUNDS; round++) {
      const victim = nodes[round % NODES]!;
      await Promise.all(pushers.map((pusher) => pusher.acknowledges(PUSHES)));
      assert.equal((await victim.server.end('SIGKILL')).signal, 'SIGKILL');
      await Promise.all(pushers.map((pusher) => pusher.acknowledges(PUSHES)));
      const seen = watchers.map(({ sequence }) => sequence);
      await Promise.all(pushers.map((pusher) => pusher.acknowledges(PUSHES)));
      watchers.forEach(({ origin, sequence }, index) => {
        if (origin !== victim.url) assert.ok(sequence > seen[index]!, 'polls on the other nodes go on');
      });
      await victim.startAgain();
    }
    await Promise.all(pushers.map((pusher) => pusher.stop()));

    const accounts = [];
    for (const [index, live] of lives.entries()) {
      const own = pushers.filter((pusher) => pusher.live === live);
      const onEach = await Promise.all(urls.map((origin) => settle(origin, own, begun[index]!)));
      for (const account of onEach) assert.deepEqual(account, onEach[0], 'every node says the same');
      accounts.push(onEach[0]!);
      const last = onEach[0]!.sequence;
      await Promise.all(watchers.filter((watcher) => watcher.live === live).map((watcher) => watcher.comesTo(last)));
    }
    const polls = await stopWatchers(watchers);
    assert.ok(polls.broken > 0, 'polls of a node that dies end');
    t.diagnostic(JSON.stringify({ kills: ROUNDS, restarts: ROUNDS, lives: accounts, polls }));
  });

  test('[D25] when it dies, then its watches count until their lease expires; those of the others are released at once', async (t) => {
    const live = await createServedLive(url(0), installation);
    const databaseUrl = installation.env.LECTERN_DATABASE_URL!;
    const { cursor } = await readCursor(url(0), live);
    const send = (origins: string[], count: number) =>
      sendPolls(origins, live, { count, waitSeconds: 25, cursor, databaseUrl });
    const dying = await send([url(2)], DEAD_WATCHES);
    const others = await send([url(0), url(1)], WATCHES - DEAD_WATCHES);
    assert.deepEqual([dying.refused, others.refused], [0, 0]);

    await nodes[2]!.server.end('SIGKILL');
    for (const { outcome } of dying.waiting) assert.equal((await outcome).kind, 'broken');
    assert.equal(await countWatches(databaseUrl, live.liveId), WATCHES, 'no node knows yet that it is dead');
    assert.equal((await send([url(0), url(1)], 2)).refused, 2);
    // Watches of a client that disconnects are released as soon as its node notices. Those of the dead node are not.
    for (const { abandon } of others.waiting) abandon();
    await eventually('the nodes notice', async () => (await countWatches(databaseUrl, live.liveId)) === DEAD_WATCHES);
    const again = await send([url(0), url(1)], WATCHES - DEAD_WATCHES + 1);
    assert.equal(again.refused, 1);

    // Checks the lease instead of waiting for its end.
    const [lease] = await query<{ seconds: number }>(
      databaseUrl,
      `UPDATE watches SET expires_at = clock_timestamp() WHERE live_id = $1 AND held = ${DEAD_WATCHES}
       RETURNING extract(epoch FROM old.expires_at - clock_timestamp())::float8 AS seconds`,
      [live.liveId],
    );
    assert.ok(lease && lease.seconds <= 60, 'the lease ends within 60 s');
    await nodes[2]!.startAgain();
    const rest = await send([url(0), url(1), url(2)], DEAD_WATCHES + 1);
    assert.equal(rest.refused, 1, 'all 50 again, and no more');

    await createOperatorClient(url(2), live).write('PATCH', '/playback', { paused: true });
    const responded = [...again.waiting, ...rest.waiting];
    assert.equal(responded.length, WATCHES);
    for (const { outcome } of responded) {
      const each = await outcome;
      assert.ok(each.kind === 'responded' && each.body.type === 'live.changed', JSON.stringify(each));
    }
    t.diagnostic(
      JSON.stringify({
        kills: 1,
        restarts: 1,
        polls: { broken: dying.waiting.length, responded: responded.length, hung: 0 },
      }),
    );
  });
});
