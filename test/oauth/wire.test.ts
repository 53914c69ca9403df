import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sendRequest } from '../support/requests/api.ts';
import type { BrowserAgent } from '../support/requests/browser-agent.ts';
import {
  authorizationOf,
  authorizePath,
  exchangeCode,
  exchangeFields,
  obtainCode,
  openAuthorizationBrowser,
  refresh,
  registerClient,
  requireOauthError,
  requireTokens,
  revoke,
  type TestClient,
  toForm,
} from '../support/requests/oauth-flow.ts';
import { sendBytes, toBytes } from '../support/requests/raw-bytes.ts';
import { createTestUser } from '../support/requests/tokens.ts';
import { PAGE_ENGINES, startTestLectern } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

/** Replaces lone surrogates, which URLSearchParams cannot carry. */
const toWellFormed = ([name, value]: [string, string]): [string, string] => [name, value.toWellFormed()];

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

for (const engine of PAGE_ENGINES) {
  describe(`OAuth endpoints and requests that no library sends, on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_BUDGET_PAGES: '1000000' } });
    let browser: BrowserAgent;
    let client: TestClient;
    before(async () => {
      browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      client = await registerClient(lectern);
    });

    const post = (content: string, headers: Record<string, string> = FORM) =>
      sendRequest(lectern.url, 'POST', '/oauth/token', content, headers);

    it('[D41] when a name is written in another way, then it is still the same name: repeated is repeated', async () => {
      const code = await obtainCode(browser, client);
      const form = toForm(exchangeFields(code));
      for (const more of ['&client%5Fid=x', '&c%6Fde=x', '&grant_type', '&code_verifier=']) {
        requireOauthError(await post(form + more), 'invalid_request');
      }
      requireTokens(await post(form));
      const path = authorizePath(authorizationOf(client));
      for (const more of ['&client%5Fid=x', '&redirect%5furi=x', '&st%61te=aaaaaaaaaaaaaaaaaaaa']) {
        assert.equal((await browser.get(path + more)).status, 400, more);
      }
    });

    it('[D41] when names have brackets, or are properties that every object has, then they are unknown names', async () => {
      const code = await obtainCode(browser, client);
      const { client_id, ...rest } = exchangeFields(code);
      for (const name of ['client_id[]', 'client_id[0]', 'Client_Id', ' client_id']) {
        requireOauthError(await post(toForm({ ...rest, [name]: client_id! })), 'invalid_request');
      }
      const odd = '__proto__=x&__proto__[client_id]=x&constructor=y&toString=z&hasOwnProperty=1';
      requireTokens(await post(`${toForm(exchangeFields(code))}&${odd}`));
      assert.equal((await browser.get(`${authorizePath(authorizationOf(client))}&${odd}`)).status, 200);
    });

    it('[D41] when there is a semicolon, a comma or a new line, then it separates nothing', async () => {
      const code = await obtainCode(browser, client);
      const form = toForm(exchangeFields(code));
      for (const mark of [';', ',', '\n']) {
        const { status, body } = await post(form.replaceAll('&', mark));
        assert.equal(status, 400);
        assert.ok(['invalid_request', 'unsupported_grant_type'].includes(body.error), body.error);
      }
      requireTokens(await post(form));
    });

    it('[D41] when the media type has a charset or another case, then it is the same media type', async () => {
      for (const type of [
        'application/x-www-form-urlencoded;charset=UTF-8',
        'application/x-www-form-urlencoded; charset=utf-8',
        'APPLICATION/X-WWW-FORM-URLENCODED',
      ]) {
        const code = await obtainCode(browser, client);
        requireTokens(await post(toForm(exchangeFields(code)), { 'content-type': type }));
      }
    });

    it('[D41] when there are broken escapes, non-UTF-8 bytes, null bytes or a body of nothing, then they are refusals, not failures', async () => {
      const code = await obtainCode(browser, client);
      const bodies = ['', '&', '=', '&&&=&', '%', 'grant_type=%zz', 'grant_type=%ff%fe', 'grant_type=%00', '\0'];
      for (const content of bodies) {
        const { status, body } = await post(content);
        assert.equal(status, 400, content);
        assert.ok(['invalid_request', 'unsupported_grant_type'].includes(body.error), content);
      }
      requireTokens(await exchangeCode(lectern, code));
    });

    it('[D41] when there is no body at all, then it is a form without fields, and is refused at once', async () => {
      const { host } = new URL(lectern.url);
      const headers = { Host: host, 'Content-Type': FORM['content-type'], Connection: 'close' };
      const response = await sendBytes(lectern.url, toBytes('POST', '/oauth/token', headers));
      assert.match(response, /^HTTP\/1\.1 400 [\s\S]*"error":"invalid_request"/);
      for (const path of ['/sign-in', '/connect', '/l/x/secret']) {
        assert.match(await sendBytes(lectern.url, toBytes('POST', path, headers)), /^HTTP\/1\.1 [34]\d\d /, path);
      }
    });

    it('[D41] when any looked-up field has null bytes or is not UTF-8, then the response is a refusal, not a failure', async () => {
      const code = await obtainCode(browser, client);
      const fields = exchangeFields(code);
      for (const name of ['client_id', 'code', 'redirect_uri', 'code_verifier', 'grant_type']) {
        for (const value of ['%00', 'a%00b', '%ff', '%ed%a0%80', '%F0%9F%9C%81']) {
          const { status, body } = await post(`${toForm({ ...fields, [name]: null })}&${name}=${value}`);
          assert.equal(status, 400, `${name}=${value} ${JSON.stringify(body)}`);
        }
      }
      for (const name of ['refresh_token', 'client_id', 'scope']) {
        for (const value of ['%00', '%ff', '%ed%a0%80']) {
          const known = { grant_type: 'refresh_token', client_id: client.id, refresh_token: `or_${'0'.repeat(49)}` };
          const { status } = await post(`${toForm({ ...known, [name]: null })}&${name}=${value}`);
          assert.equal(status, 400, `${name}=${value}`);
        }
      }
      for (const name of [
        'client_id',
        'redirect_uri',
        'state',
        'scope',
        'code_challenge',
        'response_type',
        'request',
      ]) {
        for (const value of ['%00', '%ff', '%ed%a0%80', '%']) {
          const query = toForm(authorizationOf(client, { [name]: null }));
          const { status } = await browser.get(`/oauth/authorize?${query}&${name}=${value}`);
          assert.ok([303, 400].includes(status), `${name}=${value} ${status}`);
        }
      }
      requireTokens(await exchangeCode(lectern, code));
    });

    it('[Endpoints] when a query contains anything at all, then it never leads to an address that is not registered', async () => {
      const names = [...Object.keys(authorizationOf(client)), 'request', 'response_mode', 'prompt', ''];
      const text = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom('//evil.example', 'S256', 'code'),
      );
      const more = fc.array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 3 });
      const missing = fc.array(fc.constantFrom(...names), { maxLength: 2 });
      const property = fc.asyncProperty(more, missing, async (added, removed) => {
        const kept = Object.entries(authorizationOf(client)).filter(([name]) => !removed.includes(name));
        const query = new URLSearchParams([...(kept as [string, string][]), ...added.map(toWellFormed)]);
        const { status, location } = await browser.get(`/oauth/authorize?${query}`);
        assert.ok([200, 303, 400].includes(status), String(status));
        assert.equal(status === 303, location !== null);
        if (location) assert.equal(location.href.split('?')[0], client.redirectUri);
      });
      await fc.assert(property, { numRuns: 200 });
    });

    it('[D41] when a form contains anything at all, then the token endpoint refuses it in its own words', async () => {
      const names = ['grant_type', 'client_id', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope', ''];
      const known = fc.constantFrom('authorization_code', 'refresh_token', client.id, client.redirectUri, 'live.get');
      const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), known);
      const fields = fc.array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 8 });
      const property = fc.asyncProperty(fields, async (pairs) => {
        const { status, body } = await post(new URLSearchParams(pairs.map(toWellFormed)).toString());
        assert.equal(status, 400, JSON.stringify(body));
        const errors = [
          'invalid_request',
          'invalid_client',
          'invalid_grant',
          'invalid_scope',
          'unsupported_grant_type',
        ];
        assert.ok(errors.includes(body.error), JSON.stringify(body));
      });
      await fc.assert(property, { numRuns: 200 });
    });

    it('[D1] when ten thousand fields are sent, then they are refused or ignored, without a failure', async () => {
      const many = Array.from({ length: 10_000 }, (_, index) => `a${index}=`).join('&');
      const { status } = await post(many);
      assert.ok([400, 413].includes(status), String(status));
      const response = await sendRequest(lectern.url, 'GET', `/oauth/authorize?${many.slice(0, 12_000)}`);
      assert.ok([400, 414, 431].includes(response.status), String(response.status));
    });

    it('[D41] when a body has a content coding, then it is not a form', async () => {
      const code = await obtainCode(browser, client);
      const response = await post(toForm(exchangeFields(code)), { ...FORM, 'content-encoding': 'gzip' });
      assert.ok(response.status >= 400 && response.status < 500, String(response.status));
      requireTokens(await exchangeCode(lectern, code));
    });

    it('[Endpoints] when addresses beside the endpoints are requested, then they are 404, not the endpoints', async () => {
      for (const path of [
        '/oauth/token/',
        '/OAUTH/token',
        '/oauth//token',
        '/oauth',
        '/oauth/register',
        '/oauth/introspect',
      ]) {
        const { status } = await sendRequest(lectern.url, 'POST', path, '', FORM);
        assert.ok([404, 405].includes(status), `${path} ${status}`);
      }
      for (const path of ['/.well-known/openid-configuration', '/oauth/authorize/', '/oauth/userinfo', '/oauth/jwks']) {
        assert.equal((await sendRequest(lectern.url, 'GET', path)).status, 404, path);
      }
    });

    it('[Endpoints] when authorize gets HEAD, then it decides and begins nothing that a GET would not', async () => {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const { status, headers, body } = await sendRequest(
        ...([lectern.url, 'HEAD', authorizePath(authorizationOf(client)), undefined, { cookie }] as const),
      );
      assert.ok([200, 404, 405].includes(status), String(status));
      assert.deepEqual([headers.get('location'), body], [null, null]);
    });
  });

  describe(`budgets of OAuth on ${engine}`, () => {
    it('[D41] when there are too many requests, then every endpoint responds 429 with Retry-After', async () => {
      const budget = 20;
      await using lectern = await startTestLectern(engine, { LECTERN_BUDGET_PAGES: String(budget) });
      const client = await registerClient(lectern);
      const path = authorizePath(authorizationOf(client));
      const endpoints = [
        () => refresh(lectern, client, 'never'),
        () => revoke(lectern, client, 'never'),
        () => sendRequest(lectern.url, 'GET', path),
        () => sendRequest(lectern.url, 'POST', '/oauth/authorize', 'decision=allow', FORM),
      ];
      for (const send of endpoints) {
        let response = await send();
        // A new minute can begin on the way.
        for (let attempts = 0; response.status !== 429 && attempts < 3 * budget; attempts++) response = await send();
        assert.equal(response.status, 429);
        assert.match(response.headers.get('retry-after')!, /^[1-9]\d*$/);
      }
    });
  });
}

describe('cookies under a public address', () => {
  const { lectern } = useInProcessServer({ settings: { LECTERN_PUBLIC_URL: 'https://lectern.example' } });

  it('[States] when they are set, then they have the __Host- prefix, are Secure, HttpOnly, SameSite=Lax and for the whole server', async () => {
    const client = await registerClient(lectern);
    const { status, headers } = await sendRequest(lectern.url, 'GET', authorizePath(authorizationOf(client)));
    assert.equal(status, 303);
    const cookies = headers.getSetCookie();
    assert.ok(cookies.length > 0);
    for (const cookie of cookies) {
      assert.match(cookie, /^__Host-/);
      assert.match(cookie, /; Path=\/(;|$)/i);
      for (const word of ['Secure', 'HttpOnly', 'SameSite=Lax']) assert.ok(cookie.includes(word), cookie);
      assert.doesNotMatch(cookie, /domain=/i);
    }
  });

  it('[States] when a cookie lacks the prefix, as another host of the domain could set it, then it signs in no user', async () => {
    const client = await registerClient(lectern);
    const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
    const session = browser.cookies.get('lectern_session')!;
    const open = (cookie: string) =>
      sendRequest(lectern.url, 'GET', authorizePath(authorizationOf(client)), undefined, { cookie });
    assert.equal((await open(`__Host-lectern_session=${session}`)).status, 200);
    assert.equal((await open(`lectern_session=${session}`)).status, 303);
  });
});
