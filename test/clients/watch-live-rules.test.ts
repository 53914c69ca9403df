import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  LecternProblem,
  UnsupportedEventVersion,
  type WatchLiveOptions,
  watchLive,
} from '../../clients/typescript/src/index.ts';
import { failuresOf, type ObservedWatch, observeWatch } from './observed-watch.ts';
import { event, problem, type Scene, type ScriptedServer, send, startScriptedServer } from './scripted-server.ts';

/** Timers may fire a little before their time. */
const EARLY_MS = 10;

/** Watches a scripted server; whatever happens, there are never two polls at once. */
async function withWatch(
  t: TestContext,
  scene: Scene,
  check: (watch: ObservedWatch, server: ScriptedServer) => Promise<void>,
  options: Partial<WatchLiveOptions> = {},
): Promise<void> {
  const server = await startScriptedServer(scene);
  const watch = observeWatch(t, { baseUrl: server.url, token: 'svc_token', liveId: 'live', ...options });
  t.after(() => server.close());
  await check(watch, server);
  assert.ok(watch.mostAtOnce <= 1, `${watch.mostAtOnce} requests at once`);
}

/** Responds to the first requests by `scenes`, one each, and leaves all further ones waiting. */
const inTurn =
  (...scenes: Scene[]): Scene =>
  (response, request, number) =>
    scenes[number]?.(response, request, number);

const snapshot: Scene = (response) => send(response, event('live.snapshot', 7));
const changed: Scene = (response) => send(response, event('live.changed', 8));
const heartbeat: Scene = (response) => send(response, event('stream.heartbeat', 7));
/** Responds like a proxy that cannot forward this attempt. */
const notNow =
  (status: number): Scene =>
  (response) =>
    response.writeHead(status, { connection: 'close' }).end('<html>Not now</html>');
const refusal =
  (status: number, code: string, headers: Record<string, string> = {}): Scene =>
  (response) =>
    send(response, problem(status, code), { status, ...headers });

/** Returns the shortest possible time between a response and the next request, in milliseconds. */
const gapMs = ({ requests }: ScriptedServer, number: number): number =>
  requests[number]!.atMs - requests[number - 1]!.atMs;
const seen = ({ states }: ObservedWatch) => states.map(({ type, sequence }) => `${type} ${sequence}`);

