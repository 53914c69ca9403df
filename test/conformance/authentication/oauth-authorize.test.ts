import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { newId } from '../../../src/domain/identifiers.ts';
import { hashOpaqueSecret } from '../../../src/domain/opaque-secret.ts';
import { sendRequest } from '../../support/requests/api.ts';
import { type AgentPage, BrowserAgent, requireForm } from '../../support/requests/browser-agent.ts';
import {
  authorizationOf,
  authorizePath,
  decide,
  disableOauthClient,
  exchangeCode,
  type Fields,
  openAuthorizationBrowser,
  openConsent,
  readCallback,
  registerClient,
  requirePrivate,
  requireTokens,
  type TestClient,
} from '../../support/requests/oauth-flow.ts';
import { createTestUser, type TestUser } from '../../support/requests/tokens.ts';
import { PAGE_ENGINES, startTestLectern } from '../../support/server/lectern.ts';
import { runSql } from '../../support/server/sql.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const VERIFIER = 'a'.repeat(43);
const CHALLENGE = 'ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA';
const DAY_MS = 86_400_000;

for (const engine of PAGE_ENGINES) {
  describe(`the authorization endpoint on ${engine}`, () => {
    let person: TestUser;
    let browser: BrowserAgent;
    let client: TestClient;
    let aheadMs = 0;
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_BUDGET_PAGES: '1000000' },
      clock: () => Date.now() + aheadMs,
    });
    before(async () => {
      person = await createTestUser(lectern);
      browser = await openAuthorizationBrowser(lectern, person);
      client = await registerClient(lectern, { name: 'Verses & more' });
    });

    const stranger = () => new BrowserAgent(lectern.config.publicUrl);
    /** Browser of the request, after a user signed in. */
    const signIn = async (known: BrowserAgent, user: TestUser) => {
      const { cookies } = await openAuthorizationBrowser(lectern, user);
      known.cookies.set('lectern_session', cookies.get('lectern_session')!);
    };
    /** Starts signed out; returns the path that continues. */
    const beginUnknown = async (known: BrowserAgent) => {
      const { status, location, headers } = await known.get(authorizePath(authorizationOf(client)));
      assert.deepEqual([status, location!.pathname], [303, '/sign-in']);
      requirePrivate(headers);
      assert.deepEqual([...location!.searchParams.keys()], ['request']);
      return `/oauth/authorize?request=${location!.searchParams.get('request')}`;
    };
    const requireRefused = ({ status, location, headers, text }: AgentPage, expected = 400) => {
      assert.deepEqual([status, location], [expected, null], text);
      assert.match(headers.get('content-type')!, /^text\/html/);
      requirePrivate(headers);
    };
    const requestOf = (page: AgentPage) => requireForm(page, '/oauth/authorize').fields.request!;
    const isKept = async (secret: string) =>
      (await runSql(lectern, `SELECT hash FROM oauth_requests WHERE hash = '${hashOpaqueSecret(secret)}'`)).length ===
      1;

    it('[D8] when the consent page opens, then it is private, cannot be framed, runs only our script, and its form may lead to the client', async () => {
      const { headers, text } = await openConsent(browser, authorizationOf(client));
      requirePrivate(headers);
      assert.equal(headers.get('x-frame-options'), 'DENY');
      const policy = headers.get('content-security-policy')!;
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(policy, /script-src 'self'/);
      assert.doesNotMatch(policy, /form-action|unsafe/);
      assert.deepEqual(text.match(/<script[^>]*/g)?.length, 1);
      assert.match(text, /<script type="module" blocking="render" src="\/assets\/accountPages-[\w-]+\.js"><\/script>/);
    });

    it('[Endpoints] when the consent page opens, then it names app, host, person, scopes and end in the languages of the pages', async () => {
      const fields = authorizationOf(client, { scope: 'live.get live.delete offline_access' });
      const end = new Date(Date.now() + aheadMs + 30 * DAY_MS);
      for (const [language, locale, expected] of [
        ['en', 'en', ['Verses &amp; more', 'app.example', person.email, 'Delete rooms', 'It can delete']],
        ['pt', 'pt', ['Verses &amp; more', 'app.example', person.email, 'Excluir salas', 'Pode excluir']],
        ['de', 'de', ['Verses &amp; more', 'app.example', person.email, 'Räume löschen', 'Die App darf löschen']],
      ] as const) {
        const { text } = await browser.get(authorizePath(fields), { 'accept-language': language });
        assert.ok(text.includes(`<html lang="${language}">`));
        const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(end);
        for (const part of [...expected, day]) assert.ok(text.includes(part), `${part}: ${text}`);
      }
    });

    it('[D39] when offline_access is missing, then the page says one hour; when it is a loopback, then it is a program on this computer', async () => {
      const local = await registerClient(lectern, { redirectUris: ['http://127.0.0.1:5173/cb'] });
      const { text } = await openConsent(browser, authorizationOf(local, { scope: 'live.get' }));
      assert.match(text, /for one hour/);
      assert.match(text, /a program on this computer/);
      assert.doesNotMatch(text, /30 days/);
    });

    it('[Endpoints] when the request is allowed, then the client gets a code, the state and the issuer, once, and the code works', async () => {
      const fields = authorizationOf(client, { code_challenge: CHALLENGE });
      const page = await openConsent(browser, fields);
      const allowed = await decide(browser, page, 'allow');
      requirePrivate(allowed.headers);
      const { code, ...rest } = readCallback(allowed, client);
      assert.deepEqual(rest, { state: fields.state, iss: lectern.config.publicUrl });
      assert.match(code!, /^[\w-]{43}$/);
      for (const decision of ['allow', 'deny'] as const) requireRefused(await decide(browser, page, decision));
      requireTokens(await exchangeCode(lectern, { client, code: code!, verifier: VERIFIER }));
    });

    it('[D41] when the request is denied, then the client gets access_denied, once, and no code is kept', async () => {
      const fields = authorizationOf(client);
      const page = await openConsent(browser, fields);
      const before = await runSql(lectern, 'SELECT count(*) AS codes FROM oauth_codes');
      const { error, code, state, iss } = readCallback(await decide(browser, page, 'deny'), client);
      assert.deepEqual([error, code, state, iss], ['access_denied', undefined, fields.state, lectern.config.publicUrl]);
      requireRefused(await decide(browser, page, 'allow'));
      assert.deepEqual(await runSql(lectern, 'SELECT count(*) AS codes FROM oauth_codes'), before);
    });

    it('[States] when a request is decided ten times at once, then there is one code', async () => {
      const page = await openConsent(browser, authorizationOf(client));
      const responses = await Promise.all(Array.from({ length: 10 }, () => decide(browser, page, 'allow')));
      assert.deepEqual(responses.map(({ status }) => status).sort(), [303, ...Array<number>(9).fill(400)]);
    });

    it('[Endpoints] when an app asks again, then consent is asked for each time, even if the app was allowed before', async () => {
      const verifier = { code_challenge: CHALLENGE };
      const page = await openConsent(browser, authorizationOf(client, verifier));
      const { code } = readCallback(await decide(browser, page, 'allow'), client);
      requireTokens(await exchangeCode(lectern, { client, code: code!, verifier: VERIFIER }));
      for (const prompt of ['none', 'consent']) await openConsent(browser, authorizationOf(client, { prompt }));
    });

    it('[D43] when a decision is made, then it is in the audit of the account, and holds no secret', async () => {
      const owner = await createTestUser(lectern);
      const theirs = await openAuthorizationBrowser(lectern, owner);
      const [first, second] = [
        await openConsent(theirs, authorizationOf(client)),
        await openConsent(theirs, authorizationOf(client)),
      ];
      const { code } = readCallback(await decide(theirs, first, 'allow'), client);
      await decide(theirs, second, 'deny');
      const page = { limit: 10, before: null, since: null };
      const records = await lectern.installation.storage.audit.list({ kind: 'account', id: owner.owner.id }, page);
      const [denied, allowed] = records;
      assert.deepEqual([denied!.operation, allowed!.operation], ['denyApp', 'allowApp']);
      assert.deepEqual([allowed!.channel, allowed!.resource], ['page', client.id]);
      for (const secret of [code!, requestOf(first)]) assert.ok(!JSON.stringify(records).includes(secret));
    });

    describe('the request, while it waits', () => {
      it('[States] when the user signs in, then the request goes on in the same browser and belongs to that session', async () => {
        const known = stranger();
        const path = await beginUnknown(known);
        assert.deepEqual((await known.get(path)).location?.pathname, '/sign-in', 'no user has signed in yet');
        await signIn(known, person);
        const page = await known.get(path);
        assert.equal(page.status, 200, page.text);
        requirePrivate(page.headers);
        await signIn(known, await createTestUser(lectern));
        requireRefused(await known.get(path));
        requireRefused(await decide(known, page, 'allow'), 403);
        assert.ok(await isKept(requestOf(page)));
      });

      it('[States] when the request was bound at sign-in, then it belongs to no other session in that browser', async () => {
        const known = stranger();
        const path = await beginUnknown(known);
        const { sessions, storage, clock } = lectern.installation;
        const secret = path.split('=')[1]!;
        await signIn(known, person);
        const { session } = (await sessions.find(known.cookies.get('lectern_session')))!;
        const at = new Date(clock()).toISOString();
        assert.ok(await storage.oauth.bindRequest(hashOpaqueSecret(secret), session.id, at));
        assert.equal((await known.get(path)).status, 200);
        await signIn(known, person);
        requireRefused(await known.get(path));
      });

      it('[States] when the session of the request has ended, then the request is over and leads to no useless sign-in', async () => {
        const known = stranger();
        await signIn(known, person);
        const page = await openConsent(known, authorizationOf(client));
        const path = `/oauth/authorize?request=${requestOf(page)}`;
        await known.submit(await known.get('/account'), {}, '/sign-out');
        requireRefused(await known.get(path));
        const again = await known.submit(page, { decision: 'allow' }, '/oauth/authorize');
        requireRefused(again, 403);
        await signIn(known, person);
        requireRefused(await known.get(path));
      });

      it('[D41] when another browser uses the request, signed in or not, then it is refused, and the request stays as it is', async () => {
        const known = stranger();
        const path = await beginUnknown(known);
        requireRefused(await stranger().get(path));
        requireRefused(await (await openAuthorizationBrowser(lectern, person)).get(path));
        await signIn(known, person);
        assert.equal((await known.get(path)).status, 200);
        // Not even with the session of its own.
        const thief = stranger();
        thief.cookies.set('lectern_session', known.cookies.get('lectern_session')!);
        requireRefused(await thief.get(path));
      });

      it('[Endpoints] when anything but the request itself is used to resume it, then it is refused', async () => {
        const path = await beginUnknown(browser.cookies.size > 0 ? stranger() : browser);
        const page = await openConsent(browser, authorizationOf(client));
        const own = `/oauth/authorize?request=${requestOf(page)}`;
        assert.equal((await browser.get(own)).status, 200);
        for (const query of [
          `&client_id=${client.id}`,
          '&lang=de',
          '&state=',
          `&request=${requestOf(page)}`,
          '&unknown=1',
          '&%ff=1',
        ]) {
          requireRefused(await browser.get(own + query));
        }
        for (const secret of ['', 'x', 'a'.repeat(43), '%00', requestOf(page).toLowerCase()]) {
          requireRefused(await browser.get(`/oauth/authorize?request=${secret}`));
        }
        // RFC 6749 §3.1: a parameter without a value is one that was not sent.
        assert.equal((await browser.get(`${authorizePath(authorizationOf(client))}&request=`)).status, 200);
        requireRefused(await browser.get(`${authorizePath(authorizationOf(client))}&request=x`));
        requireRefused(await browser.get(`${path}&redirect_uri=https://evil.example/`));
        assert.equal((await browser.get(own)).status, 200, 'none of that has hurt it');
      });

      it('[States] when the request has waited 299 seconds, then it lives; after 301 it does not', async () => {
        const page = await openConsent(browser, authorizationOf(client));
        const own = `/oauth/authorize?request=${requestOf(page)}`;
        aheadMs += 299_000;
        assert.equal((await browser.get(own)).status, 200);
        aheadMs += 2_000;
        requireRefused(await browser.get(own));
        requireRefused(await decide(browser, page, 'allow'));
        const late = await openConsent(browser, authorizationOf(client));
        aheadMs += 299_000;
        assert.ok(readCallback(await decide(browser, late, 'allow'), client).code);
      });

      it('[States] when the server restarts, then the request still waits', async () => {
        const waiting = await openConsent(browser, authorizationOf(client));
        const known = stranger();
        const path = await beginUnknown(known);
        await lectern.restart();
        const renew = ({ cookies }: BrowserAgent) => {
          const renewed = stranger();
          for (const [name, value] of cookies) renewed.cookies.set(name, value);
          return renewed;
        };
        browser = renew(browser);
        const again = await browser.get(`/oauth/authorize?request=${requestOf(waiting)}`);
        const { code, iss } = readCallback(await decide(browser, again, 'allow'), client);
        assert.ok(code);
        assert.equal(iss, lectern.config.publicUrl);
        const returned = renew(known);
        await signIn(returned, person);
        assert.equal((await returned.get(path)).status, 200);
      });
    });

    describe('the form', () => {
      const send = async (fields: Fields, headers: Record<string, string> = {}) => {
        const page = await openConsent(browser, authorizationOf(client));
        const form = requireForm(page, '/oauth/authorize').fields;
        const response = await browser.post('/oauth/authorize', { ...form, decision: 'allow', ...fields }, headers);
        return { response, kept: await isKept(requestOf(page)) };
      };

      for (const [what, headers] of Object.entries<Record<string, string>>({
        'another origin': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        'another port of the same host': { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' },
        'no known origin, of another site': { origin: 'null', 'sec-fetch-site': 'cross-site' },
      })) {
        it(`[D41] when the form comes from ${what}, then the response is a local 403, and nothing is decided`, async () => {
          const { response, kept } = await send({}, headers);
          requireRefused(response, 403);
          assert.ok(kept);
        });
      }

      it('[D41] when the form has no token, or that of another request, then the response is a local 403', async () => {
        const other = await openConsent(browser, authorizationOf(client));
        const { csrf } = requireForm(other, '/oauth/authorize').fields;
        for (const fields of [
          { csrf: null },
          { csrf: '' },
          { csrf: csrf! },
          { request: requestOf(other) },
        ] as Fields[]) {
          const { response, kept } = await send(fields);
          requireRefused(response, 403);
          assert.ok(kept);
        }
      });

      it('[D8] when a browser sends the form as from a page without referrer, then it counts', async () => {
        const { response } = await send({}, { origin: 'null', 'sec-fetch-site': 'same-origin' });
        assert.ok(readCallback(response, client).code);
      });

      it('[Endpoints] when anything but a decision is sent, then nothing is decided', async () => {
        for (const decision of [null, '', 'ALLOW', 'yes']) {
          const { response, kept } = await send({ decision });
          requireRefused(response);
          assert.ok(kept);
        }
      });

      it('[D41] when the user or the client of the form has been disabled since, then the form is refused here', async () => {
        const disabled = await createTestUser(lectern);
        const theirs = await openAuthorizationBrowser(lectern, disabled);
        const page = await openConsent(theirs, authorizationOf(client));
        await lectern.installation.administration.setUserDisabled(disabled.email, true);
        requireRefused(await decide(theirs, page, 'allow'), 403);
        const gone = await registerClient(lectern);
        const asked = await openConsent(browser, authorizationOf(gone));
        await disableOauthClient(lectern, gone);
        for (const decision of ['allow', 'deny'] as const) requireRefused(await decide(browser, asked, decision));
        requireRefused(await browser.get(`/oauth/authorize?request=${requestOf(asked)}`));
      });

      it('when the account is not the right one, then the form goes on with another account', async () => {
        const [wrong, right] = [await createTestUser(lectern), await createTestUser(lectern)];
        const theirs = await openAuthorizationBrowser(lectern, wrong);
        const page = await openConsent(theirs, authorizationOf(client));
        const old = theirs.cookies.get('lectern_session')!;
        const switched = await theirs.submit(page, { decision: 'switch' }, '/oauth/authorize');
        assert.deepEqual([switched.status, switched.location!.pathname], [303, '/sign-in']);
        assert.ok(!theirs.cookies.has('lectern_session'));
        assert.equal(await lectern.installation.sessions.find(old), null);
        requireRefused(await decide(theirs, page, 'allow'), 403);
        await signIn(theirs, right);
        const again = await theirs.get(`/oauth/authorize${switched.location!.search}`);
        assert.ok(again.text.includes(right.email));
        assert.ok(readCallback(await decide(theirs, again, 'allow'), client).code);
      });
    });

    describe('the twenty-first grant', () => {
      const addGrants = async (user: TestUser, number: number) => {
        const { id } = (await lectern.installation.storage.accounts.findUserByEmail(user.email))!;
        const now = lectern.installation.clock();
        for (let age = 1; age <= number; age++) {
          const created = new Date(now - age * 60_000).toISOString();
          const expires = new Date(now + DAY_MS).toISOString();
          const { id: app } = age === number ? await registerClient(lectern, { name: 'The oldest app' }) : client;
          await runSql(
            lectern,
            `INSERT INTO oauth_grants (id, client_id, user_id, scopes, created_at, expires_at, revoked_at)
             VALUES ('${newId()}', '${app}', '${id}', '["live.get"]', '${created}', '${expires}', NULL)`,
          );
        }
      };

      it('[D38] when the grant is to be allowed, then it is allowed only after the page has said which one ends', async () => {
        const busy = await createTestUser(lectern);
        const theirs = await openAuthorizationBrowser(lectern, busy);
        await addGrants(busy, 19);
        const early = await openConsent(theirs, authorizationOf(client, { code_challenge: CHALLENGE }));
        assert.ok(!early.text.includes('The oldest app'));
        assert.equal(requireForm(early, '/oauth/authorize').fields.replaces, undefined);

        await addGrants(busy, 1);
        const again = await decide(theirs, early, 'allow');
        assert.deepEqual([again.status, again.location], [200, null], 'asked again, with what has changed');
        assert.ok(again.text.includes('The oldest app'));
        const oldest = (await busy.get('/v1/me/oauth-grants')).body.data.at(-1);
        assert.equal(requireForm(again, '/oauth/authorize').fields.replaces, oldest.id);
        const { code } = readCallback(await decide(theirs, again, 'allow'), client);
        requireTokens(await exchangeCode(lectern, { client, code: code!, verifier: VERIFIER }));
        const { body } = await busy.get('/v1/me/oauth-grants');
        assert.equal(body.data.length, 20);
      });

      it('[D38] when the grant is to be denied, then it may be denied at once', async () => {
        const busy = await createTestUser(lectern);
        const theirs = await openAuthorizationBrowser(lectern, busy);
        await addGrants(busy, 20);
        const page = await openConsent(theirs, authorizationOf(client));
        assert.equal(readCallback(await decide(theirs, page, 'deny'), client).error, 'access_denied');
        assert.equal((await busy.get('/v1/me/oauth-grants')).body.data.length, 20);
      });
    });

    it('[D46] when authorization is opened by the name of the computer itself, then it goes on under the address of the settings', async () => {
      const path = authorizePath(authorizationOf(client));
      const host = `localhost:${lectern.server.port}`;
      const { status, headers } = await sendRequest(lectern.url, 'GET', path, undefined, { host });
      assert.deepEqual([status, headers.get('location')], [302, lectern.config.publicUrl + path]);
      requirePrivate(headers);
      const foreign = await sendRequest(lectern.url, 'GET', path, undefined, { host: 'evil.example' });
      assert.deepEqual([foreign.status, foreign.headers.get('location')], [503, null]);
      requirePrivate(foreign.headers);
      assert.ok(foreign.body.includes(`On the machine that runs the server, use ${lectern.config.publicUrl}.`));
    });
  });
}

