import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import type { Role } from '../../../src/contract/scopes.ts';
import { api } from '../../support/api.ts';
import {
  eventuallyEquals,
  LAPTOP_SIZE,
  PHONE_SIZE,
  readVisibleText,
  SCREEN_SIZE,
} from '../../support/audience-pages.ts';
import { listViolations } from '../../support/axe.ts';
import { createTestOrganization, smallEdition, type TestOwner } from '../../support/lectern.ts';
import { createMember, type Person } from '../../support/members.ts';
import { organizationRestPath, paint } from '../../support/presentation.ts';
import { readQrCode } from '../../support/read-qr-code.ts';
import { type OwnedLive, useInProcessServer } from '../../support/suite-server.ts';

const VERSE = 'For God so loved the world';
const HEBREW = 'בְּרֵאשִׁית בָּרָא אֱלֹהִים';
const EDITIONS = [
  smallEdition('one', {
    43: { 3: { 16: `${VERSE}.` }, 11: { 35: 'Jesus wept.' } },
    17: { 8: { 9: 'Then were the scribes.' } },
  }),
  smallEdition('two', { 43: { 3: { 16: 'Also hat Gott die Welt geliebt.' } } }, { language: 'de', name: 'Zweite' }),
  smallEdition('heb', { 1: { 1: { 1: HEBREW } } }, { language: 'und', name: 'Hebraica' }),
];

