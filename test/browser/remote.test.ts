import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { listViolations } from '../support/browser/axe.ts';
import { createMember } from '../support/requests/members.ts';
import { createRemoteLink } from '../support/requests/remote-entrance.ts';
import { smallEdition } from '../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../support/server/suite-server.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 600 },
  { width: 844, height: 390 },
];
const LANGUAGES = ['en', 'pt', 'de'];
const LONG = 'And the king’s scribes were called at that time in the third month, that is, the month Sivan. '
  .repeat(9)
  .trim();
const HEBREW = 'כִּי כֹה אָהַב אֱלֹהִים אֶת הָעוֹלָם';
const VERSES = { 15: LONG, 16: 'For God so loved the world', 17: 'not to condemn the world', 18: HEBREW };
/** Minimum side of touch targets, px. */
const TARGET = 44;

/** Script that lists layout faults: a page that scrolls, and buttons that are too small, cut off or out of view. */
const LIST_FAULTS = `(() => {
  const faults = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollHeight > innerHeight || scrollWidth > innerWidth) faults.push('the page scrolls');
  const keys = [...document.querySelectorAll('button')].map((button) => [button, button.getBoundingClientRect()]);
  for (const [button, { width, height, left, right, top, bottom }] of keys) {
    if (width < ${TARGET} || height < ${TARGET}) faults.push(button.className + ' is small: ' + width + 'x' + height);
    if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) faults.push(button.className + ' is not seen');
    if (button.scrollWidth > button.clientWidth) faults.push(button.className + ' is cut off');
  }
  const now = document.querySelector('.now').getBoundingClientRect();
  if (now.height < 60) faults.push('the text has no room: ' + now.height);
  return faults;
})()`;

