import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type ApiResponse, api, assertProblem, type RequestHeaders, sendRequest } from '../../support/requests/api.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, poll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import {
  createTestAccount,
  createTestOrganization,
  smallEdition,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const LONG = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [index + 1, `Verse ${index + 1} of many`]));
const ORIGIN = 'https://console.example.org';

/** Headers of clients that ask for another transport than long polling. */
const OTHER_TRANSPORTS: Record<string, RequestHeaders> = {
  'Accept: text/event-stream': { accept: 'text/event-stream' },
  'Accept: application/x-ndjson': { accept: 'application/x-ndjson' },
  'Last-Event-ID': { accept: 'text/event-stream', 'last-event-id': '1' },
  'Upgrade: websocket': {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  },
  'Upgrade: h2c': { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' },
};

/** Accept-Encoding → the content codings that a response may have; null means no coding. Source: RFC 9110 §12.5.3. */
const CODINGS: [string | undefined, (string | null)[]][] = [
  [undefined, [null]],
  ['identity', [null]],
  ['gzip', ['gzip', null]],
  ['br', ['br', null]],
  ['gzip, deflate, br', ['gzip', 'deflate', 'br', null]],
  ['gzip;q=0', [null]],
  ['gzip;q=0, br;q=0.1', ['br', null]],
  ['gzip;q=0.001, br;q=0', ['gzip', null]],
  ['identity;q=0, gzip', ['gzip']],
  ['identity;q=0, br;q=1', ['br']],
  ['identity;q=0, *', ['gzip', 'br', 'deflate', 'zstd']],
  ['*;q=0, gzip', ['gzip']],
  ['*', ['gzip', 'br', null]],
  ['br;q=0, *', ['gzip', null]],
  ['*, BR;q=0', ['gzip', null]],
  ['gzip;q=0, *;q=0.5', ['br', null]],
  ['gzip;q=0,br ; q=0,*', [null]],
  ['identity;q=0, br;q=0, *', ['gzip']],
  ['br;q=0, gzip;q=0, identity;q=0.1, *', [null]],
  ['*;q=0', [null]],
  ['GZIP', ['gzip', null]],
  ['unknown', [null]],
  ['', [null]],
];

const accepting = (codings: string | undefined): RequestHeaders =>
  codings === undefined ? {} : { 'accept-encoding': codings };

describe('events on the wire', () => {
  const { lectern } = useInProcessServer({ settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
  const owners = {} as Record<TestOwner['kind'], TestOwner>;

  before(async () => {
    await saveEdition(lectern.installation.editions, smallEdition('one', { 1: { 1: LONG, 2: { 1: 'Alone' } } }));
    owners.organization = await createTestOrganization(lectern);
    owners.account = await createTestAccount(lectern);
    for (const { kind, id } of Object.values(owners)) await lectern.installation.editions.enable({ kind, id }, 'one');
  });

  /** Its snapshot is long. */
  const open = async (owner = owners.organization) => {
    const controller = await createLiveController(lectern, owner, { translations: ['one'] });
    await controller.push({ book_id: 1, chapter: 1 });
    return controller;
  };
  /** A response of each kind: at once, delayed by a change, and at the deadline. */
  const responsesOf = async (
    controller: LiveController,
    headers: RequestHeaders,
  ): Promise<[ApiResponse, ApiResponse, ApiResponse]> => {
    const first = await poll(lectern, controller, { headers });
    const { cursor } = requireEvent(first, controller, 'live.snapshot');
    const waiting = beginPoll(lectern, controller, { after: cursor, headers });
    await waitUntilParked(waiting);
    await controller.play({ paused: true });
    const changed = requireEvent(await waiting.response, controller, 'live.changed');
    const beat = await poll(lectern, controller, { after: changed.cursor, wait: 1, headers });
    requireEvent(beat, controller, 'stream.heartbeat');
    return [first, await waiting.response, beat];
  };

  it('[D2], [D8], [D10] when events of each kind are sent, delayed or not, then they have the headers of every REST response', async () => {
    for (const { status, headers } of await responsesOf(await open(), { 'x-request-id': 'my-own' })) {
      assert.equal(status, 200);
      assert.match(headers.get('content-type')!, /^application\/json(; ?charset=utf-8)?$/i);
      assert.equal(headers.get('cache-control'), 'private, no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('x-request-id'), 'my-own');
      assert.ok(headers.has('ratelimit-policy') && headers.has('ratelimit'));
      assert.deepEqual([headers.get('set-cookie'), headers.get('last-modified')], [null, null]);
    }
  });

  it('[D8] when errors are sent, delayed or not, then no cache may keep them', async () => {
    const controller = await open();
    const { cursor } = await readSnapshot(lectern, controller);
    const waiting = beginPoll(lectern, controller, { after: cursor });
    await waitUntilParked(waiting);
    await controller.send('DELETE', '');
    const delayed = await waiting.response;
    assertProblem(delayed, 404, 'not_found');
    const refused = [delayed, await poll(lectern, controller), await poll(lectern, controller, { token: null })];
    for (const { headers } of refused) {
      assert.equal(headers.get('cache-control'), 'private, no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.ok(headers.has('ratelimit-policy'));
    }
  });

  it('[D2] when a response is delayed, then it is logged once, with its request id, status and principal', async () => {
    const controller = await open();
    await responsesOf(controller, { 'x-request-id': 'logged' });
    const lines = lectern.logged.filter((line) => line.request_id === 'logged');
    assert.deepEqual(
      lines.map(({ status }) => status),
      [200, 200, 200],
    );
  });

  it('[D8] [GET events] when any origin asks, then no response has a CORS header', async () => {
    const controller = await open();
    const path = `${lectern.url}${controller.path}/events`;
    const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
    const responses = [
      ...(await responsesOf(controller, { origin: ORIGIN })),
      await poll(lectern, controller, { headers: { origin: 'null' } }),
      await poll(lectern, controller, { headers: { origin: ORIGIN }, token: null }),
      await poll(lectern, controller, { headers: { origin: ORIGIN }, query: '?wait=x' }),
      await sendRequest(lectern.url, 'OPTIONS', `${controller.path}/events`, undefined, {
        origin: ORIGIN,
        ...preflight,
      }),
    ];
    for (const { status, headers } of responses) {
      const cors = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
      assert.deepEqual([path, status, cors], [path, status, []]);
    }
  });

  it('[D5] when a poll has conditions of other requests, then they mean nothing, and there is no ETag', async () => {
    const controller = await open();
    const { cursor } = await readSnapshot(lectern, controller);
    for (const tags of ['*', controller.etag, `W/${controller.etag}`, `"${cursor}"`]) {
      const headers = { 'if-none-match': tags };
      requireEvent(await poll(lectern, controller, { headers }), controller, 'live.snapshot');
      requireEvent(
        await poll(lectern, controller, { headers, after: cursor, wait: 0 }),
        controller,
        'stream.heartbeat',
      );
    }
    const dated = await poll(lectern, controller, { headers: { 'if-modified-since': new Date().toUTCString() } });
    requireEvent(dated, controller, 'live.snapshot');
    requireEvent(await poll(lectern, controller, { headers: { range: 'bytes=0-9' } }), controller, 'live.snapshot');
  });

  it('[D5] when HEAD is sent, then it is 405 with Allow: GET, with a credential and without', async () => {
    const controller = await open();
    for (const token of [controller.owner.token, null]) {
      const response = await api(lectern, controller.owner).request('HEAD', `${controller.path}/events`, { token });
      assert.deepEqual([response.status, response.headers.get('allow'), response.body], [405, 'GET', null]);
    }
  });

  it('[GET events] when a cookie or a query string has the credential, then it does not authenticate', async () => {
    for (const owner of Object.values(owners)) {
      const controller = await open(owner);
      const { token } = owner;
      const cookie = ['token', 'session', 'access_token', 'lectern', `lectern-${controller.id}`, '__Host-session']
        .map((name) => `${name}=${token}`)
        .join('; ');
      for (const options of [
        { headers: { cookie } },
        { query: `?access_token=${token}` },
        { query: `?token=${token}&authorization=Bearer%20${token}&bearer=${token}` },
      ]) {
        const response = await poll(lectern, controller, { token: null, ...options });
        assertProblem(response, 401, 'invalid_token');
        assert.equal(response.headers.get('www-authenticate'), 'Bearer');
      }
    }
  });

  it('[GET events] when cookies and query credentials come beside a credential, then they change nothing', async () => {
    const controller = await open();
    const { cursor } = await readSnapshot(lectern, controller);
    const page = await sendRequest(lectern.url, 'GET', `/l/${controller.id}`);
    const given = page.headers.getSetCookie().map((line) => line.split(';', 1)[0]!);
    const cookie = [...given, 'session=other', `token=${owners.account.token}`].join('; ');
    const query = `?after=${encodeURIComponent(cursor)}&wait=0&access_token=${owners.account.token}&secret=x`;
    requireEvent(await poll(lectern, controller, { headers: { cookie }, query }), controller, 'stream.heartbeat');
  });

  for (const [name, headers] of Object.entries(OTHER_TRANSPORTS)) {
    it(`[GET events] when ${name} is sent, then the response is the same JSON by long polling`, async () => {
      const controller = await open();
      const plain = await readSnapshot(lectern, controller);
      const response = await poll(lectern, controller, { headers });
      assert.deepEqual(requireEvent(response, controller, 'live.snapshot').data, plain.data);
      assert.match(response.headers.get('content-type')!, /^application\/json\b/);
      assert.equal(response.headers.get('upgrade'), null);
      const beat = await poll(lectern, controller, { headers, after: plain.cursor, wait: 1 });
      requireEvent(beat, controller, 'stream.heartbeat');
    });
  }

  it('[Events] when a content coding is accepted, then the coded response holds the same JSON, and Vary says that it was chosen', async () => {
    const controller = await open();
    const { data } = await readSnapshot(lectern, controller);
    for (const [accepted, possible] of CODINGS) {
      const response = await poll(lectern, controller, { headers: accepting(accepted) });
      const coding = response.headers.get('content-encoding');
      assert.ok(possible.includes(coding), `${accepted}: ${coding}`);
      assert.deepEqual(requireEvent(response, controller, 'live.snapshot').data, data, String(accepted));
      const vary = (response.headers.get('vary') ?? '').toLowerCase().split(/\s*,\s*/);
      assert.ok(vary.includes('accept-encoding'), `${accepted}: Vary: ${vary}`);
    }
  });

  it('[Events] when a client accepts gzip or br, then a long snapshot is coded, delayed or not', async () => {
    const controller = await open();
    for (const coding of ['gzip', 'br']) {
      const [first, changed, beat] = await responsesOf(controller, { 'accept-encoding': coding });
      for (const { headers } of [first, changed]) assert.equal(headers.get('content-encoding'), coding);
      assert.ok([coding, null].includes(beat.headers.get('content-encoding')));
      for (const { headers } of [first, changed, beat]) assert.match(headers.get('vary')!, /accept-encoding/i);
    }
  });

  it('[Events] when waiting polls accept different codings, then they get one state', async () => {
    const controller = await open();
    const { cursor } = await readSnapshot(lectern, controller);
    const waiting = [undefined, 'gzip', 'br', 'identity', 'gzip, br', 'identity;q=0, *'].map((accepted) =>
      beginPoll(lectern, controller, { after: cursor, headers: accepting(accepted) }),
    );
    await waitUntilParked(...waiting);
    await controller.push({ book_id: 1, chapter: 2 });
    const events = await Promise.all(
      waiting.map(async ({ response }) => requireEvent(await response, controller, 'live.changed')),
    );
    const present = await readSnapshot(lectern, controller);
    for (const event of events) assert.deepEqual(event, { ...present, type: 'live.changed', cursor: event.cursor });
  });
});
