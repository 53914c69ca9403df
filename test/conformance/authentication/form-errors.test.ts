import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AgentPage, BrowserAgent, requireForm } from '../../support/requests/browser-agent.ts';
import { createMember, organizationPagePath } from '../../support/requests/members.ts';
import { openAuthorizationBrowser } from '../../support/requests/oauth-flow.ts';
import { createTestUser } from '../../support/requests/tokens.ts';
import { createTestOrganization, PAGE_ENGINES, startTestLectern } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PASSWORD = 'three quiet words';
let serial = 0;

for (const engine of PAGE_ENGINES) {
  describe(`errors on pages for people, on ${engine}`, () => {
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_SIGN_UP: 'open', LECTERN_BUDGET_PAGES: '1000000' },
    });

    const open = (language = 'en') => new BrowserAgent(lectern.config.publicUrl, { 'accept-language': language });
    const requirePage = ({ status, headers, text }: AgentPage, expected: number, title: string) => {
      assert.equal(status, expected, text);
      assert.match(headers.get('content-type')!, /^text\/html/);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.match(headers.get('content-security-policy')!, /form-action 'self'/);
      assert.ok(text.includes(title), text);
    };
    /** The form of a page that stayed open while the browser lost its cookies. */
    const sendStale = async (browser: BrowserAgent, address: string, fields: Record<string, string>) => {
      const { action, fields: own } = requireForm(await browser.get(address), address);
      browser.cookies.clear();
      return browser.post(action, { ...own, ...fields });
    };

    it('when a stale form is sent, then it comes again with what was typed, never a password, and then works', async () => {
      const email = `stale-${++serial}@example.org`;
      const browser = open();
      const typed = { name: 'Ada "A" Lovelace', email, password: PASSWORD };
      const refused = await sendStale(browser, '/sign-up', typed);
      requirePage(refused, 403, 'Please submit the form again');
      const { fields } = requireForm(refused, '/sign-up');
      assert.deepEqual([fields.name, fields.email, fields.password], [typed.name, email, '']);
      assert.ok(!refused.text.includes(PASSWORD));
      assert.equal((await browser.submit(refused, { password: PASSWORD }, '/sign-up')).status, 303);

      for (const [language, words] of [
        ['en', 'Please submit the form again'],
        ['pt', 'Envie novamente'],
        ['de', 'Bitte senden Sie sie noch einmal ab'],
      ] as const) {
        const other = open(language);
        const stale = await sendStale(other, '/sign-in', { email, password: PASSWORD });
        requirePage(stale, 403, words);
        assert.equal(requireForm(stale, '/sign-in').fields.email, email);
        assert.ok(!stale.text.includes(PASSWORD));
        assert.ok(!other.cookies.has('lectern_session'));
        assert.equal((await other.submit(stale, { password: PASSWORD }, '/sign-in')).status, 303);
      }
    });

    it('when an address has nothing at it, then a browser gets a page, and everything else an Error object', async () => {
      const browsers = 'text/html,application/xhtml+xml,*/*;q=0.8';
      const ask = (path: string, accept: string, method = 'GET') =>
        fetch(`${lectern.url}${path}`, { method, headers: { accept } });
      for (const path of ['/acount', '/nowhere/at/all', '/lives']) {
        const browser = new BrowserAgent(lectern.config.publicUrl, { accept: browsers, 'accept-language': 'de' });
        requirePage(await browser.get(path), 404, 'Seite nicht gefunden');
        for (const response of [await ask(path, '*/*'), await ask(path, browsers, 'POST')]) {
          assert.match(response.headers.get('content-type')!, /^application\/problem\+json/);
        }
      }
      for (const path of ['/v1/nowhere', '/v1', '/oauth/nowhere', '/.well-known/nowhere']) {
        const response = await ask(path, browsers);
        assert.deepEqual([path, response.status], [path, 404]);
        assert.match(response.headers.get('content-type')!, /^application\/problem\+json/);
      }
    });

    it('when a form comes from another origin, then the response stays a bare 403, without what was typed', async () => {
      const browser = open();
      const { fields } = requireForm(await browser.get('/sign-in'), '/sign-in');
      const typed = { ...fields, email: 'typed@example.org', password: PASSWORD };
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
      ];
      for (const headers of foreign) {
        const refused = await browser.post('/sign-in', typed, headers);
        requirePage(refused, 403, 'Not allowed');
        assert.equal(refused.forms.length, 0);
        assert.ok(!refused.text.includes('typed@example.org'));
      }
    });

    it('when a form of the account is stale, then it leads back to its page, in the language of the person', async () => {
      const user = await createTestUser(lectern);
      for (const [language, title] of [
        ['en', 'Please submit the form again'],
        ['pt', 'Envie novamente'],
        ['de', 'Bitte noch einmal absenden'],
      ] as const) {
        const browser = await openAuthorizationBrowser(lectern, user);
        browser.headers['accept-language'] = language;
        const stale = await browser.post('/account/sessions/end-others', { csrf: 'x'.repeat(43) });
        requirePage(stale, 403, title);
        assert.match(stale.text, /<a [^>]*href="\/account\/sessions">/);
        const foreign = await browser.post('/account/sessions/end-others', {}, { origin: 'https://evil.example' });
        assert.equal(foreign.status, 403);
        assert.ok(!foreign.text.includes(title));
      }
    });

    it('when a form is stale, then it leads back to the page that has it, not to a list of such pages', async () => {
      const organization = await createTestOrganization(lectern);
      const { browser } = await createMember(lectern, organization, 'owner');
      const place = organizationPagePath(organization);
      for (const [path, page] of [
        ['rename', place],
        ['members', place],
        ['tokens', `${place}/tokens`],
        ['data/delete', `${place}/data`],
      ] as const) {
        const stale = await browser.post(`${place}/${path}`, { csrf: 'x'.repeat(43) });
        requirePage(stale, 403, 'Please submit the form again');
        assert.ok(stale.text.includes(`href="${page}">`), path);
      }
    });

    it('when the user was signed out meanwhile, then the page says that nothing was done, and leads back to the page of the form', async () => {
      const email = `ended-${++serial}@example.org`;
      const { administration, storage } = lectern.installation;
      await administration.createUser({ email, name: 'Ada', password: PASSWORD });
      const { organizationId } = await administration.createOrganization({ name: 'Church', ownerEmail: email });
      const browser = open();
      await browser.signIn(email, PASSWORD);
      const place = `/account/organizations/${organizationId}`;
      const page = await browser.get(place);
      await browser.submit(page, {}, '/sign-out');
      for (const [language, words] of [
        ['en', 'You were signed out, so nothing was done'],
        ['pt', 'Sua sessão foi encerrada, por isso nada foi alterado'],
        ['de', 'Sie wurden abgemeldet, deshalb wurde nichts geändert'],
      ] as const) {
        browser.headers['accept-language'] = language;
        const shown = await browser.follow(await browser.submit(page, { name: 'Grace' }, `${place}/rename`));
        requirePage(shown, 200, words);
        assert.ok(!(await browser.get('/sign-in')).text.includes(words), 'no other browser shows it');
        const back = await browser.submit(shown, { email, password: PASSWORD }, '/sign-in');
        assert.equal(back.location?.pathname, place);
        const reached = await browser.follow(back);
        assert.ok(!(await browser.get(shown.url)).text.includes(words), 'nor who is signed in');
        await browser.submit(reached, {}, '/sign-out');
      }
      assert.equal((await storage.accounts.findOrganization(organizationId))!.name, 'Church');
    });

    it('when a decision about a terminal is stale, then it is asked once more, and nothing is decided', async () => {
      const response = await fetch(`${lectern.url}/connect/terminal`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'ada@laptop' }),
      });
      const { user_code } = (await response.json()) as { user_code: string };
      const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      const stale = await browser.post('/connect', { code: user_code, csrf: 'x'.repeat(43), decision: 'allow' });
      requirePage(stale, 403, 'Please submit the form again');
      const done = await browser.submit(stale, { decision: 'allow' }, '/connect');
      assert.equal(done.location?.search, '?done=allowed');
    });

    it('when an address below the pages does not exist, then a page says so in the language of the person', async () => {
      for (const path of [
        '/account/nothing',
        '/account/',
        '/sign-in/nothing',
        '/link',
        `/link/${'a'.repeat(300)}`,
        '/link/a/b',
        '/account/%zz',
        '/connect/nothing/at/all',
      ]) {
        for (const [language, title] of [
          ['en', 'Page not found'],
          ['pt-BR;q=0.5,en;q=0.2', 'Página não encontrada'],
          ['de', 'Seite nicht gefunden'],
        ] as const) {
          requirePage(await open(language).get(path), 404, title);
        }
        requirePage(await open().post(path, { a: 'b' }), 404, 'Page not found');
      }
    });

    it('when the method is wrong, then a page says which methods there are; REST keeps its problems', async () => {
      const handle = '0'.repeat(64);
      for (const [method, path, allow] of [
        ['DELETE', '/account', 'GET, HEAD'],
        ['POST', '/account/apps', 'GET, HEAD'],
        ['PUT', '/sign-out', 'GET, HEAD, POST'],
        ['PUT', '/sign-in', 'GET, HEAD, POST'],
        ['PATCH', '/connect', 'GET, HEAD, POST'],
        ['DELETE', `/link/${'a'.repeat(43)}`, 'GET, HEAD, POST'],
        ['DELETE', `/account/passkeys/${handle}/remove`, 'GET, HEAD, POST'],
      ] as const) {
        const headers = { 'accept-language': 'de', 'content-type': 'application/json' };
        const response = await fetch(lectern.url + path, { method, headers, body: '{"not":"read' });
        assert.equal(response.status, 405, path);
        assert.equal(response.headers.get('allow'), allow, path);
        assert.match(await response.text(), /<html lang="de">[\s\S]*Das ist hier nicht möglich/);
      }
      for (const [method, path, status] of [
        ['GET', '/v1/nothing', 404],
        ['PUT', '/v1/me', 405],
        ['GET', '/nothing', 404],
      ] as const) {
        const response = await fetch(lectern.url + path, { method });
        assert.equal(response.status, status);
        assert.equal(response.headers.get('content-type'), 'application/problem+json');
      }
    });

    it('when the address of a form is opened as a page, then it leads to the page that has the form', async () => {
      const organization = await createTestOrganization(lectern);
      const { browser, id } = await createMember(lectern, organization, 'owner');
      const place = organizationPagePath(organization);
      for (const [path, page] of [
        ['/sign-out', '/account'],
        ['/account/password', '/account'],
        ['/account/data/delete', '/account/data'],
        ['/account/tokens/some/rotate', '/account/tokens'],
        [`${place}/rename`, place],
        [`${place}/members/${id}/role`, place],
        [`${place}/data/delete`, `${place}/data`],
      ] as const) {
        const { status, location } = await browser.get(path);
        assert.deepEqual([status, location?.pathname], [303, page]);
        assert.equal((await browser.get(location!)).status, 200, page);
      }
      // The page reveals whether the resource exists, only to a user who is signed in.
      const odd = await open().get('/account/organizations/%2e%2e%2f%2fevil.example/rename');
      assert.equal(odd.location?.href, `${lectern.config.publicUrl}/account/organizations/..%2F%2Fevil.example`);
      assert.equal((await browser.get(odd.location!)).status, 404);
    });

    it('when a link is over, then the page says whom to ask, and leads to sign-in', async () => {
      for (const [language, advice] of [
        ['en', 'If you used it, sign in. Otherwise ask the sender for a new link'],
        ['pt', 'Se foi você quem o usou, entre na sua conta. Caso contrário, peça um novo link a quem o enviou'],
        ['de', 'melden Sie sich an. Andernfalls bitten Sie den Absender um einen neuen'],
      ] as const) {
        for (const path of [`/link/${'a'.repeat(43)}`, `/sign-up?invitation=${'a'.repeat(43)}`]) {
          const page = await open(language).get(path);
          requirePage(page, 404, advice);
          assert.match(page.text, /<a [^>]*href="\/sign-in">/);
        }
      }
    });

    it('when a form is too long, then it is refused in its own wording', async () => {
      const long = { email: 'a'.repeat(20_000) };
      requirePage(await open('en').post('/sign-in', long), 413, 'Too long');
      requirePage(await open('pt').post('/sign-in', long), 413, 'Texto longo demais');
      requirePage(await open('de').post('/sign-in', long), 413, 'Das ist zu lang');
    });

    it('when the home page opens, then it speaks the language of the browser', async () => {
      for (const [language, title] of [
        ['en', 'Follow along'],
        ['en;q=0.2, pt-BR;q=0.8', 'Acompanhar'],
        ['fr, de;q=0.5', 'Mitlesen'],
      ] as const) {
        const page = await open(language).get('/');
        assert.ok(page.text.includes(title), language);
        assert.equal(page.headers.get('vary'), 'Accept-Language');
      }
      assert.ok((await open('en').get('/?lang=de')).text.includes('<html lang="de">'));
    });

    it('when a page leads on to others, then it speaks that language whatever its address says, and so does not change it on the way', async () => {
      for (const path of ['/sign-in?lang=de', '/account/nowhere?lang=de']) {
        assert.ok((await open('pt').get(path)).text.includes('<html lang="pt">'), path);
      }
    });

    it('when recovery has no mail, then the page names the command as it is typed', async () => {
      assert.match((await open().get('/recover')).text, /npm run --silent lectern -- user reset-link --email …/);
    });

    it('when roles are chosen on a phone, then the choice fits: names to choose from, and below them what each may do', async () => {
      const email = `owner-${++serial}@example.org`;
      const { administration } = lectern.installation;
      await administration.createUser({ email, name: 'Ada', password: PASSWORD });
      const { organizationId } = await administration.createOrganization({ name: 'Church', ownerEmail: email });
      const browser = open();
      await browser.signIn(email, PASSWORD);
      const { text } = await browser.get(`/account/organizations/${organizationId}`);
      const options = [...text.matchAll(/<option[^>]*>([^<]*)</g)].map(([, option]) => option!);
      assert.ok(options.includes('Operator'));
      for (const option of options) assert.ok(option.length <= 20, option);
      assert.match(
        text,
        /aria-describedby="role-hint">[\s\S]*<ul class="hint" id="role-hint">[\s\S]*Operator: controls rooms/,
      );
    });

    it('when activity is shown, then it has devices and no ids of sessions', async () => {
      const email = `active-${++serial}@example.org`;
      await lectern.installation.administration.createUser({ email, name: 'Ada', password: PASSWORD });
      const browser = open();
      browser.headers['user-agent'] = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
      await browser.signIn(email, PASSWORD);
      await browser.signIn(email, PASSWORD);
      const user = (await lectern.installation.storage.accounts.findUserByEmail(email))!;
      const owner = { kind: 'account', id: user.accountId } as const;
      const records = await lectern.installation.storage.audit.list(owner, { limit: 10, before: null, since: null });
      const { text } = await browser.get('/account/activity');
      assert.match(text, /signed in · Firefox · Linux/);
      const ids = records.filter(({ operation }) => operation === 'signIn').map(({ resource }) => resource!);
      assert.equal(ids.length, 2);
      for (const id of ids) assert.ok(!text.includes(id));
    });
  });
}

it('[D46] when a page is not available, then it says when to try again, as REST does', async () => {
  await using lectern = await startTestLectern('sqlite', { LECTERN_PUBLIC_URL: 'http://lectern.example:8080' });
  for (const path of ['/sign-in', '/account']) {
    const page = await new BrowserAgent(lectern.url).get(path);
    assert.deepEqual([page.status, page.headers.get('retry-after')], [503, '2']);
  }
});