describe('watchLive()', { concurrency: true }, () => {
  test('[Events 1–3] when it begins, then it has a snapshot, and goes on from the cursor of the event before, heartbeats included', (t) =>
    withWatch(
      t,
      inTurn(snapshot, (response) => send(response, event('stream.heartbeat', 7, { cursor: 'moved' })), changed),
      async (watch, { url, requests }) => {
        await watch.until(({ states }) => states.length === 2);
        assert.deepEqual(
          watch.states.map(({ type, sequence, cursor, snapshot }) => ({ type, sequence, cursor, snapshot })),
          [
            { type: 'live.snapshot', sequence: 7, cursor: 'cursor-7', snapshot: { live: { sequence: 7 } } },
            { type: 'live.changed', sequence: 8, cursor: 'cursor-8', snapshot: { live: { sequence: 8 } } },
          ],
        );
        assert.deepEqual(
          requests.map(({ url: { pathname, search } }) => pathname + search),
          ['', '&after=cursor-7', '&after=moved']
            .map((after) => `/v1/lives/live/events?wait=25${after}`)
            .map(sortQuery),
          url,
        );
        assert.deepEqual(new Set(requests.map(({ headers }) => headers.authorization)), new Set(['Bearer svc_token']));
        assert.deepEqual(new Set(watch.statuses.map(({ state }) => state)), new Set(['following']));
      },
    ));

  for (const [what, scene] of Object.entries<Scene>({
    'a connection that breaks': (response) => response.destroy(),
    'a response that breaks off': (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"schema_version"', () => response.destroy());
    },
    'a page of something in between': (response) => response.writeHead(200).end('<html>Sign in to this network</html>'),
    'JSON that is no event': (response) => send(response, { data: [] }),
    'an event without its snapshot': (response) => send(response, event('live.changed', 8, { data: null })),
    'an empty response': (response) => response.writeHead(200, { 'content-length': '0' }).end(),
    '500': refusal(500, 'internal_error'),
    '502 of a proxy': (response) => response.writeHead(502).end('Bad gateway'),
    '408 of a proxy': notNow(408),
    '425 of a proxy': notNow(425),
  })) {
    test(`when there is ${what}, then the poll is tried again, from the same cursor`, (t) =>
      withWatch(t, inTurn(snapshot, scene, scene, changed), async (watch, { requests }) => {
        await watch.until(({ states }) => states.length === 2);
        assert.deepEqual(seen(watch), ['live.snapshot 7', 'live.changed 8']);
        assert.equal(failuresOf(watch).length, 2);
        assert.deepEqual(
          requests.slice(0, 4).map(({ url }) => url.searchParams.get('after')),
          [null, 'cursor-7', 'cursor-7', 'cursor-7'],
        );
        assert.equal(watch.statuses.at(-1)?.state, 'following');
      }));
  }

  test('when a proxy responds 421, then it is tried again, though `fetch` may have done so once by itself', (t) =>
    withWatch(t, inTurn(snapshot, notNow(421), notNow(421), changed), async (watch) => {
      await watch.until(({ states }) => states.length === 2);
      assert.deepEqual(new Set(failuresOf(watch)), new Set(['421 null']));
    }));

  for (const status of [429, 503]) {
    const code = status === 429 ? 'rate_limited' : 'unavailable';
    test(`when ${status} has Retry-After, then it stays away as long as that asks, in seconds or until a date`, (t) => {
      const date = () => new Date(Date.now() + 2_000).toUTCString();
      return withWatch(
        t,
        inTurn(
          snapshot,
          refusal(status, code, { 'retry-after': '1' }),
          (response, ...rest) =>
            // A date has whole seconds: it is more than one second away, and less than two.
            refusal(status, code, { 'retry-after': date() })(response, ...rest),
          changed,
        ),
        async (watch, server) => {
          await watch.until(({ states }) => states.length === 2);
          assert.deepEqual(failuresOf(watch), [`${status} ${code}`, `${status} ${code}`]);
          assert.ok(gapMs(server, 2) >= 1_000 - EARLY_MS, `${gapMs(server, 2)} ms`);
          // Between writing the date and reading it some time has passed; what was left is what had to be waited.
          const left = watch.statuses.flatMap((entry) =>
            entry.state === 'retrying' ? [(entry.error as LecternProblem).retryAfterSeconds!] : [],
          );
          assert.ok(left[1]! <= 2, `${left[1]} s`);
          assert.ok(gapMs(server, 3) >= left[1]! * 1_000 - EARLY_MS, `${gapMs(server, 3)} ms`);
        },
      );
    });
  }

  test('[D25] when the watch limit is reached, then it waits', (t) =>
    withWatch(
      t,
      inTurn(snapshot, refusal(409, 'watch_limit_reached'), refusal(409, 'watch_limit_reached'), changed),
      async (watch) => {
        await watch.until(({ states }) => states.length === 2);
        assert.deepEqual(failuresOf(watch), ['409 watch_limit_reached', '409 watch_limit_reached']);
      },
    ));

  test('[D24] when a cursor is refused, then it is dropped, and the whole state is read', (t) =>
    withWatch(
      t,
      inTurn(snapshot, refusal(422, 'invalid_cursor'), (response) =>
        send(response, event('live.snapshot', 3, { cursor: 'anew' })),
      ),
      async (watch, { requests }) => {
        await watch.until(({ states }) => states.length === 2);
        assert.deepEqual(seen(watch), ['live.snapshot 7', 'live.snapshot 3'], 'a sequence can go back by a restore');
        assert.deepEqual(
          requests.slice(0, 3).map(({ url }) => url.searchParams.get('after')),
          [null, 'cursor-7', null],
        );
      },
    ));

  test('when a server refuses every cursor it gave, then it is not asked in a loop without pause', (t) =>
    withWatch(
      t,
      (response, request, number) =>
        (request.url.searchParams.has('after') ? refusal(422, 'invalid_cursor') : snapshot)(response, request, number),
      async (watch) => {
        await watch.until(({ states }) => states.length === 1);
        await sleep(5_000);
        // Waits of up to 0.5, 1, 2 … s: that ten of them at random are over by now does not happen.
        assert.ok(failuresOf(watch).length < 10, `${failuresOf(watch).length} refusals`);
      },
    ));

  test('when a heartbeat or a known state comes at once, then the next poll does not follow at once', (t) =>
    withWatch(
      t,
      inTurn(snapshot, heartbeat, heartbeat, (response) => send(response, event('live.changed', 7)), heartbeat),
      async (watch, server) => {
        await watch.until(({ statuses }) => statuses.length === 5);
        // Asked at 0, 0.05, 1.05, 2.05 and 3.05 s at the earliest.
        const tookMs = server.requests[4]!.atMs - watch.startedMs;
        assert.ok(tookMs >= 3_000, `${tookMs} ms`);
        assert.deepEqual(seen(watch), ['live.snapshot 7']);
      },
    ));

  test('when a response has unknown fields, then they do no harm', (t) =>
    withWatch(
      t,
      (response) => {
        const data = { live: { sequence: 7, weather: 'fine' }, choir: [] };
        send(response, event('live.snapshot', 7, { data, urgency: 1 }));
      },
      async (watch) => {
        await watch.until(({ states }) => states.length === 1);
        assert.deepEqual(watch.states[0]?.snapshot, { live: { sequence: 7, weather: 'fine' }, choir: [] });
      },
    ));

  test('[Versioning] when an event has another schema version, then it ends', (t) =>
    withWatch(
      t,
      inTurn(snapshot, (response) => send(response, event('live.changed', 8, { schema_version: 2 }))),
      async (watch, { requests }) => {
        const error = await watch.ended;
        assert.ok(error instanceof UnsupportedEventVersion && error.schemaVersion === 2, String(error));
        assert.equal(requests.length, 2);
      },
    ));

  for (const [status, code] of [
    [400, 'malformed_json'],
    [401, 'invalid_token'],
    [403, 'insufficient_scope'],
    [403, 'processing_restricted'],
    [404, 'not_found'],
    [409, 'some_other_conflict'],
    [422, 'invalid_fields'],
  ] as const) {
    test(`[Events 9] when the response is ${status} ${code}, then it ends with the problem`, (t) =>
      withWatch(t, inTurn(snapshot, refusal(status, code)), async (watch, { requests }) => {
        const error = await watch.ended;
        assert.ok(error instanceof LecternProblem, String(error));
        assert.deepEqual([error.status, error.code, error.requestId], [status, code, 'request']);
        assert.deepEqual([requests.length, watch.states.length], [2, 1]);
      }));
  }

  test('when a proxy refuses, then the error has its status, and no code', (t) =>
    withWatch(
      t,
      (response) => response.writeHead(404).end('<html>Nothing here</html>'),
      async (watch) => {
        const error = await watch.ended;
        assert.ok(error instanceof LecternProblem, String(error));
        assert.deepEqual([error.status, error.code, error.requestId, error.detail], [404, null, null, null]);
      },
    ));

  test('when its signal is aborted, then it ends at once and without an error, a waiting poll with it', (t) =>
    withWatch(t, inTurn(snapshot), async (watch, server) => {
      await watch.until(({ states }) => states.length === 1);
      while (server.requests.length < 2) await sleep(5);
      await watch.stop();
      await server.requests[1]!.abandoned;
      assert.equal(server.requests.length, 2);
    }));

  test('when its signal is aborted while it stays away from the server, then it ends', (t) =>
    withWatch(t, refusal(503, 'unavailable', { 'retry-after': '3600' }), async (watch, { requests }) => {
      await watch.until(({ statuses }) => statuses.length === 1);
      await watch.stop();
      assert.equal(requests.length, 1);
    }));

  test('when its signal was aborted before, then it sends no request', (t) =>
    withWatch(
      t,
      snapshot,
      async (watch, { requests }) => {
        assert.equal(await watch.ended, null);
        assert.deepEqual([requests.length, watch.states.length, watch.mostAtOnce], [0, 0, 0]);
      },
      { signal: AbortSignal.abort() },
    ));

  test('when return() is called, then the poll under way is aborted', async () => {
    const server = await startScriptedServer(inTurn(snapshot));
    const watch = watchLive({ baseUrl: server.url, token: 'svc_token', liveId: 'live' });
    assert.equal((await watch.next()).done, false);
    const next = watch.next();
    while (server.requests.length < 2) await sleep(5);
    assert.equal((await watch.return()).done, true);
    assert.equal((await next).done, true);
    await server.requests[1]!.abandoned;
    assert.equal((await watch.next()).done, true, 'it stays ended');
    await server.close();
  });

  test('when the loop is left, then it ends', async () => {
    const server = await startScriptedServer(inTurn(snapshot));
    for await (const _ of watchLive({ baseUrl: server.url, token: 'svc_token', liveId: 'live' })) break;
    await sleep(200);
    assert.equal(server.requests.length, 1, 'nothing is asked after the end, or for those who do not take');
    await server.close();
  });

  test('when a poll has no response, or half a response, then it is given up 10 s after its wait, and repeated', (t) =>
    withWatch(
      t,
      inTurn(
        () => {},
        (response) => {
          response.writeHead(200, { 'content-length': '1000' }).write('{"schema_version"');
        },
        snapshot,
      ),
      async (watch, server) => {
        await watch.until(({ states }) => states.length === 1);
        await server.requests[0]!.abandoned;
        await server.requests[1]!.abandoned;
        for (const number of [1, 2]) {
          const tookMs = server.requests[number]!.atMs - watch.startedMs;
          assert.ok(tookMs >= number * 10_000 - EARLY_MS, `${tookMs} ms`);
        }
        assert.equal(failuresOf(watch).length, 2);
        assert.deepEqual(server.requests[0]!.url.searchParams.get('wait'), '0');
      },
      { waitSeconds: 0 },
    ));

  test('when options cannot be used, then they are refused at once', () => {
    const options = { baseUrl: 'http://127.0.0.1:1', token: 'svc_token', liveId: 'live' };
    for (const waitSeconds of [-1, 26, 0.5, Number.NaN]) {
      assert.throws(() => watchLive({ ...options, waitSeconds }), RangeError);
    }
    for (const baseUrl of [
      'not an address',
      'localhost:8080',
      'ftp://a',
      'http://a?b=1',
      'http://a#b',
      'http://a/?b#c',
    ])
      assert.throws(() => watchLive({ ...options, baseUrl }), TypeError, baseUrl);
    assert.throws(() => watchLive({ ...options, token: 'a\nb' }), TypeError);
  });
});

/** Sorts the query parameters, whose order has no meaning. */
function sortQuery(address: string): string {
  const [path, query] = address.split('?');
  return `${path}?${query!.split('&').sort().join('&')}`;
}
