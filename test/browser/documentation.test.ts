import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { listViolations } from '../support/browser/axe.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

describe('the documentation, in a browser', () => {
  const { lectern, browser } = useInProcessServer();

  const addressOf = (path: string) => lectern.config.publicUrl + path;
  const withPage = async (options: BrowserContextOptions, use: (page: Page) => Promise<void>) => {
    const page = await (await browser()).newPage(options);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(lectern.config.publicUrl) && !request.url().startsWith('data:'))
        elsewhere.push(request.url());
    });
    await use(page);
    await page.close();
    assert.deepEqual([errors, elsewhere], [[], []]);
  };

  it('when its pages are opened on a phone or a desktop, light or dark, then axe finds nothing, and nothing is wider than the page', async () => {
    for (const [viewport, colorScheme, paths] of [
      [SIZES.phone, 'dark', ['/docs', '/docs/api/queue']],
      [SIZES.phone, 'light', ['/docs/how-to/several-nodes', '/docs/de/how-to/songs', '/docs/pt']],
      [SIZES.desktop, 'dark', ['/docs/how-to/several-nodes', '/docs/api']],
      [SIZES.desktop, 'light', ['/docs', '/docs/api/queue']],
    ] as const) {
      await withPage({ viewport, colorScheme, reducedMotion: 'reduce' }, async (page) => {
        for (const path of paths) {
          await page.goto(addressOf(path));
          assert.deepEqual(await listViolations(page), [], path);
          const width = await page.evaluate<number>('document.documentElement.scrollWidth');
          assert.ok(width <= viewport.width, `${path}: ${width} px`);
        }
      });
    }
  });

  it('when a person searches, then the keyboard leads to the page that is meant', async () => {
    await withPage({ viewport: SIZES.desktop }, async (page) => {
      await page.goto(addressOf('/docs'));
      await page.locator('.open-search').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('push passage');
      await page.locator('#search a').first().waitFor();
      assert.deepEqual(await listViolations(page), []);
      await page.locator('#search input').fill('several nodes');
      await page.locator('#search a', { hasText: 'Run several nodes' }).first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/how-to/several-nodes');
      assert.equal(await page.locator('#contents [aria-current=page]').innerText(), 'Run several nodes');
      await page.goto(addressOf('/docs/de'));
      await page.keyboard.press('/');
      await page.keyboard.type('uberset import');
      await page.locator('#search a', { hasText: 'Eine Übersetzung importieren' }).first().click();
      await page.waitForURL('**/docs/de/how-to/import-an-edition');
    });
  });

  it('when the contents are opened on a phone, then they lead to every page, and Escape closes them', async () => {
    await withPage({ viewport: SIZES.phone }, async (page) => {
      await page.goto(addressOf('/docs/how-to/keys'));
      const contents = page.locator('#contents');
      assert.equal(await contents.isVisible(), false);
      await page.getByRole('button', { name: 'Contents' }).click();
      assert.equal(await contents.isVisible(), true);
      assert.deepEqual(await listViolations(page), []);
      await page.keyboard.press('Escape');
      assert.equal(await contents.isVisible(), false);
    });
  });

  it('when the keyboard goes through a page, then it first skips to the content, and each stop shows its focus', async () => {
    await withPage({ viewport: SIZES.desktop }, async (page) => {
      await page.goto(addressOf('/docs/tutorial/first-push'));
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
      await page.keyboard.press('Enter');
      for (let stop = 0; stop < 5; stop++) {
        await page.keyboard.press('Tab');
        const style = await page.evaluate<string>(
          "document.activeElement.closest('#content') && getComputedStyle(document.activeElement).outlineStyle",
        );
        assert.equal(style, 'solid');
      }
    });
  });

  it('when the button of a block of code is pressed, then the code is copied', async () => {
    await withPage({ viewport: SIZES.desktop, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.goto(addressOf('/docs/api/queue#pushPassage'));
      const block = page.locator('section[aria-labelledby=pushPassage] .code').first();
      await block.getByRole('button').click();
      await page.getByText('The code is copied.').waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      assert.match(copied, /^curl -X POST 'http.*\/passages'/);
    });
  });
});
