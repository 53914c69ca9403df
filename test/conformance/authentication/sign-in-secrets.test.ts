import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SESSIONS_PER_USER_MAX } from '../../../src/contract/limits.ts';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import { startSession } from '../../support/requests/start-session.ts';
import { createTestUser } from '../../support/requests/tokens.ts';
import { PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PASSWORD = 'three quiet words';
const NEW_PASSWORD = 'four rather quiet words';
const MINUTE_MS = 60_000;
let serial = 0;

for (const engine of PAGE_ENGINES) {
  describe(`what lets a user in, and how it ends, on ${engine}`, () => {
    let now = Date.now();
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_TRUSTED_PROXIES: '127.0.0.1', LECTERN_BUDGET_PAGES: '1000000' },
      clock: () => now,
    });

    const createPerson = async (password: string | undefined = PASSWORD) => {
      const email = `keeper-${++serial}@example.org`;
      await lectern.installation.administration.createUser({ email, name: 'Ada Lovelace', password });
      return email;
    };
    const browserAt = (address: string) => new BrowserAgent(lectern.config.publicUrl, { 'x-forwarded-for': address });
    const copyOf = (browser: BrowserAgent, address: string) => {
      const copy = browserAt(address);
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      return copy;
    };
    const isSignedIn = async (browser: BrowserAgent) => (await browser.get('/account')).status === 200;
    const changePassword = async (browser: BrowserAgent) => {
      const fields = { current_password: PASSWORD, password: NEW_PASSWORD };
      return browser.submit(await browser.get('/account'), fields, '/account/password');
    };
    const linkFor = async (email: string, purpose: 'sign_in' | 'reset') =>
      (await lectern.installation.links.createForUser(email, purpose, 24)).path;
    const setByLink = async (browser: BrowserAgent, path: string) =>
      browser.submit(await browser.get(path), { password: NEW_PASSWORD });

    it('when the password is changed, then a copy of the session cookie is dead, and the browser goes on', async () => {
      const email = await createPerson();
      const browser = browserAt('192.0.2.1');
      await browser.signIn(email, PASSWORD);
      const copy = copyOf(browser, '192.0.2.2');
      assert.ok(await isSignedIn(copy));
      const openPage = await browser.get('/account/sessions');
      assert.equal((await changePassword(browser)).status, 303);
      assert.ok(!(await isSignedIn(copy)));
      assert.ok(await isSignedIn(browser));
      assert.equal((await browser.submit(openPage, {}, '/sign-out')).status, 303, 'pages that are open go on');
    });

    it('when the password is reset, then a copy of the session cookie is dead', async () => {
      const email = await createPerson();
      const browser = browserAt('192.0.2.3');
      await browser.signIn(email, PASSWORD);
      const copy = copyOf(browser, '192.0.2.4');
      assert.equal((await setByLink(browser, await linkFor(email, 'reset'))).status, 303);
      assert.ok(!(await isSignedIn(copy)));
      assert.ok(await isSignedIn(browser));
    });

    for (const how of ['changed', 'reset'] as const) {
      it(`when the password is ${how}, then a browser known earlier is no longer known, but that of the person is`, async () => {
        const email = await createPerson();
        const browser = browserAt('203.0.113.1');
        await browser.signIn(email, PASSWORD);
        const thief = copyOf(browser, '203.0.113.2');
        if (how === 'changed') await changePassword(browser);
        else await setByLink(browser, await linkFor(email, 'reset'));
        for (let i = 0; i < 50; i++) await browserAt(`198.51.100.${i % 10}`).signIn(email, 'wrong one');
        assert.equal((await thief.signIn(email, NEW_PASSWORD)).status, 429);
        assert.equal((await browser.signIn(email, NEW_PASSWORD)).status, 303);
        now += 61 * MINUTE_MS;
      });
    }

    it('when a first password is set, then this works within ten minutes of signing in, and not later', async () => {
      const email = `keeper-${++serial}@example.org`;
      await lectern.installation.administration.createUser({ email, name: 'Ada Lovelace' });
      const browser = browserAt('192.0.2.5');
      await browser.submit(await browser.get(await linkFor(email, 'sign_in')));
      const page = await browser.get('/account');
      assert.match(page.text, /<details open>\s*<summary>Set a password/, 'nothing else lets them in next time');
      now += 11 * MINUTE_MS;
      const refused = await browser.submit(page, { password: NEW_PASSWORD }, '/account/password');
      assert.equal(refused.status, 403);
      assert.match(
        refused.text,
        /<details open>[\s\S]*needs a recent sign-in[\s\S]*href="\/sign-in\?next=\/account%3Fopen%3Dpassword&amp;again=1"/,
      );
      assert.ok(!refused.forms.some(({ action }) => action.pathname === '/account/password'));
      assert.equal((await browserAt('192.0.2.6').signIn(email, NEW_PASSWORD)).status, 403);

      await browser.submit(await browser.get(await linkFor(email, 'sign_in')));
      now += 9 * MINUTE_MS;
      const set = await browser.submit(await browser.get('/account'), { password: NEW_PASSWORD }, '/account/password');
      assert.equal(set.status, 303);
      assert.doesNotMatch((await browser.follow(set)).text, /<details open>/);
      now += 60 * MINUTE_MS;
      const again = { current_password: NEW_PASSWORD, password: PASSWORD };
      const changed = await browser.submit(await browser.get('/account'), again, '/account/password');
      assert.equal(changed.status, 303, 'whoever has one proves to know it instead');
    });

    it('when a user is disabled, then sessions and links end for good; personal tokens count again afterwards', async () => {
      const user = await createTestUser(lectern);
      const { administration } = lectern.installation;
      const { email } = (await administration.listUsers()).find(({ accountId }) => accountId === user.owner.id)!;
      const links = [await linkFor(email, 'sign_in'), await linkFor(email, 'reset')];
      const browser = browserAt('192.0.2.7');
      await browser.submit(await browser.get(await linkFor(email, 'sign_in')));
      assert.ok(await isSignedIn(browser));
      await administration.setUserDisabled(email, true);
      assert.equal((await user.get('/v1/me')).status, 401);
      await administration.setUserDisabled(email, false);
      assert.ok(!(await isSignedIn(browser)));
      for (const link of links) assert.equal((await browser.get(link)).status, 404);
      assert.equal((await user.get('/v1/me')).status, 200);
    });

    it('when an address is composed in any way, then it signs in', async () => {
      const email = `jose\u0301-${++serial}@example.org`;
      await lectern.installation.administration.createUser({ email, name: 'José', password: PASSWORD });
      for (const typed of [email, email.normalize('NFC')]) {
        assert.equal((await browserAt('192.0.2.8').signIn(typed, PASSWORD)).status, 303);
      }
    });

    it('when the 51st session begins, then the one that was not used for longest ends', async () => {
      const email = await createPerson();
      const { sessions, storage } = lectern.installation;
      const user = (await storage.accounts.findUserByEmail(email))!;
      const start = () => startSession(lectern, email);
      const [first, second] = [await start(), await start()];
      now += 2 * 60 * MINUTE_MS;
      await Promise.all(Array.from({ length: SESSIONS_PER_USER_MAX - 2 }, start));
      assert.equal((await sessions.list(user.id)).length, SESSIONS_PER_USER_MAX);
      assert.ok(await sessions.find(first.secret), 'used now, as the second is not');
      await start();
      assert.equal((await sessions.list(user.id)).length, SESSIONS_PER_USER_MAX);
      assert.equal(await sessions.find(second.secret), null);
      assert.ok(await sessions.find(first.secret));
      now += 2 * 60 * MINUTE_MS;
      assert.ok(await sessions.find(first.secret));
      await Promise.all([start(), start(), start()]);
      assert.equal((await sessions.list(user.id)).length, SESSIONS_PER_USER_MAX, 'those that begin at once count too');
      assert.ok(await sessions.find(first.secret));
    });
  });
}
