import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { listViolations } from '../support/browser/axe.ts';
import { shareChromium } from '../support/browser/shared-chromium.ts';
import { slowNetwork } from '../support/browser/slow-network.ts';
import { createGrant } from '../support/requests/grants.ts';
import { type SmtpServer, startSmtpServer } from '../support/server/smtp-server.ts';
import { runSql } from '../support/server/sql.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const PASSWORD = 'three quiet words';
const LOOKS = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'light', locale: 'en-GB' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'dark', locale: 'de-DE' },
  { viewport: { width: 320, height: 568 }, colorScheme: 'dark', locale: 'pt-BR' },
] as const;

describe('the sign-in pages in a browser', () => {
  let chromium: Browser;
  let smtp: SmtpServer;
  let now = Date.now();
  before(async () => {
    smtp = await startSmtpServer();
    chromium = await shareChromium();
  });
  const { lectern } = useInProcessServer({
    settings: () => ({
      LECTERN_SMTP_URL: smtp.url,
      LECTERN_MAIL_FROM: 'lectern@example.org',
      LECTERN_SIGN_UP: 'open',
    }),
    clock: () => now,
  });
  after(() => smtp?.close());

  let serial = 0;
  const createPerson = async (name = 'Ada Lovelace') => {
    const email = `browsing-${++serial}@example.org`;
    await lectern.installation.administration.createUser({ email, name, password: PASSWORD });
    return email;
  };
  const open = (page: Page, path: string) => page.goto(lectern.config.publicUrl + path);
  const fill = async (page: Page, fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields)) await page.locator(`main [name=${name}]`).fill(value);
    // Disables the browser's validation, so that the server's messages are seen.
    await page
      .locator('main form')
      .first()
      .evaluate((form: { noValidate: boolean }) => {
        form.noValidate = true;
      });
    await page.locator('main form').first().getByRole('button').first().click();
    await page.waitForLoadState();
  };

  const windows = new Map<string, Page>();
  /** Opens a window of a look, signed out. */
  const openWindow = async (look: (typeof LOOKS)[number]) => {
    const page = windows.get(look.locale) ?? (await (await chromium.newContext(look)).newPage());
    windows.set(look.locale, page);
    await page.context().clearCookies();
    return page;
  };

  /** Steps that open every page, by page. */
  const pages: Record<string, (page: Page) => Promise<unknown>> = {
    'first-page': (page) => open(page, '/'),
    'not-found': (page) => open(page, '/sign-in/nowhere'),
    'sign-in': (page) => open(page, '/sign-in'),
    'sign-in-wrong': async (page) => {
      await open(page, '/sign-in');
      await fill(page, { email: await createPerson(), password: 'not this one' });
    },
    'sign-in-throttled': async (page) => {
      const email = await createPerson();
      await open(page, '/sign-in');
      await fill(page, { email, password: 'not this one' });
      await runSql(lectern, 'UPDATE sign_in_failures SET failures = 10');
      await fill(page, { email, password: PASSWORD });
      await runSql(lectern, 'DELETE FROM sign_in_failures');
    },
    'sign-in-again': async (page) => {
      const email = await createPerson();
      await open(page, '/sign-in');
      await fill(page, { email, password: PASSWORD });
      await open(page, '/sign-in?next=/account/tokens');
    },
    'sign-up': (page) => open(page, '/sign-up'),
    'sign-up-refused': async (page) => {
      await open(page, '/sign-up');
      await fill(page, { name: ' ', email: 'unknown', password: 'password' });
    },
    'link-sign-in': async (page) => {
      const { path } = await lectern.installation.links.createForUser(await createPerson(), 'sign_in', 24);
      await open(page, path);
    },
    'link-reset': async (page) => {
      const email = await createPerson();
      for (let i = 0; i < 2; i++) await createGrant(lectern, { email });
      await lectern.installation.administration.createToken({ subject: { user: email } });
      const { path } = await lectern.installation.links.createForUser(email, 'reset', 24);
      await open(page, path);
    },
    'link-reset-refused': async (page) => {
      const { path } = await lectern.installation.links.createForUser(await createPerson(), 'reset', 24);
      await open(page, path);
      await fill(page, { password: 'short' });
    },
    'link-over': (page) => open(page, `/link/${'A'.repeat(43)}`),
    invitation: (page) => invited(page, `invited-${++serial}@example.org`),
    'invitation-form': async (page) => {
      await invited(page, `invited-${++serial}@example.org`);
      await fill(page, {});
    },
    'invitation-known': async (page) => {
      await invited(page, await createPerson());
      await fill(page, {});
    },
    'invitation-join': async (page) => {
      const email = await createPerson();
      await open(page, '/sign-in');
      await fill(page, { email, password: PASSWORD });
      await invited(page, email);
      await fill(page, {});
    },
    recover: (page) => open(page, '/recover'),
    'recover-sent': async (page) => {
      await open(page, '/recover');
      await fill(page, { email: 'unknown@example.org' });
    },
  };

  async function invited(page: Page, email: string): Promise<unknown> {
    const { administration, links } = lectern.installation;
    const ownerEmail = await createPerson('Owner');
    const name = 'Evangelisch-Lutherische Kirchengemeinde Sankt Bartholomäus';
    const { organizationId } = await administration.createOrganization({ name, ownerEmail });
    const { path } = await links.invite(email, { organization: organizationId, role: 'operator' });
    return open(page, path);
  }

  it('when each page is shown, light or dark, on a phone or a desktop, then it has no violation and nothing is cut off', async () => {
    for (const [index, [name, reach]] of Object.entries(pages).entries()) {
      // The narrowest window, where words are cut off first, and one of the others.
      for (const look of [LOOKS[index % 2]!, LOOKS[2]]) {
        now += 3_600_001;
        const page = await openWindow(look);
        await reach(page);
        assert.equal(await page.locator('html').getAttribute('lang'), look.locale.slice(0, 2));
        assert.equal(await page.locator('h1').count(), 1);
        if (look !== LOOKS[2]) assert.deepEqual(await listViolations(page), [], name);
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        assert.ok(overflow <= 0, `${name} in ${look.locale}: ${overflow} px wider than the window`);
      }
    }
  });

  it('when only the keyboard is used, without scripts, then a user can sign up, sign out and sign in', async () => {
    const context = await chromium.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await open(page, '/sign-up');
    const email = `keyboard-${++serial}@example.org`;
    await page.locator('[name=name]:focus').waitFor();
    for (const text of ['Grace Hopper', email, PASSWORD]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account');
    await page.locator('.frame-person').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    await page.locator('[name=email]:focus').waitFor();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account');
    await context.close();
  });

  it('when a sign-in link is followed twice on a slow network, then its user is signed in', async () => {
    const page = await (await chromium.newContext()).newPage();
    const { path } = await lectern.installation.links.createForUser(await createPerson(), 'sign_in', 24);
    await open(page, path);
    await slowNetwork(page);
    await page.locator('main form button').dblclick({ delay: 50 });
    await page.waitForURL('**/account');
    await page.context().close();
  });

  it('when the password is wrong, then the email address is kept, and the password field has the focus', async () => {
    const email = await createPerson();
    const page = await chromium.newPage();
    await open(page, '/sign-in');
    await fill(page, { email, password: 'not this one' });
    assert.equal(await page.locator('[name=email]').inputValue(), email);
    assert.equal(await page.locator('[name=password]').inputValue(), '');
    assert.equal(await page.evaluate('document.activeElement.name'), 'password');
    await page.close();
  });

  it('when a sign-up is refused, then the first invalid field has the focus', async () => {
    const page = await chromium.newPage();
    const right = { name: 'Grace Hopper', email: `focus-${++serial}@example.org`, password: PASSWORD };
    for (const [wrong, focused] of [
      [{ password: 'short' }, 'password'],
      [{ email: 'unknown', password: 'short' }, 'email'],
      [{ email: await createPerson() }, 'email'],
      [{ name: ' ', password: 'short' }, 'name'],
    ] as const) {
      await open(page, '/sign-up');
      await page.locator('[name=name]:focus').waitFor();
      await fill(page, { ...right, ...wrong });
      await page.locator(`[name=${focused}][aria-invalid=true]:focus`).waitFor();
    }
    await page.close();
  });
});
