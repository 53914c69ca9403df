import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import { toCommandActor } from '../../../src/domain/audit/audit.ts';
import { createOwnerSignIn, type OwnerSignIn, seedEmptyInstallation } from '../../../src/first-start.ts';
import { readConsoleData } from '../../support/browser/console.ts';
import { BrowserAgent, requireForm } from '../../support/requests/browser-agent.ts';
import { sendBytes, toBytes } from '../../support/requests/raw-bytes.ts';
import { ENGINES, startTestLectern } from '../../support/server/lectern.ts';
import { runSql } from '../../support/server/sql.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const requirePath = (entry: OwnerSignIn | null): string => {
  assert.ok(entry && 'path' in entry);
  return entry.path;
};

const PASSWORD = 'three quiet words';
const HOUR_MS = 3_600_000;
let serial = 0;

for (const engine of ENGINES) {
  describe(`links that work once, on ${engine}`, () => {
    let now = Date.now();
    const { lectern } = useInProcessServer({ engine, clock: () => now });

    const open = () => new BrowserAgent(lectern.config.publicUrl);
    const createPerson = async (password?: string) => {
      const email = `linked-${++serial}@example.org`;
      await lectern.installation.administration.createUser({ email, name: 'Linked', password });
      return email;
    };
    const resetLink = async (email: string) => {
      const { url } = (await executeCommand(lectern.installation, 'user reset-link', { email })) as { url: string };
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/link\/[\w-]{43}$/);
      return url;
    };
    const isSignedIn = async (browser: BrowserAgent) =>
      /You are signed in as/.test((await browser.get('/sign-in')).text);

    it('when a link is opened, then it is not used up; its button uses it up, once', async () => {
      const email = await createPerson();
      const { path } = await lectern.installation.links.createForUser(email, 'sign_in', 24);
      for (let i = 0; i < 3; i++) assert.equal((await open().get(path)).status, 200);
      const [first, second] = [open(), open()];
      const pages = [await first.get(path), await second.get(path)] as const;
      const used = await first.submit(pages[0]);
      assert.equal(used.status, 303);
      assert.equal(used.location?.pathname, '/account');
      assert.ok(await isSignedIn(first));
      assert.equal((await second.submit(pages[1])).status, 404);
      assert.equal((await second.get(path)).status, 404);
      assert.ok(!(await isSignedIn(second)));
    });

    it('when a link is used twenty times at the same time, then one use works', async () => {
      const email = await createPerson();
      const { path } = await lectern.installation.links.createForUser(email, 'sign_in', 24);
      const browsers = Array.from({ length: 20 }, open);
      const pages = await Promise.all(browsers.map((browser) => browser.get(path)));
      const uses = browsers.map(async (browser, i) => (await browser.submit(pages[i]!)).status);
      const statuses = await Promise.all(uses);
      assert.equal(statuses.filter((status) => status === 303).length, 1);
    });

    it('when the time of a link is over, then it no longer works; it cannot be guessed or sent by another site', async () => {
      const email = await createPerson();
      const { path } = await lectern.installation.links.createForUser(email, 'sign_in', 24);
      const browser = open();
      const page = await browser.get(path);
      const { fields } = requireForm(page);
      assert.equal((await browser.post(path, { ...fields, csrf: null })).status, 403);
      assert.equal((await browser.post(path, fields, { origin: 'https://evil.example' })).status, 403);
      for (const guess of ['x', 'A'.repeat(43), '%00'.repeat(10), path.slice('/link/'.length, -1), "'--"]) {
        assert.equal((await open().get(`/link/${guess}`)).status, 404, guess);
      }
      now += 24 * HOUR_MS - 1_000;
      assert.equal((await open().get(path)).status, 200);
      now += 1_000;
      assert.equal((await open().get(path)).status, 404);
      assert.equal((await browser.submit(page)).status, 404);
    });

    it('[D46] when an installation is new, then each start makes a link until the owner has signed in with one, and the console of its Live opens', async () => {
      await using fresh = await startTestLectern(engine, {}, { clock: () => now });
      const { installation } = fresh;
      await seedEmptyInstallation(installation);
      const unused = requirePath(await createOwnerSignIn(installation));
      now += 1_000;
      const used = requirePath(await createOwnerSignIn(installation));
      const browser = new BrowserAgent(fresh.config.publicUrl);
      const page = await browser.get(used);
      assert.match(page.text, /set a password or add a passkey on your account page/);
      const console = await browser.follow(await browser.submit(page));
      const { liveId, firstStart } = readConsoleData(console);
      assert.equal(console.url.pathname, `/console/${liveId}`);
      assert.equal(firstStart, true);
      assert.equal((await browser.get(unused)).status, 404, 'what an earlier start printed is of no use to anybody');
      assert.equal(await createOwnerSignIn(installation), null);

      await browser.submit(await browser.get('/account'), {}, '/sign-out');
      assert.deepEqual(await createOwnerSignIn(installation), { email: 'owner@lectern.local' });
    });

    it('when there are other users before the owner has signed in, then no link is made at a start', async () => {
      const email = 'owner@lectern.local';
      await createPerson();
      await lectern.installation.administration.createUser({ email, name: 'Owner' });
      assert.deepEqual(await createOwnerSignIn(lectern.installation), { email });
    });

    it('when a reset link is used, then it sets the password, signs in, and ends the sessions and other links of the user', async () => {
      const email = await createPerson('the old password');
      const elsewhere = open();
      await elsewhere.signIn(email, 'the old password');
      const url = await resetLink(email);
      const other = await lectern.installation.links.createForUser(email, 'sign_in', 24);
      const browser = open();
      const page = await browser.get(`${url}?next=/account/tokens`);
      const short = await browser.submit(page, { password: 'short' });
      assert.equal(short.status, 422);
      assert.match(short.text, /aria-invalid="true"/);
      for (const password of ['password123', email, 'aaaaaaaaaaaa']) {
        assert.equal((await browser.submit(short, { password })).status, 422, password);
      }
      const done = await browser.submit(short, { password: PASSWORD });
      assert.equal(done.status, 303);
      assert.equal(done.location?.pathname, '/account/tokens');
      assert.ok(await isSignedIn(browser));
      assert.ok(!(await isSignedIn(elsewhere)));
      assert.equal((await open().get(other.path)).status, 404);
      assert.equal((await open().get(url)).status, 404);
      assert.equal((await open().signIn(email, 'the old password')).status, 403);
      assert.equal((await open().signIn(email, PASSWORD)).status, 303);
    });

    it('when a user is disabled, then existing links do nothing, and no new one is made', async () => {
      const email = await createPerson();
      const url = await resetLink(email);
      await lectern.installation.administration.setUserDisabled(email, true);
      assert.equal((await open().get(url)).status, 404);
      await assert.rejects(resetLink(email), { code: 'forbidden' });
      await assert.rejects(resetLink('unknown@example.org'), { code: 'not_found' });
    });

    it('when links are used, then neither the database nor the log holds a secret that works', async () => {
      const email = await createPerson(PASSWORD);
      const { path } = await lectern.installation.links.createForUser(email, 'sign_in', 24);
      const browser = open();
      await browser.signIn(email, 'a wrong one of mine');
      await browser.get(path);
      await browser.get(`${path}?x=1`);
      await browser.submit(await browser.get(path));
      await browser.get('/account');
      const unused = await lectern.installation.links.createForUser(email, 'reset', 24);
      await open().get(unused.path);
      const secret = unused.path.slice('/link/'.length);
      const spellings = ['/%6cink/', '//link/', '/LINK/', '/link%2F', '/link/%0A', `${lectern.url}/link/`];
      for (const beginning of spellings) {
        await sendBytes(lectern.url, toBytes('GET', beginning + secret, { Connection: 'close' }));
      }
      const secrets = [
        PASSWORD,
        'a wrong one of mine',
        path.slice(6),
        unused.path.slice(6),
        ...browser.cookies.values(),
      ];
      const log = JSON.stringify(lectern.logged);
      assert.match(log, /\/sign-in/);
      for (const secret of secrets) assert.ok(!log.includes(secret), 'the log');
      const tables = ['users', 'sessions', 'one_time_links', 'sign_in_failures', 'audit'];
      const held = JSON.stringify(await Promise.all(tables.map((table) => runSql(lectern, `SELECT * FROM ${table}`))));
      assert.ok(held.includes(email));
      for (const secret of secrets) assert.ok(!held.includes(secret), 'the database');
    });

    it('[D42] when a user leaves, then no session, link or invitation stays behind', async () => {
      const email = await createPerson(PASSWORD);
      const browser = open();
      await browser.signIn(email, PASSWORD);
      const paths = [
        (await lectern.installation.links.createForUser(email, 'sign_in', 24)).path,
        (await lectern.installation.links.invite(email, null)).path,
      ];
      const user = (await lectern.installation.storage.accounts.findUserByEmail(email))!;
      const owner = { kind: 'account', id: user.accountId } as const;
      const outcome = await lectern.installation.storage.ownerDeletion.begin(owner, {
        now: new Date().toISOString(),
        actor: toCommandActor('account delete'),
      });
      assert.equal(outcome, 'begun');
      assert.ok(!(await isSignedIn(browser)));
      for (const path of paths) assert.equal((await open().get(path)).status, 404);
      const left = await runSql(lectern, `SELECT id FROM sessions WHERE user_id = '${user.id}'`);
      assert.deepEqual(left, []);
    });

    it('when links and attempts are over, then they are swept', async () => {
      const email = await createPerson();
      await lectern.installation.links.createForUser(email, 'reset', 1);
      await open().signIn(email, 'wrong one');
      const { links, failedAttempts: failures } = lectern.installation.storage;
      const later = new Date(now + 30 * 24 * HOUR_MS).toISOString();
      for (const store of [links, failures]) {
        assert.equal(await store.deleteExpired(new Date(now).toISOString(), 0), 0);
        const removed = await store.deleteExpired(later, 100);
        assert.ok(removed > 0);
        assert.equal(await store.deleteExpired(later, 100), 0);
      }
    });
  });
}
