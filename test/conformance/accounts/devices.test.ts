import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toAuditRecord, toCommandActor } from '../../../src/domain/audit/audit.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import type { UserRecord } from '../../../src/storage/storage.ts';
import { type AgentPage, BrowserAgent, requireForm } from '../../support/requests/browser-agent.ts';
import { startSession, startStoredSession } from '../../support/requests/start-session.ts';
import { PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PAGE = '/account/sessions';

for (const engine of PAGE_ENGINES) {
  describe(`devices and passkeys of a user, on ${engine}`, () => {
    let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_BUDGET_PAGES: '1000000' },
      clock: () => nowMs,
    });

    const createUser = async (passwordHash: string | null = 'hash'): Promise<UserRecord> => {
      const { accounts } = lectern.installation.storage;
      const email = `${newId().toLowerCase()}@example.org`;
      await accounts.createUser({ id: newId(), accountId: newId(), email, name: 'Someone', passwordHash });
      return (await accounts.findUserByEmail(email))!;
    };
    const openBrowser = async ({ email }: UserRecord, device = FIREFOX): Promise<BrowserAgent> => {
      const browser = new BrowserAgent(lectern.config.publicUrl);
      browser.cookies.set('lectern_session', (await startSession(lectern, email, device)).secret);
      return browser;
    };
    const addPasskey = async ({ id: userId, accountId }: UserRecord, name: string) => {
      const passkey = { id: newId(), userId, name, publicKey: 'pQ', counter: 0, transports: [], lastUsedAt: null };
      const audit = toAuditRecord(toCommandActor('test'), { owner: { kind: 'account', id: accountId } });
      const { storage } = lectern.installation;
      const createdAt = '2026-01-02T03:04:05.000Z';
      const session = await startStoredSession(storage, userId, createdAt);
      await storage.passkeys.add({ ...passkey, createdAt }, { secretHash: session.hash, quota: 20 }, audit);
      await storage.sessions.end({ id: session.id, userId }, toAuditRecord(toCommandActor('test'), { owner: null }));
    };
    const passkeyAddress = ({ text }: AgentPage, name: string): string =>
      new RegExp(`href="(/account/passkeys/[0-9a-f]{64})" aria-label="[^"]*: ${name}"`).exec(text)![1]!;
    const isSignedIn = async (browser: BrowserAgent) => (await browser.get(PAGE)).status === 200;
    const latest = async ({ accountId }: UserRecord) =>
      (
        await lectern.installation.storage.audit.list(
          { kind: 'account', id: accountId },
          { limit: 1, before: null, since: null },
        )
      )[0]!;

    it('when devices are listed, then they are described in plain words, the latest used first, with this one marked', async () => {
      const user = await createUser();
      await openBrowser(user, IPHONE);
      nowMs += HOUR_MS;
      const browser = await openBrowser(user);
      const { text } = await browser.get(PAGE);
      assert.match(text, /Firefox · Windows<\/strong> · this device/);
      assert.match(text, /Safari · iPhone<\/strong><\/p>/);
      assert.ok(text.indexOf('Firefox') < text.indexOf('iPhone'));
      assert.match(text, /Last used <time [^>]*>November 21, 2026 at 11:00\sAM UTC<\/time>/);
      assert.match(text, /Signed in since <time [^>]*>November 21, 2026 at 10:00\sAM UTC/);
      assert.equal(text.includes(FIREFOX), false, 'no technical word');
    });

    it('when a browser describes itself, then that is shown as text and nothing else', async () => {
      const user = await createUser();
      const browser = await openBrowser(user, '<script>alert(1)</script> Windows');
      const { text } = await browser.get(PAGE);
      assert.match(text, /<strong>Windows<\/strong>/);
      assert.equal(text.includes('<script>alert'), false);
    });

    it('when one device is signed out, then that happens at once, with a record', async () => {
      const user = await createUser();
      const [browser, other] = [await openBrowser(user), await openBrowser(user, IPHONE)];
      const page = await browser.get(PAGE);
      const form = page.forms.find(({ action }) => action.pathname.endsWith('/end'))!;
      const response = await browser.post(form.action, form.fields);
      assert.equal(response.status, 303);
      assert.match((await browser.follow(response)).text, /role="status">The device was signed out/);
      assert.equal(await isSignedIn(other), false);
      assert.equal(await isSignedIn(browser), true);
      const { operation, channel, userId, resource } = await latest(user);
      assert.deepEqual([operation, channel, userId], ['endSession', 'page', user.id], '[D43]');
      assert.equal(form.action.pathname, `${PAGE}/${resource}/end`);
    });

    it('when the user signs out everywhere else, then it happens at once; where there is nothing else, there is no button', async () => {
      const user = await createUser();
      const browser = await openBrowser(user);
      const others = [await openBrowser(user, IPHONE), await openBrowser(user, IPHONE)];
      const response = await browser.submit(await browser.get(PAGE), {}, `${PAGE}/end-others`);
      const page = await browser.follow(response);
      assert.match(page.text, /All other devices were signed out/);
      for (const other of others) assert.equal(await isSignedIn(other), false);
      assert.equal(
        page.forms.some(({ action }) => action.pathname === `${PAGE}/end-others`),
        false,
      );
      assert.equal((await latest(user)).operation, 'endOtherSessions');
    });

    it('when a session of another user is named, then it cannot be ended, and the response is the same as for one that does not exist', async () => {
      const [user, victim] = [await createUser(), await createUser()];
      const [browser, theirs] = [await openBrowser(user), await openBrowser(victim)];
      await openBrowser(user);
      const form = (await browser.get(PAGE)).forms.find(({ action }) => action.pathname.endsWith('/end'))!;
      const [session] = await lectern.installation.sessions.list(victim.id);
      for (const id of [session!.id, newId(), '%00', 'x'.repeat(90)]) {
        assert.equal((await browser.post(`${PAGE}/${id}/end`, form.fields)).status, 404);
      }
      assert.equal(await isSignedIn(theirs), true);
    });

    it('when the user ends the session of this device, then the device is signed out', async () => {
      const user = await createUser();
      const [browser] = [await openBrowser(user), await openBrowser(user)];
      const form = (await browser.get(PAGE)).forms.find(({ action }) => action.pathname.endsWith('/end'))!;
      const own = (await lectern.installation.sessions.list(user.id)).find(
        ({ id }) => !form.action.pathname.includes(id),
      )!;
      const response = await browser.post(`${PAGE}/${own.id}/end`, form.fields);
      assert.equal(response.location?.pathname, '/sign-in');
      assert.equal(browser.cookies.has('lectern_session'), false);
    });

    it('when a session is over, then it is not in the list', async () => {
      const user = await createUser();
      await openBrowser(user, IPHONE);
      nowMs += 30 * DAY_MS;
      const { text } = await (await openBrowser(user)).get(PAGE);
      assert.equal(text.includes('iPhone'), false);
    });

    it('when a passkey is renamed, then it has the new name; an invalid name is asked for again, as it was typed', async () => {
      const user = await createUser();
      await addPasskey(user, 'Phone');
      const browser = await openBrowser(user);
      const address = passkeyAddress(await browser.get(PAGE), 'Phone');
      const page = await browser.get(address);
      assert.match(page.text, /Created on <time [^>]*>January 2, 2026/);
      for (const name of ['', '\u2060', 'x'.repeat(121)]) {
        const refused = await browser.submit(page, { name }, `${address}/rename`);
        assert.equal(refused.status, 422);
        assert.match(refused.text, /aria-invalid="true"[^>]* aria-describedby="name-problem"/);
        assert.equal(requireForm(refused, `${address}/rename`).fields.name, name);
      }
      const renamed = await browser.submit(page, { name: ' My <b>phone</b> ' }, `${address}/rename`);
      assert.equal(renamed.status, 303);
      assert.match((await browser.follow(renamed)).text, /<h1>My &lt;b&gt;phone&lt;\/b&gt;<\/h1>/);
      const { operation, resource } = await latest(user);
      assert.deepEqual([operation, address.endsWith(resource!)], ['renamePasskey', true], '[D43]');
      assert.match((await browser.get('/account/activity')).text, /renamed a passkey · My &lt;b&gt;phone&lt;/);
    });

    it('when a passkey is removed, then the page asks first', async () => {
      const user = await createUser();
      await addPasskey(user, 'Phone');
      const browser = await openBrowser(user);
      const address = passkeyAddress(await browser.get(PAGE), 'Phone');
      const page = await browser.get(address);
      assert.match(page.text, /<summary>Remove this passkey<\/summary>/);
      const response = await browser.submit(page, {}, `${address}/remove`);
      assert.match((await browser.follow(response)).text, /The passkey was removed/);
      assert.equal((await latest(user)).operation, 'removePasskey');
      assert.equal((await browser.get(address)).status, 404);
      assert.equal((await browser.submit(page, {}, `${address}/remove`)).status, 404);
    });

    it('when a user without a password has one last passkey, then it stays, and the page says why', async () => {
      const user = await createUser(null);
      await addPasskey(user, 'Phone');
      await addPasskey(user, 'Laptop');
      const browser = await openBrowser(user);
      const list = await browser.get(PAGE);
      const [phone, laptop] = [passkeyAddress(list, 'Phone'), passkeyAddress(list, 'Laptop')];
      const laptopPage = await browser.get(laptop);
      assert.equal((await browser.submit(await browser.get(phone), {}, `${phone}/remove`)).status, 303);
      const refused = await browser.submit(laptopPage, {}, `${laptop}/remove`);
      assert.equal(refused.status, 422);
      assert.match(refused.text, /role="alert">This is your only way to sign in/);
      assert.equal((await lectern.installation.passkeys.list(user.id)).length, 1);
    });

    it('when a passkey belongs to another user, then it is not found', async () => {
      const [user, victim] = [await createUser(), await createUser()];
      await addPasskey(user, 'Mine');
      await addPasskey(victim, 'Theirs');
      const theirs = passkeyAddress(await (await openBrowser(victim)).get(PAGE), 'Theirs');
      const browser = await openBrowser(user);
      const mine = passkeyAddress(await browser.get(PAGE), 'Mine');
      const page = await browser.get(mine);
      const rename = requireForm(page, `${mine}/rename`).fields;
      const remove = requireForm(page, `${mine}/remove`).fields;
      assert.equal((await browser.get(theirs)).status, 404);
      assert.equal((await browser.post(`${theirs}/rename`, { ...rename, name: 'Mine too' })).status, 404);
      assert.equal((await browser.post(`${theirs}/remove`, remove)).status, 404);
      assert.deepEqual(
        (await lectern.installation.passkeys.list(victim.id)).map(({ name }) => name),
        ['Theirs'],
      );
    });

    it('when the user is not signed in, then sign-in comes first and leads back', async () => {
      const { status, location } = await new BrowserAgent(lectern.config.publicUrl).get(PAGE);
      assert.equal(status, 303);
      assert.equal(location?.pathname, '/sign-in');
      assert.equal(location?.searchParams.get('next'), PAGE);
    });

    it('when a form comes from elsewhere, without its token or with that of another form, then it changes nothing', async () => {
      const user = await createUser();
      await addPasskey(user, 'Phone');
      const [browser, other] = [await openBrowser(user), await openBrowser(user, IPHONE)];
      const page = await browser.get(PAGE);
      const address = passkeyAddress(page, 'Phone');
      const passkey = await browser.get(address);
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      const forms = [
        ...page.forms.filter(({ action }) => /\/end(-others)?$/.test(action.pathname)),
        requireForm(passkey, `${address}/rename`),
        requireForm(passkey, `${address}/remove`),
      ];
      assert.equal(forms.length, 4);
      for (const { action, fields } of forms) {
        const name = 'Changed';
        assert.equal((await browser.post(action, { ...fields, name }, foreign)).status, 403);
        assert.equal((await browser.post(action, { ...fields, name, csrf: null })).status, 403);
        const wrong = requireForm(page, '/sign-out').fields.csrf!;
        assert.equal((await browser.post(action, { ...fields, name, csrf: wrong })).status, 403);
      }
      assert.equal(await isSignedIn(other), true);
      assert.deepEqual(
        (await lectern.installation.passkeys.list(user.id)).map(({ name }) => name),
        ['Phone'],
      );
    });
  });
}
