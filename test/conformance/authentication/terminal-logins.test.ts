import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonDocument } from '../../support/requests/api.ts';
import { type AgentPage, BrowserAgent, requireForm } from '../../support/requests/browser-agent.ts';
import { openAuthorizationBrowser } from '../../support/requests/oauth-flow.ts';
import { createTestUser, type TestUser } from '../../support/requests/tokens.ts';
import { failInserts } from '../../support/server/failing-inserts.ts';
import { PAGE_ENGINES, startTestLectern } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const DAY_MS = 86_400_000;
const SETTINGS = { LECTERN_TOKENS_PER_USER: '3', LECTERN_TRUSTED_PROXIES: '127.0.0.1' };
let terminals = 0;
const LOGIN = { name: 'ada@laptop', scopes: ['live.list', 'live.get'], expires_in_days: 7 };

for (const engine of PAGE_ENGINES) {
  describe(`[RFC 8628] logins of terminals on ${engine}`, () => {
    let now = Date.now();
    const { lectern } = useInProcessServer({ engine, settings: SETTINGS, clock: () => now });

    const ask = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
      const response = await fetch(`${lectern.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      const text = await response.text();
      const json = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, body: (json ? JSON.parse(text) : text) as JsonDocument };
    };
    const begin = async (login: object = LOGIN): Promise<JsonDocument> => {
      // Each from an address of its own: they can begin only so many a minute.
      const { status, body } = await ask('/connect/terminal', login, { 'x-forwarded-for': `10.0.0.${++terminals}` });
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const collect = (login: JsonDocument) => ask('/connect/terminal/token', { device_code: login.device_code });
    const requireRefused = async (login: JsonDocument, error: string) => {
      const { status, body } = await collect(login);
      assert.deepEqual([status, body], [400, { error }]);
    };
    const decide = async (user: TestUser, login: JsonDocument, decision: 'allow' | 'deny'): Promise<AgentPage> => {
      const browser = await openAuthorizationBrowser(lectern, user);
      const page = await browser.get(`/connect?code=${login.user_code}`);
      assert.equal(page.status, 200, page.text);
      const response = await browser.submit(page, { decision }, '/connect');
      assert.equal(response.status, 303, response.text);
      return browser.follow(response);
    };
    const tokensOf = async (user: TestUser) =>
      (await user.get('/v1/me/tokens')).body.data.filter(({ name }: { name: string }) => name !== 'Command line');

    it('when a person allows what the page shows, then the terminal collects exactly that, once', async () => {
      const user = await createTestUser(lectern);
      const login = await begin();
      assert.match(login.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
      assert.match(login.device_code, /^[\w-]{43}$/);
      assert.deepEqual([login.expires_in, login.interval], [600, 5]);
      assert.equal(login.verification_uri, `${lectern.config.publicUrl}/connect`);
      assert.equal(login.verification_uri_complete, `${lectern.config.publicUrl}/connect?code=${login.user_code}`);
      await requireRefused(login, 'authorization_pending');

      const browser = await openAuthorizationBrowser(lectern, user);
      const page = await browser.get(login.verification_uri_complete);
      assert.equal(page.status, 200);
      for (const shown of ['ada@laptop', login.user_code, 'See the list of your rooms', user.email]) {
        assert.ok(page.text.includes(shown), shown);
      }
      assert.ok(!page.text.includes('everything that you can do'));
      assert.ok(!page.text.includes(login.device_code));
      assert.deepEqual(await tokensOf(user), [], 'nothing is made before it is collected');
      await browser.submit(page, { decision: 'allow' }, '/connect');
      assert.deepEqual(await tokensOf(user), []);

      const { status, body } = await collect(login);
      assert.equal(status, 200, JSON.stringify(body));
      const { id, token, ...rest } = body;
      const expires_at = new Date(now + 7 * DAY_MS).toISOString();
      const account = { id: user.owner.id, kind: 'personal', name: 'User', handle: null };
      assert.deepEqual(rest, { name: 'ada@laptop', scopes: LOGIN.scopes, expires_at, account });
      assert.match(token, /^bt_[0-9A-Za-z]{49}$/);
      const me = await user.get('/v1/me', { token });
      assert.deepEqual(me.body.credential, { kind: 'personal', id, scopes: LOGIN.scopes, expires_at });
      assert.equal((await tokensOf(user)).length, 1);

      await requireRefused(login, 'expired_token');
      assert.equal((await tokensOf(user)).length, 1, 'a collected code makes nothing again');
      const audit = (await user.get(`/v1/accounts/${user.owner.id}/audit`)).body.data;
      const page_writes = audit.filter(({ channel }: JsonDocument) => channel === 'page');
      assert.deepEqual(page_writes.map(({ operation, resource }: JsonDocument) => [operation, resource]).slice(0, 2), [
        ['collectTerminalToken', id],
        ['allowTerminal', null],
      ]);
    });

    it('when no scopes are asked for, then everything is granted, and the page says so', async () => {
      const user = await createTestUser(lectern);
      const login = await begin({ name: 'ada@laptop' });
      const page = await (await openAuthorizationBrowser(lectern, user)).get(`/connect?code=${login.user_code}`);
      assert.ok(page.text.includes('everything that you can do'));
      await decide(user, login, 'allow');
      const { body } = await collect(login);
      assert.deepEqual(body.scopes, []);
      assert.equal(body.expires_at, new Date(now + 90 * DAY_MS).toISOString(), '[D35] 90 days unless asked for');
    });

    it('when a terminal asks several times in parallel, then one request gets the token', async () => {
      const user = await createTestUser(lectern);
      const login = await begin();
      await decide(user, login, 'allow');
      const responses = await Promise.all(Array.from({ length: 10 }, () => collect(login)));
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, ...Array(9).fill(400)]);
      assert.equal((await tokensOf(user)).length, 1);
    });

    it('when decisions are made in parallel, then one counts', async () => {
      const user = await createTestUser(lectern);
      const login = await begin();
      const browser = await openAuthorizationBrowser(lectern, user);
      const page = await browser.get(`/connect?code=${login.user_code}`);
      const responses = await Promise.all(
        ['allow', 'deny', 'deny', 'allow'].map((decision) => browser.submit(page, { decision }, '/connect')),
      );
      const { status, location } = responses.find((response) => response.location)!;
      assert.equal(status, 303);
      for (const response of responses) {
        if (response.status === 303) assert.equal(response.location!.href, location!.href);
        else assert.equal(response.status, 422);
      }
    });

    it('when the same session sends the same decision once more, then it gets the same response', async () => {
      const user = await createTestUser(lectern);
      const login = await begin();
      const [browser, other] = [
        await openAuthorizationBrowser(lectern, user),
        await openAuthorizationBrowser(lectern, user),
      ];
      const path = `/connect?code=${login.user_code}`;
      const [page, others] = [await browser.get(path), await other.get(path)];
      const send = (decision: string) => browser.submit(page, { decision }, '/connect');
      for (const _ of [1, 2]) assert.equal((await send('allow')).location!.search, '?done=allowed');
      assert.equal((await send('deny')).status, 422);
      assert.equal((await other.submit(others, { decision: 'allow' }, '/connect')).status, 422);
      const audit = (await user.get(`/v1/accounts/${user.owner.id}/audit`)).body.data;
      assert.equal(audit.filter(({ operation }: JsonDocument) => operation === 'allowTerminal').length, 1);
    });

    it('when a login is denied, then the terminal gets nothing, and the login cannot be allowed afterwards', async () => {
      const user = await createTestUser(lectern);
      const login = await begin();
      const browser = await openAuthorizationBrowser(lectern, user);
      const page = await browser.get(`/connect?code=${login.user_code}`);
      assert.ok((await decide(user, login, 'deny')).text.includes('The terminal was denied'));
      await requireRefused(login, 'access_denied');
      assert.equal((await browser.submit(page, { decision: 'allow' }, '/connect')).status, 422);
      await requireRefused(login, 'access_denied');
      assert.deepEqual(await tokensOf(user), []);
    });

    it('when ten minutes have passed, then the login is over, whether it was decided or not', async () => {
      const user = await createTestUser(lectern);
      const [waiting, allowed, late] = [await begin(), await begin(), await begin()];
      const browser = await openAuthorizationBrowser(lectern, user);
      const page = await browser.get(`/connect?code=${late.user_code}`);
      await decide(user, allowed, 'allow');
      now += 599_000;
      await requireRefused(waiting, 'authorization_pending');
      assert.equal((await browser.get(`/connect?code=${waiting.user_code}`)).status, 200);
      now += 2_000;
      for (const login of [waiting, allowed]) await requireRefused(login, 'expired_token');
      assert.equal((await browser.get(`/connect?code=${waiting.user_code}`)).status, 422);
      assert.equal((await browser.submit(page, { decision: 'allow' }, '/connect')).status, 422);
      assert.deepEqual(await tokensOf(user), []);
      const { terminalLogins } = lectern.installation.storage;
      const ended = new Date(now).toISOString();
      assert.ok((await terminalLogins.deleteExpired(ended, 2)) <= 2);
      while ((await terminalLogins.deleteExpired(ended, 100)) > 0);
      await requireRefused(late, 'expired_token');
    });

    it('when a terminal asks too often, then it is asked to slow down', async () => {
      const login = await begin();
      await requireRefused(login, 'authorization_pending');
      now += 1_000;
      await requireRefused(login, 'slow_down');
      now += 5_000;
      await requireRefused(login, 'authorization_pending');
    });

    it('when a user is disabled, then their login gives nothing', async () => {
      const user = await createTestUser(lectern);
      const login = await begin();
      await decide(user, login, 'allow');
      await lectern.installation.administration.setUserDisabled(user.email, true);
      await requireRefused(login, 'expired_token');
    });

    it('when a user has as many tokens as are allowed, then the login gives no other until one ends', async () => {
      const user = await createTestUser(lectern);
      const login = await begin();
      await decide(user, login, 'allow');
      const made = [];
      for (const name of ['one', 'two']) made.push((await user.post('/v1/me/tokens', { name })).body.id);
      await requireRefused(login, 'quota_exceeded');
      assert.equal((await user.delete(`/v1/me/tokens/${made[0]}`)).status, 204);
      assert.equal((await collect(login)).status, 200);
    });

    it('when the token or its audit cannot be written, then nothing is used, and the next request gets the token', async () => {
      const user = await createTestUser(lectern);
      for (const table of ['credentials', 'audit']) {
        const login = await begin();
        await decide(user, login, 'allow');
        const mend = await failInserts(lectern, table);
        const { status, body } = await collect(login).finally(mend);
        assert.equal(status, 500);
        assert.ok(!JSON.stringify(body).includes('bt_'));
        const { body: issued } = await collect(login);
        assert.equal((await user.get('/v1/me', { token: issued.token })).status, 200);
        assert.equal((await user.delete(`/v1/me/tokens/${issued.id}`)).status, 204);
      }
    });

    it('when a login request or a code is invalid, then it is refused', async () => {
      const requests: unknown[] = [
        {},
        { name: 5 },
        { name: '' },
        { name: '\u202ename' },
        { name: 'x'.repeat(121) },
        [],
        null,
        { ...LOGIN, scopes: ['live.fly'] },
        { ...LOGIN, scopes: ['offline_access'] },
        { ...LOGIN, more: 1 },
        ...[0, 366, '7'].map((expires_in_days) => ({ ...LOGIN, expires_in_days })),
      ];
      for (const invalid of requests) {
        const { status, body } = await ask('/connect/terminal', invalid);
        assert.deepEqual([status, body.error], [400, 'invalid_request'], JSON.stringify(invalid));
      }
      for (const body of [{}, { device_code: 5 }, { device_code: 'x', more: 1 }]) {
        assert.equal((await ask('/connect/terminal/token', body)).body.error, 'invalid_request');
      }
      for (const device_code of ['', 'x', 'A'.repeat(43)]) await requireRefused({ device_code }, 'expired_token');
      assert.equal((await ask('/connect/terminal', 'name=x', { 'content-type': 'text/plain' })).status, 415);
      const login = await begin();
      await requireRefused({ device_code: login.user_code }, 'expired_token');
    });

    describe('the page /connect', () => {
      it('when the visitor is not signed in, then the page sends them to sign in first, and back with the code', async () => {
        const login = await begin();
        const response = await fetch(`${lectern.url}/connect?code=${login.user_code}`, { redirect: 'manual' });
        assert.equal(response.status, 303);
        const { pathname, searchParams } = new URL(response.headers.get('location')!, lectern.url);
        assert.deepEqual([pathname, searchParams.get('next')], ['/sign-in', `/connect?code=${login.user_code}`]);
      });

      it('when the visitor signs in first, then the page names the terminal, in three languages; a code that waits for nothing shows nothing', async () => {
        const login = await begin({ name: 'ada@<laptop>' });
        const signIn = (code: string, path = '/sign-in') =>
          `${path}?next=${encodeURIComponent(`/connect?code=${code}`)}`;
        for (const [language, words] of [
          ['en', 'You can then connect the terminal “ada@&lt;laptop&gt;”.'],
          ['pt', 'Depois, você poderá conectar o terminal “ada@&lt;laptop&gt;”.'],
          ['de', 'Danach können Sie das Terminal „ada@&lt;laptop&gt;“ verbinden.'],
        ] as const) {
          const browser = new BrowserAgent(lectern.config.publicUrl, { 'accept-language': language });
          assert.ok((await browser.get(signIn(login.user_code))).text.includes(`<p>${words}</p>`), language);
        }
        const browser = new BrowserAgent(lectern.config.publicUrl);
        const page = await browser.get(signIn(login.user_code));
        const wrong = await browser.submit(page, { email: 'a@example.org', password: 'wrong' }, '/sign-in');
        assert.deepEqual([wrong.status, wrong.text.includes('ada@&lt;laptop&gt;')], [403, true]);
        now += 601_000;
        assert.ok(!(await browser.get(signIn(login.user_code))).text.includes('laptop'), 'it is over');

        // Codes cannot be guessed here either.
        const other = await begin();
        for (let each = 0; each < 5; each++) assert.equal((await browser.get(signIn('BBBB-BBBB'))).status, 200);
        const unsaid = await browser.get(signIn(other.user_code));
        assert.deepEqual([unsaid.status, unsaid.text.includes('laptop')], [200, false]);
        now += 60_000;
        assert.ok((await browser.get(signIn(other.user_code))).text.includes('ada@laptop'));
      });

      it('when a code is typed, then any case is taken, also without its dash, and a wrong one is shown again', async () => {
        const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
        const login = await begin();
        assert.equal((await browser.get('/connect')).status, 200);
        for (const typed of [login.user_code.toLowerCase(), login.user_code.replace('-', ''), ` ${login.user_code} `]) {
          const page = await browser.get(`/connect?code=${encodeURIComponent(typed)}`);
          assert.equal(page.status, 200, typed);
        }
        now += 60_000;
        for (const typed of ['<b>"wrong"', '', 'BCDFGHJKL']) {
          const page = await browser.get(`/connect?code=${encodeURIComponent(typed)}`);
          assert.equal(page.status, 422);
          const { fields } = requireForm(page, '/connect');
          assert.equal(fields.code, typed, 'what was typed is there again');
          assert.match(page.text, /aria-invalid="true" aria-describedby="code-problem"/);
        }
      });

      it('when five wrong codes were tried within a minute, then even a right one is not looked at', async () => {
        now += 60_000;
        const user = await createTestUser(lectern);
        const browser = await openAuthorizationBrowser(lectern, user);
        const login = await begin();
        const attempts = await Promise.all(
          Array.from({ length: 12 }, () => browser.get('/connect?code=BBBB-BBBB').then(({ status }) => status)),
        );
        assert.deepEqual(attempts.toSorted(), [...Array(5).fill(422), ...Array(7).fill(429)]);
        const refused = await browser.get(`/connect?code=${login.user_code}`);
        assert.equal(refused.status, 429);
        assert.equal(refused.headers.get('retry-after'), '60');
        // Other users behind that address have counts of their own.
        const neighbour = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
        assert.equal((await neighbour.get(`/connect?code=${login.user_code}`)).status, 200);
        const signIn = `/sign-in?next=${encodeURIComponent('/connect?code=BBBB-BBBB')}`;
        for (let each = 0; each < 6; each++) await new BrowserAgent(lectern.config.publicUrl).get(signIn);
        assert.equal((await neighbour.get(`/connect?code=${login.user_code}`)).status, 200, 'strangers do not count');
        now += 60_000;
        assert.equal((await browser.get(`/connect?code=${login.user_code}`)).status, 200);
      });

      it('when a user signs in again and again, then no more than twenty wrong codes a minute are allowed', async () => {
        now += 60_000;
        const user = await createTestUser(lectern);
        const attempts: number[] = [];
        for (let session = 0; session < 6; session++) {
          const browser = await openAuthorizationBrowser(lectern, user);
          for (let each = 0; each < 4; each++) attempts.push((await browser.get('/connect?code=BBBB-BBBB')).status);
        }
        assert.deepEqual(attempts, [...Array(20).fill(422), ...Array(4).fill(429)]);
        const login = await begin();
        const neighbour = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
        assert.equal((await neighbour.get(`/connect?code=${login.user_code}`)).status, 200);
        now += 60_000;
        const browser = await openAuthorizationBrowser(lectern, user);
        assert.equal((await browser.get(`/connect?code=${login.user_code}`)).status, 200);
      });

      it('when a decision is sent, then it counts only from the form of the page itself', async () => {
        now += 60_000;
        const user = await createTestUser(lectern);
        const [login, other] = [await begin(), await begin()];
        const browser = await openAuthorizationBrowser(lectern, user);
        const { fields } = requireForm(await browser.get(`/connect?code=${login.user_code}`), '/connect');
        const allow = { ...fields, decision: 'allow' };
        const foreign = await browser.post('/connect', allow, { origin: 'https://evil.example' });
        assert.equal(foreign.status, 403);
        for (const changed of [{ csrf: null }, { csrf: 'x' }, { code: other.user_code }, { code: null }]) {
          assert.equal((await browser.post('/connect', { ...allow, ...changed })).status, 403, JSON.stringify(changed));
        }
        const stranger = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
        assert.equal((await stranger.post('/connect', allow)).status, 403, 'a form is bound to its session');
        for (const decision of [null, 'maybe']) {
          assert.equal((await browser.post('/connect', { ...allow, decision })).status, 422);
        }
        now += 5_000;
        for (const each of [login, other]) await requireRefused(each, 'authorization_pending');
      });
    });

    it('[D46] when plain HTTP is used and the address is no literal loopback, then it is refused, for the terminal and for the person', async () => {
      await using place = await startTestLectern(engine, { LECTERN_PUBLIC_URL: 'http://lectern.example' });
      const post = (path: string, body: object) =>
        fetch(place.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      assert.equal((await post('/connect/terminal', LOGIN)).status, 503);
      assert.equal((await post('/connect/terminal/token', { device_code: 'x' })).status, 503);
      assert.equal((await fetch(`${place.url}/connect`)).status, 503);
    });

    it('when a login is stored, then neither code is kept as it is', async () => {
      const login = await begin();
      const { storage } = lectern.installation;
      const found = [login.device_code, login.user_code].map((code) =>
        storage.terminalLogins.find(code, new Date(now).toISOString()),
      );
      assert.deepEqual(await Promise.all(found), [null, null], 'they are looked up by their hashes alone');
    });
  });
}
