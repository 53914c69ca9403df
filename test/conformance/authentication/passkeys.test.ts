import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PASSKEYS_PER_USER_MAX } from '../../../src/contract/limits.ts';
import { toAuditRecord, toCommandActor } from '../../../src/domain/audit/audit.ts';
import type { UserRecord } from '../../../src/storage/storage.ts';
import { type AgentPage, BrowserAgent, requireForm } from '../../support/requests/browser-agent.ts';
import {
  authorizationOf,
  authorizePath,
  openAuthorizationBrowser,
  registerClient,
} from '../../support/requests/oauth-flow.ts';
import { type Deviation, PasskeyAuthenticator } from '../../support/requests/passkey-authenticator.ts';
import { createTestUser } from '../../support/requests/tokens.ts';
import { PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const MINUTE_MS = 60_000;
const SETTINGS = {
  LECTERN_PUBLIC_URL: 'http://localhost:0',
  LECTERN_INSECURE_LAN: 'on',
  LECTERN_BUDGET_PAGES: '1000000',
};

for (const engine of PAGE_ENGINES) {
  describe(`passkeys on ${engine}`, () => {
    /** The server's clock stands still but for this. */
    let nowMs = Date.now();
    let origin: string;
    const { lectern } = useInProcessServer({ engine, settings: SETTINGS, clock: () => nowMs });
    before(async () => {
      origin = lectern.config.publicUrl;
    });

    interface Person {
      readonly person: UserRecord;
      readonly browser: BrowserAgent;
      readonly csrf: string;
    }
    const begin = async (): Promise<Person> => {
      const account = await createTestUser(lectern);
      const person = (await lectern.installation.storage.accounts.findUserByEmail(account.email))!;
      const browser = await openAuthorizationBrowser(lectern, account);
      const page = await browser.get('/account/sessions');
      return { person, browser, csrf: requireForm(page, '/account/passkeys').fields.csrf! };
    };

    const addingOptions = async ({ browser, csrf }: Person) =>
      JSON.parse((await browser.postJson('/account/passkeys/options', { csrf })).text);
    const add = async (
      person: Person,
      { deviation, authenticator = new PasskeyAuthenticator(origin), name = 'Phone' }: Adding = {},
    ) => {
      const response = authenticator.create(await addingOptions(person), deviation);
      const page = await person.browser.postJson('/account/passkeys', { csrf: person.csrf, name, response });
      return { page, authenticator };
    };
    interface Adding {
      deviation?: Deviation;
      authenticator?: PasskeyAuthenticator;
      name?: string;
    }
    /** A user with a passkey. */
    const withPasskey = async (authenticator?: PasskeyAuthenticator) => {
      const person = await begin();
      const added = await add(person, { authenticator });
      assert.equal(added.page.status, 200, added.page.text);
      return { ...person, authenticator: added.authenticator };
    };

    /** A browser on the sign-in page, without a session. */
    const visitSignIn = async () => {
      const browser = new BrowserAgent(origin);
      const page = await browser.get('/sign-in');
      const csrf = /id="passkey-sign-in"[^>]* data-csrf="([^"]+)"/.exec(page.text)?.[1];
      assert.ok(csrf, 'the page offers passkeys');
      const options = async () => JSON.parse((await browser.postJson('/sign-in/passkey/options', { csrf })).text);
      const send = (response: object, more: object = {}) =>
        browser.postJson('/sign-in/passkey', { csrf, response, ...more });
      return { browser, csrf, options, send };
    };
    const signIn = async (authenticator: PasskeyAuthenticator, deviation: Deviation = {}) => {
      const { browser, options, send } = await visitSignIn();
      const page = await send(authenticator.get(await options(), deviation));
      return { browser, page };
    };
    const requireRefused = async ({ status, text }: AgentPage, reason: string, browser?: BrowserAgent) => {
      assert.equal(status, 422, text);
      assert.deepEqual(JSON.parse(text), { refused: reason });
      if (browser) assert.equal(browser.cookies.has('lectern_session'), false);
    };

    it('when a passkey was made, then it signs in, in a browser that knows no user', async () => {
      const { person, authenticator } = await withPasskey();
      const { browser, page } = await signIn(authenticator);
      assert.deepEqual([page.status, JSON.parse(page.text)], [200, { location: '/account' }]);
      const account = await browser.get('/account/sessions');
      assert.equal(account.status, 200);
      assert.ok(account.text.includes('Phone'));
      const records = await lectern.installation.storage.audit.list(
        { kind: 'account', id: person.accountId },
        { limit: 10, before: null, since: null },
      );
      assert.deepEqual(
        records.slice(0, 2).map(({ operation, channel, userId }) => [operation, channel, userId]),
        [
          ['signIn', 'page', person.id],
          ['addPasskey', 'page', person.id],
        ],
        '[D43]',
      );
    });

    it('when a passkey is requested, then the request names the domain, must verify the user, and is 256 bits that never repeat', async () => {
      const { options } = await visitSignIn();
      const [first, second] = [await options(), await options()];
      assert.equal(first.rpId, 'localhost');
      assert.equal(first.userVerification, 'required');
      assert.equal(first.allowCredentials, undefined, 'nothing shows which accounts there are');
      assert.equal(Buffer.from(first.challenge, 'base64url').length, 32);
      assert.notEqual(first.challenge, second.challenge);
      const person = await withPasskey();
      const adding = await addingOptions(person);
      assert.deepEqual(adding.rp, { name: 'Lectern', id: 'localhost' });
      assert.equal(adding.authenticatorSelection.residentKey, 'required');
      assert.equal(adding.authenticatorSelection.userVerification, 'required');
      assert.deepEqual(
        adding.excludeCredentials.map(({ id }: { id: string }) => id),
        [person.authenticator.id],
      );
    });

    it('when a user was on the way to a page, then sign-in goes on there, as long as that is here', async () => {
      const { authenticator } = await withPasskey();
      const to = async (next: string) => {
        const { options, send } = await visitSignIn();
        return JSON.parse((await send(authenticator.get(await options()), { next })).text).location;
      };
      assert.equal(await to('/account/apps'), '/account/apps');
      assert.equal(await to('//elsewhere.example/'), '/account');
    });

    it('when a user has a passkey, then no password is required, and the form for one is open after signing in for it', async () => {
      const { browser, authenticator } = await withPasskey();
      const summary = /<details( open)?>\s*<summary>Set a password/;
      const opened = async (by: BrowserAgent, path: string) => summary.exec((await by.get(path)).text)?.[1];
      assert.equal(await opened(browser, '/account'), undefined);
      nowMs += 11 * MINUTE_MS;
      const next = decodeURIComponent(/href="\/sign-in\?next=([^"]+)"/.exec((await browser.get('/account')).text)![1]!);
      const again = await visitSignIn();
      const { text } = await again.send(authenticator.get(await again.options()), { next });
      assert.equal(JSON.parse(text).location, next);
      assert.equal(await opened(again.browser, next), ' open');
    });

    it('when a challenge is used, then it works once', async () => {
      const { authenticator } = await withPasskey(new PasskeyAuthenticator(origin, { counter: 0 }));
      const { browser, send, options } = await visitSignIn();
      const response = authenticator.get(await options());
      assert.equal((await send(response)).status, 200);
      browser.cookies.delete('lectern_session');
      await requireRefused(await send(response), 'stale', browser);
    });

    it('when a passkey is refused, then its challenge is used, too', async () => {
      const { authenticator } = await withPasskey();
      const { browser, send, options } = await visitSignIn();
      const asked = await options();
      await requireRefused(await send(authenticator.get(asked, { origin: 'https://evil.example' })), 'invalid');
      await requireRefused(await send(authenticator.get(asked)), 'stale', browser);
    });

    it('when a challenge is used, then it works for five minutes and not longer', async () => {
      const { authenticator } = await withPasskey();
      const early = await visitSignIn();
      const asked = await early.options();
      nowMs += 5 * MINUTE_MS - 1;
      assert.equal((await early.send(authenticator.get(asked))).status, 200);
      const late = await visitSignIn();
      const askedLate = await late.options();
      nowMs += 5 * MINUTE_MS;
      await requireRefused(await late.send(authenticator.get(askedLate)), 'stale', late.browser);
    });

    it('when a challenge is made, then it belongs to one browser and one ceremony', async () => {
      const person = await withPasskey();
      const { authenticator } = person;
      const [first, second] = [await visitSignIn(), await visitSignIn()];
      await requireRefused(await second.send(authenticator.get(await first.options())), 'stale', second.browser);
      const asked = await addingOptions(person);
      await requireRefused(await second.send(authenticator.get(asked)), 'stale', second.browser);
      const made = new PasskeyAuthenticator(origin).create({ ...asked, challenge: (await first.options()).challenge });
      const { csrf, browser } = person;
      await requireRefused(await browser.postJson('/account/passkeys', { csrf, name: 'x', response: made }), 'stale');
    });

    for (const [what, deviation] of [
      ['signed for another origin', { origin: 'https://evil.example' }],
      ['signed for another port', { origin: 'http://localhost:1' }],
      ['signed for another domain', { rpId: 'evil.example' }],
      ['of the wrong ceremony', { type: 'webauthn.create' }],
      ['without knowing who it is', { flags: 0b001 }],
      ['without a user present', { flags: 0b000 }],
      ['without the user', { userHandle: null }],
      ['with a signature of nothing', { signature: 'MEUCIQ' }],
      ['that has counted backwards', { counter: 1 }],
    ] as const) {
      it(`when a passkey ${what} is used, then no user is let in`, async () => {
        const { authenticator } = await withPasskey();
        assert.equal((await signIn(authenticator)).page.status, 200);
        const { browser, page } = await signIn(authenticator, deviation);
        await requireRefused(page, 'invalid', browser);
        const logged = lectern.logged.filter(({ msg }) => msg === 'a passkey was refused').at(-1);
        assert.equal(logged?.refused, 'invalid');
      });
    }

    it('when a passkey was copied, then the one that comes second is refused', async () => {
      const { authenticator } = await withPasskey();
      assert.equal((await signIn(authenticator, { counter: 9 })).page.status, 200);
      const { browser, page } = await signIn(authenticator, { counter: 9 });
      await requireRefused(page, 'invalid', browser);
    });

    it('when a passkey does not count, then it works again and again', async () => {
      const { authenticator } = await withPasskey(new PasskeyAuthenticator(origin, { counter: 0 }));
      for (let time = 0; time < 3; time += 1) assert.equal((await signIn(authenticator)).page.status, 200);
    });

    it('when users sign in with their own passkey, then they cannot sign in as another', async () => {
      const [one, other] = [await withPasskey(), await withPasskey()];
      const { browser, page } = await signIn(one.authenticator, { userHandle: other.authenticator.userHandle });
      await requireRefused(page, 'invalid', browser);
      const { browser: second, options, send } = await visitSignIn();
      const mixed = {
        ...one.authenticator.get(await options()),
        id: other.authenticator.id,
        rawId: other.authenticator.id,
      };
      await requireRefused(await send(mixed), 'invalid', second);
    });

    it('when a passkey belongs to no user here, or to a disabled user, then it is unknown', async () => {
      const stranger = new PasskeyAuthenticator(origin);
      await requireRefused((await signIn(stranger)).page, 'unknown');
      const { person, authenticator } = await withPasskey();
      await lectern.installation.storage.accounts.setUserDisabled(person.id, true);
      const { browser, page } = await signIn(authenticator);
      await requireRefused(page, 'unknown', browser);
    });

    it('when a passkey was removed, then it lets no user in', async () => {
      const { browser, authenticator } = await withPasskey();
      const list = await browser.get('/account/sessions');
      const address = /href="(\/account\/passkeys\/[0-9a-f]{64})"/.exec(list.text)![1]!;
      // The user has another way in.
      await add({ person: undefined as never, browser, csrf: requireForm(list, '/account/passkeys').fields.csrf! });
      const removed = await browser.submit(await browser.get(address), {}, `${address}/remove`);
      assert.equal(removed.location?.pathname, '/account/sessions');
      await requireRefused((await signIn(authenticator)).page, 'unknown');
    });

    it('when a passkey is added, then this works only within ten minutes of signing in', async () => {
      const person = await begin();
      const asked = await addingOptions(person);
      nowMs += 10 * MINUTE_MS + 1;
      const { browser, csrf } = person;
      await requireRefused(await browser.postJson('/account/passkeys/options', { csrf }), 'sign_in_again');
      const page = await browser.get('/account/sessions');
      assert.ok(page.text.includes('/sign-in?next=/account/sessions'));
      assert.equal(
        page.forms.some(({ action }) => action.pathname === '/account/passkeys'),
        false,
      );
      const response = new PasskeyAuthenticator(origin).create(asked);
      await requireRefused(await browser.postJson('/account/passkeys', { csrf, name: 'Late', response }), 'stale');
    });

    for (const [what, deviation] of [
      ['for another origin', { origin: 'https://evil.example' }],
      ['for another domain', { rpId: 'evil.example' }],
      ['in the wrong ceremony', { type: 'webauthn.get' }],
      ['without knowing who it is', { flags: 0b001 }],
    ] as const) {
      it(`when a passkey is made ${what}, then it is not kept`, async () => {
        const person = await begin();
        await requireRefused((await add(person, { deviation })).page, 'invalid');
        assert.equal((await lectern.installation.passkeys.list(person.person.id)).length, 0);
      });
    }

    it('when a passkey belongs to one user, then another cannot take it over', async () => {
      const { authenticator, person } = await withPasskey();
      const other = await begin();
      await requireRefused((await add(other, { authenticator })).page, 'taken');
      assert.equal((await lectern.installation.passkeys.list(person.id)).length, 1);
      assert.equal((await lectern.installation.passkeys.list(other.person.id)).length, 0);
    });

    it('when a passkey gets a name, then it must be a valid one', async () => {
      for (const name of ['', '   ', 'x'.repeat(121), 'a\u202eb']) {
        await requireRefused((await add(await begin(), { name })).page, 'name');
      }
    });

    it(`when the ${PASSKEYS_PER_USER_MAX + 1}st passkey is to be added, then it is refused before anything is asked of the device`, async () => {
      const person = await begin();
      for (let index = 0; index < PASSKEYS_PER_USER_MAX; index += 1) {
        assert.equal((await add(person)).page.status, 200);
      }
      const { browser, csrf } = person;
      await requireRefused(await browser.postJson('/account/passkeys/options', { csrf }), 'too_many');
    });

    it('when the origin is another, or csrf is missing, wrong or that of another form, then the request is refused', async () => {
      const { browser, csrf } = await begin();
      const signInCsrf = (await visitSignIn()).csrf;
      for (const address of ['/sign-in/passkey/options', '/account/passkeys/options']) {
        const status = async (body: object, headers = {}) => (await browser.postJson(address, body, headers)).status;
        assert.equal(await status({ csrf }, { origin: 'https://evil.example' }), 403);
        assert.equal(await status({ csrf }, { origin: 'null', 'sec-fetch-site': 'cross-site' }), 403);
        assert.equal(await status({ csrf: 'x' }), 403);
        assert.equal(await status({ csrf: signInCsrf }), 403, 'of another browser');
        assert.equal(await status({}), 422);
      }
      assert.equal((await browser.postJson('/sign-in/passkey/options', { csrf })).status, 403, 'of another form');
    });

    it('when a user is not signed in, then nothing is added', async () => {
      const person = await begin();
      const audit = toAuditRecord(toCommandActor('test'), { owner: null });
      await lectern.installation.storage.sessions.endAll(person.person.id, null, audit);
      const { browser, csrf } = person;
      assert.equal((await browser.postJson('/account/passkeys/options', { csrf })).status, 403);
    });

    it('when bodies are sent that no browser sends, then they are refused, and do not count as defects', async () => {
      const { authenticator } = await withPasskey();
      const { csrf, browser, options } = await visitSignIn();
      const good = authenticator.get(await options());
      const inner = good.response;
      for (const response of [
        undefined,
        null,
        'text',
        [],
        {},
        { ...good, id: undefined },
        { ...good, id: 'not base64url!' },
        { ...good, type: 'password' },
        { ...good, response: { ...inner, signature: 7 } },
        { ...good, response: { ...inner, clientDataJSON: '' } },
        { ...good, response: { ...inner, authenticatorData: '../../etc/passwd' } },
      ]) {
        const { status } = await browser.postJson('/sign-in/passkey', { csrf, response });
        assert.equal(status, 422, JSON.stringify(response));
      }
      for (const clientData of ['null', '7', '{}', '{"challenge":7}', '{"challenge":"short"}', 'no json', '{"a":']) {
        const clientDataJSON = Buffer.from(clientData).toString('base64url');
        const page = await browser.postJson('/sign-in/passkey', {
          csrf,
          response: { ...good, response: { ...inner, clientDataJSON } },
        });
        await requireRefused(page, 'stale', browser);
      }
      for (const authenticatorData of ['AA', 'A'.repeat(200), 'A'.repeat(20_000)]) {
        const response = authenticator.get(await options());
        const page = await browser.postJson('/sign-in/passkey', {
          csrf,
          response: { ...response, response: { ...response.response, authenticatorData } },
        });
        await requireRefused(page, 'invalid', browser);
      }
      const person = await begin();
      for (const attestationObject of [
        'AA',
        'oA',
        '_____w',
        'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVgB',
        'A'.repeat(20_000),
      ]) {
        const response = new PasskeyAuthenticator(origin).create(await addingOptions(person));
        const page = await person.browser.postJson('/account/passkeys', {
          csrf: person.csrf,
          name: 'x',
          response: { ...response, response: { ...response.response, attestationObject } },
        });
        await requireRefused(page, 'invalid');
      }
    });

    it('when the database is dumped, then there is no challenge in it', async () => {
      const { options } = await visitSignIn();
      const { challenge } = await options();
      const { storage } = lectern.installation;
      const take = { hash: challenge, holderHash: challenge, now: new Date(nowMs).toISOString() };
      assert.equal(await storage.passkeys.consumeChallenge(take), false, 'it is not kept as it is');
    });
  });

  describe(`where there can be no passkeys (${engine})`, () => {
    const { lectern } = useInProcessServer({ engine });

    it('when the address is an IP address, then none are offered, the page says so plainly, and what is sent anyway is refused', async () => {
      const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      const page = await browser.get('/account/sessions');
      assert.match(page.text, /on a domain name/);
      const { port } = new URL(lectern.config.publicUrl);
      const settings = `PORT=${port} LECTERN_PUBLIC_URL=http://localhost:${port} LECTERN_INSECURE_LAN=on`;
      assert.ok(page.text.includes(`>${settings} npm start<`));
      assert.match(page.text, /with your other settings/);
      assert.equal(
        page.forms.some(({ action }) => action.pathname === '/account/passkeys'),
        false,
      );
      const signIn = await new BrowserAgent(lectern.config.publicUrl).get('/sign-in');
      assert.equal(signIn.status, 200);
      assert.equal(signIn.text.includes('passkey-sign-in'), false);
      const { status } = await browser.postJson('/sign-in/passkey/options', { csrf: 'x' });
      assert.equal(status, 403);
    });
  });

  describe(`passkeys behind a proxy with HTTPS (${engine})`, () => {
    const origin = 'https://lectern.example.org';
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_PUBLIC_URL: origin } });

    it('[States] when an authorization waits, then it goes on after signing in with a passkey', async () => {
      const account = await createTestUser(lectern);
      const owner = new BrowserAgent(lectern.url);
      const { cookies } = await openAuthorizationBrowser(lectern, account);
      owner.cookies.set('__Host-lectern_session', cookies.get('lectern_session')!);
      const { csrf } = requireForm(await owner.get('/account/sessions'), '/account/passkeys').fields;
      const made = await owner.postJson('/account/passkeys/options', { csrf }, { origin });
      const authenticator = new PasskeyAuthenticator(origin);
      const response = authenticator.create(JSON.parse(made.text));
      const added = await owner.postJson('/account/passkeys', { csrf, name: 'Phone', response }, { origin });
      assert.equal(added.status, 200, added.text);

      const browser = new BrowserAgent(lectern.url);
      const begun = await browser.get(authorizePath(authorizationOf(await registerClient(lectern))));
      const signIn = await browser.get(begun.location!.pathname + begun.location!.search);
      const [, form, secret] =
        /id="passkey-sign-in"[^>]* data-csrf="([^"]+)" data-request="([^"]+)"/.exec(signIn.text) ?? [];
      const asked = await browser.postJson('/sign-in/passkey/options', { csrf: form }, { origin });
      const assertion = { csrf: form, request: secret, response: authenticator.get(JSON.parse(asked.text)) };
      const signedIn = await browser.postJson('/sign-in/passkey', assertion, { origin });
      assert.equal(signedIn.status, 200, signedIn.text);
      assert.match(
        signedIn.headers.get('set-cookie')!,
        /__Host-lectern_session=[^;]+;.* Path=\/; HttpOnly; Secure; SameSite=Lax/,
      );
      const consent = await browser.get(JSON.parse(signedIn.text).location);
      assert.equal(consent.status, 200, consent.text);
      requireForm(consent, '/oauth/authorize');
    });
  });
}
