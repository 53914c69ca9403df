import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type ApiResponse, type RequestHeaders, sendRequest } from '../../support/requests/api.ts';
import { createTestUser, type TestUser } from '../../support/requests/tokens.ts';
import { startTestLectern } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const ORIGIN = 'https://app.example';
const LOOPBACK = 'http://127.0.0.1:4567';
const STRANGER = 'https://evil.example';
const ASKING = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization,if-match' };
const LIVE = '/v1/lives/unknown';

const corsOf = ({ headers }: ApiResponse) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-')).sort();
const list = (response: ApiResponse, name: string) =>
  (response.headers.get(name) ?? '').split(',').map((one) => one.trim().toLowerCase());

describe('CORS', () => {
  const { lectern } = useInProcessServer();
  let user: TestUser;
  let clientId: string;

  before(async () => {
    user = await createTestUser(lectern);
    const { clients } = lectern.installation;
    const redirectUris = [`${ORIGIN}/callback?kept=1`, `${LOOPBACK}/callback`];
    clientId = (await clients.create({ name: 'App', redirectUris })).id;
  });

  const get = (path: string, headers: RequestHeaders = {}) => user.get(path, { headers });
  const options = (path: string, headers: RequestHeaders) =>
    sendRequest(lectern.url, 'OPTIONS', path, undefined, headers);

  it('[D8] when a page of a client asks, then it may read responses and refusals, with their validators', async () => {
    for (const origin of [ORIGIN, LOOPBACK]) {
      for (const [path, status] of [
        ['/v1/me', 200],
        [LIVE, 404],
        ['/v1/me/nothing', 404],
        ['/v1/nothing', 404],
        [`/v1/lives/${'a'.repeat(300)}`, 404],
        ['/v1/lives/%ff', 404],
        ['/v1/me/tokens?limit=x', 422],
      ] as const) {
        const response = await get(path, { origin });
        assert.equal(response.status, status, path);
        assert.equal(response.headers.get('access-control-allow-origin'), origin, path);
        assert.deepEqual(list(response, 'vary'), ['origin'], path);
        assert.equal(response.headers.get('access-control-allow-credentials'), null, path);
        const exposed = list(response, 'access-control-expose-headers');
        for (const name of ['etag', 'location', 'retry-after']) assert.ok(exposed.includes(name), name);
      }
    }
    const refused = await user.get('/v1/me', { token: null, headers: { origin: ORIGIN } });
    assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [401, ORIGIN]);
  });

  it('[D8] when a response may be cached, then it varies by the credential and by the origin', async () => {
    for (const path of ['/v1/books', '/v1/translations']) {
      for (const headers of [{}, { origin: STRANGER }, { origin: ORIGIN }] as Record<string, string>[]) {
        const response = await get(path, headers);
        assert.deepEqual([response.status, list(response, 'vary')], [200, ['authorization', 'origin']], path);
      }
    }
  });

  it('[D8] when the origin is not that of a client, or none is named, then nothing changes', async () => {
    for (const origin of [STRANGER, 'null', `${ORIGIN}.evil.example`, 'http://app.example', 'http://127.0.0.1:4568']) {
      const response = await get('/v1/me', { origin });
      assert.deepEqual([response.status, corsOf(response), response.headers.get('vary')], [200, [], null], origin);
      const asked = await options(LIVE, { origin, ...ASKING });
      assert.deepEqual([asked.status, corsOf(asked)], [405, []], origin);
    }
    assert.deepEqual(corsOf(await get('/v1/me')), []);
    assert.equal((await options(LIVE, ASKING)).status, 405);
    assert.equal((await options(LIVE, { origin: ORIGIN })).status, 405, 'it asks for nothing');
  });

  it('[D8] when a preflight asks, then the response names the methods of the path and the headers of requests', async () => {
    const response = await options(LIVE, { origin: ORIGIN, ...ASKING });
    assert.deepEqual([response.status, response.body], [204, null]);
    assert.equal(response.headers.get('access-control-allow-origin'), ORIGIN);
    assert.deepEqual(list(response, 'access-control-allow-methods').sort(), ['delete', 'get', 'head', 'patch']);
    const sent = ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match', 'x-request-id'];
    assert.deepEqual(list(response, 'access-control-allow-headers').sort(), sent);
    assert.match(response.headers.get('access-control-max-age')!, /^\d+$/);
    assert.deepEqual(list(response, 'vary'), ['origin']);
    assert.ok(response.headers.has('ratelimit'), '[D10] on every REST response');
    // A browser asks before it sends: without that the page could not read the 404.
    const nothing = await options('/v1/nothing', { origin: ORIGIN, ...ASKING });
    assert.deepEqual([nothing.status, nothing.headers.get('access-control-allow-origin')], [204, ORIGIN]);
    assert.ok(list(nothing, 'access-control-allow-methods').includes('patch'));
    assert.equal((await options('/v1/nothing', { origin: STRANGER, ...ASKING })).status, 404);
  });

  it('[D8] when the preflight of a page is asked for, then the response has no CORS', async () => {
    const pages = ['/l/x', '/l/x/stream', '/o/x', '/r/x', '/b/x', '/screen', '/console', '/console/x', '/nothing', '/'];
    for (const path of pages) {
      for (const [origin, method] of [
        [ORIGIN, 'GET'],
        [ORIGIN, 'POST'],
        [STRANGER, 'GET'],
      ] as const) {
        const asked = await options(path, { origin, ...ASKING, 'access-control-request-method': method });
        assert.ok([404, 405].includes(asked.status), `${path} ${asked.status}`);
        assert.deepEqual(corsOf(asked), [], path);
      }
      const page = await fetch(new URL(path, lectern.url), { headers: { origin: ORIGIN } });
      await page.body?.cancel();
      assert.equal(page.headers.get('access-control-allow-origin'), null, path);
    }
    assert.deepEqual(corsOf(await options('/oauth/authorize', { origin: ORIGIN, ...ASKING })), []);
  });

  it('[D8] when events are requested, then they have no CORS', async () => {
    const path = `${LIVE}/events`;
    assert.deepEqual(corsOf(await get(path, { origin: ORIGIN })), []);
    const asked = await options(path, { origin: ORIGIN, ...ASKING });
    assert.deepEqual([asked.status, corsOf(asked)], [405, []]);
    for (const odd of [`/v1/lives/${'a'.repeat(300)}/events`, '/v1/lives/%ff/events']) {
      assert.deepEqual(corsOf(await get(odd, { origin: ORIGIN })), [], odd);
    }
  });

  it('[D8] [D10] when a budget is used up, then a page may read that, even where there is nothing', async () => {
    await using small = await startTestLectern('sqlite', { LECTERN_BUDGET_PEER: '2' });
    await small.installation.clients.create({ name: 'App', redirectUris: [`${ORIGIN}/callback`] });
    const ask = (path: string) => sendRequest(small.url, 'GET', path, undefined, { origin: ORIGIN });
    for (const status of [404, 404, 429]) {
      const response = await ask('/v1/nothing');
      assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [status, ORIGIN]);
    }
  });

  it('[D8] when a client is new, then it counts at once; when it is disabled, then it no longer does', async () => {
    const { clients } = lectern.installation;
    const origin = 'https://new.example';
    const allowed = async () => (await get('/v1/me', { origin })).headers.get('access-control-allow-origin');
    assert.equal(await allowed(), null);
    const { id } = await clients.create({ name: 'New', redirectUris: [`${origin}/`] });
    assert.equal(await allowed(), origin);
    await clients.disable(id);
    assert.equal(await allowed(), null);
    assert.notEqual(id, clientId);
    assert.equal((await get('/v1/me', { origin: ORIGIN })).headers.get('access-control-allow-origin'), ORIGIN);
  });

  it('[D8] when any page asks for token, revocation or metadata, then it may use each by its own method', async () => {
    for (const [path, method] of [
      ['/oauth/token', 'POST'],
      ['/oauth/revoke', 'POST'],
      ['/.well-known/oauth-authorization-server', 'GET'],
    ] as const) {
      const response = await options(path, { origin: STRANGER, ...ASKING, 'access-control-request-method': method });
      assert.deepEqual([response.status, response.body], [204, null], path);
      assert.equal(response.headers.get('access-control-allow-origin'), '*', path);
      assert.equal(response.headers.get('access-control-allow-methods'), method, path);
      assert.equal(response.headers.get('cache-control'), 'no-store', path);
      assert.equal((await options(path, {})).status, 405, path);
    }
  });
});
