import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { listViolations } from '../support/browser/axe.ts';
import { slowNetwork } from '../support/browser/slow-network.ts';
import { api, createTestLive } from '../support/requests/api.ts';
import {
  ALL_SCOPES,
  exchangeCode,
  obtainCode,
  openAuthorizationBrowser,
  registerClient,
} from '../support/requests/oauth-flow.ts';
import { createTestToken, createTestUser, type TestUser } from '../support/requests/tokens.ts';
import { createTestOrganization } from '../support/server/lectern.ts';
import { runSql } from '../support/server/sql.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 568 };
const DESKTOP = { width: 1440, height: 900 };
const LOOKS: readonly BrowserContextOptions[] = [
  { viewport: PHONE, colorScheme: 'light', locale: 'en' },
  { viewport: PHONE, colorScheme: 'dark', locale: 'de' },
  { viewport: NARROWEST, colorScheme: 'light', locale: 'pt-BR' },
];
const LONG_NAME = 'Gemeindegottesdienstliederprojektionsverwaltungsprogramm'.repeat(2);
const FEW = 8;

describe('[D34] the account pages in a browser', () => {
  const { lectern, browser } = useInProcessServer();
  /** One user without any content, and one with the maximum. */
  let newcomer: TestUser;
  let veteran: TestUser;
  let pagePaths: Record<string, string>;
  before(async () => {
    const { administration } = lectern.installation;
    [newcomer, veteran] = [await createTestUser(lectern), await createTestUser(lectern)];
    const owner = await createTestOrganization(lectern);
    const { id: organization } = owner;
    for (const client of [api(lectern, veteran.owner), api(lectern, owner)]) {
      for (const name of ['Main chapel', LONG_NAME]) await createTestLive(client, { name });
    }
    await administration.setMember({ organization, email: veteran.email, role: 'owner' });
    await addMembers(organization, FEW);
    const email = `${LONG_NAME.slice(0, 60).toLowerCase()}@example.org`.replaceAll(' ', '.');
    await lectern.installation.links.invite(email, { organization, role: 'operator' });
    const browser = await openAuthorizationBrowser(lectern, veteran);
    const path = `/account/organizations/${organization}`;
    await browser.submit(await browser.get(path), { name: LONG_NAME }, `${path}/rename`);
    await browser.submit(await browser.get('/account'), { name: LONG_NAME }, '/account/name');
    for (const name of ['Stage tablet', LONG_NAME]) {
      const fields = { name, scopes: ['live.get', 'live.update'], expires_in_days: '' };
      await browser.submit(await browser.get(`${path}/tokens`), fields, `${path}/tokens`);
    }
    await addTokens(veteran, FEW);
    for (const name of ['Hymn Board', LONG_NAME]) {
      const scope = ALL_SCOPES.join(' ');
      await exchangeCode(lectern, await obtainCode(browser, await registerClient(lectern, { name }), scope));
    }
    pagePaths = {
      account: '/account',
      apps: '/account/apps',
      tokens: '/account/tokens',
      activity: '/account/activity',
      'password-open': '/account?open=password',
      'password-set': '/account?done=password',
      organizations: '/account/organizations',
      members: path,
      'service-tokens': `${path}/tokens`,
      'organization-activity': `${path}/activity`,
      data: '/account/data',
      'organization-data': `${path}/data`,
      usage: `${path}/usage?from=2026-03-01&to=2026-03-31`,
    };
    const [first, second] = await lectern.installation.lives.list(owner, { limit: 2, after: null });
    for (const [thing, live, title] of [
      ['song a', first!.id, LONG_NAME],
      ['song b', second!.id, 'Amazing Grace'],
      ['edition kjv', first!.id, 'King James Version'],
    ]) {
      await runSql(
        lectern,
        `INSERT INTO usage_counts (organization_id, thing, day, live_id, title, authors, ccli, count)
         VALUES ('${organization}', '${thing}', '2026-03-01', '${live}', '${title}', '${LONG_NAME}', '22025', 1)`,
      );
    }
  });

  let members = 0;
  const addMembers = async (organization: string, count: number) => {
    const { administration } = lectern.installation;
    for (let at = 0; at < count; at++) {
      const email = `${at === 0 ? LONG_NAME.slice(0, 60).toLowerCase() : 'member'}${++members}@example.org`;
      const role = (['viewer', 'operator', 'admin'] as const)[at % 3]!;
      await administration.createUser({ email, name: at === 0 ? LONG_NAME : `Member ${at}` });
      await administration.setMember({ organization, email, role });
    }
  };
  const addTokens = async (user: TestUser, count: number) => {
    for (let at = 0; at < count; at++) {
      await createTestToken(user, { name: at === 0 ? LONG_NAME : `Token ${at}`, scopes: at % 2 ? ['live.get'] : [] });
    }
  };

  const open = async (user: TestUser, path: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const { cookies } = await openAuthorizationBrowser(lectern, user);
    const context: BrowserContext = await (await browser()).newContext(options);
    const value = cookies.get('lectern_session')!;
    await context.addCookies([{ name: 'lectern_session', value, url: lectern.config.publicUrl }]);
    const page = await context.newPage();
    await visit(page, path);
    return page;
  };
  const visit = async (page: Page, path: string) =>
    assert.equal((await page.goto(lectern.config.publicUrl + path))?.status(), 200);
  /** Requires that nothing is wider than the window, that targets are tall enough, and that axe-core finds nothing. */
  const requireFit = async (page: Page, name: string) => {
    assert.equal(
      await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
      true,
      `${name} is too wide`,
    );
    const small = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('button, .button, summary, select, label.choice')]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)`);
    assert.deepEqual(small, [], name);
    assert.deepEqual(await listViolations(page), [], name);
  };

  it('when every page is shown, full and empty, with all sections open, then it fits the window', async () => {
    const empty = ['account', 'apps', 'tokens', 'organizations', 'activity'];
    for (const [number, options] of LOOKS.entries()) {
      // Each page in one look, and each look with full and empty pages.
      const inLook = (names: readonly string[]) => names.filter((_, index) => index % LOOKS.length === number);
      const full = await open(veteran, '/account', options);
      for (const name of inLook(Object.keys(pagePaths))) {
        await visit(full, pagePaths[name]!);
        await full.evaluate(
          "[...document.querySelectorAll('details')].slice(0, 12).forEach((one) => { one.open = true; })",
        );
        await requireFit(full, name);
      }
      await full.context().close();
      const page = await open(newcomer, '/account', options);
      for (const name of inLook(empty)) {
        await visit(page, pagePaths[name]!);
        await requireFit(page, `empty ${name}`);
      }
      await page.context().close();
    }
  });

  it('when the token form is submitted with errors and then correctly, then each page fits the window', async () => {
    const page = await open(newcomer, '/account/tokens', LOOKS[1]);
    await page.locator('#name').fill('Laptop');
    await page.locator('form[action="/account/tokens"] button').click();
    await page.locator('#scopes-problem').waitFor();
    await requireFit(page, 'problem');
    await page.locator('[value="live.get"]').check();
    await page.locator('form[action="/account/tokens"] button').click();
    await page.locator('.secret').waitFor();
    await requireFit(page, 'secret');
    await page.context().close();
  });

  it('when the copy button is pressed, then the secret is copied; without a clipboard it is selected and a message appears', async () => {
    const page = await open(newcomer, '/account/tokens', { viewport: PHONE, locale: 'en' });
    await page.locator('#name').fill('Copied');
    await page.locator('[value="live.get"]').check();
    await page.locator('form[action="/account/tokens"] button').click();
    const secret = await page.locator('.secret').textContent();
    const said = page.locator('.copying [role=status]');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('[data-copies]').click();
    await said.filter({ hasText: 'Copied.' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret);
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.locator('[data-copies]').click();
    await said.filter({ hasText: 'Selected. Press' }).waitFor();
    assert.equal(await page.evaluate('String(getSelection())'), secret);
    await page.context().close();
  });

  it('when a page shows times, then recent ones say how long ago they were, with the time in the reader’s time zone as title; without scripts they are in UTC', async () => {
    const timeOf = async (javaScriptEnabled: boolean) => {
      const options = { viewport: PHONE, locale: 'de', timezoneId: 'Asia/Kathmandu', javaScriptEnabled };
      const page = await open(newcomer, '/account/sessions', options);
      const time = page.locator('time').first();
      const [text, at, title] = [
        await time.textContent(),
        await time.getAttribute('datetime'),
        await time.getAttribute('title'),
      ];
      await page.context().close();
      const expected = (timeZone: string) =>
        new Intl.DateTimeFormat('de', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(at!));
      return { text, title, local: expected('Asia/Kathmandu'), utc: `${expected('UTC')} UTC` };
    };
    const scripted = await timeOf(true);
    assert.match(scripted.text!, /^vor \d+ (Sekunde|Minute)n?$/);
    assert.equal(scripted.title, scripted.local);
    const plain = await timeOf(false);
    assert.equal(plain.text, plain.utc);
  });

  it('when a page opens on a phone, then its content starts in the upper third of the screen, however long the name is', async () => {
    const page = await open(veteran, '/account/tokens', { viewport: PHONE, locale: 'de' });
    const { y } = (await page.locator('h1').boundingBox())!;
    assert.ok(y < PHONE.height / 3, `${y}`);
    await page.context().close();
  });

  it('when a preset is chosen, then its boxes are checked; when a box is changed, then the custom preset is chosen', async () => {
    const page = await open(newcomer, '/account/tokens', { viewport: PHONE, locale: 'en' });
    const checked = (selector: string) => page.locator(selector).isChecked();
    await page.locator('[value=operator]').check();
    assert.deepEqual([await checked('[value="live.update"]'), await checked('[value="token.create"]')], [true, false]);
    await page.locator('[value=read]').check();
    assert.deepEqual([await checked('[value="live.update"]'), await checked('[value="live.get"]')], [false, true]);
    await page.locator('[value="live.update"]').check();
    assert.equal(await checked('[value=chosen]'), true);
    await page.context().close();
  });

  it('when the skip link is followed, then the focus moves to the content', async () => {
    const page = await open(newcomer, '/account', { viewport: DESKTOP, locale: 'en' });
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate("document.activeElement.closest('main') !== null"), true);
    await page.context().close();
  });

  it('when the scopes of a token are listed on a phone, then the lines are evenly spaced, even if labels wrap', async () => {
    const page = await open(newcomer, '/account/tokens', { viewport: PHONE, locale: 'de' });
    const lines = await page.evaluate<{ top: number; bottom: number }[]>(`
      [...document.querySelectorAll('[name=scopes]')].map((box) => {
        const words = document.createRange();
        words.selectNodeContents(box.nextSibling);
        const { top, bottom } = words.getBoundingClientRect();
        return { top, bottom };
      })`);
    const heights = lines.map(({ top, bottom }) => bottom - top);
    assert.ok(Math.max(...heights) > 1.5 * Math.min(...heights), 'some take two lines');
    const gaps = lines.slice(1).map(({ top }, at) => top - lines[at]!.bottom);
    assert.ok(Math.max(...gaps) - Math.min(...gaps) < 2, String(gaps));
    await page.context().close();
  });

  it('when a password is needed, then its field is next to the name, above the links to other pages', async () => {
    const page = await open(newcomer, '/account', { viewport: PHONE });
    await requireFit(page, 'password');
    const field = (await page.locator('#password').boundingBox())!;
    const list = (await page.locator('.resource-list').first().boundingBox())!;
    assert.ok(field.y + field.height < list.y, `${field.y} and ${list.y}`);
    await page.context().close();
  });

  it('[D52] when an export is requested, then it is downloaded; a mistyped email address keeps the account; a deletion is confirmed by a page', async () => {
    const person = await createTestUser(lectern);
    const page = await open(person, '/account/data', { viewport: PHONE });
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('a[download]').click()]);
    assert.match(download.suggestedFilename(), /^lectern-[0-9a-f-]+\.json$/);
    await page.locator('summary').click();
    await page.locator('#confirmation').fill('another@example.org');
    await page.locator('button.danger').click();
    await page.locator('#confirmation-problem').waitFor();
    await requireFit(page, 'mistyped');
    await visit(page, '/account');
    await page.goBack();
    await page.locator('#confirmation-problem').waitFor();
    await page.locator('#confirmation').fill(person.email);
    await page.locator('button.danger').click();
    await page.getByRole('heading', { name: 'Your account was deleted' }).waitFor();
    await requireFit(page, 'gone');
    await page.context().close();
  });

  it('when a form is submitted repeatedly on a slow network, then it is sent once, and again only if the page did not change', async () => {
    const page = await open(newcomer, '/account/tokens');
    await page.clock.install();
    await slowNetwork(page);
    const button = page.locator('form[action="/account/tokens"] button');
    const fill = async () => {
      await page.locator('#name').fill('Pressed twice');
      await page.locator('[value="live.get"]').check();
    };
    await fill();
    await button.dblclick({ delay: 50 });
    await page.locator('.secret').waitFor();
    const { body } = await newcomer.get('/v1/me/tokens');
    assert.equal(body.data.filter(({ name }: { name: string }) => name === 'Pressed twice').length, 1);

    await page.goBack();
    await fill();
    let asked = 0;
    await page.route('**/account/tokens', (route) => {
      asked++;
      return route.fulfill({ status: 204 });
    });
    await Promise.all([page.waitForResponse('**/account/tokens'), button.click()]);
    await button.click();
    await page.clock.fastForward(20_000);
    await Promise.all([page.waitForResponse('**/account/tokens'), button.click()]);
    assert.equal(asked, 2);
    await page.context().close();
  });

  it('when only the keyboard is used, then a token can be revoked through its confirmation', async () => {
    await createTestToken(newcomer, { name: 'To be revoked' });
    const page = await open(newcomer, '/account/tokens');
    const entry = page.locator('.resource-list > li', { hasText: 'To be revoked' });
    await entry.locator('summary', { hasText: 'Revoke' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Revoke token');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    assert.equal(await entry.count(), 0);
    await page.context().close();
  });
});
