import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.ts';
import { openInstallation } from '../../src/installation.ts';
import { createOperatorClient, createServedLive, type OperatorClient } from '../support/requests/operator-client.ts';
import { isUnavailable } from '../support/requests/outcome.ts';
import { settle, TestPusher } from '../support/requests/pusher.ts';
import { joinAudience } from '../support/requests/viewer.ts';
import { countWatches, query, readCursor, requireEventOr503, sendPolls } from '../support/requests/waiting-polls.ts';
import { stopWatchers, Watcher } from '../support/requests/watcher.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/server/database-proxy.ts';
import {
  endNodes,
  type SeededInstallation,
  seedOnPostgres,
  startNodes,
  type TestNodeProcess,
} from '../support/server/process.ts';

const PAUSE_MS = 30_000;
/** Pause between writes of the busy client: a few hundred writes are enough, and the others have work to do. */
const BULK_PACE_MS = 20;
const WATCHES = 50;
/** Polls on the paused node: all of them, and those whose credential is revoked meanwhile. */
const PAUSED_WATCHES = 20;
const REVOKED_WATCHES = 5;
/** Shorter than the pause, so that its polls are overdue when the node resumes. */
const PAUSED_WAIT_SECONDS = 10;
/** No request waits any more: the rest is delay of the machine. */
const AT_ONCE_MS = 10_000;
/** While one node is paused, others wait for its locks no longer than for those of a lost node. */
const LOCKED_MAX_MS = 25_000;

