import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { listViolations } from '../support/browser/axe.ts';
import { closePages, shareChromium } from '../support/browser/shared-chromium.ts';

suite('the browser of the tests', () => {
  let browser: Browser;
  before(async () => {
    browser = await shareChromium();
  });
  after(closePages);

  test('when a page has text and scripts, then it shows the text, runs the scripts and paints the page', async () => {
    const page = await browser.newPage({ viewport: { width: 400, height: 200 } });
    await page.setContent('<p style="font: 40px serif">In the beginning</p>');
    assert.equal(await page.locator('p').innerText(), 'In the beginning');
    assert.equal(await page.evaluate(() => 6 * 7), 42);
    // A browser that has just started on a busy machine sometimes has no picture yet.
    const withText = await page.screenshot().catch(() => page.screenshot());
    await page.setContent('<p></p>');
    const blank = await page.screenshot();
    assert.equal(withText.subarray(1, 4).toString(), 'PNG');
    assert.ok(withText.length > blank.length, 'text paints more than an empty page: there is a font');
    await page.close();
  });

  test('when a page has errors, then they are reported', async () => {
    const page = await browser.newPage();
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.setContent('<script>throw new TypeError("seen")</script>');
    assert.deepEqual(
      errors.map(({ message }) => message),
      ['seen'],
    );
    await page.close();
  });

  test('when a page has a violation, then axe-core finds it, whatever the page’s content security policy is', async () => {
    const page = await browser.newPage();
    const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
    const write = (content: string) =>
      page.setContent(`<!doctype html><html lang="en"><head>${policy}<title>A page</title></head>
        <body><main><h1>A page</h1>${content}</main></body></html>`);
    await write('<p>In the beginning</p>');
    assert.deepEqual(await listViolations(page), []);
    await write('<p style="color: #aaa; background: #fff">In the beginning</p><button></button>');
    const found = await listViolations(page);
    assert.deepEqual(
      found.map((violation) => violation.slice(0, violation.indexOf(':'))),
      ['button-name', 'color-contrast'],
    );
    assert.match(found[1]!, /<p style=/);
    await page.close();
  });
});