describe('the authorization endpoint on plain HTTP of a network', () => {
  it('[D41] when authorization is requested, then it is not available, though sign-in may be', async () => {
    const settings = { LECTERN_PUBLIC_URL: 'http://lectern.local:8080', LECTERN_INSECURE_LAN: 'on' };
    await using lectern = await startTestLectern('sqlite', settings);
    const client = await registerClient(lectern);
    const host = { host: 'lectern.local:8080' };
    const form = { ...host, 'content-type': 'application/x-www-form-urlencoded' };
    for (const { status, headers } of [
      await sendRequest(lectern.url, 'GET', authorizePath(authorizationOf(client)), undefined, host),
      await sendRequest(lectern.url, 'POST', '/oauth/authorize', 'decision=allow', form),
    ]) {
      assert.equal(status, 503);
      requirePrivate(headers);
    }
    // Sign-in does go on here.
    for (const [language, said] of [
      ['en', /apps cannot connect here\. Nothing was shared\. Ask .* begins with https:\/\//],
      ['pt', /não é possível conectar aplicativos por aqui\. Nada foi compartilhado\. Peça .* começa com https:\/\//],
      [
        'de',
        /lässt sich hier keine App verbinden\. Es wurde nichts weitergegeben\. Fragen Sie .* mit https:\/\/ beginnt/,
      ],
    ] as const) {
      const headers = { ...host, 'accept-language': language };
      const { body } = await sendRequest(lectern.url, 'GET', '/oauth/authorize', undefined, headers);
      assert.match(body, said);
      assert.doesNotMatch(body, /lectern\.local/, 'there is no address that would do');
    }
  });

  it('[Endpoints] when a proxy names another address, then the issuer is still that of the settings', async () => {
    await using lectern = await startTestLectern('sqlite', { LECTERN_PUBLIC_URL: 'https://lectern.example' });
    const client = await registerClient(lectern);
    const path = authorizePath(authorizationOf(client, { scope: null }));
    const { status, headers } = await sendRequest(lectern.url, 'GET', path, undefined, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
    });
    assert.equal(status, 303);
    assert.equal(new URL(headers.get('location')!).searchParams.get('iss'), 'https://lectern.example');
  });
});
