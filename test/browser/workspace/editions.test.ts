import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { readConfig } from '../../../src/config/config.ts';
import { openInstallation } from '../../../src/installation.ts';
import { eventuallyEquals, LAPTOP_SIZE } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { closePages, shareChromium } from '../../support/browser/shared-chromium.ts';
import { createPerson, type Person } from '../../support/requests/members.ts';
import { toLargeOsis } from '../../support/requests/osis-bible.ts';
import { startSession } from '../../support/requests/start-session.ts';
import { endRoutes, keepIntercepting } from '../../support/run/end-routes.ts';
import { seedOnSqlite, startReadyServer } from '../../support/server/process.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PATH = '/installation/editions';
const PARTS = '**/installation/editions/jobs/*/parts/*';
const SIZE = 20_000_000;
/** Far more than the check or import of a whole Bible takes on a loaded machine. Nothing waits for it to pass. */
const IMPORT_MAX_MS = 120_000;

/** Makes the browser's database slow: what a page does not wait for is lost when it is reloaded. */
const SLOW_DATABASE = `
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...words) {
    const request = open.apply(this, words);
    Object.defineProperty(request, 'onsuccess', {
      set: (act) => request.addEventListener('success', (event) => setTimeout(act, 300, event)),
    });
    return request;
  };`;