describe('one of three nodes is paused', () => {
  let installation: SeededInstallation;
  let databaseUrl: string;
  let proxy: DatabaseProxy;
  let nodes: TestNodeProcess[];
  let urls: string[];
  before(async () => {
    installation = await seedOnPostgres();
    databaseUrl = installation.env.LECTERN_DATABASE_URL!;
    proxy = await startDatabaseProxy(databaseUrl);
    nodes = await startNodes(installation, 3, (index) => ({
      LECTERN_QUEUE_ITEMS: '100000',
      ...(index === 2 && { LECTERN_DATABASE_URL: proxy.url }),
    }));
    urls = nodes.map(({ url }) => url);
  });
  after(async () => {
    await endNodes(nodes);
    proxy?.close();
  });
  const stopped = () => nodes[2]!.server.pid;
  const others = () => urls.slice(0, 2);

  test('[D25], [Events 4], [Events 7] when it is paused for 30 s under load, then the others keep working, and it returns to the current state', async (t) => {
    const paused = urls[2]!;
    const [busy, calm, bulk] = [
      await createServedLive(urls[0]!, installation),
      await createServedLive(urls[0]!, installation),
      await createServedLive(urls[0]!, installation),
    ];
    const begun = await createOperatorClient(urls[0]!, busy).readQueue();
    const administration = await openInstallation(readConfig(installation.env), (error) => assert.fail(error));
    const { organization_id: organization } = await createOperatorClient(urls[0]!, calm).read();
    const revocable = await administration.administration.createToken({ subject: { organization } });

    const viewers = await Promise.all([paused, paused, urls[0]!].map((url) => joinAudience(url, busy.liveId)));
    const watchers = urls.map((url) => new Watcher(t, url, busy, { pauseMs: PAUSE_MS }));
    const pushers = [others(), [paused]].map((origins) => new TestPusher(t, origins, busy, { pauseMs: PAUSE_MS }));
    const { cursor } = await readCursor(paused, calm);
    const asked = { waitSeconds: PAUSED_WAIT_SECONDS, cursor, databaseUrl };
    const staleWriter = createOperatorClient(paused, calm);
    await staleWriter.read();
    await Promise.all(pushers.map((pusher) => pusher.acknowledges(5)));
    const revoked = await sendPolls(
      [paused],
      { ...calm, token: revocable.token },
      { ...asked, count: REVOKED_WATCHES },
    );
    const overdue = await sendPolls([paused], calm, { ...asked, count: PAUSED_WATCHES - REVOKED_WATCHES });
    assert.equal(revoked.waiting.length + overdue.waiting.length, PAUSED_WATCHES);

    process.kill(stopped(), 'SIGSTOP');
    const pausedAt = performance.now();
    const write = (operator: OperatorClient, value: boolean) => operator.write('PATCH', '/playback', { paused: value });
    // Its watches count until its lease expires.
    const send = (count: number) => sendPolls(others(), calm, { ...asked, waitSeconds: 25, count });
    const first = await send(WATCHES - PAUSED_WATCHES + 1);
    assert.equal(first.refused, 1);
    await query(
      databaseUrl,
      `UPDATE watches SET expires_at = clock_timestamp() WHERE live_id = $1 AND held = ${PAUSED_WATCHES}`,
      [calm.liveId],
    );
    const second = await send(PAUSED_WATCHES + 1);
    assert.equal(second.refused, 1);
    await pushers[0]!.acknowledges(10);
    const seen = watchers[0]!.sequence;
    // Many notices that it has to process before it learns that a credential was revoked.
    const bulkWriter = createOperatorClient(urls[1]!, bulk);
    let bulky = 0;
    for (; performance.now() - pausedAt < PAUSE_MS - 8_000; bulky++) {
      await bulkWriter.push('Psalm 119:1-18', { replace: true });
      await sleep(BULK_PACE_MS);
    }
    await administration.administration.revokeToken(revocable.id);
    await administration.close();
    const writer = createOperatorClient(urls[0]!, calm);
    await write(writer, true);
    for (const { outcome } of [...first.waiting, ...second.waiting]) {
      const each = await outcome;
      assert.ok(each.kind === 'responded' && each.body.type === 'live.changed', JSON.stringify(each));
    }
    await pushers[0]!.acknowledges(10);
    assert.ok(watchers[0]!.sequence > seen, 'polls on the others go on');
    const present = await writer.read();
    for (const poll of [...revoked.waiting, ...overdue.waiting]) assert.equal(poll.ended, null, 'it stands still');
    await sleep(pausedAt + PAUSE_MS - performance.now());

    process.kill(stopped(), 'SIGCONT');
    const resumedAt = performance.now();
    const stale = await staleWriter.call('PATCH', '/playback', { body: { paused: false }, ifMatch: staleWriter.etag });
    const events = [];
    for (const poll of overdue.waiting) {
      const outcome = await poll.outcome;
      if (requireEventOr503(outcome, 'live.changed')) events.push(outcome);
      assert.ok(poll.endedMs! - resumedAt < AT_ONCE_MS, 'its deadline was over');
    }
    for (const outcome of events) {
      assert.ok(outcome.kind === 'responded' && outcome.body.sequence === present.sequence, 'the present state');
    }
    for (const { outcome } of revoked.waiting) {
      const each = await outcome;
      const refused = each.kind === 'responded' && each.status === 401;
      assert.ok(refused || isUnavailable(each), `sent to a revoked credential: ${JSON.stringify(each).slice(0, 300)}`);
    }
    assert.equal(stale.status, 412, JSON.stringify(stale.body));
    assert.deepEqual(await createOperatorClient(paused, calm).read(), present);
    assert.ok((await countWatches(databaseUrl, calm.liveId)) <= WATCHES);

    await pushers[1]!.acknowledges(3);
    await Promise.all(pushers.map((pusher) => pusher.stop()));
    const onEach = await Promise.all(urls.map((url) => settle(url, pushers, begun)));
    for (const account of onEach) assert.deepEqual(account, onEach[0], 'every node says the same');
    await Promise.all(watchers.map((watcher) => watcher.comesTo(onEach[0]!.sequence)));
    const ids = (await createOperatorClient(urls[0]!, busy).readQueue()).items.map(({ id }) => id);
    for (const viewer of viewers) {
      await viewer.comesTo(ids, (state) => state.items.map(({ id }) => id));
      viewer.close();
    }
    const polls = await stopWatchers(watchers);
    t.diagnostic(
      JSON.stringify({
        pauses: 1,
        pausedMs: Math.round(resumedAt - pausedAt),
        bulky,
        overdue: overdue.waiting.length,
        respondedWithEvent: events.length,
        ...onEach[0]!,
        polls,
      }),
    );
  });

  test('when it is paused while deleting a Live, then the others can still write to that Live', async (t) => {
    const live = await createServedLive(urls[0]!, installation);
    const doomed = createOperatorClient(urls[2]!, live);
    await doomed.read();
    const seen = pauseAt('delete from "lives"');
    const deletion = doomed.call('DELETE', '', { ifMatch: doomed.etag });
    deletion.catch(() => {});
    await seen;
    const begun = performance.now();
    try {
      const writer = createOperatorClient(urls[0]!, live);
      const status = await untilServed(() => writer.attempt('PATCH', '/playback', { paused: true }));
      assert.equal(status, 200);
    } finally {
      process.kill(stopped(), 'SIGCONT');
    }
    const { status } = await deletion;
    t.diagnostic(JSON.stringify({ pauses: 1, lockedMs: Math.round(performance.now() - begun), deletion: status }));
    assert.ok(status === 503 || status === 412, String(status));
    assert.equal((await createOperatorClient(urls[2]!, live).read()).paused, true);
  });

  test('when it is paused while creating a Live, then the others can still create Lives of the same organization', async (t) => {
    const known = createOperatorClient(urls[0]!, installation);
    const { organization_id } = await known.read();
    const create = async (url: string) => {
      const response = await fetch(`${url}/v1/organizations/${organization_id}/lives`, {
        method: 'POST',
        headers: { authorization: `Bearer ${installation.token}`, 'content-type': 'application/json' },
        body: '{}',
      });
      return { status: response.status, body: await response.json() };
    };
    const seen = pauseAt('FOR UPDATE');
    const creation = create(urls[2]!);
    creation.catch(() => {});
    await seen;
    const begun = performance.now();
    try {
      assert.equal(await untilServed(() => create(urls[0]!)), 201);
    } finally {
      process.kill(stopped(), 'SIGCONT');
    }
    const { status } = await creation;
    t.diagnostic(JSON.stringify({ pauses: 1, lockedMs: Math.round(performance.now() - begun), creation: status }));
    assert.ok(status === 201 || status === 503, String(status));
  });

  /** Suspends the node as soon as it sends this statement, before it receives the result. */
  function pauseAt(statement: string): Promise<void> {
    return new Promise((resolve) => {
      proxy.onSent = (bytes) => {
        if (!bytes.includes(statement)) return;
        proxy.onSent = null;
        process.kill(stopped(), 'SIGSTOP');
        resolve();
      };
    });
  }

  /** Returns the status of the first response that is not 503, or of the last one. */
  async function untilServed(attempt: () => Promise<{ status: number }>): Promise<number> {
    const deadline = performance.now() + LOCKED_MAX_MS;
    for (;;) {
      const { status } = await attempt();
      if (status !== 503 || performance.now() > deadline) return status;
    }
  }
});
