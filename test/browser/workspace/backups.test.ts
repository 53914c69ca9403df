import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { toAuditRecord, toCommandActor } from '../../../src/domain/audit/audit.ts';
import { LAPTOP_SIZE } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { createPerson, type Person } from '../../support/requests/members.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PATH = '/installation/backups';
const LOOKS = [
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light', locale: 'en-GB' },
  { name: 'desktop-dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark', locale: 'de-DE' },
  { name: 'phone-dark', viewport: { width: 320, height: 568 }, colorScheme: 'dark', locale: 'pt-BR' },
  { name: 'desktop-light', viewport: { width: 1440, height: 900 }, colorScheme: 'light', locale: 'de-DE' },
] as const;

describe('[D69] the pages of the installation in a browser', () => {
  const world = useInProcessServer();
  let administrator: Person;
  before(async () => {
    administrator = await createPerson(world.lectern);
    await world.lectern.installation.administrators.add(administrator.email);
  });

  const openPage = async (options: BrowserContextOptions): Promise<Page> => {
    const context = await (await world.browser()).newContext({ reducedMotion: 'reduce', ...options });
    const value = administrator.browser.cookies.get('lectern_session')!;
    await context.addCookies([{ name: 'lectern_session', value, url: world.url, httpOnly: true, sameSite: 'Lax' }]);
    return context.newPage();
  };
  /** A backup of another node, whose progress the test sets. */
  const runElsewhere = async () => {
    const { backups } = world.lectern.installation.storage;
    const id = '2030-01-01T00-00-00Z-000000';
    const started = { id, place: 'other:/backups', userId: administrator.id, startedAt: '2030-01-01T00:00:00.000Z' };
    assert.equal(await backups.start(started, { audit: toAuditRecord(toCommandActor('test'), { owner: null }) }), true);
    return {
      show: (share: number) => backups.renew(id, share),
      end: async () => {
        await backups.fail(id, 'unknown');
        await backups.remove(id, null);
      },
    };
  };

  describe('on a laptop', () => {
    let page: Page;
    before(async () => {
      page = await openPage(LAPTOP_SIZE);
    });
    after(() => page?.context().close());

    it('when a backup is made, then the page follows its progress by itself, and offers the file at the end', async () => {
      await page.goto(`${world.url}${PATH}`);
      await page.getByRole('button', { name: 'Back up now' }).click();
      const link = page.getByRole('link', { name: 'Download' });
      await link.waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      assert.match(download.suggestedFilename(), /^lectern-.*\.backup$/);
      const { size } = await stat(await download.path());
      assert.ok(size > 100_000);
      let head = '';
      for await (const chunk of createReadStream(await download.path(), { end: 14 })) head += chunk;
      assert.equal(head, 'SQLite format 3');
    });

    it('when a backup of another node runs, then its progress is shown, and the page changes when it ends', async () => {
      const backup = await runElsewhere();
      await backup.show(0.1);
      await page.goto(`${world.url}${PATH}`);
      const bar = page.getByRole('progressbar', { name: 'Backing up' });
      assert.equal(await bar.getAttribute('value'), '0.1');
      assert.equal(await page.getByRole('button', { name: 'Back up now' }).count(), 0);
      await backup.show(0.7);
      await page.getByText('70%', { exact: true }).first().waitFor();
      await backup.end();
      await page.getByRole('button', { name: 'Back up now' }).waitFor();
    });

    it('when a backup is deleted by the keyboard, then the confirmation opens in place first', async () => {
      await page.goto(`${world.url}${PATH}`);
      const entries = page.locator('.resource-list > li');
      const before = await entries.count();
      await entries.first().locator('summary').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Delete backup');
      await page.keyboard.press('Enter');
      await page.getByText('The backup was deleted.').waitFor();
      assert.equal(await page.locator('.resource-list > li').count(), before - 1);
    });

    it('when the menu of the person is opened, then it leads to the installation', async () => {
      await page.goto(`${world.url}/account`);
      await page.locator('.frame-person').click();
      await page.locator('#frame-person').getByRole('link', { name: 'Installation' }).click();
      await page.waitForURL(`${world.url}/installation`);
      await page.getByRole('link', { name: 'Backups' }).click();
      await page.waitForURL(`${world.url}${PATH}`);
    });
  });

  it('when the pages are shown in any look and language, then axe finds nothing, and nothing is wider than the screen', async () => {
    await administrator.browser.submit(await administrator.browser.get(PATH), {}, `${PATH}/make`);
    while (JSON.parse((await administrator.browser.get(`${PATH}/progress`)).text).running) {
      await sleep(50);
    }
    for (const { name, ...look } of LOOKS) {
      const page = await openPage(look);
      const check = async (what: string) => {
        assert.deepEqual(await listViolations(page), [], `${what} ${name}`);
        const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        assert.ok(excess <= 0, `${what} ${name} is ${excess} px too wide`);
      };
      await page.goto(`${world.url}/installation`);
      await check('figures');
      await page.goto(`${world.url}${PATH}`);
      await page.locator('.resource-list summary').first().click();
      await check('backups');
      await page.locator('.resource-list a[href$="/restore"]').first().click();
      await page.locator('button.danger').waitFor();
      await check('restore');
      const backup = await runElsewhere();
      await backup.show(0.42);
      await page.goto(`${world.url}${PATH}`);
      await check('progress');
      await backup.end();
      await page.context().close();
    }
  });
});
