import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { listViolations } from '../support/browser/axe.ts';
import { openWatchedPage } from '../support/browser/watched-page.ts';
import { openAuthorizationBrowser } from '../support/requests/oauth-flow.ts';
import { createTestUser, type TestUser } from '../support/requests/tokens.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1280, height: 900 } };
const LONG_NAME = 'Gemeindegottesdienstliederprojektionsverwaltung Sankt Bartholomäus';
const TOKEN_REQUEST = {
  name: 'ada@laptop',
  scopes: ['live.list', 'live.update', 'presentation.publish'],
  expires_in_days: 30,
};

describe('authorizing a terminal in a browser', () => {
  let now = Date.now();
  const world = useInProcessServer({ clock: () => now });
  let user: TestUser;
  before(async () => {
    user = await createTestUser(world.lectern);
  });

  const requestDeviceCode = async (request: object = TOKEN_REQUEST) => {
    const response = await fetch(`${world.url}/connect/terminal`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    return (await response.json()) as { user_code: string; device_code: string };
  };
  const requestToken = async (device_code: string) => {
    const response = await fetch(`${world.url}/connect/terminal/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ device_code }),
    });
    return response.status;
  };
  /** Opens a page in a browser in which the user has signed in. */
  async function open(path: string, options: BrowserContextOptions, person = user) {
    const session = (await openAuthorizationBrowser(world.lectern, person)).cookies.get('lectern_session')!;
    const storageState = {
      cookies: [
        {
          name: 'lectern_session',
          value: session,
          domain: '127.0.0.1',
          path: '/',
          expires: -1,
          httpOnly: true,
          secure: false,
          sameSite: 'Lax' as const,
        },
      ],
      origins: [],
    };
    return openWatchedPage(
      await world.browser(),
      `${world.url}${path}`,
      { ...options, storageState },
      /422|Unprocessable/,
    );
  }
  const requireFitting = async (page: Page) => {
    const wider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    assert.ok(!wider, 'the page is not wider than its window');
    assert.deepEqual(await listViolations(page), []);
  };

  it('when a terminal is allowed, then code, decision and result have no violation', async () => {
    for (const [locale, viewport, colorScheme] of [
      ['en', PHONE, 'light'],
      ['de', DESKTOP, 'dark'],
      ['pt', PHONE, 'dark'],
    ] as const) {
      // The budget allows five wrong codes a minute.
      now += 60_000;
      const login = await requestDeviceCode(locale === 'en' ? TOKEN_REQUEST : { name: 'ada@laptop' });
      const { page, assertClean, close } = await open('/connect', { ...viewport, colorScheme, locale });
      await requireFitting(page);
      await page.locator('#code').fill('BBBB-BBBB');
      await page.keyboard.press('Enter');
      await page.locator('#code-problem').waitFor();
      assert.equal(await page.locator('#code').inputValue(), 'BBBB-BBBB');
      await requireFitting(page);
      await page.locator('#code').fill(login.user_code.toLowerCase().replace('-', ''));
      await page.keyboard.press('Enter');
      await page.getByText(login.user_code).waitFor();
      await requireFitting(page);
      await page.locator('button[value=allow]').click();
      await page.waitForURL('**/connect?done=allowed');
      await requireFitting(page);
      assertClean();
      await close();
      assert.equal(await requestToken(login.device_code), 200);
    }
  });

  it('[D67] when the organization has a long name, then the pages fit', async () => {
    const { administration } = world.lectern.installation;
    const { organizationId } = await administration.createOrganization({ name: LONG_NAME, ownerEmail: user.email });
    const member = await createTestUser(world.lectern);
    await administration.setMember({ organization: organizationId, email: member.email, role: 'viewer' });
    const options: BrowserContextOptions = { ...PHONE, colorScheme: 'dark', locale: 'de' };
    const request = { name: LONG_NAME, organization_id: organizationId };
    const narrow = await requestDeviceCode({ ...request, scopes: ['live.get', 'live.delete'] });
    const { page, visit, assertClean, close } = await open(`/connect?code=${narrow.user_code}`, options, member);
    await requireFitting(page);
    await page.locator('button[value=allow]').click();
    await page.waitForURL('**/connect?done=allowed&organization=*');
    await requireFitting(page);
    assert.equal(await requestToken(narrow.device_code), 200);
    await page.locator('main p:last-child a').click();
    await page.locator('.resource-list').waitFor();
    await requireFitting(page);
    assertClean();
    const whole = await requestDeviceCode(request);
    await visit(`${world.url}/connect?code=${whole.user_code}`);
    await requireFitting(page);
    const strange = await requestDeviceCode({ ...request, organization_id: 'unknown' });
    await visit(`${world.url}/connect?code=${strange.user_code}`);
    await requireFitting(page);
    assert.equal(await page.locator('button[value=allow]').count(), 0);
    await close();
    const owners = await open(`/account/organizations/${organizationId}/tokens`, options, user);
    await requireFitting(owners.page);
    await owners.close();
  });

  it('when there are no scripts and only the keyboard is used, then the terminal can be denied', async () => {
    const login = await requestDeviceCode();
    const { page, close } = await open(`/connect?code=${login.user_code}`, { ...PHONE, javaScriptEnabled: false });
    for (let presses = 0; presses < 10; presses++) {
      await page.keyboard.press('Tab');
      if ((await page.locator('button[value=deny]:focus').count()) === 1) break;
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/connect?done=denied');
    await close();
    assert.equal(await requestToken(login.device_code), 400);
  });

  it('when the user has to sign in first, then the code is shown after sign-in', async () => {
    const password = 'a long enough password';
    const email = 'visitor@example.org';
    await world.lectern.installation.administration.createUser({ email, name: 'Visitor', password });
    const login = await requestDeviceCode();
    const { page, close } = await openWatchedPage(
      await world.browser(),
      `${world.url}/connect?code=${login.user_code}`,
      DESKTOP,
    );
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText(login.user_code).waitFor();
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.waitForURL(`**/sign-in?next=*${login.user_code}`);
    await close();
  });
});
