import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LecternError } from '../../../src/contract/lectern-error.ts';
import { SESSIONS_PER_USER_MAX } from '../../../src/contract/limits.ts';
import { Sessions } from '../../../src/domain/account/identity/sessions.ts';
import { hashOpaqueSecret } from '../../../src/domain/opaque-secret.ts';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import { startSession } from '../../support/requests/start-session.ts';
import { PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PASSWORD = 'three quiet words';
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
let serial = 0;

for (const engine of PAGE_ENGINES) {
  describe(`which session is thrown out for another one, on ${engine}`, () => {
    let now = Date.now();
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_TRUSTED_PROXIES: '127.0.0.1', LECTERN_BUDGET_PAGES: '1000000' },
      clock: () => now,
    });

    const createPerson = async () => {
      const email = `sitter-${++serial}@example.org`;
      await lectern.installation.administration.createUser({ email, name: 'Ada Lovelace', password: PASSWORD });
      return email;
    };
    const open = (address = '192.0.2.1') => new BrowserAgent(lectern.config.publicUrl, { 'x-forwarded-for': address });
    const isSignedIn = async (browser: BrowserAgent) => (await browser.get('/account')).status === 200;
    /** Signs in like a script that has the password. */
    const signIn = async (email: string) => {
      const browser = open('198.51.100.1');
      assert.equal((await browser.signIn(email, PASSWORD)).status, 303);
      return browser;
    };
    const start = async (email: string) => {
      const browser = open();
      browser.cookies.set('lectern_session', (await startSession(lectern, email)).secret);
      return browser;
    };
    const startMany = async (email: string, count: number) => {
      const browsers: BrowserAgent[] = [];
      for (let i = 0; i < count; i++) {
        now += 10;
        browsers.push(await start(email));
      }
      return browsers;
    };

    for (const follows of [false, true]) {
      it(`[D35] when fifty sign-ins of another person${follows ? ', each with a page,' : ''} follow, then the session in use stays`, async () => {
        const email = await createPerson();
        const own = await signIn(email);
        for (let minutes = 0; minutes < 3; minutes++) {
          assert.ok(await isSignedIn(own));
          now += 45 * SECOND_MS;
        }
        for (let i = 0; i < SESSIONS_PER_USER_MAX + 10; i++) {
          now += 100;
          // Where a session comes from makes no difference later, and passwords take their time.
          const other = i % 20 === 0 ? await signIn(email) : await start(email);
          if (follows) assert.ok(await isSignedIn(other));
          if (i % 10 === 0) assert.ok(await isSignedIn(own), `after ${i}`);
        }
        assert.ok(await isSignedIn(own));
      });
    }

    it('when a page has been read for ten minutes, then its session stays, even if the others work on', async () => {
      const email = await createPerson();
      const own = await start(email);
      await isSignedIn(own);
      now += 2 * MINUTE_MS;
      assert.ok(await isSignedIn(own));
      now += 10 * MINUTE_MS;
      for (const other of await startMany(email, SESSIONS_PER_USER_MAX + 10)) await isSignedIn(other);
      assert.ok(await isSignedIn(own));
    });

    it('when a session has just signed in and its page was opened, then it goes on', async () => {
      const email = await createPerson();
      const own = await start(email);
      assert.ok(await isSignedIn(own));
      for (let i = 0; i < SESSIONS_PER_USER_MAX + 10; i++) await start(email);
      assert.ok(await isSignedIn(own));
    });

    it('when a session must go, then it is one that was not used for a quarter of an hour, longest unused first', async () => {
      const email = await createPerson();
      const idle = await startMany(email, SESSIONS_PER_USER_MAX);
      now += MINUTE_MS;
      for (const browser of idle.toReversed()) {
        now += 2 * SECOND_MS;
        assert.ok(await isSignedIn(browser));
      }
      now += 16 * MINUTE_MS;
      const [first, second] = await Promise.all([start(email), start(email)]);
      for (const browser of [first, second]) assert.ok(await isSignedIn(browser), 'new ones do not go for each other');
      const left = await lectern.installation.sessions.list(
        (await lectern.installation.storage.accounts.findUserByEmail(email))!.id,
      );
      assert.equal(left.length, SESSIONS_PER_USER_MAX);
      const alive = await Promise.all(idle.map(isSignedIn));
      assert.deepEqual(
        alive.flatMap((one, index) => (one ? [] : [index])),
        [SESSIONS_PER_USER_MAX - 2, SESSIONS_PER_USER_MAX - 1],
        'those that were used first',
      );
    });

    it('when the clock of a node is behind, then the node notes that a session is in use, and takes no later use back', async () => {
      const email = await createPerson();
      const { storage } = lectern.installation;
      const behind = new Sessions(
        storage,
        () => now - 5 * SECOND_MS,
        assert.fail,
        () => {},
      );
      const { session, secret } = await startSession(lectern, email);
      const read = async () => (await storage.sessions.find(hashOpaqueSecret(secret), session.createdAt))!.session;
      await behind.find(secret);
      const { lastUsedAt } = await read();
      assert.ok(lastUsedAt > session.createdAt);
      for (let i = 0; i < SESSIONS_PER_USER_MAX + 10; i++) await start(email);
      assert.ok(await behind.find(secret), 'the others were never used');
      now += MINUTE_MS;
      await lectern.installation.sessions.find(secret);
      const noted = await read();
      assert.equal(noted.lastUsedAt, new Date(now).toISOString());
      await behind.find(secret);
      assert.deepEqual(await read(), noted);
    });

    it('when the use of a session cannot be noted, as on a full disk, then the session goes on', async () => {
      const email = await createPerson();
      const { storage } = lectern.installation;
      const { secret } = await startSession(lectern, email);
      const warned: Error[] = [];
      const full = new LecternError('unavailable');
      const recordUse = () => Promise.reject(full);
      const sessions = { ...storage, sessions: { ...storage.sessions, recordUse } };
      const found = await new Sessions(
        sessions,
        () => now,
        (error) => warned.push(error),
        () => {},
      ).find(secret);
      assert.equal(found?.user.email, email);
      assert.deepEqual(warned, [full]);
    });

    it('when new sessions were never used, then the oldest of them goes', async () => {
      const email = await createPerson();
      const own = await start(email);
      assert.ok(await isSignedIn(own));
      const others = await startMany(email, SESSIONS_PER_USER_MAX + 4);
      const { storage, sessions } = lectern.installation;
      const left = await sessions.list((await storage.accounts.findUserByEmail(email))!.id);
      assert.equal(left.length, SESSIONS_PER_USER_MAX);
      const alive = await Promise.all(others.map(isSignedIn));
      assert.deepEqual(
        alive,
        others.map((_, index) => index >= 5),
      );
    });
  });
}
