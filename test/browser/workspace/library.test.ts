import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Role } from '../../../src/contract/scopes.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { eventuallyEquals, LAPTOP_SIZE } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { createMember } from '../../support/requests/members.ts';
import { smallEdition, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const VERSES = { 43: { 3: { 16: 'For God so loved the world.' } } };

describe('[D29] the library in the workspace', () => {
  const world = useInProcessServer({ editions: [smallEdition('one', VERSES)] });
  let organization: TestOwner;

  before(async () => {
    const { editions } = world.lectern.installation;
    for (let number = 1; number <= 12; number++) {
      const language = number % 2 === 0 ? 'de' : 'en';
      await saveEdition(editions, smallEdition(`extra-${number}`, VERSES, { name: `Extra ${number}`, language }));
    }
    const gaps = { format: 'USFM', gaps: ['JHN 3:17'], gap_count: 1, warnings: ['Look here'], warning_count: 1 };
    await saveEdition(editions, smallEdition('checked', VERSES, { name: 'Überprüfte Ausgabe', checks: gaps }));
    const live = await world.openLive({ name: 'Sunday morning' });
    organization = live.owner;
  });

  const openLibrary = async (role: Role, options: { readonly administrator?: boolean } = {}): Promise<Page> => {
    const { browser, email } = await createMember(world.lectern, organization, role);
    if (options.administrator) await world.lectern.installation.administrators.add(email);
    const context = await (await world.browser()).newContext({ reducedMotion: 'reduce', ...LAPTOP_SIZE });
    const value = browser.cookies.get('lectern_session')!;
    await context.addCookies([{ name: 'lectern_session', value, url: world.url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    await page.goto(`${world.url}/workspace/${organization.id}/library`);
    await page.locator('.library-list').waitFor();
    return page;
  };
  const row = (page: Page, slug: string) => page.locator(`[data-slug="${slug}"]`);
  const isEnabled = async (slug: string) =>
    (await world.lectern.installation.storage.libraries.listEnabled(organization)).has(slug);

  describe('as an owner', () => {
    let page: Page;
    before(async () => {
      page = await openLibrary('owner');
    });
    after(() => page?.context().close());

    it('when the page opens, then editions of the library come first, and each shows its name, language and rights', async () => {
      const first = page.locator('.library-list > li').first();
      assert.match((await first.textContent())!, /Edition one/);
      assert.match((await first.textContent())!, /English · Public domain/);
      assert.match((await row(page, 'bsb').textContent())!, /Berean Standard Bible.*Not installed/);
      assert.equal(await row(page, 'bsb').locator('.library-change').count(), 0, 'nothing to add without a text');
      assert.deepEqual(await listViolations(page), []);
    });

    it('when its details are opened, then they show source, import and what the checks found', async () => {
      await row(page, 'checked').locator('summary').click();
      const details = await row(page, 'checked').locator('.library-facts').innerText();
      assert.match(details, /https:\/\/example\.org\/edition/);
      assert.match(details, /USFM: 1 missing number, 1 warning/);
      assert.match(details, /JHN 3:17/);
      assert.match(details, /Look here/);
      assert.match(details, new RegExp(`Imported\\s+\\w+ \\d+, ${new Date().getFullYear()}`));
    });

    it('when it is searched and filtered, then only what matches is listed', async () => {
      const status = page.locator('.workspace [role=status]').first();
      await page.getByRole('searchbox').fill('uberpr ausg');
      await eventuallyEquals('1 translation', async () => (await status.textContent())!, 'found without accents');
      await page.getByRole('searchbox').fill('extra');
      await eventuallyEquals('12 translations', async () => (await status.textContent())!, 'all extra ones');
      await page.getByLabel('Language').selectOption('de');
      await eventuallyEquals('6 translations', async () => (await status.textContent())!, 'the German ones');
      await page.getByRole('button', { name: 'In the library', exact: true }).click();
      await page.getByText('No translation matches.').waitFor();
      await page.getByRole('button', { name: 'Show all' }).click();
      await eventuallyEquals('44 translations', async () => (await status.textContent())!, 'all again');
    });

    it('when a phone shows the page, then all filters are visible at once', async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      for (const filter of await page.locator('.library-tools .segmented button').all()) {
        const { x, width } = (await filter.boundingBox())!;
        assert.ok(x >= 0 && x + width <= 320, (await filter.textContent())!);
      }
      await page.setViewportSize(LAPTOP_SIZE.viewport);
    });

    it('when an edition is added and the message is undone, then the library has it and loses it again', async () => {
      await row(page, 'extra-1').getByRole('button', { name: 'Add to library: Extra 1' }).click();
      await page.getByText('Extra 1 is in the library.').waitFor();
      assert.equal(await isEnabled('extra-1'), true);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Extra 1 was removed from the library.').waitFor();
      assert.equal(await isEnabled('extra-1'), false);
    });

    it('when an edition is removed, then the question names the Lives that use it, and only the confirmation removes it', async () => {
      await row(page, 'one').locator('.library-change').click();
      const dialog = page.getByRole('dialog', { name: 'Remove Edition one from the library?' });
      await dialog.getByText('Sunday morning').waitFor();
      assert.match((await dialog.textContent())!, /New passages are refused there/);
      assert.match((await dialog.textContent())!, /It is the only translation in the library/);
      assert.deepEqual(await listViolations(page), []);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      assert.equal(await isEnabled('one'), true);
      await row(page, 'one').locator('.library-change').click();
      await dialog.getByRole('button', { name: 'Remove from library' }).click();
      await page.getByText('Your library is empty.').waitFor();
      assert.equal(await isEnabled('one'), false);
      await row(page, 'one').locator('.library-change').click();
      await page.getByText('Edition one is in the library.').waitFor();
    });

    it('when someone else has already removed an edition, then the page says so and shows what the library has', async () => {
      const { administration } = world.lectern.installation;
      await administration.disableEdition('one', { organization: organization.id });
      await row(page, 'one').getByRole('button', { name: 'Remove from library' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove from library' }).click();
      await page.getByText('This no longer exists. Someone may have deleted it.').waitFor();
      await row(page, 'one').getByRole('button', { name: 'Add to library' }).click();
      await page.getByText('Edition one is in the library.').waitFor();
    });
  });

  it('when a member may only read the library, then nothing to change is offered', async () => {
    const page = await openLibrary('viewer');
    await page.getByText('Edition one').waitFor();
    assert.equal(await page.locator('.library-change').count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Import translations' }).count(), 0, 'not an administrator');
    await page.context().close();
  });

  it('[D69] when an administrator installs a translation from its row, then the page of imports shows it', async () => {
    const page = await openLibrary('viewer', { administrator: true });
    await page.getByRole('link', { name: 'Install: Berean Standard Bible' }).click();
    await page.locator('[data-free=bsb]').waitFor();
    assert.equal(await page.locator('[data-free]').count(), 1, 'it lists only this one');
    await page.locator('input[type=search]:focus').waitFor();
    await page.context().close();
  });

  it('[D69] when an administrator installs and uses a translation, then one press does both, shows progress, and Undo takes both back', async () => {
    const page = await openLibrary('owner', { administrator: true });
    // The download, which needs the internet, is replaced by a small edition with the same slug.
    const job = { id: 'job', source: 'known', name: 'bsb', state: 'importing', progress: 0 };
    await page.route('**/installation/editions/install', async (route) => {
      await saveEdition(world.lectern.installation.editions, smallEdition('bsb', VERSES));
      await route.fulfill({ json: job });
    });
    const finish = Promise.withResolvers<void>();
    await page.route('**/installation/editions/jobs', async (route) => {
      await finish.promise;
      await route.fulfill({ json: { jobs: [{ ...job, state: 'done' }] } });
    });
    await page.getByRole('button', { name: 'Install and use: Berean Standard Bible' }).click();
    await row(page, 'bsb').getByRole('progressbar', { name: 'Importing' }).waitFor();
    finish.resolve();
    await page.getByText('Berean Standard Bible is installed and in the library.').waitFor();
    assert.equal(await isEnabled('bsb'), true);
    await row(page, 'bsb').getByText('In the library', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Berean Standard Bible was removed from the library and from the server.').waitFor();
    assert.equal(await isEnabled('bsb'), false);
    await row(page, 'bsb').getByText('Not installed').waitFor();
    await page.context().close();
  });

  it('when a stranger asks for the page, then it is 404', async () => {
    const { browser } = await createMember(world.lectern, await world.createOrganization(), 'owner');
    assert.equal((await browser.get(`/workspace/${organization.id}/library`)).status, 404);
  });
});
