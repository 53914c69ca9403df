import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type ApiResponse, type RequestHeaders, sendRequest } from '../support/requests/api.ts';
import type { BrowserAgent } from '../support/requests/browser-agent.ts';
import {
  authorizationOf,
  authorizePath,
  decide,
  type Fields,
  openAuthorizationBrowser,
  openConsent,
  readCallback,
  registerClient,
  requirePrivate,
  type TestClient,
  toForm,
} from '../support/requests/oauth-flow.ts';
import { createTestUser } from '../support/requests/tokens.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const HTTPS = 'https://app.example:8443/Call/back?tenant=1';
const LOOPBACK = 'http://127.0.0.1:5173/cb';

/** Redirect URIs that an attacker sends in place of a registered one. */
const TRICKS: Record<string, string> = {
  'a trailing slash': `${LOOPBACK}/`,
  'a path below it': `${LOOPBACK}/../evil`,
  'dot segments that lead back': 'http://127.0.0.1:5173/x/../cb',
  'an empty query': `${LOOPBACK}?`,
  'an added query': `${LOOPBACK}?next=evil`,
  'another query than the registered one': 'https://app.example:8443/Call/back?tenant=2',
  'a missing query': 'https://app.example:8443/Call/back',
  'a registered query with more': `${HTTPS}&x=1`,
  userinfo: 'http://127.0.0.1:5173@evil.example/cb',
  'userinfo before the right host': 'http://evil@127.0.0.1:5173/cb',
  'a fragment': `${LOOPBACK}#x`,
  'an empty fragment': `${LOOPBACK}#`,
  'the path in another case': 'https://app.example:8443/call/back?tenant=1',
  'the host in another case': 'https://APP.example:8443/Call/back?tenant=1',
  'the scheme in another case': 'HTTP://127.0.0.1:5173/cb',
  'another scheme': 'https://127.0.0.1:5173/cb',
  'another port': 'http://127.0.0.1:5174/cb',
  'no port': 'http://127.0.0.1/cb',
  localhost: 'http://localhost:5173/cb',
  'the other loopback': 'http://[::1]:5173/cb',
  'another spelling of the loopback': 'http://127.1:5173/cb',
  'the loopback as one number': 'http://2130706433:5173/cb',
  'percent-encoding of the path': 'http://127.0.0.1:5173/%63b',
  'percent-encoding twice': encodeURIComponent(LOOPBACK),
  'a name of letters that look alike': 'https://аpp.example:8443/Call/back?tenant=1',
  'the same name in punycode': 'https://xn--pp-6kc.example:8443/Call/back?tenant=1',
  'a dot after the host': 'https://app.example.:8443/Call/back?tenant=1',
  'a subdomain of another': 'https://app.example.evil.example:8443/Call/back?tenant=1',
  'a backslash': 'http://127.0.0.1:5173\\@evil.example/cb',
  'a backslash for a slash': 'http:\\\\127.0.0.1:5173\\cb',
  'a space before': ` ${LOOPBACK}`,
  'a newline after': `${LOOPBACK}\n`,
  'a header after it': `${LOOPBACK}\r\nSet-Cookie: a=b`,
  'a null byte after': `${LOOPBACK}\0`,
  javascript: 'javascript:alert(1)//127.0.0.1:5173/cb',
  'no scheme': '//127.0.0.1:5173/cb',
  'only the path': '/cb',
  nothing: '',
  'two in one': `${LOOPBACK} ${HTTPS}`,
};

/**
 * Checks that the error is shown to the user without a redirect, and that the page reflects nothing a browser would
 * run. [D41]
 */
function requireLocal({ status, headers, body }: ApiResponse, marker?: string): void {
  assert.deepEqual([status, headers.get('location')], [400, null], JSON.stringify(body));
  assert.match(headers.get('content-type')!, /^text\/html\b/);
  assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/);
  if (marker) assert.ok(!body.includes(marker));
  requirePrivate(headers);
}