describe('Lives in the workspace', () => {
  const world = useInProcessServer({ editions: EDITIONS });
  let organization: TestOwner;
  let live: OwnedLive;
  let operator: Person;
  let page: Page;

  before(async () => {
    live = await world.openLive({ name: 'Sunday' });
    organization = live.owner;
    operator = await createMember(world.lectern, organization, 'operator');
    page = await openPage(operator, '');
  });
  after(() => page?.context().close());

  const openPage = async (person: Person, path: string, options: BrowserContextOptions = LAPTOP_SIZE) => {
    const context = await (await world.browser()).newContext({ reducedMotion: 'reduce', ...options });
    const value = person.browser.cookies.get('lectern_session')!;
    await context.addCookies([{ name: 'lectern_session', value, url: world.url, httpOnly: true, sameSite: 'Lax' }]);
    const opened = await context.newPage();
    await opened.goto(`${world.url}/workspace/${organization.id}/lives${path}`);
    return opened;
  };
  const openAs = async (role: Role, path: string, options?: BrowserContextOptions) =>
    openPage(await createMember(world.lectern, organization, role), path, options);
  /** Opens a page as another device. */
  const openDevice = async (url: string, options: BrowserContextOptions = SCREEN_SIZE) => {
    const context = await (await world.browser()).newContext({ reducedMotion: 'reduce', ...options });
    const opened = await context.newPage();
    await opened.goto(url);
    return opened;
  };
  const waitForText = (one: Page, text: string, is = true) =>
    eventuallyEquals(is, async () => (await readVisibleText(one)).includes(text), `the page reads ${text}: ${is}`);
  const row = (name: string) => page.locator('.live-row', { hasText: name });
  const dialog = () => page.locator('dialog[open]');
  const button = (name: string, exact = true) => page.getByRole('button', { name, exact });
  const section = (name: string) => page.locator('.live-section', { hasText: name }).first();
  const read = async (path: string) => (await live.call('GET', path)).body;
  const goTo = async (path: string) => {
    await page.goto(`${world.url}/workspace/${organization.id}/lives${path}`);
  };
  const goToLive = async () => {
    await goTo(`/${live.liveId}`);
    await page.locator('.settings').waitFor();
  };
  const frameText = async (title: string) => {
    const frame = page.frameLocator(`iframe[title="${title}"]`);
    return (await frame.locator('body').innerText()).replaceAll(/\s+/g, ' ');
  };
  /** Drags a row of an ordered list. */
  const drag = async (from: number, to: number, edge: 'top' | 'bottom') => {
    const rows = page.locator('.translation-row');
    await rows.nth(to).scrollIntoViewIfNeeded();
    const [start, end] = [(await rows.nth(from).boundingBox())!, (await rows.nth(to).boundingBox())!];
    const y = edge === 'top' ? end.y + 4 : end.y + end.height - 4;
    await page.mouse.move(start.x + 20, start.y + start.height / 2);
    await page.mouse.down();
    for (const offset of [-12, -6, 0]) await page.mouse.move(end.x + 60 + offset, y + offset / 6, { steps: 4 });
    await page.locator(`.translation-row[data-edge=${edge}]`).waitFor();
    await page.mouse.up();
  };
  const save = async () => {
    await button('Save').click();
    await page.locator('.save-text', { hasText: 'Saved' }).waitFor();
  };

  describe('the list', () => {
    it('[D44], [D60] when Lives are listed, then each says what it shows, who watches, its outputs and its protection', async () => {
      await row('Sunday').getByText('Empty').waitFor();
      await row('Sunday').getByText('No viewers yet').waitFor();
      assert.deepEqual(await listViolations(page), []);
      await live.push('John 3:16');
      const phone = await openDevice(`${world.url}/l/${live.liveId}`, PHONE_SIZE);
      await waitForText(phone, VERSE);
      await goTo('');
      await row('Sunday').getByText('Showing').waitFor();
      await row('Sunday').getByText('John 3:16').waitFor();
      await row('Sunday').getByText('1 watching now, at most 1').waitFor();
      await row('Sunday').getByText('No outputs').waitFor();
      await row('Sunday').getByText('Open to everyone with the link').waitFor();
      await phone.context().close();
      await live.write('PATCH', '/playback', { paused: true });
      await goTo('');
      await row('Sunday').getByText('Hidden').waitFor();
      await live.write('PATCH', '/playback', { status: 'stopped' });
      await goTo('');
      await row('Sunday').getByText('Stopped').waitFor();
      await live.write('PATCH', '/playback', { status: 'running', paused: false });
    });

    it('[D11] when a Live is created, then its page opens; without a translation, the console leads to its settings', async () => {
      await goTo('');
      await button('New Live').click();
      await dialog().getByLabel('Name').fill('Youth');
      const { x, y } = (await dialog().getByRole('button', { name: 'Create' }).boundingBox())!;
      const leaving = page.waitForRequest((request) => request.isNavigationRequest());
      const { promise: slowServer, resolve: respond } = Promise.withResolvers<void>();
      const respondLater = (route: Route) => slowServer.then(() => route.continue());
      await page.route('**/lives/*', respondLater, { times: 1 });
      await page.mouse.click(x + 9, y + 9);
      await leaving;
      await page.mouse.click(x + 9, y + 9);
      respond();
      await page.locator('h1', { hasText: 'Youth' }).waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1)!;
      const { body } = await api(world.lectern, organization).get(`/v1/lives/${id}`);
      assert.deepEqual([body.name, body.translations ?? []], ['Youth', []], 'of several translations none is chosen');
      const listed = await api(world.lectern, organization).get(`/v1/organizations/${organization.id}/lives`);
      const named = listed.body.data.filter(({ name }: { name: string }) => name === 'Youth');
      assert.equal(named.length, 1, 'two clicks created one');

      await page.goto(`${world.url}/console/${id}`);
      await page.locator('.bar-input').waitFor();
      await page.getByRole('link', { name: 'Choose a translation' }).click();
      await page.getByText('No translation chosen.').waitFor();
    });

    it('[D34] when a viewer opens the pages, then they show everything and offer no change', async () => {
      const viewer = await openAs('viewer', '');
      await viewer.locator('.live-facts').first().waitFor();
      assert.equal(await viewer.getByRole('button', { name: 'New Live' }).count(), 0);
      await viewer.getByRole('link', { name: 'View in the console: Sunday' }).waitFor();
      await viewer.goto(`${world.url}/workspace/${organization.id}/lives/${live.liveId}`);
      await viewer.locator('.settings').waitFor();
      assert.ok(await viewer.getByLabel('Name').isDisabled());
      for (const name of ['Save', 'Stop', 'Protect with a secret', 'New output', 'Delete this Live'])
        assert.equal(await viewer.getByRole('button', { name }).count(), 0, name);
      await viewer.goto(`${world.url}/workspace/${organization.id}/lives/design`);
      await viewer.locator('.design-views').waitFor();
      assert.ok(await viewer.getByRole('combobox', { name: 'Color scheme' }).isDisabled());
      assert.equal(await viewer.getByRole('button', { name: 'Choose an image' }).count(), 0);
      await viewer.context().close();
    });

    it('when an address names no Live of the owner, then the page says so', async () => {
      const other = await world.openLive({ name: 'Other' });
      for (const id of ['none', other.liveId]) {
        await goTo(`/${id}`);
        await page.getByText('This Live does not exist.').waitFor();
      }
    });
  });

  describe('the settings of a Live', () => {
    it('[D12] when a translation is dragged above another, then their order changes, and is saved', async () => {
      await goToLive();
      const names = () =>
        page.locator('.translation-row .translation-name .meta').allTextContents() as Promise<string[]>;
      await page.getByLabel('Add a translation').selectOption('two');
      await eventuallyEquals(['one', 'two'], names);
      await drag(1, 0, 'top');
      await eventuallyEquals(['two', 'one'], names);
      await save();
      assert.deepEqual((await read('/settings')).translations, ['two', 'one']);
      await drag(0, 1, 'bottom');
      await eventuallyEquals(['one', 'two'], names);
      await button('Remove Zweite').click();
      await save();
      assert.deepEqual((await read('/settings')).translations, ['one']);
    });

    it('[D12], [D19], [D21], [D54] when all settings are changed and saved, then the Live has them, and the preview showed them before', async () => {
      await goToLive();
      await eventuallyEquals(true, async () => (await frameText('Preview on a screen')).includes(VERSE));
      await page.getByLabel('Name').fill('Sunday morning');
      await page.getByLabel('Add a translation').selectOption('two');
      await eventuallyEquals(true, async () => (await frameText('Preview on a screen')).includes('Also hat Gott'));
      await button('Move Zweite up').click();
      // The hint of a field describes it, and is no part of its name.
      const defaultPassage = page.getByRole('textbox', {
        name: 'Default passage',
        exact: true,
        description: /^Optional/,
      });
      await defaultPassage.fill('joh 3,16');
      await page.getByLabel('Verses on a page').selectOption('2');
      await page.getByLabel('Characters on a page, at most').fill('700');
      await page.getByLabel('Background').selectOption('light');
      await page.getByLabel('Text size').selectOption('2');
      await page.getByRole('combobox', { name: 'Color scheme' }).selectOption('paper');
      await page.getByLabel('Transition between pages').selectOption('fade');
      await page.getByLabel('Open in full screen, without controls').check();
      const frame = page.frameLocator('iframe[title="Preview on a screen"]');
      await frame.locator('html[data-theme="light"][data-preset="paper"]').waitFor({ state: 'attached' });
      await page.getByText('Unsaved changes').waitFor();
      assert.equal((await read('')).name, 'Sunday', 'nothing is saved yet');
      await save();
      assert.equal((await read('')).name, 'Sunday morning');
      const { translations, reference } = await read('/settings');
      assert.deepEqual([translations, reference], [['two', 'one'], 'John 3:16']);
      const { lines, page_characters } = await read('/paging');
      assert.deepEqual([lines, page_characters], [2, 700]);
      const settings = { theme: 'light', scale: 2, presentation: true, preset: 'paper', transition: 'fade' };
      assert.deepEqual(await read('/viewer-settings'), settings);
      assert.equal(await page.getByLabel('Default passage').inputValue(), 'John 3:16');
      await page.locator('h1', { hasText: 'Sunday morning' }).waitFor();
      assert.deepEqual(await listViolations(page, 2), []);
    });

    it('when settings are saved by keys, then the changed field has the focus again', async () => {
      await page.getByLabel('Name').focus();
      await page.keyboard.press('End');
      await page.keyboard.type('!');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await page.locator('.save-text', { hasText: 'Saved' }).waitFor();
      await page.locator(':focus').and(page.getByLabel('Name')).waitFor();
      assert.equal((await read('')).name, 'Sunday morning!');
    });

    it('[D8] when the Live changes elsewhere while other settings are edited, then a save keeps both', async () => {
      await page.getByLabel('Name').fill('Sunday');
      await live.write('PATCH', '/viewer-settings', { theme: 'dark' });
      await save();
      assert.equal((await read('')).name, 'Sunday');
      assert.equal((await read('/viewer-settings')).theme, 'dark');
      assert.equal(await page.getByLabel('Background').inputValue(), 'dark');
    });

    it('[D8] when a save keeps the change of someone else, then undo takes back only mine', async () => {
      await page.getByLabel('Text size').selectOption('3');
      await live.write('PATCH', '', { name: 'Named by another' });
      await save();
      assert.equal(await page.getByLabel('Name').inputValue(), 'Named by another');
      await page.locator('h1').click();
      await page.keyboard.press('Control+z');
      await page.getByText('Unsaved changes').waitFor();
      assert.equal(await page.getByLabel('Text size').inputValue(), '2');
      assert.equal(await page.getByLabel('Name').inputValue(), 'Named by another');
      await save();
      assert.equal((await read('')).name, 'Named by another');
      await page.getByLabel('Name').fill('Sunday');
      await save();
      assert.equal((await read('')).name, 'Sunday');
    });

    it('[D8] when someone else changes the same setting, then the page asks which to keep, and loses nothing', async () => {
      await page.getByLabel('Name').fill('Mine');
      await page.getByLabel('Text size').selectOption('1');
      await live.write('PATCH', '', { name: 'Theirs' });
      await button('Save').click();
      await dialog().getByRole('cell', { name: 'Mine', exact: true }).waitFor();
      await dialog().getByRole('cell', { name: 'Theirs', exact: true }).waitFor();
      await dialog().getByRole('button', { name: 'Take theirs' }).click();
      assert.equal(await page.getByLabel('Name').inputValue(), 'Theirs');
      await save();
      assert.equal((await read('/viewer-settings')).scale, 1, 'the other change is kept');
      assert.equal((await read('')).name, 'Theirs');
      await page.getByLabel('Name').fill('Sunday');
      await live.write('PATCH', '', { name: 'Again theirs' });
      await button('Save').click();
      await dialog().getByRole('button', { name: 'Keep mine' }).click();
      await page.locator('.save-text', { hasText: 'Saved' }).waitFor();
      assert.equal((await read('')).name, 'Sunday');
    });

    it('[D8] when the page is reloaded while it asks which change to keep, then it asks again; closing it keeps mine unsaved', async () => {
      await page.getByLabel('Name').fill('Mine');
      await live.write('PATCH', '', { name: 'Theirs' });
      await button('Save').click();
      await dialog().getByRole('cell', { name: 'Theirs', exact: true }).waitFor();
      page.once('dialog', (asked) => asked.accept());
      await page.reload();
      await dialog().getByRole('cell', { name: 'Mine', exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('Unsaved changes').waitFor();
      assert.equal(await page.getByLabel('Name').inputValue(), 'Mine');
      assert.equal((await read('')).name, 'Theirs', 'nothing is saved without a choice');
      await page.locator('.save-bar').getByRole('button', { name: 'Discard changes' }).click();
      assert.equal(await page.getByLabel('Name').inputValue(), 'Theirs');
      await page.getByLabel('Name').fill('Sunday');
      await save();
    });

    it('when the connection is lost, then settings are saved only when the person tries again', async () => {
      const { name } = await read('');
      await page.context().setOffline(true);
      await page.getByLabel('Name').fill('Evening');
      await button('Save').click();
      await page.locator('.save-bar .problem', { hasText: 'Not saved' }).waitFor();
      await page.context().setOffline(false);
      await page.waitForTimeout(1_000);
      assert.equal((await read('')).name, name, 'an audience sees no change later on its own');
      await button('Try again').click();
      await page.locator('.save-text', { hasText: 'Saved' }).waitFor();
      assert.equal((await read('')).name, 'Evening');
      await page.getByLabel('Name').fill(name);
      await save();
    });

    it('when the page is reloaded with unsaved changes, then they are still there; undo and discard take them back', async () => {
      await page.getByLabel('Name').fill('Half typed');
      page.once('dialog', (asked) => asked.accept());
      await page.reload();
      await page.locator('.settings').waitFor();
      assert.equal(await page.getByLabel('Name').inputValue(), 'Half typed');
      await page.locator('.save-bar').getByRole('button', { name: 'Discard changes' }).click();
      assert.equal(await page.getByLabel('Name').inputValue(), 'Sunday');
      await button('Remove Zweite').click();
      await button('Remove Zweite').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+z');
      await button('Remove Zweite').waitFor();
      await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    });

    it('[D19] when the server refuses a setting, then the page says why and keeps it', async () => {
      await page.getByLabel('Default passage').fill('Hezekiah 3:16');
      await button('Save').click();
      await page.locator('.save-bar .problem', { hasText: 'Not saved' }).waitFor();
      assert.equal(await page.getByLabel('Default passage').inputValue(), 'Hezekiah 3:16');
      await page.locator('.save-bar').getByRole('button', { name: 'Discard changes' }).click();
    });

    it('[D6] when the Live is stopped and started, then its playback follows, and stopping asks first', async () => {
      await button('Stop').click();
      await dialog().getByRole('button', { name: 'Stop' }).click();
      await button('Start').waitFor();
      assert.equal((await read('/playback')).status, 'stopped');
      await button('Start').click();
      await button('Stop').waitFor();
      assert.equal((await read('/playback')).status, 'running');
    });
  });

  describe('the links and the secret of a Live', () => {
    it('[D45] when the links are shown, then each opens its view, and the sheet to print has the QR code and the address', async () => {
      await goToLive();
      for (const [label, query] of [
        ['Phones', ''],
        ['Big screen', '?view=screen'],
        ['Lower third', '?view=lower-third'],
        ['Stage', '?view=stage'],
      ] as const) {
        const url = await page.getByLabel(`Address: ${label}`).inputValue();
        assert.equal(url, `${world.url}/l/${live.liveId}${query}`);
      }
      await page.getByRole('link', { name: 'Print a sheet with the QR code' }).click();
      await page.getByText('Follow along on your phone').waitFor();
      await page.locator('.follow-sheet .qr svg').waitFor();
      await page.locator('.sheet-address', { hasText: `${world.url}/l/${live.liveId}` }).waitFor();
      assert.deepEqual(await listViolations(page), []);
      await page.emulateMedia({ media: 'print' });
      assert.equal(await page.locator('header.frame').isVisible(), false);
      assert.equal(await button('Print').isVisible(), false);
      assert.equal(await readQrCode(page), `${world.url}/l/${live.liveId}`);
      await page.emulateMedia({ media: null });
    });

    it('[D20] when a Live is protected, then the secret is shown once, its link admits, and the link without it asks', async () => {
      await live.push('John 3:16');
      const before = await openDevice(`${world.url}/l/${live.liveId}`, PHONE_SIZE);
      await waitForText(before, VERSE);
      await goToLive();
      await section('Protection').getByText('Open: everyone').waitFor();
      await button('Protect with a secret').click();
      await dialog().getByText('1 person is watching now').waitFor();
      await dialog().getByRole('button', { name: 'Protect with a secret' }).click();
      const secret = await dialog().getByLabel('Secret', { exact: true }).inputValue();
      const link = await dialog().getByLabel('Link for phones, with the secret').inputValue();
      assert.equal(link, `${world.url}/l/${live.liveId}#${secret}`);
      for (const options of [PHONE_SIZE, LAPTOP_SIZE]) {
        await page.setViewportSize(options.viewport);
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          await dialog().locator('.qr svg').scrollIntoViewIfNeeded();
          assert.equal(await readQrCode(page), link);
        }
      }
      const sheet = await dialog().getByRole('link', { name: 'Print a sheet' }).getAttribute('href');
      await page.keyboard.press('Escape');
      await section('Protection').getByText('Protected:').waitFor();
      await waitForText(before, VERSE, false);
      const admitted = await openDevice(link, PHONE_SIZE);
      await waitForText(admitted, VERSE);
      await page.goto(world.url + sheet);
      await page.locator('.sheet-secret', { hasText: secret }).waitFor();
      assert.ok(!(await page.content()).includes(`${secret}</code>`));
      await page.emulateMedia({ media: 'print' });
      assert.equal(await readQrCode(page), link);
      await page.emulateMedia({ media: null });

      await goToLive();
      await button('Replace the secret').click();
      await dialog().getByText('must enter the new one').waitFor();
      await dialog().getByRole('button', { name: 'Replace the secret' }).click();
      const next = await dialog().getByLabel('Secret', { exact: true }).inputValue();
      assert.notEqual(next, secret);
      await waitForText(admitted, VERSE, false);
      await page.keyboard.press('Escape');
      await button('Remove the protection').click();
      await dialog().getByRole('button', { name: 'Remove the protection' }).click();
      await section('Protection').getByText('Open: everyone').waitFor();
      assert.equal((await read('/audience-secret')).protected, false);
      for (const device of [before, admitted]) await device.context().close();
    });
  });

  describe('the outputs of a Live', () => {
    it('[D60], [D61] when a screen is paired on the page, then it shows the Live, and the page says so, identifies and deletes it', async () => {
      await goToLive();
      const screen = await openDevice(`${world.url}/screen?lang=en`);
      const code = (await screen.locator('.code span').allTextContents()).join('');
      await button('New output').first().click();
      await dialog().getByLabel('Name', { exact: true }).fill('Hall left');
      await dialog().getByLabel('Pairing code').fill(code);
      await dialog().getByRole('button', { name: 'Find this screen' }).click();
      await dialog().getByRole('button', { name: 'Connect this screen' }).click();
      await waitForText(screen, VERSE);
      const output = page.locator('.output-row', { hasText: 'Hall left' });
      await output.and(page.locator('[data-state=connected]')).waitFor();
      await output.getByText('1920×1080').waitFor();
      await output.getByRole('button', { name: 'Show its name' }).click();
      await waitForText(screen, 'Hall left');
      await goTo('');
      await row('Sunday').getByText('1 of 1 output connected').waitFor();
      await goToLive();
      await button('Settings of Hall left').click();
      await dialog().getByLabel('Name', { exact: true }).fill('Hall right');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await dialog().getByText('Saved.').waitFor();
      await dialog().getByRole('button', { name: 'Delete' }).click();
      await dialog().getByRole('button', { name: 'Delete this output?' }).click();
      await page.locator('.output-row').waitFor({ state: 'detached' });
      await waitForText(screen, VERSE, false);
      await screen.context().close();
    });

    it('[D60] when two people change an output at the same time, then the changes of both are kept', async () => {
      const { body: output } = await live.call('POST', '/outputs', { body: { name: 'Shared', view: 'screen' } });
      await button('Settings of Shared').click();
      await live.call('PATCH', `/outputs/${output.id}`, { body: { view: 'stage', settings: { margin: 7 } } });
      await dialog().getByLabel('Name', { exact: true }).fill('Shared by two');
      await dialog().getByLabel('Text size').selectOption('2');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await dialog().getByText('Saved.').waitFor();
      await page.keyboard.press('Escape');
      const [{ name, view, settings }] = (await read('/outputs')).data;
      assert.deepEqual([name, view, settings.scale, settings.margin], ['Shared by two', 'stage', 2, 7]);
      await live.call('DELETE', `/outputs/${output.id}`);
    });

    it('[D60] when an output is created without a code, then its address is shown once and works', async () => {
      await button('New output').first().click();
      await dialog().getByLabel('Name', { exact: true }).fill('Stream');
      await dialog().getByRole('button', { name: 'Create' }).click();
      const url = await dialog().getByLabel('Address', { exact: true }).inputValue();
      await page.keyboard.press('Escape');
      const screen = await openDevice(url);
      await waitForText(screen, VERSE);
      await page.locator('.output-row[data-state=connected]', { hasText: 'Stream' }).waitFor();
      await screen.context().close();
      await page.locator('.output-row[data-state=lost]', { hasText: 'Stream' }).getByText('last seen').waitFor();
    });
  });

  describe('the design', () => {
    const openDesign = async () => {
      await goTo('/design');
      await page.locator('.design-views').waitFor();
    };
    const preview = (name: string) => page.frameLocator(`iframe[title="Preview: ${name}"]`);
    const groundOf = (one: Page) =>
      one.locator(':root').evaluate((root) => root.ownerDocument.defaultView.getComputedStyle(root).backgroundColor);
    const readDesign = async () =>
      (await api(world.lectern, organization).get(`${organizationRestPath({ owner: organization })}/design`)).body
        .settings;

    it('when the page of the design opens, then its own styles apply, and it starts at its beginning', async () => {
      await openDesign();
      const [display, top] = await page.locator('.design-views').evaluate((views) => {
        const window = views.ownerDocument.defaultView;
        return [window.getComputedStyle(views).display, window.scrollY] as const;
      });
      assert.deepEqual([display, top], ['grid', 0]);
    });

    it('[D22] when the design is changed, then all four views preview it, and the audience sees it only when it is saved', async () => {
      await openDesign();
      for (const name of ['Screen', 'Lower third', 'Phone', 'Stage'])
        await preview(name).getByText('Then were the scribes').first().waitFor();
      assert.deepEqual(await listViolations(page, 4), []);
      const screen = await openDevice(`${world.url}/l/${live.liveId}?view=screen&theme=dark`);
      await waitForText(screen, VERSE);
      const plain = await groundOf(screen);
      await page.getByLabel('Background, as #rrggbb').first().fill('#103020');
      await eventuallyEquals('rgb(16, 48, 32)', () =>
        preview('Screen')
          .locator(':root')
          .evaluate((root) => root.ownerDocument.defaultView.getComputedStyle(root).backgroundColor),
      );
      await page.getByText('The audience sees the change as soon as you save it.').waitFor();
      assert.equal(await groundOf(screen), plain);
      await save();
      await eventuallyEquals('rgb(16, 48, 32)', () => groundOf(screen));
      await screen.context().close();
    });

    it('[D22] when a color is hard to read, then the page says so with the ratio, and saves it nevertheless', async () => {
      const verdict = page.locator('.contrast').first().locator('li').first();
      await verdict.getByText('Easy to read').waitFor();
      await page.getByLabel('Text, as #rrggbb').first().fill('#306040');
      await verdict.getByText('Too faint (1.9:1)').waitFor();
      await page.getByLabel('Text, as #rrggbb').first().fill('#80a890');
      await verdict.getByText('Readable up close').waitFor();
      await save();
      assert.equal((await readDesign()).palettes.dark.text, '#80a890');
    });

    it('[D22] when fonts, sizes, order, box, transition and controls are changed, then they are saved as chosen', async () => {
      await page.getByRole('combobox', { name: 'Color scheme' }).selectOption('ocean');
      await page.getByLabel('Transition between pages').selectOption('wipe');
      for (const group of ['Box around the text', 'Order, from top to bottom', 'What viewers can change'])
        await page.locator('summary', { hasText: group }).click();
      await page.getByLabel('Rounded corners').fill('24');
      await page.getByLabel('Space inside').fill('401');
      await page.getByRole('combobox', { name: 'Font' }).first().selectOption('sans');
      await page.getByRole('spinbutton', { name: /^Size/ }).first().fill('96');
      await page.getByLabel('Bold').first().check();
      await button('Move Reference up').click();
      await drag(0, 2, 'bottom');
      await page.getByLabel('Full screen').uncheck();
      await save();
      const { preset, transition, container, elements, order, controls } = await readDesign();
      assert.deepEqual([preset, transition, container.radius], ['ocean', 'wipe', 24]);
      assert.equal(container.padding, null, 'a value beyond the limit changes nothing');
      assert.deepEqual([elements.text.font, elements.text.size, elements.text.bold], ['sans', 96, true]);
      assert.deepEqual(order, ['text', 'translation', 'reference']);
      assert.deepEqual(controls, { theme: true, fullscreen: false, fontSize: true });
    });

    it('when another verse or a light background is chosen, then the previews show it, also in Hebrew', async () => {
      const sample = page.locator('.design-preview select');
      assert.deepEqual(await sample.locator('option').allTextContents(), [
        'Longest verse',
        'Shortest verse',
        'Two translations',
        'Hebrew',
      ]);
      await sample.selectOption('shortest');
      await preview('Stage').getByText('Jesus wept').first().waitFor();
      await sample.selectOption('two');
      await preview('Screen').getByText('Also hat Gott').first().waitFor();
      await sample.selectOption('hebrew');
      await preview('Phone').getByText(HEBREW).first().waitFor();
      await button('Light').click();
      await preview('Screen').locator('html[data-theme=light]').waitFor({ state: 'attached' });
    });

    it('[D22] when the shipped look is chosen, then it can be undone before and after it is saved', async () => {
      const designed = await readDesign();
      await button('Back to the shipped look').click();
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
      await button('Back to the shipped look').click();
      await save();
      assert.equal((await readDesign()).preset, 'default');
      await page.locator('h1').click();
      await page.keyboard.press('Control+z');
      await page.getByText('Unsaved changes').waitFor();
      await save();
      assert.deepEqual(await readDesign(), designed);
    });

    it('[D8] when someone else changes the design, then different parts are merged, and the page asks about the same ones', async () => {
      const client = api(world.lectern, organization);
      const path = `${organizationRestPath(client)}/design`;
      const changeElsewhere = async (part: object) => {
        const { etag } = await client.get(path);
        const settings = { ...(await readDesign()), ...part };
        assert.equal((await client.put(path, { settings }, { ifMatch: etag! })).status, 200);
      };
      await page.getByLabel('Transition between pages').selectOption('fade');
      await changeElsewhere({ preset: 'midnight' });
      await save();
      let saved = await readDesign();
      assert.deepEqual([saved.preset, saved.transition], ['midnight', 'fade']);
      await page.getByRole('combobox', { name: 'Color scheme' }).selectOption('paper');
      await changeElsewhere({ preset: 'ocean' });
      await button('Save').click();
      await dialog().getByRole('button', { name: 'Keep mine' }).click();
      await page.locator('.save-text', { hasText: 'Saved' }).waitFor();
      saved = await readDesign();
      assert.equal(saved.preset, 'paper');
    });

    it('[D22] when a logo is chosen, then the audience sees it once the design shows it; it can be removed, and that undone', async () => {
      const screen = await openDevice(`${world.url}/l/${live.liveId}?view=screen`);
      const file = { name: 'logo.png', mimeType: 'image/png', buffer: await paint('png') };
      await page.locator('.logo-field input').setInputFiles({ ...file, name: 'logo.txt', mimeType: 'text/plain' });
      await page.locator('.logo-field .problem').waitFor();
      await page.locator('.logo-field input').setInputFiles(file);
      await page.locator('.logo-image').waitFor();
      await page.getByLabel('Show the logo').check();
      await preview('Screen').locator('img.logo').waitFor();
      await save();
      await screen.locator('img.logo').waitFor();
      await button('Remove the logo').click();
      await screen.locator('img.logo').waitFor({ state: 'detached' });
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await screen.locator('img.logo').waitFor();
      await screen.context().close();
    });

    it('when the owner is an account, then the page says that it has no design', async () => {
      await goTo('/design');
      const account = await page.locator('.frame-menu a[href*="/workspace/"]').last().getAttribute('href');
      await page.goto(`${world.url}${account}/design`);
      await page.getByText('Only organizations have a design.').waitFor();
    });
  });

  describe('a phone', () => {
    it('when the pages are opened on a phone in German, then nothing is wider than the screen, and axe finds nothing', async () => {
      const phone = await openPage(operator, '', { ...PHONE_SIZE, locale: 'de-DE', hasTouch: true });
      for (const [path, selector, frames] of [
        ['', '.live-facts', 0],
        [`/${live.liveId}`, '.settings', 2],
        [`/${live.liveId}?sheet`, '.follow-sheet', 0],
        ['/design', '.design-views', 4],
      ] as const) {
        await phone.goto(`${world.url}/workspace/${organization.id}/lives${path}`);
        await phone.locator(selector).first().waitFor();
        const overflow = await phone.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        assert.ok(overflow <= 0, `${path} is ${overflow} px too wide`);
        await eventuallyEquals(1 + frames, async () => phone.frames().length);
        assert.deepEqual(await listViolations(phone, frames), [], path);
      }
      await phone.context().close();
    });
  });

  describe('deleting a Live', () => {
    it('[D12] when nothing is on air, then one confirmation deletes it', async () => {
      const empty = await world.openLive({ name: 'Empty room' }, organization);
      await goTo(`/${empty.liveId}`);
      await button('Delete this Live').click();
      await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
      await row('Sunday').waitFor();
      assert.equal((await empty.call('GET', '')).status, 404);
    });

    it('[D12] when something is on air, then the name must be typed', async () => {
      await goToLive();
      await button('Delete this Live').click();
      const confirm = dialog().getByRole('button', { name: 'Delete', exact: true });
      await dialog()
        .getByText(/It shows .+ now/)
        .waitFor();
      assert.ok(await confirm.isDisabled());
      await dialog().getByLabel('Type “Sunday” to confirm').fill('Monday');
      assert.ok(await confirm.isDisabled());
      await dialog().getByLabel('Type “Sunday” to confirm').fill('Sunday');
      await confirm.click();
      await row('Youth').waitFor();
      assert.equal((await live.call('GET', '')).status, 404);
    });

    it('[D34] when the owner has no Live, then the page says what a Live is and offers to create one', async () => {
      organization = await createTestOrganization(world.lectern);
      const admin = await openAs('admin', '');
      await admin.locator('.empty', { hasText: 'A Live is one room' }).getByRole('button').click();
      await admin.locator('dialog[open]').getByLabel('Name').waitFor();
      await admin.context().close();
    });
  });
});
