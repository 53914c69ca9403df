import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { newId } from '../../src/domain/identifiers.ts';
import { listViolations } from '../support/browser/axe.ts';
import { VirtualAuthenticator } from '../support/browser/virtual-authenticator.ts';
import { openWatchedPage, type WatchedPage } from '../support/browser/watched-page.ts';
import { startSession } from '../support/requests/start-session.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
/** A browser that offers passkeys only on request. */
const DISABLE_AUTOFILL = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false';
/** Chromium logs every unsuccessful response. */
const REFUSED = /status of 4\d\d/;

describe('passkeys in a browser', () => {
  const world = useInProcessServer({
    settings: {
      LECTERN_PUBLIC_URL: 'http://localhost:0',
      LECTERN_INSECURE_LAN: 'on',
      LECTERN_BUDGET_PAGES: '1000000',
    },
  });

  const createUser = async (): Promise<string> => {
    const email = `${newId().toLowerCase()}@example.org`;
    const user = { id: newId(), accountId: newId(), email, name: 'Miriam Schönfeld', passwordHash: 'hash' };
    await world.lectern.installation.storage.accounts.createUser(user);
    return email;
  };
  /** Opens the devices page in a browser in which the user has signed in. */
  async function openSignedIn(
    email: string,
    options: BrowserContextOptions = DESKTOP,
    { inField = false } = {},
  ): Promise<WatchedPage> {
    const origin = world.lectern.config.publicUrl;
    const device =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
    const watched = await openWatchedPage(
      await world.browser(),
      `${origin}/sign-in`,
      { locale: 'en', ...options },
      REFUSED,
    );
    const cookie = {
      name: 'lectern_session',
      value: (await startSession(world.lectern, email, device)).secret,
      url: origin,
    };
    await watched.context.addCookies([cookie]);
    // The authenticator responds at once, even where a person would first choose a passkey in the field.
    if (!inField) await watched.context.addInitScript(DISABLE_AUTOFILL);
    await watched.page.goto(`${origin}/account/sessions`);
    return watched;
  }
  async function addPasskey(page: Page, name: string): Promise<void> {
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('The passkey was added.').waitFor();
  }
  const signInAgain = async (page: Page): Promise<void> => {
    await page.goto(`${world.lectern.config.publicUrl}/sign-in?next=/account/sessions`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  };

  test('when a passkey is created, then the user can sign in with it', async () => {
    const { page, context, assertClean, close } = await openSignedIn(await createUser());
    await VirtualAuthenticator.plugInto(page);
    assert.equal(await page.getByLabel('Name').inputValue(), 'Chrome · Linux');
    await addPasskey(page, 'My laptop');
    await page.getByRole('list', { name: 'Passkeys' }).getByText('My laptop').waitFor();
    await page.locator('.frame-person').click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL('**/sign-in*');
    assert.equal(
      (await context.cookies()).some(({ name }) => name === 'lectern_session'),
      false,
    );
    await signInAgain(page);
    await page.waitForURL('**/account/sessions');
    await page.getByText('Miriam Schönfeld').waitFor();
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Last used').waitFor();
    assertClean();
    await close();
  });

  test('when the email field is used, then it also offers the passkey', async () => {
    const { page, context, assertClean, close } = await openSignedIn(await createUser(), DESKTOP, { inField: true });
    await VirtualAuthenticator.plugInto(page);
    await addPasskey(page, 'My laptop');
    await context.clearCookies();
    await page.goto(`${world.lectern.config.publicUrl}/sign-in?next=/account/sessions`);
    await page.waitForURL('**/account/sessions');
    await page.getByText('Miriam Schönfeld').waitFor();
    assertClean();
    await close();
  });

  test('when the user cancels, then the page says so, the user stays signed out and can retry', async () => {
    const { page, context, assertClean, close } = await openSignedIn(await createUser());
    const authenticator = await VirtualAuthenticator.plugInto(page);
    await addPasskey(page, 'My laptop');
    await context.clearCookies();
    await authenticator.recognize(false);
    await signInAgain(page);
    await page.getByRole('alert').getByText('No passkey was used.').waitFor();
    await authenticator.recognize(true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/account/sessions');
    assertClean();
    await close();
  });

  test('when a device already has a passkey, then it does not get another', async () => {
    const { page, assertClean, close } = await openSignedIn(await createUser());
    await VirtualAuthenticator.plugInto(page);
    await addPasskey(page, 'My laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('alert').getByText('This device already has a passkey').waitFor();
    assertClean();
    await close();
  });

  test('when the user cancels the creation of a passkey, then the page says so', async () => {
    const { page, assertClean, close } = await openSignedIn(await createUser());
    const authenticator = await VirtualAuthenticator.plugInto(page);
    await authenticator.recognize(false);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('alert').getByText('No passkey was created.').waitFor();
    assertClean();
    await close();
  });

  test('when a passkey was removed, then the page says that it is unknown', async () => {
    const { page, context, close } = await openSignedIn(await createUser());
    await VirtualAuthenticator.plugInto(page);
    await addPasskey(page, 'My laptop');
    await page.getByRole('link', { name: 'Change: My laptop' }).click();
    await page.getByText('Remove this passkey').click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByText('The passkey was removed.').waitFor();
    await context.clearCookies();
    await signInAgain(page);
    await page.getByRole('alert').getByText('This passkey is unknown.').waitFor();
    await close();
  });

  test('when there are no scripts, then nothing that needs them is offered, and devices can still be signed out', async () => {
    const email = await createUser();
    await startSession(world.lectern, email, IPHONE);
    const { page, close } = await openSignedIn(email, { javaScriptEnabled: false });
    await page.getByText('JavaScript is turned off').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).isVisible(), false);
    await page.getByRole('button', { name: /^Sign out: Safari · iPhone/ }).click();
    await page.getByText('The device was signed out.').waitFor();
    await page.goto(`${world.lectern.config.publicUrl}/sign-in`);
    assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible(), false);
    await close();
  });

  const WORDS = {
    pt: ['Adicionar chave de acesso', 'Alterar', 'Remover esta chave de acesso'],
    de: ['Passkey hinzufügen', 'Ändern', 'Diesen Passkey entfernen'],
  } as const;
  for (const [locale, size, viewport, colorScheme] of [
    ['pt', 'phone', PHONE, 'dark'],
    ['de', 'desktop', DESKTOP, 'light'],
  ] as const) {
    const [add, change, remove] = WORDS[locale];
    test(`when the pages are shown in ${locale} on a ${size}, ${colorScheme}, then they have no violation and fit`, async () => {
      const email = await createUser();
      await startSession(world.lectern, email, IPHONE);
      const { page, assertClean, close } = await openSignedIn(email, { ...viewport, locale, colorScheme });
      await VirtualAuthenticator.plugInto(page);
      const look = async () => {
        assert.deepEqual(await listViolations(page), []);
        const wider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        assert.equal(wider, false, 'nothing is wider than the window');
      };
      await page.getByRole('button', { name: add }).click();
      await page.waitForURL('**/account/sessions?done=added');
      await page.getByRole('button', { name: add }).click();
      await page.getByRole('alert').waitFor();
      await page.getByRole('button', { name: add }).scrollIntoViewIfNeeded();
      await look();
      await page.getByRole('link', { name: change }).click();
      await page.getByText(remove).click();
      await look();
      await page.goto(`${world.lectern.config.publicUrl}/sign-in`);
      await look();
      assertClean();
      await close();
    });
  }
});
