import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOperatorClient, createServedLive } from '../support/requests/operator-client.ts';
import { eventually, type KnownLive, settle, TestPusher } from '../support/requests/pusher.ts';
import { countWaiting, readCursor, sendPoll } from '../support/requests/waiting-polls.ts';
import { stopWatchers, Watcher } from '../support/requests/watcher.ts';
import { inFullRun } from '../support/run/extent.ts';
import { endNodes, seedOnSqlite, startNodes } from '../support/server/process.ts';

const LIVES = 8;
const ROUNDS = inFullRun(3, 1);
const PUSHES = 5;
const CALM_POLLS = 10;

test('when signal 9 ends a server on SQLite with 8 writers on 8 Lives, then acknowledged pushes are stored, and polls continue', async (t) => {
  const installation = await seedOnSqlite();
  const [node] = await startNodes(installation, 1, { ...installation.env, LECTERN_QUEUE_ITEMS: '100000' });
  t.after(() => endNodes([node!]));
  const { url } = node!;
  const calm = await createServedLive(url, installation);
  const lives: KnownLive[] = [installation];
  while (lives.length < LIVES) lives.push(await createServedLive(url, installation));
  const begun = await Promise.all(lives.map((live) => createOperatorClient(url, live).readQueue()));
  const pushers = lives.map((live) => new TestPusher(t, [url], live));
  const watchers = lives.map((live) => new Watcher(t, url, live));
  const { cursor: calmCursor } = await readCursor(url, calm);

  for (let round = 0; round < ROUNDS; round++) {
    const { cursor, sequence } = await readCursor(url, lives[0]!);
    const waiting = Array.from({ length: CALM_POLLS }, () => sendPoll(url, calm, calmCursor, 25));
    await Promise.all(pushers.map((pusher) => pusher.acknowledges(PUSHES)));
    await eventually('the polls wait', async () => (await countWaiting(url)) >= CALM_POLLS);
    assert.equal((await node!.server.end('SIGKILL')).signal, 'SIGKILL');
    for (const { outcome } of waiting) assert.equal((await outcome).kind, 'broken');
    await node!.startAgain();

    const changed = await sendPoll(url, lives[0]!, cursor, 25).outcome;
    assert.ok(changed.kind === 'responded' && changed.body.type === 'live.changed', '[Events 3] an old cursor holds');
    assert.ok(changed.body.sequence >= sequence + PUSHES);
    const same = await sendPoll(url, calm, calmCursor, 1).outcome;
    assert.ok(
      same.kind === 'responded' && same.body.type === 'stream.heartbeat',
      '[D24] the same state has the same cursor',
    );
    assert.equal(same.body.cursor, calmCursor);
  }
  await Promise.all(pushers.map((pusher) => pusher.acknowledges(1)));
  await Promise.all(pushers.map((pusher) => pusher.stop()));

  let [operations, acknowledged, lost, unannounced] = [0, 0, 0, 0];
  for (const [index, pusher] of pushers.entries()) {
    const account = await settle(url, [pusher], begun[index]!);
    await watchers[index]!.comesTo(account.sequence);
    operations += account.operations;
    acknowledged += account.acknowledged;
    lost += account.lost;
    unannounced += account.unannounced;
  }
  const polls = await stopWatchers(watchers);
  assert.ok(polls.broken >= ROUNDS);
  t.diagnostic(JSON.stringify({ kills: ROUNDS, restarts: ROUNDS, operations, acknowledged, lost, unannounced, polls }));
});
