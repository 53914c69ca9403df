import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { type Installation, openInstallation } from '../../src/installation.ts';
import { createOperatorClient, createServedLive, type OperatorClient } from '../support/requests/operator-client.ts';
import { isUnavailable } from '../support/requests/outcome.ts';
import { eventually, type KnownLive, settle, TestPusher } from '../support/requests/pusher.ts';
import { joinAudience } from '../support/requests/viewer.ts';
import {
  countWatches,
  query,
  readCursor,
  requireEventOr503,
  sendPoll,
  type WaitingPoll,
} from '../support/requests/waiting-polls.ts';
import { stopWatchers, Watcher } from '../support/requests/watcher.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/server/database-proxy.ts';
import {
  endNodes,
  type SeededInstallation,
  seedOnPostgres,
  startNodes,
  type TestNodeProcess,
} from '../support/server/process.ts';

const CUTS = 12;
const REVOKED = 3;

describe('the listening connection of one of three nodes', () => {
  let installation: SeededInstallation;
  let databaseUrl: string;
  let proxy: DatabaseProxy;
  let nodes: TestNodeProcess[];
  let administration: Installation;
  let organization: string;
  /** The node whose connection is cut, and another one. */
  let [cut, other] = ['', ''];
  before(async () => {
    installation = await seedOnPostgres();
    databaseUrl = installation.env.LECTERN_DATABASE_URL!;
    proxy = await startDatabaseProxy(databaseUrl);
    nodes = await startNodes(installation, 3, (index) => ({
      LECTERN_QUEUE_ITEMS: '100000',
      ...(index === 0 && { LECTERN_DATABASE_URL: proxy.url }),
    }));
    [cut, other] = [nodes[0]!.url, nodes[1]!.url];
    administration = await openInstallation(readConfig(installation.env), (error) => assert.fail(error));
    organization = (await createOperatorClient(other, installation).read()).organization_id;
  });
  after(async () => {
    await endNodes(nodes);
    await administration?.close();
    proxy?.close();
  });

  const createToken = () => administration.administration.createToken({ subject: { organization } });
  const terminateFeed = () =>
    query(
      databaseUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'lectern feed' AND client_port = ANY ($1)`,
      [proxy.feedPorts],
    );
  const waits = (live: KnownLive, polls: readonly WaitingPoll[]) =>
    eventually('the polls wait', async () => (await countWatches(databaseUrl, live.liveId)) === polls.length);

  test('[Events 4] when it is cut repeatedly while another node writes, then no change is missed and none arrives twice', async (t) => {
    const live = await createServedLive(other, installation);
    const begun = await createOperatorClient(other, live).readQueue();
    const watchers = [new Watcher(t, cut, live), new Watcher(t, cut, live), new Watcher(t, other, live)];
    const viewers = await Promise.all([cut, cut, other].map((url) => joinAudience(url, live.liveId)));
    const pusher = new TestPusher(t, [other], live);
    let cuts = 0;
    while (cuts < CUTS) {
      await pusher.acknowledges(2);
      cuts += (await terminateFeed()).length;
    }
    await pusher.stop();
    const account = await settle(cut, [pusher], begun);
    await Promise.all(watchers.map((watcher) => watcher.comesTo(account.sequence)));
    const ids = (await createOperatorClient(other, live).readQueue()).items.map(({ id }) => id);
    for (const viewer of viewers) {
      await viewer.comesTo(ids, (state) => state.items.map(({ id }) => id));
      const versions = viewer.stream.events.flatMap(({ id }) => id ?? []);
      assert.equal(new Set(versions).size, versions.length, 'a version came twice');
      viewer.close();
    }
    const polls = await stopWatchers(watchers);
    assert.equal(polls.broken, 0);
    t.diagnostic(JSON.stringify({ cuts, ...account, polls }));
  });

  test('[Events 7] when a token is revoked while it is cut, then the response is 401 or 503, and never data', async (t) => {
    const live = await createServedLive(other, installation);
    const writer = createOperatorClient(other, live);
    const rounds = 6;
    let unauthorized = 0;
    for (let round = 0; round < rounds; round++) {
      // Polls of the previous round count until their node has reported their end.
      await waits(live, []);
      const { cursor } = await readCursor(other, live);
      const tokens = await Promise.all(Array.from({ length: REVOKED }, createToken));
      const polls = tokens.map(({ token }) => sendPoll(cut, { ...live, token }, cursor, 25));
      await waits(live, polls);
      await terminateFeed();
      await Promise.all(tokens.map(({ id }) => administration.administration.revokeToken(id)));
      await writer.write('PATCH', '/playback', { paused: round % 2 === 0 });
      unauthorized += await requireNoData(polls);
    }
    t.diagnostic(JSON.stringify({ cuts: rounds, polls: rounds * REVOKED, unauthorized, hung: 0 }));
  });

  test('[Events 7], [Events 9] when it hangs silently, then revoked tokens get no data, polls get 503, and everything works again later', async (t) => {
    const live = await createServedLive(other, installation);
    const calm = await createServedLive(other, installation);
    const writer: OperatorClient = createOperatorClient(other, live);
    const { cursor } = await readCursor(other, live);
    const { cursor: calmCursor } = await readCursor(other, calm);
    const viewer = await joinAudience(cut, live.liveId);
    const tokens = await Promise.all(Array.from({ length: REVOKED }, createToken));
    const ending = tokens.map(({ token }) => sendPoll(cut, { ...live, token }, cursor, 25));
    const early = tokens.map(({ token }) => sendPoll(cut, { ...live, token }, cursor, 4));
    const calmly = [sendPoll(cut, calm, calmCursor, 25), sendPoll(cut, calm, calmCursor, 25)];
    await waits(live, [...ending, ...early]);
    await waits(calm, calmly);

    proxy.blockFeed();
    await Promise.all(tokens.map(({ id }) => administration.administration.revokeToken(id)));
    await writer.push('Psalm 117');
    const served = createOperatorClient(cut, live);
    assert.deepEqual(await served.readQueue(), await writer.readQueue(), 'reads return the truth all the while');
    const results = await Promise.allSettled([requireNoData(ending), requireNoData(early)]);

    for (const { outcome } of calmly) {
      const each = await outcome;
      assert.ok(isUnavailable(each), `a poll that cannot hear: ${JSON.stringify(each)}`);
    }
    // A poll that starts now gets 503, or the current state at its deadline.
    const { cursor: present, sequence } = await readCursor(cut, live);
    requireEventOr503(await sendPoll(cut, live, present, 3).outcome, 'stream.heartbeat');

    proxy.releaseFeed();
    const watcher = new Watcher(t, cut, live);
    await watcher.comesTo(sequence);
    await writer.read();
    await writer.push('Psalm 134');
    await watcher.comesTo(sequence + 1);
    const ids = (await writer.readQueue()).items.map(({ id }) => id);
    await viewer.comesTo(ids, (state) => state.items.map(({ id }) => id));
    viewer.close();
    const waiting = sendPoll(cut, calm, calmCursor, 25);
    await eventually('it hears again', async () => {
      if (waiting.ended) assert.fail(JSON.stringify(waiting.ended));
      return (await countWatches(databaseUrl, calm.liveId)) > 0;
    });
    await createOperatorClient(other, calm).write('PATCH', '/playback', { paused: true });
    const heard = await waiting.outcome;
    requireEventOr503(heard, 'live.changed');
    const polls = await stopWatchers([watcher]);
    t.diagnostic(JSON.stringify({ blocks: 1, unavailable: calmly.length, revoked: 2 * REVOKED, polls }));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  });

  test('[Events 4] when it hangs while viewers watch, then a poll that has the current state does not get an older one', async (t) => {
    const live = await createServedLive(other, installation);
    const writer = createOperatorClient(other, live);
    const viewer = await joinAudience(cut, live.liveId);
    const rounds = 8;
    proxy.blockFeed();
    try {
      for (let round = 0; round < rounds; round++) {
        const { sequence: written } = await writer.write('PATCH', '/playback', { paused: round % 2 === 0 });
        const { cursor, sequence } = await readCursor(cut, live);
        assert.equal(sequence, written);
        const outcome = await sendPoll(cut, live, cursor, 1).outcome;
        if (!requireEventOr503(outcome, 'stream.heartbeat', 'live.changed')) continue;
        assert.ok(
          outcome.kind === 'responded' && outcome.body.sequence >= sequence,
          `${sequence}, then an older state`,
        );
      }
    } finally {
      proxy.releaseFeed();
      viewer.close();
    }
    t.diagnostic(JSON.stringify({ blocks: 1, operations: rounds, polls: 2 * rounds, hung: 0 }));
  });

  /** Returns how many polls got 401. The others got 503. */
  async function requireNoData(polls: readonly WaitingPoll[]): Promise<number> {
    let unauthorized = 0;
    for (const { outcome } of polls) {
      const each = await outcome;
      const revoked = each.kind === 'responded' && each.status === 401;
      assert.ok(revoked || isUnavailable(each), `sent to a revoked credential: ${JSON.stringify(each).slice(0, 300)}`);
      if (revoked) unauthorized++;
    }
    return unauthorized;
  }
});
