import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import { ENGINES, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const OLD = 'three quiet words';
const NEW = 'four rather quiet words';
const ROUNDS = 2;
const CLIENTS = 4;
const HOUR_MS = 3_600_000;
let serial = 0;

for (const engine of ENGINES) {
  describe(`sign-ins under way while what admits a user changes, on ${engine}`, () => {
    let now = Date.now();
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_TRUSTED_PROXIES: '127.0.0.1', LECTERN_BUDGET_PAGES: '1000000' },
      clock: () => now,
    });

    const createPerson = async () => {
      const email = `racer-${++serial}@example.org`;
      await lectern.installation.administration.createUser({ email, name: 'Ada Lovelace', password: OLD });
      return email;
    };
    const browserAt = (address: string) => new BrowserAgent(lectern.config.publicUrl, { 'x-forwarded-for': address });
    const isSignedIn = async (browser: BrowserAgent) => (await browser.get('/account')).status === 200;

    /**
     * Signs in again and again with the old password until some time after `change` is done. Returns the browsers that
     * got in.
     */
    async function signInWhile(email: string, change: () => Promise<unknown>): Promise<BrowserAgent[]> {
      const entered: BrowserAgent[] = [];
      let changed = false;
      const client = async (address: string) => {
        while (!changed) {
          const browser = browserAt(address);
          const { status } = await browser.signIn(email, OLD);
          if (status === 303) entered.push(browser);
          else assert.ok(status === 403 || status === 429, `${status}`);
        }
      };
      const clients = Array.from({ length: CLIENTS }, (_, i) => client(`198.51.100.${i + 1}`));
      while (entered.length < CLIENTS) await sleep(1);
      await change();
      changed = true;
      await Promise.all(clients);
      now += HOUR_MS;
      return entered;
    }

    /** The browsers that this user's sign-in takes for known, although it is flooded. */
    async function findKnown(email: string, browsers: readonly BrowserAgent[]): Promise<BrowserAgent[]> {
      for (let i = 0; i < 50; i++) await browserAt(`203.0.113.${i % 10}`).signIn(email, 'wrong one');
      assert.equal((await browserAt('203.0.113.99').signIn(email, NEW)).status, 429);
      const known: BrowserAgent[] = [];
      for (const browser of browsers) if ((await browser.signIn(email, NEW)).status !== 429) known.push(browser);
      now += HOUR_MS;
      return known;
    }

    const changes = {
      'a change of the password': async (email: string) => {
        const owner = browserAt('192.0.2.1');
        await owner.signIn(email, OLD);
        const page = await owner.get('/account');
        return async () => {
          const fields = { current_password: OLD, password: NEW };
          assert.equal((await owner.submit(page, fields, '/account/password')).location?.search, '?done=password');
          assert.ok(await isSignedIn(owner), 'the owner goes on');
        };
      },
      'a reset of the password': async (email: string) => {
        const owner = browserAt('192.0.2.2');
        const { path } = await lectern.installation.links.createForUser(email, 'reset', 24);
        const page = await owner.get(path);
        return async () => {
          assert.equal((await owner.submit(page, { password: NEW })).status, 303);
          assert.ok(await isSignedIn(owner), 'the owner goes on');
        };
      },
      'disabling the user': async (email: string) => () =>
        lectern.installation.administration.setUserDisabled(email, true),
    };

    it('when sign-ins with the right password come at once, then each gets in, even if its hash is renewed meanwhile', async () => {
      const email = await createPerson();
      const { storage } = lectern.installation;
      const nonce = Buffer.alloc(16, 1);
      const cheap = { message: OLD, nonce, tagLength: 32, memory: 64, passes: 1, parallelism: 1 };
      const [salt, tag] = [nonce, argon2Sync('argon2id', cheap)].map((bytes) =>
        bytes.toString('base64').replaceAll('=', ''),
      );
      const { id, passwordHash } = (await storage.people.findSignInUser({ email }))!;
      const outdated = `$argon2id$v=19$m=64,t=1,p=1$${salt}$${tag}`;
      assert.ok(await storage.people.rehashPassword(id, passwordHash!, outdated));
      const browsers = Array.from({ length: 6 }, (_, i) => browserAt(`192.0.2.${100 + i}`));
      const responses = await Promise.all(browsers.map((browser) => browser.signIn(email, OLD)));
      assert.deepEqual(
        responses.map(({ status }) => status),
        browsers.map(() => 303),
      );
      assert.match((await storage.people.findSignInUser({ email }))!.passwordHash!, /m=19456,/);
    });

    for (const [name, prepare] of Object.entries(changes)) {
      it(`[D35] when sign-ins overlap with ${name}, then no session that the old password has opened outlives it`, async () => {
        const outlived: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const email = await createPerson();
          const entered = await signInWhile(email, await prepare(email));
          await lectern.installation.administration.setUserDisabled(email, false);
          const alive = await Promise.all(entered.map(isSignedIn));
          outlived.push(alive.filter(Boolean).length);
          // Each attempt hashes a password, and the count of attempts has tests of its own on both databases.
          if (round > 0 || name === 'disabling the user' || !PAGE_ENGINES.includes(engine)) continue;
          const known = await findKnown(email, entered.slice(-2 * CLIENTS));
          assert.equal(known.length, 0, 'a browser of the old password is known');
        }
        assert.deepEqual(outlived, Array(ROUNDS).fill(0));
      });
    }
  });
}