describe('[D68] the remote page', () => {
  const world = useInProcessServer({ editions: [smallEdition('one', { 43: { 3: VERSES } })] });

  interface OpenPage {
    readonly live: OwnedLive;
    readonly page: Page;
    readonly context: BrowserContext;
    readonly linkId: string;
    readonly url: string;
    readonly maker: { readonly id: string; readonly email: string };
  }
  const open = async ({ passage = 'John 3:16-17', query = '?lang=en', ...options } = {}): Promise<OpenPage> => {
    const { lectern } = world;
    const live = await world.openLive();
    if (passage) await live.push(passage);
    const maker = await createMember(lectern, live.owner, 'operator');
    const url = await createRemoteLink(lectern, { liveId: live.liveId, userId: maker.id });
    const context = await (await world.browser()).newContext({
      viewport: SIZES[0]!,
      hasTouch: true,
      ...options,
    });
    const page = await context.newPage();
    await page.goto(url.replace('#', `${query}#`));
    await page.locator('.keys').waitFor();
    await page.locator('.line:not(.lost)').waitFor();
    return { live, page, context, maker, url, linkId: new URL(url).pathname.split('/').pop()! };
  };
  const waitForText = (page: Page, selector: string, text: string) =>
    page
      .locator(selector, { hasText: text })
      .first()
      .waitFor()
      .catch(async (cause) => {
        throw new Error(`${text} is not in: ${await page.locator('body').innerText()}`, { cause });
      });
  /** Waits for the response to the last press. The stream may show the change earlier, and a press is ignored then. */
  const waitForResponse = (page: Page) => page.locator('[aria-busy]').waitFor({ state: 'detached' });
  const readShown = async (live: OwnedLive) => {
    const { focus, showing } = (await live.call('GET', '/now')).body;
    return [focus.reference, showing];
  };

  test('when the link is opened, then the key is removed from the address, and LIVE, the current page and the next one are shown', async () => {
    const { page, context, url } = await open();
    assert.ok(!page.url().includes('#') && !page.url().includes('rem_'), page.url());
    await waitForText(page, '.line.live', 'LIVE');
    await waitForText(page, '.line', 'John 3:16');
    await waitForText(page, '.now', VERSES[16]);
    await waitForText(page, '.beside.next', 'John 3:17');
    const other = await context.newPage();
    await other.goto(url.split('#')[0]!);
    await waitForText(other, '.now', VERSES[16]);
    await context.close();
  });

  test('when keys are pressed, then the Live steps, goes back, hides and shows, once per press', async () => {
    const { live, page, context } = await open();
    for (const [key, reference] of [
      ['PageDown', 'John 3:17'],
      ['ArrowLeft', 'John 3:16'],
      [' ', 'John 3:17'],
    ]) {
      await page.keyboard.press(key!);
      await waitForText(page, '.line', reference!);
      assert.deepEqual(await readShown(live), [reference, true]);
      await waitForResponse(page);
    }
    await page.keyboard.press('.');
    await waitForText(page, '.line.hidden', 'HIDDEN');
    assert.deepEqual(await readShown(live), ['John 3:17', false]);
    await waitForResponse(page);
    await page.keyboard.press('ArrowLeft');
    await waitForText(page, '.line.hidden', 'John 3:16');
    await waitForResponse(page);
    await page.keyboard.press('.');
    await waitForText(page, '.line.live', 'LIVE');
    await waitForResponse(page);
    await page.keyboard.press('Control+ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await waitForText(page, '.said', 'This is the first page');
    assert.deepEqual(await readShown(live), ['John 3:16', true]);
    await context.close();
  });

  test('when the buttons are touched or a finger swipes, then the Live steps, goes back or hides', async () => {
    const { live, page, context } = await open();
    await page.locator('.keys .next').tap();
    await waitForText(page, '.line', 'John 3:17');
    await waitForResponse(page);
    assert.equal(await page.locator('.keys .next').getAttribute('aria-disabled'), 'true');
    await page.locator('.keys .next').tap({ force: true });
    await waitForText(page, '.said', 'This is the last page');
    await page.locator('.keys .hide').tap();
    await waitForText(page, '.line.hidden', 'HIDDEN');
    await waitForResponse(page);
    // Space goes to the next page instead of pressing the last touched button.
    await page.locator('.keys .back').tap();
    await waitForText(page, '.line.hidden', 'John 3:16');
    await waitForResponse(page);
    await page.keyboard.press(' ');
    await waitForText(page, '.line.hidden', 'John 3:17');
    await waitForResponse(page);
    await page.locator('.keys .hide').tap();
    await waitForText(page, '.line.live', 'John 3:17');
    await waitForResponse(page);
    const swipe = (fromX: number, toX: number, toY = 300) =>
      page.evaluate(`(() => {
        const target = document.querySelector('.now');
        const touch = (clientX, clientY) => new Touch({ identifier: 1, target, clientX, clientY });
        const send = (type, one, touches) =>
          target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [one] }));
        const start = touch(${fromX}, 300);
        send('touchstart', start, [start]);
        send('touchend', touch(${toX}, ${toY}), []);
      })()`);
    await swipe(100, 250);
    await waitForText(page, '.line', 'John 3:16');
    await waitForResponse(page);
    await swipe(250, 100);
    await waitForText(page, '.line', 'John 3:17');
    await waitForResponse(page);
    await swipe(100, 160, 420);
    await swipe(100, 120);
    assert.deepEqual(await readShown(live), ['John 3:17', true]);
    await context.close();
  });

  test('when a button has the keyboard focus, then Space presses it', async () => {
    const { page, context } = await open();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.className'), 'hide');
    await page.keyboard.press(' ');
    await waitForText(page, '.line.hidden', 'HIDDEN');
    await context.close();
  });

  test('when the connection is lost, then keys are refused and not queued, and after reconnecting the page says what changed', async () => {
    const { live, page, context } = await open();
    await context.setOffline(true);
    await page.locator('.line.lost').waitFor();
    await page.keyboard.press('ArrowRight');
    await waitForText(page, '.said', 'Not sent: no connection.');
    await waitForText(page, '.line.lost', 'No connection for');
    assert.deepEqual(await readShown(live), ['John 3:16', true]);
    assert.deepEqual(await listViolations(page), []);
    await live.push('John 3:18');
    await context.setOffline(false);
    await waitForText(page, '.line.live', 'John 3:18');
    await waitForText(page, '.said', 'What is shown changed while there was no connection. Now: John 3:18');
    assert.deepEqual(await readShown(live), ['John 3:18', true]);
    await context.close();
  });

  test('when the link is ended, then the page says so at once, and again when it is loaded', async () => {
    const { live, page, context, linkId, maker } = await open();
    const { installation } = world.lectern;
    const { record } = (await installation.lives.find(live.liveId))!;
    const actor = { channel: 'page', userId: maker.id, credentialId: null, operation: 'x', requestId: null } as const;
    await installation.remoteLinks.end(record, linkId, actor);
    await waitForText(page, '.notice', 'This link has ended');
    assert.deepEqual(await listViolations(page), []);
    await page.reload();
    await waitForText(page, '.notice', 'This link has ended');
    assert.deepEqual(await listViolations(page), []);
    await context.close();
  });

  test('when the key is wrong or missing, then the page says that the link is incomplete', async () => {
    const { context, page, url } = await open();
    const stranger = await (await world.browser()).newContext();
    const other = await stranger.newPage();
    await other.goto(url.slice(0, -1).replace('#', '?lang=de#'));
    await waitForText(other, '.notice', 'Dieser Link ist unvollständig');
    assert.deepEqual(await listViolations(other), []);
    assert.equal(await page.locator('.notice').count(), 0);
    await stranger.close();
    await context.close();
  });

  test('when the Live is empty, then the page says what to wait for', async () => {
    const { live, page, context } = await open({ passage: '' });
    await waitForText(page, '.line.empty', 'NOTHING SHOWN');
    await waitForText(page, '.nothing', 'when an operator shows something');
    assert.deepEqual(await listViolations(page), []);
    await live.push('John 3:16');
    await waitForText(page, '.line.live', 'John 3:16');
    await context.close();
  });

  test('when a text is long or right-to-left, then the page does not scroll and every button can be touched, in all languages, light and dark', async () => {
    const { live, page, context } = await open({ passage: 'John 3:15-18' });
    const { origin, pathname } = new URL(page.url());
    for (const language of LANGUAGES) {
      await page.goto(`${origin}${pathname}?lang=${language}`);
      await page.locator('.line.live').waitFor();
      for (const size of SIZES) {
        await page.setViewportSize(size);
        assert.deepEqual(await page.evaluate(LIST_FAULTS), [], `${language} ${size.width}×${size.height}`);
      }
    }
    await page.setViewportSize(SIZES[0]!);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await listViolations(page), [], colorScheme);
    }
    await live.push('John 3:18', { replace: true });
    await waitForText(page, '.now', HEBREW);
    assert.equal(await page.evaluate("getComputedStyle(document.querySelector('.now p')).direction"), 'rtl');
    await context.close();
  });
});
