import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AgentPage, BrowserAgent, requireForm } from '../../support/requests/browser-agent.ts';
import { startSession } from '../../support/requests/start-session.ts';
import { PAGE_ENGINES, startTestLectern, type TestLectern } from '../../support/server/lectern.ts';
import { startTestNodes } from '../../support/server/nodes.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PASSWORD = 'three quiet words';
const MINUTE_MS = 60_000;

let serial = 0;

async function createPerson({ installation }: TestLectern, password: string | undefined = PASSWORD) {
  const email = `person-${++serial}@example.org`;
  await installation.administration.createUser({ email, name: 'Ada Lovelace', password });
  return email;
}

/** A browser at an address of its own, by way of a proxy that is trusted. */
const browserAt = ({ config }: TestLectern, address: string) =>
  new BrowserAgent(config.publicUrl, { 'x-forwarded-for': address });

const PROXIED = { LECTERN_TRUSTED_PROXIES: '127.0.0.1' };

for (const engine of PAGE_ENGINES) {
  describe(`sign-in with a password on ${engine}`, () => {
    let now = Date.now();
    const { lectern } = useInProcessServer({ engine, settings: PROXIED, clock: () => now });

    it('when a user signs in, then a session opens in an HttpOnly cookie and the response goes on with 303', async () => {
      const email = await createPerson(lectern);
      const browser = browserAt(lectern, '192.0.2.1');
      const signedIn = await browser.signIn(` ${email.toUpperCase()} `, PASSWORD);
      assert.equal(signedIn.status, 303);
      assert.equal(signedIn.location?.pathname, '/account');
      const cookies = signedIn.headers.getSetCookie();
      const session = cookies.find((cookie) => cookie.startsWith('lectern_session='))!;
      assert.match(session, /HttpOnly/);
      assert.match(session, /SameSite=Lax/);
      assert.match(session, /Path=\//);
      assert.doesNotMatch(session, /Domain/);
      assert.match((await browser.get('/sign-in')).text, /You are signed in as Ada Lovelace/);
    });

    it('[D69] when a page needs a recent sign-in, then a signed-in person is asked for the password again, and returns', async () => {
      const email = await createPerson(lectern);
      const browser = browserAt(lectern, '192.0.2.90');
      await browser.signIn(email, PASSWORD);
      const asked = await browser.get('/sign-in?next=/account/tokens&again=1');
      assert.match(asked.text, /<h1>Sign in again<\/h1>/);
      assert.doesNotMatch(asked.text, /You are signed in as/);
      assert.ok(asked.text.includes(`value="${email}"`));
      const wrong = await browser.submit(asked, { email, password: 'not this one' }, '/sign-in');
      assert.equal(wrong.status, 403);
      assert.match(wrong.text, /<h1>Sign in again<\/h1>/);
      const [password] = /<input id="password"[^>]*>/.exec(wrong.text)!;
      assert.match(password, / aria-describedby="sign-in-problem"/);
      const right = await browser.submit(wrong, { email, password: PASSWORD }, '/sign-in');
      assert.equal(right.location?.pathname, '/account/tokens');
    });

    it('[D69] when that person has no password, then the page shows the command, with the folders of the server only to an administrator', async () => {
      const { config } = lectern;
      const { administration, administrators } = lectern.installation;
      await createPerson(lectern); // The first person is an administrator.
      const email = `person-${++serial}@example.org`;
      await administration.createUser({ email, name: 'No password' });
      const browser = browserAt(lectern, '192.0.2.91');
      const { secret } = await startSession(lectern, email);
      browser.cookies.set('lectern_session', secret);
      const readCommand = async () => {
        const { text } = await browser.get('/sign-in?next=/account/tokens&again=1');
        assert.match(text, /You have not set a password yet/);
        return /<code>(.*)<\/code>/.exec(text)![1]!;
      };
      assert.equal(
        await readCommand(),
        `npm run --silent lectern -- user reset-link --email ${email} --next /account/tokens`,
      );
      await administrators.add(email);
      const command = await readCommand();
      assert.match(command, /^cd \S+ &amp;&amp; LECTERN_DATA_DIR=/);
      assert.ok(command.includes(`LECTERN_DATA_DIR=${config.dataDir} `));
      assert.ok(
        command.endsWith(` npm run --silent lectern -- user reset-link --email ${email} --next /account/tokens`),
      );
    });

    it('when a browser signs in, then the session rotates: the one that the browser had before ends', async () => {
      const email = await createPerson(lectern);
      const browser = browserAt(lectern, '192.0.2.2');
      await browser.signIn(email, PASSWORD);
      const first = browser.cookies.get('lectern_session');
      await browser.signIn(email, PASSWORD);
      assert.notEqual(browser.cookies.get('lectern_session'), first);
      const old = browserAt(lectern, '192.0.2.2');
      old.cookies.set('lectern_session', first!);
      assert.doesNotMatch((await old.get('/sign-in')).text, /You are signed in/);
    });

    it('when the password is wrong, the address unknown or no password set, then the response is the same, and what was typed is kept', async () => {
      const email = await createPerson(lectern);
      const withoutPassword = `person-${++serial}@example.org`;
      await lectern.installation.administration.createUser({ email: withoutPassword, name: 'No password' });
      const texts = new Set<string>();
      for (const typed of [email, `unknown-${serial}@example.org`, withoutPassword]) {
        const browser = browserAt(lectern, '192.0.2.3');
        const refused = await browser.signIn(typed, 'wrong password');
        assert.equal(refused.status, 403);
        const { fields } = requireForm(refused, '/sign-in');
        assert.equal(fields.email, typed);
        assert.equal(fields.password, '');
        assert.ok(!browser.cookies.has('lectern_session'));
        texts.add(refused.text.replaceAll(typed, '').replaceAll(/name="csrf" value="[^"]*"/g, ''));
      }
      assert.equal(texts.size, 1);
    });

    it('when a wrong password is sent, then the page the user was going to is kept, and is only ever on this server', async () => {
      const email = await createPerson(lectern);
      const browser = browserAt(lectern, '192.0.2.4');
      const wrong = await browser.submit(
        await browser.get('/sign-in?next=/account/tokens'),
        { email, password: 'not this one' },
        '/sign-in',
      );
      const right = await browser.submit(wrong, { email, password: PASSWORD }, '/sign-in');
      assert.equal(right.location?.pathname, '/account/tokens');
      for (const next of [
        '//evil.example',
        'https://evil.example',
        '/\\evil.example',
        '/a\n/evil',
        '',
        'account',
        '/.//evil.example',
        '/日本',
      ]) {
        const page = await browser.get(`/sign-in?${new URLSearchParams({ next })}`);
        const { location } = await browser.submit(page, { email, password: PASSWORD, next }, '/sign-in');
        assert.equal(location?.href, `${lectern.config.publicUrl}/account`, next);
      }
    });

    it('when a form is of another site or has no token, then it does nothing', async () => {
      const email = await createPerson(lectern);
      const browser = browserAt(lectern, '192.0.2.5');
      const { fields } = requireForm(await browser.get('/sign-in'), '/sign-in');
      const right = { ...fields, email, password: PASSWORD };
      const bad: [Record<string, string | null>, Record<string, string>][] = [
        [{ ...right, csrf: null }, {}],
        [{ ...right, csrf: 'x'.repeat(43) }, {}],
        [right, { origin: 'https://evil.example' }],
        [right, { origin: 'null', 'sec-fetch-site': 'cross-site' }],
      ];
      for (const [form, headers] of bad) {
        const { status } = await browser.post('/sign-in', form, headers);
        assert.equal(status, 403);
        assert.ok(!browser.cookies.has('lectern_session'));
      }
      const other = browserAt(lectern, '192.0.2.5');
      await other.get('/sign-in');
      assert.equal((await other.post('/sign-in', right)).status, 403, 'the token of another browser');
      assert.equal((await browser.post('/sign-in', right)).status, 303);
    });

    it('when a user is disabled, then only the right password shows this, and an open session ends at once', async () => {
      const email = await createPerson(lectern);
      const browser = browserAt(lectern, '192.0.2.6');
      await browser.signIn(email, PASSWORD);
      await lectern.installation.administration.setUserDisabled(email, true);
      assert.doesNotMatch((await browser.get('/sign-in')).text, /You are signed in/);
      assert.match((await browser.signIn(email, PASSWORD)).text, /disabled/);
      assert.doesNotMatch((await browser.signIn(email, 'wrong password')).text, /disabled/);
    });

    it('when a user signs out, then the session itself ends, not only its cookie', async () => {
      const email = await createPerson(lectern);
      const browser = browserAt(lectern, '192.0.2.7');
      await browser.signIn(email, PASSWORD);
      const copy = browserAt(lectern, '192.0.2.7');
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      const out = await browser.submit(await browser.get('/account'), {}, '/sign-out');
      assert.equal(out.status, 303);
      assert.equal(out.location?.pathname, '/sign-in');
      assert.ok(!browser.cookies.has('lectern_session'));
      assert.doesNotMatch((await copy.get('/sign-in')).text, /You are signed in/);
    });

    it('when a user has signed out in another tab, then the user is signed out; when another site sends it, then no session ends', async () => {
      const email = await createPerson(lectern);
      const browser = browserAt(lectern, '192.0.2.9');
      await browser.signIn(email, PASSWORD);
      const page = await browser.get('/account');
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      assert.equal((await browser.post('/sign-out', {}, foreign)).status, 403);
      // As from another site, for which the browser keeps its cookies back.
      const bare = await browserAt(lectern, '192.0.2.9').post('/sign-out', {}, foreign);
      assert.equal(bare.status, 303);
      assert.ok(!bare.headers.getSetCookie().some((line) => line.startsWith('lectern_session=')));
      await browser.submit(page, {}, '/sign-out');
      const again = await browser.submit(page, { next: '/account/tokens' }, '/sign-out');
      assert.equal(again.status, 303);
      assert.equal(again.location!.pathname + again.location!.search, '/sign-in?next=%2Faccount%2Ftokens');
    });

    it('when a user signs in, then there is an audit record of the page', async () => {
      const email = await createPerson(lectern);
      await browserAt(lectern, '192.0.2.8').signIn(email, PASSWORD);
      const user = await lectern.installation.storage.accounts.findUserByEmail(email);
      const owner = { kind: 'account', id: user!.accountId } as const;
      const [record] = await lectern.installation.storage.audit.list(owner, { limit: 1, before: null, since: null });
      assert.deepEqual([record?.operation, record?.channel, record?.userId], ['signIn', 'page', user!.id]);
    });

    it('when there are 10 failures in 15 minutes, then even the right password waits, only at that address, until the window is over', async () => {
      const email = await createPerson(lectern);
      const attacker = browserAt(lectern, '198.51.100.1');
      for (let i = 0; i < 10; i++) assert.equal((await attacker.signIn(email, `wrong ${i}`)).status, 403);
      const refused = await attacker.signIn(email, PASSWORD);
      assert.equal(refused.status, 429);
      const seconds = Number(refused.headers.get('retry-after'));
      assert.ok(seconds > 0 && seconds <= 900, `${seconds}`);
      assert.equal((await browserAt(lectern, '198.51.100.2').signIn(email, PASSWORD)).status, 303);
      now += 15 * MINUTE_MS - 1_000;
      assert.equal((await attacker.signIn(email, PASSWORD)).status, 429);
      now += 2_000;
      assert.equal((await attacker.signIn(email, PASSWORD)).status, 303);
    });

    it('when a sign-in succeeds, then the count of its pair is cleared', async () => {
      const email = await createPerson(lectern);
      for (let round = 0; round < 2; round++) {
        for (let i = 0; i < 9; i++) await browserAt(lectern, '198.51.100.3').signIn(email, `wrong ${i}`);
        assert.equal((await browserAt(lectern, '198.51.100.3').signIn(email, PASSWORD)).status, 303);
      }
    });

    it('when attempts come at the same time, then they count like those one after another', async () => {
      const email = await createPerson(lectern);
      const attempts = Array.from({ length: 16 }, (_, i) =>
        browserAt(lectern, '198.51.100.4').signIn(email, `wrong ${i}`),
      );
      const statuses = (await Promise.all(attempts)).map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 403).length, 10);
      assert.equal(statuses.filter((status) => status === 429).length, 6);
    });

    it('when a user is flooded from many addresses, then new browsers are locked out, but not those of the owner', async () => {
      const email = await createPerson(lectern);
      const own = browserAt(lectern, '203.0.113.1');
      await own.signIn(email, PASSWORD);
      await own.submit(await own.get('/account'), {}, '/sign-out');
      for (let i = 0; i < 50; i++) {
        assert.equal((await browserAt(lectern, `198.51.100.${100 + (i % 10)}`).signIn(email, 'wrong one')).status, 403);
      }
      assert.equal((await browserAt(lectern, '203.0.113.2').signIn(email, PASSWORD)).status, 429);
      assert.equal((await own.signIn(email, PASSWORD)).status, 303);
      const forged = browserAt(lectern, '203.0.113.3');
      for (const [name, value] of own.cookies) {
        if (name.startsWith('lectern_known'))
          forged.cookies.set(name, `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`);
      }
      assert.equal((await forged.signIn(email, PASSWORD)).status, 429);
      now += 61 * MINUTE_MS;
    });

    it('when a new password is set, then all other sessions and links end, and this session stays', async () => {
      const email = await createPerson(lectern);
      const [browser, elsewhere] = [browserAt(lectern, '192.0.2.20'), browserAt(lectern, '192.0.2.21')];
      for (const each of [browser, elsewhere]) await each.signIn(email, PASSWORD);
      const link = await lectern.installation.links.createForUser(email, 'sign_in', 24);
      const change = async (current_password: string, password: string) =>
        browser.submit(await browser.get('/account'), { current_password, password }, '/account/password');
      assert.equal((await change('not the one', 'four rather quiet words')).status, 422);
      assert.equal((await change(PASSWORD, 'short')).status, 422);
      assert.equal((await change(PASSWORD, email)).status, 422);
      assert.equal((await elsewhere.get('/account')).status, 200);
      assert.equal((await change(PASSWORD, 'four rather quiet words')).status, 303);
      assert.equal((await browser.get('/account')).status, 200);
      assert.equal((await elsewhere.get('/account')).location?.pathname, '/sign-in');
      assert.equal((await browser.get(link.path)).status, 404);
      assert.equal((await elsewhere.signIn(email, PASSWORD)).status, 403);
      assert.equal((await elsewhere.signIn(email, 'four rather quiet words')).status, 303);
    });

    it('when someone has the session of another user, then guesses at the current password are limited and do not shut the owner out', async () => {
      const email = await createPerson(lectern);
      const browser = browserAt(lectern, '192.0.2.22');
      await browser.signIn(email, PASSWORD);
      const page = await browser.get('/account');
      const change = (current_password: string) =>
        browser.submit(page, { current_password, password: 'four rather quiet words' }, '/account/password');
      for (let i = 0; i < 10; i++) assert.equal((await change(`wrong ${i}`)).status, 422);
      const refused = await change(PASSWORD);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      assert.equal((await browserAt(lectern, '192.0.2.23').signIn(email, PASSWORD)).status, 303);
    });

    it('when two changes of a password come at the same time, then one is done', async () => {
      const email = await createPerson(lectern);
      const browsers = [browserAt(lectern, '192.0.2.24'), browserAt(lectern, '192.0.2.25')];
      const pages: AgentPage[] = [];
      for (const browser of browsers) {
        await browser.signIn(email, PASSWORD);
        pages.push(await browser.get('/account'));
      }
      const fields = (password: string) => ({ current_password: PASSWORD, password });
      const changes = await Promise.all(
        browsers.map((browser, i) => browser.submit(pages[i]!, fields(`quiet words ${i}`), '/account/password')),
      );
      const done = changes.filter(({ headers }) => headers.get('location')?.includes('done='));
      assert.equal(done.length, 1);
    });

    it('when the server restarts, then the counts hold', async () => {
      const email = await createPerson(lectern);
      for (let i = 0; i < 10; i++) await browserAt(lectern, '198.51.100.5').signIn(email, 'wrong one');
      await lectern.restart();
      assert.equal((await browserAt(lectern, '198.51.100.5').signIn(email, PASSWORD)).status, 429);
    });
  });
}

