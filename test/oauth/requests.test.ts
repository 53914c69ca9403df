import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type AgentPage, BrowserAgent, requireForm } from '../support/requests/browser-agent.ts';
import {
  authorizationOf,
  authorizePath,
  challengeOf,
  decide,
  disableOauthClient,
  exchangeCode,
  newVerifier,
  openAuthorizationBrowser,
  openConsent,
  readCallback,
  registerClient,
  requirePrivate,
  requireTokens,
  type TestClient,
} from '../support/requests/oauth-flow.ts';
import { createTestUser } from '../support/requests/tokens.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const PASSWORD = 'correct horse battery staple';

for (const engine of PAGE_ENGINES) {
  describe(`requests that wait for a person on ${engine}`, () => {
    let client: TestClient;
    /** The server's clock stands still but for this. */
    let nowMs = Date.now();
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_BUDGET_PAGES: '1000000' },
      clock: () => nowMs,
    });
    before(async () => {
      client = await registerClient(lectern);
    });

    let people = 0;
    const createPerson = async () => {
      const email = `person-${++people}@example.org`;
      await lectern.installation.administration.createUser({ email, name: 'Person', password: PASSWORD });
      return email;
    };
    const newBrowser = () => new BrowserAgent(lectern.config.publicUrl);
    /** Opens the request in a browser without a session and returns the page that it reaches. */
    const begin = async () => {
      const browser = newBrowser();
      const verifier = newVerifier();
      const fields = authorizationOf(client, { code_challenge: challengeOf(verifier) });
      const page = await browser.get(authorizePath(fields));
      assert.equal(page.status, 303, page.text);
      assert.deepEqual([page.location!.origin, page.location!.pathname], [lectern.config.publicUrl, '/sign-in']);
      assert.deepEqual([...page.location!.searchParams.keys()], ['request']);
      requirePrivate(page.headers);
      const request = page.location!.searchParams.get('request')!;
      return {
        browser,
        verifier,
        request,
        state: fields.state as string,
        signInPage: await browser.get(page.location!),
      };
    };
    const signIn = async (browser: BrowserAgent, page: AgentPage, email: string, password = PASSWORD) =>
      browser.submit(page, { email, password }, '/sign-in');
    const resumePath = (request: string) => `/oauth/authorize?request=${request}`;
    const requireRefused = (page: AgentPage, status = 400) => {
      assert.deepEqual([page.status, page.location], [status, null], page.text);
      requirePrivate(page.headers);
    };
    const allow = async (browser: BrowserAgent, page: AgentPage) => {
      assert.equal(page.status, 200, page.text);
      return readCallback(await decide(browser, page, 'allow'), client);
    };

    it('[Endpoints] when a person has not signed in, then they return to the consent after sign-in, and the client gets its tokens', async () => {
      const email = await createPerson();
      const { browser, verifier, state, signInPage, request } = await begin();
      assert.match(request, /^[A-Za-z0-9_-]{43}$/);
      const signedIn = await signIn(browser, signInPage, email);
      assert.equal(signedIn.location!.pathname + signedIn.location!.search, resumePath(request));
      const consent = await browser.follow(signedIn);
      requirePrivate(consent.headers);
      const callback = await allow(browser, consent);
      assert.deepEqual([callback.state, callback.iss], [state, lectern.config.publicUrl]);
      requireTokens(await exchangeCode(lectern, { client, code: callback.code!, verifier }));
    });

    it('[Endpoints] when a wrong password is entered on the way, then nothing is lost', async () => {
      const email = await createPerson();
      const { browser, signInPage } = await begin();
      const wrong = await signIn(browser, signInPage, email, 'a wrong password');
      assert.ok(wrong.status >= 400 && wrong.location === null);
      const consent = await browser.follow(await signIn(browser, wrong, email));
      assert.ok((await allow(browser, consent)).code);
    });

    it('[Endpoints] when a person signs in meanwhile in another tab, then they return to the consent too', async () => {
      const { browser, verifier, request } = await begin();
      await browser.signIn(await createPerson(), PASSWORD);
      const { code } = await allow(browser, await browser.get(resumePath(request)));
      requireTokens(await exchangeCode(lectern, { client, code: code!, verifier }));
    });

    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/%09/evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      ' //evil.example',
      '/account/..//evil.example',
      '///evil.example',
      '/account@evil.example',
    ]) {
      it(`[Endpoints] when sign-in gets the target ${JSON.stringify(next)}, then it does not lead off this server`, async () => {
        const browser = newBrowser();
        const page = await browser.get(`/sign-in?next=${encodeURIComponent(next)}`);
        const led = await signIn(browser, page, await createPerson());
        assert.equal(led.status, 303);
        assert.equal(led.location!.origin, lectern.config.publicUrl);
        const forged = newBrowser();
        const form = requireForm(await forged.get('/sign-in'), '/sign-in');
        const fields = { ...form.fields, email: await createPerson(), password: PASSWORD, next };
        const { location } = await forged.post('/sign-in', fields);
        assert.ok(location === null || location.origin === lectern.config.publicUrl, String(location));
      });
    }

    it('[States] when a request is 299 seconds old, then it is resumed', async () => {
      const email = await createPerson();
      const { browser, signInPage } = await begin();
      nowMs += 299_000;
      const consent = await browser.follow(await signIn(browser, signInPage, email));
      assert.ok((await allow(browser, consent)).code);
    });

    it('[States] when a request is 301 seconds old, then it is over, even if the consent was shown in time', async () => {
      const person = await createTestUser(lectern);
      const browser = await openAuthorizationBrowser(lectern, person);
      const consent = await openConsent(browser, authorizationOf(client));
      const late = await begin();
      nowMs += 301_000;
      requireRefused(await decide(browser, consent, 'allow'));
      const again = await late.browser.follow(await signIn(late.browser, late.signInPage, await createPerson()));
      assert.equal(again.url.pathname, '/oauth/authorize');
      requireRefused(again);
    });

    it('[States] when a request is opened in another browser, signed in or not, then it is refused there, and goes on in its own', async () => {
      const email = await createPerson();
      const { browser, signInPage, request } = await begin();
      const stranger = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      requireRefused(await stranger.get(resumePath(request)));
      const thief = newBrowser();
      const led = await thief.get(resumePath(request));
      if (led.status === 303) {
        const reached = await thief.follow(await signIn(thief, await thief.get(led.location!), await createPerson()));
        requireRefused(reached);
      } else requireRefused(led);
      const consent = await browser.follow(await signIn(browser, signInPage, email));
      assert.ok((await allow(browser, consent)).code);
    });

    it('[States] when another person signs in to the same browser later, then the request is of no use to them', async () => {
      const { browser, signInPage, request } = await begin();
      const consent = await browser.follow(await signIn(browser, signInPage, await createPerson()));
      assert.equal(consent.status, 200);
      await browser.signIn(await createPerson(), PASSWORD);
      requireRefused(await browser.get(resumePath(request)));
      const forged = await decide(browser, consent, 'allow');
      assert.equal(forged.location, null);
      assert.ok([400, 403].includes(forged.status), String(forged.status));
    });

    it('[States] when one session begins a request, then another session of the same person cannot decide it', async () => {
      const person = await createTestUser(lectern);
      const [first, second] = [
        await openAuthorizationBrowser(lectern, person),
        await openAuthorizationBrowser(lectern, person),
      ];
      const consent = await openConsent(first, authorizationOf(client));
      const request = requireForm(consent, '/oauth/authorize').fields.request!;
      requireRefused(await second.get(resumePath(request)));
      const forged = await decide(second, consent, 'allow');
      assert.equal(forged.location, null);
      assert.ok((await allow(first, consent)).code);
    });

    it('[Endpoints] when a resumed request has another parameter, even an unknown one or itself again, then it is refused', async () => {
      const email = await createPerson();
      const { browser, signInPage, request } = await begin();
      const consent = await browser.follow(await signIn(browser, signInPage, email));
      for (const more of [
        '&state=aaaaaaaaaaaaaaaaaaaa',
        `&client_id=${client.id}`,
        '&x=1',
        '&x',
        `&request=${request}`,
      ]) {
        requireRefused(await browser.get(resumePath(request) + more));
      }
      requireRefused(await browser.get(`${authorizePath(authorizationOf(client))}&request=${request}`));
      assert.ok((await allow(browser, consent)).code);
    });

    it('[D41] when a request never existed, whatever its form, then it is refused here', async () => {
      const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      for (const request of ['', 'x', 'a'.repeat(43), 'a'.repeat(5000), '%00', '%ff', '../..', '%F0%9F%9C%81']) {
        requireRefused(await browser.get(resumePath(request)));
      }
    });

    it('[Endpoints] when GET is repeated, then it never gives a code: consent is always requested, even if the app already has it', async () => {
      const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      for (let turn = 0; turn < 2; turn++) {
        const consent = await openConsent(browser, authorizationOf(client));
        const { request } = requireForm(consent, '/oauth/authorize').fields;
        for (const query of ['&decision=allow', '']) {
          assert.equal((await browser.get(resumePath(request! + query))).location, null);
        }
        assert.ok((await allow(browser, consent)).code);
      }
    });

    it('[Endpoints] when the consent page is shown, then it says who asks, where it goes and for what, and cannot be framed', async () => {
      const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      const { text, headers } = await openConsent(browser, authorizationOf(client));
      assert.ok(text.includes(client.name) && text.includes(new URL(client.redirectUri).host));
      const policy = headers.get('content-security-policy')!;
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(policy, /default-src 'none'/);
      assert.doesNotMatch(policy, /unsafe/);
    });

    describe('the form of consent', () => {
      const open = async () => {
        const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
        return { browser, consent: await openConsent(browser, authorizationOf(client)) };
      };
      /** The form is refused, and the request is as it was: the person can still decide. */
      const refusedOnce = async (
        status: readonly number[],
        attempt: (browser: BrowserAgent, consent: AgentPage) => Promise<AgentPage>,
      ) => {
        const { browser, consent } = await open();
        const { status: given, location, text, headers } = await attempt(browser, consent);
        assert.equal(location, null);
        assert.ok(status.includes(given), `${given} ${text}`);
        requirePrivate(headers);
        assert.ok((await allow(browser, consent)).code);
      };

      it('[D41] when csrf is missing, wrong or sent twice, then the response is a local 403', () =>
        refusedOnce([403], async (browser, consent) => {
          await decide(browser, consent, 'allow', { csrf: null });
          const { csrf } = requireForm(consent, '/oauth/authorize').fields;
          await decide(browser, consent, 'allow', { csrf: [csrf!, csrf!] });
          return decide(browser, consent, 'allow', { csrf: 'a'.repeat(43) });
        }));

      it('[D41] when csrf is from another request of the same person, then the response is a local 403', () =>
        refusedOnce([403], async (browser, consent) => {
          const other = requireForm(await openConsent(browser, authorizationOf(client)), '/oauth/authorize').fields;
          return decide(browser, consent, 'allow', { csrf: other.csrf! });
        }));

      it('[D41] when csrf is from another page, then the response is a local 403', () =>
        refusedOnce([403], async (browser, consent) => {
          const page = await newBrowser().get('/sign-in');
          return decide(browser, consent, 'allow', { csrf: requireForm(page, '/sign-in').fields.csrf! });
        }));

      it('[D41] when another person sends it with everything of the first, then it is refused', async () => {
        const { browser, consent } = await open();
        const other = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
        const { status, location } = await decide(other, consent, 'allow');
        assert.equal(location, null);
        assert.ok([400, 403].includes(status));
        assert.ok((await allow(browser, consent)).code);
      });

      it('[D41] when a browser that is signed out sends it, then it is refused', async () => {
        const { browser, consent } = await open();
        const unknown = newBrowser();
        const page = await decide(unknown, consent, 'allow');
        assert.ok(page.location === null || page.location.origin === lectern.config.publicUrl);
        assert.ok(page.status >= 300 && page.location?.searchParams.get('code') == null);
        assert.ok((await allow(browser, consent)).code);
      });

      for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'http://localhost', 'null']) {
        it(`[D41] when it comes from the origin ${origin}, then the response is a local 403`, () =>
          refusedOnce([403], (browser, consent) => {
            const { action, fields } = requireForm(consent, '/oauth/authorize');
            const headers = { origin, 'sec-fetch-site': 'cross-site' };
            return browser.post(action, { ...fields, decision: 'allow' }, headers);
          }));
      }

      it('[D41] when nothing says where it comes from, then the response is a local 403', () =>
        refusedOnce([403], (browser, consent) => {
          const { action, fields } = requireForm(consent, '/oauth/authorize');
          return browser.post(action, { ...fields, decision: 'allow' }, { origin: 'null', 'sec-fetch-site': '' });
        }));

      for (const [name, changes] of Object.entries({
        'no decision': { decision: null },
        'an unknown decision': { decision: 'yes' },
        'both decisions': { decision: ['allow', 'deny'] },
        'allow twice': { decision: ['allow', 'allow'] },
      })) {
        it(`[Endpoints] when it is sent with ${name}, then nothing is decided`, () =>
          refusedOnce([400, 403, 422], (browser, consent) => decide(browser, consent, 'allow', changes)));
      }

      it('[Endpoints] when it is sent, then it cannot change what was requested', async () => {
        const { browser, consent } = await open();
        const changes = {
          scope: 'live.delete',
          redirect_uri: 'https://evil.example/',
          client_id: 'x',
          state: 'y'.repeat(20),
        };
        const page = await decide(browser, consent, 'allow', changes);
        if (page.location === null) return assert.ok(page.status >= 400);
        assert.ok(page.location.href.startsWith(`${client.redirectUri}?`));
        assert.notEqual(page.location.searchParams.get('state'), changes.state);
      });

      it('[States] when it is sent a second time, with the same response or another, then the response is a local 400', async () => {
        for (const [first, second] of [
          ['allow', 'allow'],
          ['allow', 'deny'],
          ['deny', 'allow'],
        ] as const) {
          const { browser, consent } = await open();
          readCallback(await decide(browser, consent, first), client);
          requireRefused(await decide(browser, consent, second));
          const { request } = requireForm(consent, '/oauth/authorize').fields;
          requireRefused(await browser.get(resumePath(request!)));
        }
      });

      it('[States] when ten decisions come at once, then one counts', async () => {
        const { browser, consent } = await open();
        const pages = await Promise.all(Array.from({ length: 10 }, () => decide(browser, consent, 'allow')));
        assert.equal(pages.filter(({ status }) => status === 303).length, 1);
        for (const page of pages) if (page.status !== 303) requireRefused(page);
      });

      it('[D41] when deny is chosen, then the client gets access_denied with state and iss, and no code', async () => {
        const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
        const fields = authorizationOf(client);
        const callback = readCallback(await decide(browser, await openConsent(browser, fields), 'deny'), client);
        const { error, state, iss, code } = callback;
        assert.deepEqual(
          [error, state, iss, code],
          ['access_denied', fields.state, lectern.config.publicUrl, undefined],
        );
      });

      it('[Endpoints] when its client was disabled before, then it is refused here', async () => {
        const closing = await registerClient(lectern);
        const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
        const consent = await openConsent(browser, authorizationOf(closing));
        await disableOauthClient(lectern, closing);
        requireRefused(await decide(browser, consent, 'allow'));
        requireRefused(await browser.get(authorizePath(authorizationOf(closing))));
      });

      it('[Endpoints] when its user was disabled before, then it gives no code', async () => {
        const person = await createTestUser(lectern);
        const browser = await openAuthorizationBrowser(lectern, person);
        const consent = await openConsent(browser, authorizationOf(client));
        await lectern.installation.administration.setUserDisabled(person.email, true);
        const page = await decide(browser, consent, 'allow');
        assert.ok(page.location === null || page.location.origin === lectern.config.publicUrl, String(page.location));
        assert.ok(page.status >= 300);
      });
    });

    it('[States] when the server restarts, then a request goes on', async () => {
      const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      const consent = await openConsent(browser, authorizationOf(client));
      const { request, csrf } = requireForm(consent, '/oauth/authorize').fields;
      await lectern.restart();
      // Another port: a new address for the same browser.
      const moved = newBrowser();
      for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
      const fields = { request: request!, csrf: csrf!, decision: 'allow' };
      const { code } = readCallback(await moved.post('/oauth/authorize', fields), client);
      assert.ok(code);
    });
  });
}
