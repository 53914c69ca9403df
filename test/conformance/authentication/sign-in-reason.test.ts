import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import {
  authorizationOf,
  authorizePath,
  disableOauthClient,
  openAuthorizationBrowser,
  registerClient,
  type TestClient,
} from '../../support/requests/oauth-flow.ts';
import { createTestUser } from '../../support/requests/tokens.ts';
import { PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const WORDS = {
  en: 'You can then connect the app “Stage &lt;Remote&gt;”.',
  pt: 'Depois, você poderá conectar o aplicativo “Stage &lt;Remote&gt;”.',
  de: 'Danach können Sie die App „Stage &lt;Remote&gt;“ verbinden.',
};
const NAMED = /Stage &lt;Remote&gt;/;

for (const engine of PAGE_ENGINES) {
  describe(`[D41] what a user signs in for, on ${engine}`, () => {
    let now = Date.now();
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_SIGN_UP: 'open' }, clock: () => now });

    const newBrowser = (language = 'en') => new BrowserAgent(lectern.config.publicUrl, { 'accept-language': language });
    const newClient = () => registerClient(lectern, { name: 'Stage <Remote>' });
    /** Where the browser was sent to sign in, by an app's link. */
    const begin = async (browser: BrowserAgent, client: TestClient): Promise<URL> => {
      const { status, location } = await browser.get(authorizePath(authorizationOf(client)));
      assert.deepEqual([status, location?.pathname], [303, '/sign-in']);
      return location!;
    };
    const shown = async (browser: BrowserAgent, address: URL | string) => {
      const { status, text } = await browser.get(address);
      assert.equal(status, 200);
      return NAMED.test(text);
    };

    it('when the pages for signing in and up open, even after a wrong password, then they name the app in three languages', async () => {
      for (const [language, words] of Object.entries(WORDS)) {
        const browser = newBrowser(language);
        const address = await begin(browser, await newClient());
        const page = await browser.get(address);
        assert.ok(page.text.includes(`</h1>\n<p>${words}</p>`), page.text);
        const wrong = await browser.submit(page, { email: 'a@example.org', password: 'wrong' }, '/sign-in');
        assert.equal(wrong.status, 403);
        assert.ok(wrong.text.includes(words));
        const signUp = await browser.get(`/sign-up${address.search}`);
        assert.ok(signUp.text.includes(words));
        const bad = await browser.submit(signUp, { name: '', email: 'x', password: 'x' }, '/sign-up');
        assert.deepEqual([bad.status, bad.text.includes(words)], [422, true]);
      }
    });

    it('when there is no request, or it is another browser’s, over, decided, or of a disabled app, then nothing is said', async () => {
      const browser = newBrowser();
      for (const path of ['/sign-in', '/sign-up', '/sign-in?request=x', `/sign-in?request=${'A'.repeat(43)}`]) {
        assert.ok(!(await browser.get(path)).text.includes('You can then connect'), path);
      }
      const client = await newClient();
      const address = await begin(browser, client);
      assert.ok(await shown(browser, address));
      assert.ok(!(await shown(newBrowser(), address)), 'of another browser');
      const signedIn = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      assert.ok(!(await shown(signedIn, address)), 'of another browser, where a user is signed in');
      now += 301_000;
      assert.ok(!(await shown(browser, address)), 'it is over');

      const again = await begin(browser, client);
      assert.ok(await shown(browser, again));
      await disableOauthClient(lectern, client);
      assert.ok(!(await shown(browser, again)), 'the app is disabled');
    });

    it('when another session of the browser has taken a request, then nothing is said of it', async () => {
      const user = await createTestUser(lectern);
      const browser = await openAuthorizationBrowser(lectern, user);
      const consent = await browser.get(authorizePath(authorizationOf(await newClient())));
      assert.equal(consent.status, 200);
      const secret = /name="request" value="([\w-]{43})"/.exec(consent.text)![1]!;
      assert.ok(await shown(browser, `/sign-in?request=${secret}`));
      browser.cookies.delete('lectern_session');
      assert.ok(!(await shown(browser, `/sign-in?request=${secret}`)));
      const other = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      browser.cookies.set('lectern_session', other.cookies.get('lectern_session')!);
      assert.ok(!(await shown(browser, `/sign-in?request=${secret}`)));
    });
  });
}