describe('sign-in over nodes', () => {
  it('when nodes count sign-ins, then they share the counts', async () => {
    await using cluster = await startTestNodes(2, PROXIED);
    const [first, second] = cluster.nodes as [TestLectern, TestLectern];
    const email = await createPerson(first);
    for (let i = 0; i < 10; i++) {
      await browserAt(i % 2 ? first : second, '198.51.100.6').signIn(email, 'wrong one');
    }
    for (const node of [first, second]) {
      assert.equal((await browserAt(node, '198.51.100.6').signIn(email, PASSWORD)).status, 429);
    }
  });
});

describe('[D46] sign-in on plain HTTP', () => {
  const onNetwork = { LECTERN_PUBLIC_URL: 'http://lectern.example:8080' };

  it('when the address is no literal loopback, then sign-in is 503', async () => {
    await using lectern = await startTestLectern('sqlite', onNetwork);
    // Passwords and tokens of the account as well: a session may be older than the setting.
    const account = ['/account/tokens', '/account/organizations'];
    for (const path of ['/sign-in', '/sign-up', '/recover', `/link/${'a'.repeat(43)}`, ...account]) {
      const page = await new BrowserAgent(lectern.url).get(path);
      assert.equal(page.status, 503, path);
      assert.match(
        page.text,
        /<h1>This connection is not secure<\/h1>\s*<p>.*signing in is turned off here\. Ask .* https:\/\//,
        path,
      );
      assert.equal((await new BrowserAgent(lectern.url).post(path, {})).status, 503, path);
    }
  });

  it('when LECTERN_INSECURE_LAN=on is set, then sign-in works', async () => {
    await using lectern = await startTestLectern('sqlite', { ...onNetwork, LECTERN_INSECURE_LAN: 'on' });
    const email = await createPerson(lectern);
    assert.equal((await new BrowserAgent(lectern.url).signIn(email, PASSWORD)).status, 303);
  });
});
