import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ApiResponse, assertProblem, type RequestHeaders, sendRequest } from '../../support/requests/api.ts';
import { failInserts } from '../../support/server/failing-inserts.ts';
import { startTestLectern } from '../../support/server/lectern.ts';
import { runSql } from '../../support/server/sql.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PATHS = [
  '/connect/terminal',
  '/connect/terminal/token',
  '/sign-in/passkey/options',
  '/sign-in/passkey',
  '/account/passkeys/options',
  '/account/passkeys',
  '/console/credential',
  '/console/pairing',
];
const JSON_TYPE = { 'content-type': 'application/json' };
const LOGIN = JSON.stringify({ name: 'ada@laptop' });
/** More than one address, for budgets. */
const PROXIED = { LECTERN_TRUSTED_PROXIES: '127.0.0.1' };
const from = (address: string) => ({ ...JSON_TYPE, 'x-forwarded-for': address });

describe('JSON below the pages', () => {
  let now = Date.now();
  const { lectern } = useInProcessServer({ settings: PROXIED, clock: () => now });

  const post = (path: string, content: string, headers: RequestHeaders = JSON_TYPE, { url } = lectern) =>
    sendRequest(url, 'POST', path, content, headers);
  /** [D2] */
  const requireRefused = (response: ApiResponse, status: number, code: string) => {
    assertProblem(response, status, code);
    assert.equal(response.headers.get('content-type'), 'application/problem+json');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.match(response.body.type, new RegExp(`^http://127\\.0\\.0\\.1:\\d+/problems/${code}$`));
  };

  it('[D2] when a body is not JSON, too long, or a form, then it is refused as a problem', async () => {
    for (const path of PATHS) {
      requireRefused(await post(path, '{'), 400, 'malformed_json');
      requireRefused(await post(path, JSON.stringify({ name: 'x'.repeat(70_000) })), 413, 'body_too_large');
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        requireRefused(await post(path, 'name=x', { 'content-type': type }), 415, 'unsupported_media_type');
      }
      requireRefused(await post(path, LOGIN, {}), 415, 'unsupported_media_type');
    }
    assert.deepEqual(await runSql(lectern, 'SELECT name FROM terminal_logins'), []);
  });

  it('[D4] when another method is sent, then it is refused with Allow, before any body is read', async () => {
    for (const path of PATHS) {
      for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const content = ['PUT', 'PATCH'].includes(method) ? '{' : undefined;
        const response = await sendRequest(lectern.url, method, path, content, JSON_TYPE);
        if (method === 'HEAD') assert.equal(response.status, 405);
        else requireRefused(response, 405, 'method_not_allowed');
        assert.equal(response.headers.get('allow'), 'POST', `${method} ${path}`);
      }
    }
  });

  it('when a passkey ceremony comes from a foreign page or has missing fields, then it is refused as a problem', async () => {
    for (const path of PATHS.slice(2)) {
      requireRefused(await post(path, '{}'), 422, 'invalid_fields');
    }
    const foreign = { ...JSON_TYPE, origin: 'https://evil.example' };
    requireRefused(await post('/sign-in/passkey/options', '{"csrf":"x"}', foreign), 403, 'forbidden');
  });

  it('[D10] when the budget of pages is exhausted, then the response has Retry-After, on these and as a page elsewhere', async () => {
    await using small = await startTestLectern('sqlite', { LECTERN_BUDGET_PAGES: '1' });
    assert.equal((await sendRequest(small.url, 'GET', '/sign-in')).status, 200);
    for (const path of PATHS) {
      const send = () => post(path, LOGIN, JSON_TYPE, small);
      // A minute may begin in between.
      const [once, again] = [await send(), await send()];
      const response = once.status === 429 ? once : again;
      requireRefused(response, 429, 'rate_limited');
      assert.match(response.headers.get('retry-after')!, /^[1-9]\d?$/);
    }
    assert.match((await fetch(`${small.url}/sign-in`)).headers.get('content-type')!, /^text\/html/);
  });

  it('[D3], [D46] when a request cannot be served or fails, then the response is a problem', async () => {
    const mend = await failInserts(lectern, 'terminal_logins');
    requireRefused(await post('/connect/terminal', LOGIN).finally(mend), 500, 'internal_error');
    await using insecure = await startTestLectern('sqlite', { LECTERN_PUBLIC_URL: 'http://lectern.example' });
    for (const path of PATHS.slice(0, 2)) {
      const response = await post(path, path.endsWith('token') ? '{"device_code":"x"}' : LOGIN, JSON_TYPE, insecure);
      assertProblem(response, 503, 'unavailable');
      assert.match(response.body.detail, /HTTPS/);
    }
  });

  it('when logins come from one address or network, then twenty a minute are allowed, and invalid requests do not count', async () => {
    // A minute may begin in between.
    const requireTwenty = (responses: ApiResponse[]) => {
      const begun = responses.filter(({ status }) => status === 200).length;
      assert.ok(begun >= 20 && begun <= 40, `${begun} of ${responses.length}`);
    };
    for (let each = 0; each < 45; each++) {
      assert.equal((await post('/connect/terminal', '{}', from('192.0.2.1'))).status, 400);
    }
    const begin = (address: string) => post('/connect/terminal', LOGIN, from(address));
    const responses = await Promise.all(Array.from({ length: 45 }, () => begin('192.0.2.1')));
    requireTwenty(responses);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      requireRefused(response, 429, 'rate_limited');
      assert.match(response.headers.get('retry-after')!, /^[1-9]\d?$/);
    }
    const host = (index: number) => `2001:db8::${index.toString(16)}`;
    const network = await Promise.all(Array.from({ length: 45 }, (_, index) => begin(host(index + 1))));
    requireTwenty(network);
    assert.equal((await begin('192.0.2.2')).status, 200, 'others go on');
  });

  it('when new logins begin, then expired ones are removed: no more are kept than ten minutes can begin', async () => {
    const count = async () => (await runSql(lectern, 'SELECT device_hash FROM terminal_logins')).length;
    const first = await count();
    assert.ok(first >= 41, `${first}`);
    let last = first;
    for (let round = 1; round <= 4; round++) {
      now += 601_000;
      for (let each = 0; each < 5; each++) {
        assert.equal((await post('/connect/terminal', LOGIN, from(`198.51.100.${round}`))).status, 200);
      }
      last = await count();
    }
    assert.equal(last, 5, 'only those of the last ten minutes are left');
  });
});