describe('[D69] the page of editions in a browser', () => {
  const world = useInProcessServer();
  let administrator: Person;
  let page: Page;
  let file: string;

  before(async () => {
    file = join(mkdtempSync(join(tmpdir(), 'lectern-upload-')), 'large_bible.xml');
    writeFileSync(file, await toLargeOsis(SIZE));
    administrator = await createPerson(world.lectern);
    const context = await (await world.browser()).newContext({ reducedMotion: 'reduce', ...LAPTOP_SIZE });
    const value = administrator.browser.cookies.get('lectern_session')!;
    await context.addCookies([{ name: 'lectern_session', value, url: world.url, httpOnly: true, sameSite: 'Lax' }]);
    page = await context.newPage();
    await page.goto(world.url + PATH);
    await page.locator('.file-drop').waitFor();
  });
  after(() => page?.context().close());

  const job = (state: string) => page.locator(`.job[data-state=${state}]`);
  const edition = (slug: string) => world.lectern.installation.storage.editions.find(slug);
  const receivedParts = async () => (await world.lectern.installation.editionJobs.list())[0]?.received.length ?? 0;

  it('when nothing is installed, then the page says what to do, and is accessible', async () => {
    await page.getByText('No translation is installed yet.').waitFor();
    assert.deepEqual(await listViolations(page), []);
  });

  it('[D1] when a file is too large or empty, then it says so and nothing is sent', async () => {
    await page.setInputFiles('input[type=file]', { name: 'empty.zip', mimeType: '', buffer: Buffer.alloc(0) });
    await page.getByText('empty.zip is empty.').waitFor();
    assert.equal(await page.locator('.job').count(), 0);
  });

  it('when the page is reloaded in the middle of an upload of 20 MB, then the upload goes on by itself where it stopped, also if the server does not respond at first', async () => {
    let sent = 0;
    let sendable = 8;
    // The upload stops before the part that is not sendable, until the page is reloaded.
    await page.route(PARTS, async (route) => {
      if (sent++ >= sendable) return;
      // Slow enough that a person would see it.
      await new Promise((resolve) => setTimeout(resolve, 60));
      await route.continue().catch(() => undefined);
    });
    await page.setInputFiles('input[type=file]', file);
    const text = job('uploading').locator('.job-progress');
    await eventuallyEquals(
      true,
      async () => /^[\d.]+ MB of 20 MB · \d+% · [\d.]+ [kM]?B\/s$/.test((await text.textContent())!),
      'bytes, percent and rate are shown',
    );
    await eventuallyEquals(true, async () => (await receivedParts()) >= 6, 'some parts have arrived');
    const before = await receivedParts();
    assert.ok(before < 20, `${before} parts`);
    sent = 0;
    sendable = Number.POSITIVE_INFINITY;
    await keepIntercepting(page);
    await page.route(`**${PATH}/state`, (route) => route.abort(), { times: 1 });
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).click();
    await eventuallyEquals(true, async () => (await receivedParts()) > before, 'it goes on');
    await job('ready').waitFor({ timeout: IMPORT_MAX_MS });
    assert.ok(sent <= 20 - before + 1, `${sent} parts were sent after the reload`);
    assert.match((await job('ready').textContent())!, /31102 verses in 66 books/);
    assert.deepEqual(await listViolations(page), []);
  });

  it('[D30] when the file does not state its rights, then the page asks for them once before the import', async () => {
    const question = page.getByRole('group', { name: 'Under which rights may this text be shown?' });
    const start = page.getByRole('button', { name: 'Import', exact: true });
    await job('ready').getByText('Rights unknown', { exact: true }).waitFor();
    assert.equal(await start.isDisabled(), true);
    await question.getByLabel('I don’t know').check();
    assert.equal(await start.isDisabled(), false);
    await question.getByLabel('License').fill('Public domain');
    assert.equal(await question.getByLabel('I don’t know').isChecked(), false);
  });

  it('when fields are changed, then the file is checked again before it can be imported, and is imported as given', async () => {
    await page.getByText('Name, rights and source').click();
    await page.getByLabel('Abbreviation').fill('big');
    assert.equal(await page.getByLabel('Rights, such as').inputValue(), 'Public domain');
    assert.equal(await page.getByRole('button', { name: 'Import', exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click({ timeout: IMPORT_MAX_MS });
    await job('done')
      .getByText('Large Bible is installed as “big”: 31102 verses in 66 books.')
      .waitFor({ timeout: IMPORT_MAX_MS });
    assert.equal((await edition('big'))?.rights.rights_status, 'Public domain');
    await page.locator('[data-slug=big]').waitFor();
    await job('done').getByRole('button', { name: 'Dismiss' }).click();
    await job('done').waitFor({ state: 'detached' });
  });

  it('when an upload is paused, reloaded, resumed and cancelled, then it stays paused, goes on, and is gone', async () => {
    let sendable = 3;
    await endRoutes(page);
    await page.addInitScript(SLOW_DATABASE);
    await page.reload();
    // Without a response, the upload is still in progress however long the next press takes.
    await page.route(PARTS, (route) => {
      if (sendable-- > 0) return route.continue();
      return sendable === -1 ? route.abort() : undefined;
    });
    await page.setInputFiles('input[type=file]', file);
    await page.getByText('The server does not respond. Trying again…').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await job('uploading').getByText('Paused').waitFor();
    await page.reload();
    await job('uploading').getByText('Paused').waitFor();
    const before = await receivedParts();
    sendable = 3;
    await page.getByRole('button', { name: 'Resume' }).click();
    await job('uploading').getByText('Uploading', { exact: true }).waitFor();
    await eventuallyEquals(true, async () => (await receivedParts()) > before, 'it goes on');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.job').waitFor({ state: 'detached' });
    assert.deepEqual(await world.lectern.installation.editionJobs.list(), []);
    await endRoutes(page);
  });

  it('when a damaged file is chosen, then it is refused with the place, and nothing is installed', async () => {
    const buffer = Buffer.from('\\id MRK\n\\c 1\n\\v 1 Word\n\\v 1 Again\n');
    await page.setInputFiles('input[type=file]', { name: 'broken.usfm', mimeType: 'text/plain', buffer });
    await job('refused')
      .getByText(/^broken\.usfm, line 4: /)
      .waitFor();
    await job('refused').getByText('Nothing was changed.').waitFor();
    assert.equal(await edition('broken'), null);
    assert.deepEqual(await listViolations(page), []);
    await job('refused').getByRole('button', { name: 'Cancel' }).click();
  });

  it('when a free edition is installed, then it is listed', async () => {
    await page.locator('[data-free=kjv]').getByRole('button').click();
    await job('done')
      .getByText(/King James Version \(1769\) is installed as “kjv”/)
      .waitFor({ timeout: IMPORT_MAX_MS });
    await page.locator('[data-slug=kjv]').waitFor();
    await job('done').getByRole('button', { name: 'Dismiss' }).click();
    await job('done').waitFor({ state: 'detached' });
  });

  it('when an edition is removed, then the question says who uses it, and only the confirmation removes it', async () => {
    await page.locator('[data-slug=big]').getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Remove Large Bible from this server?' });
    await dialog.getByText('No library has it.').waitFor();
    assert.deepEqual(await listViolations(page), []);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Large Bible was removed.').waitFor();
    assert.equal(await edition('big'), null);
  });

  it('when a library has an edition, then it cannot be removed, and the question names the organization', async () => {
    const organization = await world.createOrganization();
    const { administration, storage } = world.lectern.installation;
    await administration.enableEdition('kjv', { organization: organization.id });
    await page.locator('[data-slug=kjv]').getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It can be removed when no library has it.').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Remove' }).count(), 0);
    assert.equal((await storage.libraries.listHolders('kjv', 5)).length > 0, true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
});

describe('[D69] a free edition in a browser', () => {
  it('when it cannot be downloaded, then the page says so, and offers another attempt and an upload', async (t) => {
    const { env } = await seedOnSqlite({ isWhole: true });
    const installation = await openInstallation(readConfig(env), (error) => assert.fail(error));
    const { secret } = await startSession({ installation }, 'owner@lectern.local');
    await installation.close();
    // No proxy listens on this port, so every download fails.
    const unreachable = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'http://127.0.0.1:9' };
    const server = await startReadyServer({ env: { ...env, ...unreachable } });
    t.after(() => server.end());
    const context = await (await shareChromium()).newContext({ reducedMotion: 'reduce', ...LAPTOP_SIZE });
    t.after(closePages);
    const { url } = server;
    await context.addCookies([{ name: 'lectern_session', value: secret, url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    await page.goto(url + PATH);
    await page.locator('[data-free=bsb]').getByRole('button').click();
    const refused = page.locator('.job[data-state=refused]');
    await refused.getByText(/^ebible\.org did not send the archive: /).waitFor({ timeout: IMPORT_MAX_MS });
    await refused.getByRole('heading', { name: 'Berean Standard Bible' }).waitFor();
    await refused.getByText('Not installed', { exact: true }).waitFor();
    await refused.getByText('The translation could not be downloaded or read.').waitFor();
    await refused.getByRole('button', { name: 'Dismiss' }).waitFor();
    await refused.getByText('You can also download the file elsewhere and import it above.').waitFor();
    await refused.getByRole('button', { name: 'Try again' }).waitFor();
    assert.deepEqual(await listViolations(page), []);
    await refused.getByRole('button').last().click();
    await page.locator('.job').waitFor({ state: 'detached' });
  });
});
