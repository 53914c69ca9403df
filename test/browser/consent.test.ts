import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { newId } from '../../src/domain/identifiers.ts';
import { listViolations } from '../support/browser/axe.ts';
import { shareChromium } from '../support/browser/shared-chromium.ts';
import { slowNetwork } from '../support/browser/slow-network.ts';
import {
  ALL_SCOPES,
  authorizationOf,
  authorizePath,
  openAuthorizationBrowser,
  registerClient,
} from '../support/requests/oauth-flow.ts';
import { createTestUser, type TestUser } from '../support/requests/tokens.ts';
import { runSql } from '../support/server/sql.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 568 };
const DESKTOP = { width: 1440, height: 900 };
const LONG_NAME =
  'Gemeindegottesdienstliederprojektionsverwaltungsprogramm of the Church of Saint Bartholomew the Great';

describe('the consent page in a browser', () => {
  const { lectern } = useInProcessServer();
  let chromium: Browser;
  let app: HttpServer;
  let callback: string;
  const called: { url: string; referrer: string | undefined }[] = [];
  before(async () => {
    app = createServer((request, response) => {
      if (request.url!.startsWith('/cb')) called.push({ url: request.url!, referrer: request.headers.referer });
      response.setHeader('content-type', 'text/html').end('<title>App</title><h1>The app</h1>');
    });
    await once(app.listen(0, '127.0.0.1'), 'listening');
    chromium = await shareChromium();
    callback = `http://127.0.0.1:${(app.address() as AddressInfo).port}/cb`;
  });
  after(() => app?.close());

  const openSignedIn = async (person: TestUser, options: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const { cookies } = await openAuthorizationBrowser(lectern, person);
    const context = await chromium.newContext(options);
    const value = cookies.get('lectern_session')!;
    await context.addCookies([{ name: 'lectern_session', value, url: lectern.config.publicUrl }]);
    return context;
  };

  /** Opens the consent page as an app does: from a link on its own page. */
  const openFromApp = async (context: BrowserContext, path: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(callback.replace('/cb', '/'));
    await page.evaluate(`location.assign(${JSON.stringify(lectern.config.publicUrl + path)})`);
    await page.getByRole('button', { name: /^(Allow|Permitir|Erlauben)$/ }).waitFor();
    return page;
  };

  for (const [button, expected] of [
    ['Allow', /[?&]code=[\w-]{43}&/],
    ['Deny', /[?&]error=access_denied&/],
  ] as const) {
    it(`[Endpoints] when "${button}" is pressed, then it leads to the app, on another origin, without a referrer`, async () => {
      const client = await registerClient(lectern, { redirectUris: [callback] });
      const context = await openSignedIn(await createTestUser(lectern));
      const page = await openFromApp(context, authorizePath(authorizationOf(client)));
      called.length = 0;
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('heading', { name: 'The app' }).waitFor();
      assert.equal(called.length, 1);
      assert.match(called[0]!.url, expected);
      assert.equal(called[0]!.referrer, undefined);
      await context.close();
    });
  }

  it('when the button is pressed twice as soon as the page appears, then the decision is sent once and leads to the app', async () => {
    const client = await registerClient(lectern, { redirectUris: [callback] });
    const context = await openSignedIn(await createTestUser(lectern));
    await context.route('**/*.js', async (route) => {
      await sleep(700);
      await route.continue();
    });
    const page = await openFromApp(context, authorizePath(authorizationOf(client)));
    await slowNetwork(page);
    called.length = 0;
    await page.getByRole('button', { name: 'Allow', exact: true }).dblclick({ delay: 50 });
    await page.getByRole('heading', { name: 'The app' }).waitFor();
    assert.match(called[0]!.url, /[?&]code=/);
    await context.close();
  });

  it('[States] when a browser is signed out, then the page appears after sign-in, and again after a switch of accounts', async () => {
    const password = 'correct horse battery staple';
    const people = ['first@example.org', 'second@example.org'];
    for (const email of people) {
      await lectern.installation.administration.createUser({ email, name: email, password });
    }
    const client = await registerClient(lectern, { redirectUris: [callback] });
    const context = await chromium.newContext();
    const page = await context.newPage();
    await page.goto(callback.replace('/cb', '/'));
    const address = lectern.config.publicUrl + authorizePath(authorizationOf(client));
    await page.evaluate(`location.assign(${JSON.stringify(address)})`);
    for (const email of people) {
      await page.locator('[name=email]').fill(email);
      await page.locator('[name=password]').fill(password);
      await page.locator('[name=password]').press('Enter');
      await page.locator('.consenter', { hasText: email }).waitFor();
      if (email === people[0]) await page.getByRole('button', { name: 'Use another account' }).click();
    }
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'The app' }).waitFor();
    assert.match(called.at(-1)!.url, /[?&]code=/);
    await context.close();
  });

  it('[Endpoints] when only the keyboard is used, then the decision can be made, in reading order', async () => {
    const client = await registerClient(lectern, { redirectUris: [callback] });
    const context = await openSignedIn(await createTestUser(lectern));
    const page = await openFromApp(context, authorizePath(authorizationOf(client)));
    const reached: string[] = [];
    const order = ['Use another account', 'Connected apps', 'Allow', 'Deny'];
    for (const _ of order) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate<string>('document.activeElement.textContent'));
    }
    assert.deepEqual(reached, order);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The app' }).waitFor();
    assert.match(called.at(-1)!.url, /error=access_denied/);
    await context.close();
  });

  /** Gives the user twenty connections, the last one of an app with a long name. */
  const addConnections = async ({ email }: TestUser) => {
    const { id } = (await lectern.installation.storage.accounts.findUserByEmail(email))!;
    const { id: app } = await registerClient(lectern, { name: LONG_NAME });
    for (let age = 1; age <= 20; age++) {
      const created = new Date(Date.now() - age * 86_400_000).toISOString();
      const expires = new Date(Date.now() + 86_400_000).toISOString();
      await runSql(
        lectern,
        `INSERT INTO oauth_grants (id, client_id, user_id, scopes, created_at, expires_at, revoked_at)
         VALUES ('${newId()}', '${app}', '${id}', '["live.get"]', '${created}', '${expires}', NULL)`,
      );
    }
  };

  interface Look extends BrowserContextOptions {
    readonly scope: string;
    readonly long?: boolean;
    /** Whether the user has twenty connections. */
    readonly full?: boolean;
    /** Whether the redirect goes to a program on this computer. */
    readonly program?: boolean;
  }
  const all = ALL_SCOPES.join(' ');
  const LOOKS: Readonly<Record<string, Look>> = {
    'phone-dark-pt': { viewport: PHONE, colorScheme: 'dark', locale: 'pt', scope: 'live.get live.list', program: true },
    'narrowest-dark-de-long': { viewport: NARROWEST, colorScheme: 'dark', locale: 'de', scope: all, long: true },
    'desktop-light-en': { viewport: DESKTOP, colorScheme: 'light', locale: 'en', scope: all, full: true },
  };
  for (const [name, { scope, long, full, program, ...options }] of Object.entries(LOOKS)) {
    it(`when the page is shown, then it has no violation and fits the window: ${name}`, async () => {
      const person = await createTestUser(lectern);
      if (full) await addConnections(person);
      const host = long ? `${'very-long-label-of-a-host.'.repeat(5)}example` : 'songs.example';
      const client = await registerClient(lectern, {
        name: long ? LONG_NAME : 'Song Sheets',
        redirectUris: [program ? callback : `https://${host}/cb`],
      });
      const context = await openSignedIn(person, options);
      const page = await context.newPage();
      await page.goto(lectern.config.publicUrl + authorizePath(authorizationOf(client, { scope })));
      await page.getByRole('button', { name: /^(Allow|Permitir|Erlauben)$/ }).waitFor();
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(overflow <= 0, `${overflow} px too wide`);
      assert.deepEqual(await listViolations(page), []);
      await context.close();
    });
  }

  it('when the request is refused, then the page has no violation', async () => {
    const context = await chromium.newContext({ viewport: PHONE, locale: 'de' });
    const page = await context.newPage();
    await page.goto(`${lectern.config.publicUrl}/oauth/authorize?request=x`);
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    assert.deepEqual(await listViolations(page), []);
    await context.close();
  });
});
