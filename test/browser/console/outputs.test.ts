import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { PAIRING_CODES_PER_ADDRESS_MAX } from '../../../src/contract/limits.ts';
import { eventuallyEquals, PHONE_SIZE, readVisibleText, SCREEN_SIZE } from '../../support/browser/audience-pages.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/browser/console-browser.ts';
import { holdResponses } from '../../support/browser/hold-responses.ts';
import { readQrCode } from '../../support/requests/read-qr-code.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const VERSE = 'For God so loved the world';
const NEXT = 'For God sent not his Son';

describe('the outputs of a Live, in the console', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let admin: ConsoleBrowser;
  let page: Page;
  const contexts: BrowserContext[] = [];

  before(async () => {
    live = await world.openLive({ name: 'Sunday' });
    await live.push('John 3:16-18');
    admin = await openConsolePage(world, live, { role: 'admin' });
    page = admin.page;
  });
  after(async () => {
    for (const context of contexts) await context.close();
    await admin?.close();
  });

  const openPage = async (url: string, options: BrowserContextOptions = SCREEN_SIZE) => {
    const context = await (await world.browser()).newContext({ ...options, reducedMotion: 'reduce' });
    contexts.push(context);
    const opened = await context.newPage();
    await opened.goto(url);
    return opened;
  };
  const waitForText = (one: Page, text: string, is = true) =>
    eventuallyEquals(is, async () => (await readVisibleText(one)).includes(text), `the page reads ${text}: ${is}`);
  const button = (name: string) => page.locator('.dialog[open]').getByRole('button', { name });
  const openNewOutputDialog = () => page.getByRole('button', { name: 'New output' }).click();
  const field = (name: string) => page.locator('.dialog[open]').getByLabel(name, { exact: true });
  const output = (name: string) => page.locator('.output', { hasText: name });
  const closeDialog = async () => {
    await page.keyboard.press('Escape');
    await page.locator('.dialog[open]').waitFor({ state: 'detached' });
  };

  it('[D60] when an output is created and its address is opened, then the page shows what is on air, and the console lists it as connected', async () => {
    await openNewOutputDialog();
    await field('Name').fill('Projector');
    await button('Create').click();
    const url = await field('Address').inputValue();
    assert.match(url, /#.+/);
    await page.locator('.dialog[open] .qr svg').waitFor();
    await page.locator('.dialog[open]').getByText('It contains the key, so treat it like a password.').waitFor();
    const saved = page.waitForEvent('download');
    await page.locator('.dialog[open]').getByRole('link', { name: 'Save as a start page' }).click();
    const file = await saved;
    assert.equal(file.suggestedFilename(), 'Projector.html');
    const startPage = await readFile(await file.path(), 'utf8');
    assert.ok(startPage.includes(`"${url}"`) && startPage.includes('This file contains the key of the output'));
    await closeDialog();
    await output('Projector').and(page.locator('[data-state=never]')).waitFor();
    const screen = await openPage(url);
    await waitForText(screen, VERSE);
    await output('Projector').and(page.locator('[data-state=connected]')).waitFor();
    await page.keyboard.press('ArrowRight');
    await waitForText(screen, NEXT);
  });

  it('[D60] when an output is identified, renamed or deleted, then its page follows', async () => {
    const [screen] = contexts[0]!.pages();
    await output('Projector').getByRole('button').click();
    await button('Show its name').click();
    await waitForText(screen!, 'Projector');
    await field('Name').fill('Left wall');
    const { asked, release } = await holdResponses(page, /\/outputs\/[^/]+$/, 'PATCH');
    await button('Save').click();
    await asked;
    const background = page.locator('.output-settings select:has([value=light])');
    await background.selectOption('light');
    await release();
    await page.locator('.dialog[open] .output-settings button[type=submit]:enabled').waitFor();
    assert.equal(await background.inputValue(), 'light', 'what is changed during a save stays');
    await button('Save').click();
    await page.locator('.dialog[open]').getByText('Saved.').waitFor();
    await button('Show its name').click();
    await waitForText(screen!, 'Left wall');
    await button('Delete').click();
    await button('Delete this output?').click();
    await page.locator('.dialog[open]').waitFor({ state: 'detached' });
    await output('Left wall').waitFor({ state: 'detached' });
    await waitForText(screen!, NEXT, false);
    await waitForText(screen!, VERSE, false);
  });

  it('[D61] when the QR code of a screen is opened, then the console asks to confirm the screen and connects it', async () => {
    const screen = await openPage(`${world.url}/screen?lang=en`);
    const code = (await screen.locator('.code span').allTextContents()).join('');
    await page.goto(`${world.url}/console?pair=${code}`);
    await page.locator('.dialog[open]').waitFor();
    assert.equal((await page.locator('.dialog[open]').getByLabel('Pairing code').inputValue()).replace(' ', ''), code);
    await field('Name').fill('Television');
    const codeField = page.locator('.dialog[open]').getByLabel('Pairing code');
    await codeField.fill(code === 'A1A1A1' ? 'B2B2B2' : 'A1A1A1');
    await button('Find this screen').click();
    await page.locator('.dialog[open]').getByText('Enter the code that the screen shows now.').waitFor();
    assert.notEqual(await codeField.inputValue(), '', 'what was typed stays');
    await codeField.fill(code);
    await button('Find this screen').click();
    await page.locator('.paired-screen').waitFor();
    await button('Connect this screen').click();
    await page.locator('.dialog[open]').waitFor({ state: 'detached' });
    await waitForText(screen, NEXT);
    await output('Television').and(page.locator('[data-state=connected]')).waitFor();
    assert.ok(!page.url().includes('pair='), 'the code is used up, so a reload does not ask for it');
  });

  it('[D61] when too many screens wait at the place of the console, then a person can end their codes, and a further screen shows one', async () => {
    for (let screens = 0; screens < PAIRING_CODES_PER_ADDRESS_MAX; screens++) {
      await fetch(`${world.url}/screen`, { headers: { accept: 'text/html' } });
    }
    const screen = await openPage(`${world.url}/screen?lang=en`);
    await screen.getByText('Too many screens are waiting').waitFor();
    await openNewOutputDialog();
    await page.locator('.dialog[open] summary').click();
    await button('End the waiting codes').click();
    await page
      .locator('.dialog[open]')
      .getByText(/codes have ended/)
      .waitFor();
    await closeDialog();
    await screen.reload();
    await screen.locator('.code').waitFor();
  });

  it('[D68] when a remote link is created, then a phone can step with it until it is ended', async () => {
    await page.getByRole('button', { name: 'Remotes, buttons' }).click();
    await field('Name').fill('Pulpit');
    await page.locator('.dialog[open] form button[type=submit]').click();
    const url = await field('Address').inputValue();
    assert.equal(await readQrCode(page), url);
    await closeDialog();
    const phone = await openPage(url, { ...PHONE_SIZE, hasTouch: true });
    await phone.locator('.line:not(.lost)').waitFor();
    await phone.locator('.keys .next').tap();
    await admin.isOnAir('John 3:18');
    await page.getByRole('button', { name: 'Remotes, buttons' }).click();
    const link = page.locator('.remote-links li', { hasText: 'Pulpit' });
    await link.getByRole('button').click();
    await link.waitFor({ state: 'detached' });
    await phone.locator('.notice').waitFor();
    await closeDialog();
  });

  it('[D74] when a button link is created, then the copied command works until it is ended', async () => {
    const dialog = page.locator('.dialog[open]');
    await page.getByRole('button', { name: 'Remotes, buttons' }).click();
    const [kind, lifetime] = [dialog.locator('select').nth(0), dialog.locator('select').nth(1)];
    await kind.selectOption('control');
    assert.deepEqual([await field('Name').inputValue(), await lifetime.inputValue()], ['Stream Deck', '2160']);
    await dialog.locator('form button[type=submit]').click();
    const next = await dialog.getByLabel('Address').first().inputValue();
    const header = await dialog.getByLabel(/^Header, for example/).inputValue();
    const press = async () => {
      const [name, value] = header.split(': ') as [string, string];
      return (await fetch(next, { method: 'POST', headers: { [name]: value } })).status;
    };
    assert.equal(await press(), 200);
    assert.equal((await fetch(await dialog.getByLabel('now.xml').inputValue())).status, 200);
    await closeDialog();
    await page.getByRole('button', { name: 'Remotes, buttons' }).click();
    const link = page.locator('.remote-links li', { hasText: 'Stream Deck' });
    await link.getByRole('button').click();
    await link.waitFor({ state: 'detached' });
    assert.equal(await press(), 404);
    await closeDialog();
  });
});