for (const engine of PAGE_ENGINES) {
  describe(`redirect URIs at the authorization endpoint on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_BUDGET_PAGES: '1000000' } });
    let browser: BrowserAgent;
    let client: TestClient;
    before(async () => {
      browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      client = await registerClient(lectern, { redirectUris: [LOOPBACK, HTTPS] });
    });

    /** Sends the request as a signed-in user and as one who is signed out. Neither may be redirected. */
    const refused = async (query: string, marker?: string) => {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      for (const headers of [{}, { cookie }] as RequestHeaders[]) {
        requireLocal(await sendRequest(lectern.url, 'GET', `/oauth/authorize?${query}`, undefined, headers), marker);
      }
    };

    for (const [name, uri] of Object.entries(TRICKS)) {
      it(`[Endpoints] for ${name}: when it is sent as the redirect URI, then it counts as not registered`, () =>
        refused(toForm(authorizationOf(client, { redirect_uri: uri }))));
    }

    it('[Endpoints] when the redirect URI belongs to another client, then it counts as not registered', async () => {
      const other = await registerClient(lectern, { redirectUris: ['https://other.example/cb'] });
      await refused(toForm(authorizationOf(client, { redirect_uri: other.redirectUri })));
    });

    it('[D41] when a registered URI is requested, then it is used as it stands, with its query', async () => {
      for (const redirectUri of [LOOPBACK, HTTPS]) {
        const fields = authorizationOf(client, { redirect_uri: redirectUri });
        const { location } = await decide(browser, await openConsent(browser, fields), 'allow');
        assert.ok(location!.href.startsWith(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}`), location!.href);
        assert.equal(location!.searchParams.get('tenant'), redirectUri === HTTPS ? '1' : null);
        assert.equal(location!.searchParams.get('state'), fields.state);
      }
    });

    it('[D41] when there is an error, then the query of the registered URI is kept too', async () => {
      const fields = authorizationOf(client, { redirect_uri: HTTPS, scope: null });
      const { location, status } = await browser.get(authorizePath(fields));
      assert.equal(status, 303);
      assert.ok(location!.href.startsWith(`${HTTPS}&`), location!.href);
      assert.equal(location!.searchParams.get('error'), 'invalid_scope');
    });

    for (const [name, changes] of Object.entries<Fields>({
      'a missing client_id': { client_id: null },
      'an empty client_id': { client_id: '' },
      'an unknown client_id': { client_id: 'AAAAAAAAAAAAAAAAAAAA' },
      'a client_id with a wildcard': { client_id: '%' },
      'a client_id that is very long': { client_id: 'a'.repeat(5000) },
      'a client_id with a null byte': { client_id: 'a\0b' },
      'a missing redirect_uri, though the client has only one': { redirect_uri: null },
      'a redirect_uri twice, both registered': { redirect_uri: [LOOPBACK, HTTPS] },
      'a redirect_uri twice, the same': { redirect_uri: [LOOPBACK, LOOPBACK] },
    })) {
      it(`[D41] when the request has ${name}, then it is refused here, not by redirect`, () =>
        refused(toForm(authorizationOf(client, changes))));
    }

    it('[D41] when the request has client_id twice, then it is refused here, not by redirect', () =>
      refused(toForm(authorizationOf(client, { client_id: [client.id, client.id] }))));

    it('[D41] when other things are wrong too, then what is refused here is refused first', () =>
      refused(
        toForm(
          authorizationOf(client, { redirect_uri: 'https://evil.example/', scope: 'nonsense', response_type: 'token' }),
        ),
      ));

    it('[Endpoints] when a request is refused here, then the response reflects no markup', async () => {
      const markup = '"><img src=x onerror=alert(1)>';
      for (const name of ['client_id', 'redirect_uri', 'state', 'request']) {
        // A state must be too long to be refused.
        await refused(
          toForm(authorizationOf(client, { [name]: name === 'state' ? markup.repeat(20) : markup })),
          markup,
        );
      }
    });

    it('[Endpoints] when the name of a client contains markup, then the consent page does not treat it as markup', async () => {
      const named = await registerClient(lectern, { name: '<script>alert(1)</script>' });
      const { text } = await openConsent(browser, authorizationOf(named));
      assert.ok(!text.includes('<script>alert'));
      assert.ok(text.includes('&lt;script&gt;alert(1)'));
    });

    it('[Endpoints] when a state contains markup, then it is not treated as markup, and comes back byte for byte', async () => {
      const state = '"><script>äöü ☃ %00+&=#\\';
      const fields = authorizationOf(client, { state });
      const page = await openConsent(browser, fields);
      assert.ok(!page.text.includes('"><script>'));
      assert.equal(readCallback(await decide(browser, page, 'deny'), client).state, state);
    });

    it('[D41] when a whole request comes by POST, as RFC 6749 allows servers, then nothing begins', async () => {
      const { status, location } = await browser.post('/oauth/authorize', authorizationOf(client));
      assert.ok(status >= 400 && status < 500, String(status));
      assert.equal(location, null);
    });

    it('[D4] when another method is used, then the response is 405', async () => {
      for (const method of ['PUT', 'DELETE', 'PATCH']) {
        const { status, headers } = await sendRequest(lectern.url, method, '/oauth/authorize');
        assert.equal(status, 405);
        assert.match(headers.get('allow')!, /\bGET\b/);
      }
    });
  });
}
