import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createOperatorClient, createServedLive } from '../support/requests/operator-client.ts';
import { eventually, type KnownLive, settle, TestPusher } from '../support/requests/pusher.ts';
import { countWatches, readCursor, sendPolls } from '../support/requests/waiting-polls.ts';
import { stopWatchers, Watcher } from '../support/requests/watcher.ts';
import {
  endNodes,
  type SeededInstallation,
  seedOnPostgres,
  startNodes,
  type TestNodeProcess,
} from '../support/server/process.ts';

const WATCHES = 50;
/** Name of the node that stops. */
const ENDING_WATCHES = 20;
const UNDER_WAY = 10;
/** [D46]: exit 0 within 10 s. */
const STOP_MAX_MS = 10_000;

describe('SIGTERM for one of three nodes under load', () => {
  let installation: SeededInstallation;
  let nodes: TestNodeProcess[];
  let urls: string[];
  before(async () => {
    installation = await seedOnPostgres();
    nodes = await startNodes(installation, 3, { LECTERN_QUEUE_ITEMS: '100000' });
    urls = nodes.map(({ url }) => url);
  });
  after(() => endNodes(nodes));

  test('[D46], [D25] when it stops, then every open poll and request gets a response, no push is lost, and its watches are released', async (t) => {
    const stopping = nodes[2]!;
    const databaseUrl = installation.env.LECTERN_DATABASE_URL!;
    const [busy, shared, calm] = [
      await createServedLive(urls[0]!, installation),
      await createServedLive(urls[0]!, installation),
      await createServedLive(urls[0]!, installation),
    ];
    const lives: KnownLive[] = [busy, shared];
    const begun = await Promise.all(lives.map((live) => createOperatorClient(urls[0]!, live).readQueue()));
    const pushers = [new TestPusher(t, [stopping.url], busy), new TestPusher(t, urls, shared)];
    const watchers = lives.flatMap((live) => urls.map((url) => new Watcher(t, url, live)));
    const { cursor } = await readCursor(urls[0]!, calm);
    const send = (origins: string[], count: number) =>
      sendPolls(origins, calm, { count, waitSeconds: 25, cursor, databaseUrl });
    const ending = await send([stopping.url], ENDING_WATCHES);
    const staying = await send(urls.slice(0, 2), WATCHES - ENDING_WATCHES + 1);
    assert.deepEqual([ending.waiting.length, staying.refused], [ENDING_WATCHES, 1]);
    const { etag } = await createOperatorClient(urls[0]!, calm).call('GET');
    const late = await Promise.all(Array.from({ length: UNDER_WAY }, () => beginWrite(stopping, calm, etag!)));
    await Promise.all(pushers.map((pusher) => pusher.acknowledges(10)));

    const begunMs = performance.now();
    const ended = stopping.server.end('SIGTERM');
    for (const { outcome } of ending.waiting) {
      const each = await outcome;
      assert.ok(each.kind === 'responded' && each.status === 200, JSON.stringify(each));
      assert.equal(each.body.type, 'stream.heartbeat');
    }
    const statuses = await Promise.all(late.map((write) => write.finish()));
    assert.deepEqual(
      statuses.toSorted(),
      [200, ...Array.from({ length: UNDER_WAY - 1 }, () => 412)],
      'one of the same ETag is carried out, and each has a response',
    );
    assert.deepEqual(await ended, { code: 0, signal: null });
    const stopMs = performance.now() - begunMs;
    assert.ok(stopMs < STOP_MAX_MS, `it took ${stopMs} ms`);

    for (const { outcome } of staying.waiting) {
      const each = await outcome;
      assert.ok(
        each.kind === 'responded' && each.body.type === 'live.changed',
        'the write that was under way is heard of',
      );
    }
    // A poll gets its response before its node has released the watch in the database.
    await eventually('the watches are free', async () => (await countWatches(databaseUrl, calm.liveId)) === 0);
    const { cursor: next } = await readCursor(urls[0]!, calm);
    const all = await sendPolls(urls.slice(0, 2), calm, {
      count: WATCHES + 1,
      waitSeconds: 25,
      cursor: next,
      databaseUrl,
    });
    assert.equal(all.refused, 1, 'all 50 are free, and no more');
    for (const { abandon } of all.waiting) abandon();

    await pushers[1]!.acknowledges(10);
    await Promise.all(pushers.map((pusher) => pusher.stop()));
    const accounts = [];
    for (const [index, live] of lives.entries()) {
      const own = pushers.filter((pusher) => pusher.live === live);
      const account = await settle(urls[index]!, own, begun[index]!);
      assert.equal(account.unannounced, 0, 'a push was carried out, and cut without a response');
      const staying = watchers.filter(({ live: of, origin }) => of === live && origin !== stopping.url);
      await Promise.all(staying.map((watcher) => watcher.comesTo(account.sequence)));
      accounts.push(account);
    }
    const polls = await stopWatchers(watchers);
    // A connection that is not accepted yet, or is idle when the node closes it, breaks as well. The node never sees a
    // request that the client sends on it.
    const log = stopping.server.output.stderr;
    assert.ok(log.includes(calm.liveId), 'the log has every request');
    for (const id of [...watchers, ...pushers].flatMap(({ brokenIds }) => brokenIds)) {
      assert.ok(!log.includes(id), `${id} was under way, and cut without a response`);
    }
    t.diagnostic(
      JSON.stringify({
        stops: 1,
        stopMs: Math.round(stopMs),
        underWay: UNDER_WAY,
        ended: ending.waiting.length,
        lives: accounts,
        polls,
      }),
    );
  });
});

/** On a keep-alive connection: one request gets a response, and of the next, a write, only the head is sent. */
async function beginWrite({ server }: TestNodeProcess, { liveId, token }: KnownLive, etag: string) {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  const body = '{"passage": "Psalm 117"}';
  const head = (lines: readonly string[]) =>
    socket.write([...lines, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`, '', ''].join('\r\n'));
  head([`GET /v1/lives/${liveId} HTTP/1.1`]);
  assert.equal(await readStatus(socket), 200);
  head([
    `POST /v1/lives/${liveId}/passages HTTP/1.1`,
    'Content-Type: application/json',
    `If-Match: ${etag}`,
    `Content-Length: ${body.length}`,
    // Resolves when the head has reached the server's handler, so that the write is in progress.
    'Expect: 100-continue',
  ]);
  assert.equal(await readStatus(socket), 100);
  return {
    async finish(): Promise<number> {
      socket.write(body);
      const status = await readStatus(socket);
      socket.destroy();
      return status;
    },
  };
}

/** Returns the next complete response. Rejects if the connection ends first. */
async function readStatus(socket: Socket): Promise<number> {
  let text = '';
  for (;;) {
    const [bytes] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown];
    if (!Buffer.isBuffer(bytes)) throw new Error(`The connection ended after ${JSON.stringify(text)}.`);
    text += bytes.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    const length = Number(text.match(/content-length: (\d+)/i)?.[1] ?? 0);
    if (end >= 0 && text.length >= end + 4 + length) return Number(text.slice(9, 12));
  }
}
