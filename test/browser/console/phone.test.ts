import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { UNSEEN_MS } from '../../../web/console/live/live-machine.ts';
import { eventuallyEquals, waitForAnimations } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/browser/console-browser.ts';
import { api } from '../../support/requests/api.ts';
import { createPlan } from '../../support/requests/plans.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const PHONE = { width: 390, height: 844 };
/** Size of a dock beside the picture in OBS. */
const DOCK = { width: 360, height: 600 };
const LANGUAGES = ['en', 'pt', 'de'];
const PARTS = 4;

/** Returns a script that lists what is not visible or touchable as required. */
const listFaultsScript = ({ width }: { width: number }) => `(() => {
  const faults = [];
  if (document.documentElement.scrollWidth > ${width}) faults.push('the page scrolls sideways');
  for (const box of document.querySelectorAll('.sheet, .sheet .pad, .remote-rows > *'))
    if (box.scrollWidth > box.clientWidth) faults.push(box.className + ' scrolls sideways');
  for (const button of document.querySelectorAll('.remote-bottom button, .strip button, .sheet :is(button, .plan-entry, .sheet-links a)')) {
    if (!button.checkVisibility()) continue;
    const { left, right, height } = button.getBoundingClientRect();
    const name = button.className + ' "' + button.textContent + '"';
    if (left < 0 || right > ${width}) faults.push(name + ' is not seen');
    if (button.closest('.remote-bottom, .strip, .list-panel, .sheet-links') && height < 44) faults.push(name + ' is small: ' + height);
  }
  return faults;
})()`;

describe('the console on a phone', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let phone: ConsoleBrowser;
  let page: Page;

  before(async () => {
    live = await world.openLive({ name: 'Sunday' });
    await live.push('Romans 8:28');
    phone = await openConsolePage(world, live, {
      query: '?lang=en',
      context: { viewport: PHONE, hasTouch: true, isMobile: true },
    });
    page = phone.page;
  });
  after(() => phone?.close());

  const key = (name: string) => page.locator('.remote-bottom').getByRole('button', { name, exact: true });
  const openSheet = async () => {
    await page.locator('.remote-foot .sheet-grip').tap();
    await page.locator('.sheet[open]').waitFor();
    await waitForAnimations(page);
  };
  const closeSheet = async () => {
    await page.locator('.sheet > .sheet-grip').tap();
    await page.locator('.sheet').waitFor({ state: 'detached' });
  };
  const swipe = async (fromX: number, toX: number, toY = 400) => {
    const devtools = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [{ x: fromX, y: 400 }]);
    await send('touchMove', [{ x: (fromX + toX) / 2, y: (400 + toY) / 2 }]);
    await send('touchMove', [{ x: toX, y: toY }]);
    await send('touchEnd', []);
    await devtools.detach();
  };
  const waitForReference = async (reference: string) => {
    await eventuallyEquals(reference, async () => (await phone.now()).focus?.reference, 'what the server shows');
    await phone.isOnAir(reference);
  };

  beforeEach(async () => {
    await live.read();
    await live.write('DELETE', '/stack');
    await live.write('PATCH', '/playback', { paused: false });
    await live.push('John 3:16-19');
    await waitForReference('John 3:16');
    await page.locator('.live-flag[data-state=live]').waitFor();
  });

  it('[D56] when "Next" is tapped or a finger swipes, then the Live steps; to the left is forward', async () => {
    await key('Next').tap();
    await waitForReference('John 3:17');
    await page.locator('.remote-previous', { hasText: 'John 3:16' }).waitFor();
    await page.locator('.remote-next', { hasText: 'John 3:18' }).waitFor();
    await swipe(300, 100);
    await waitForReference('John 3:18');
    await swipe(100, 300);
    await waitForReference('John 3:17');
    const { sequence } = await phone.now();
    await swipe(200, 170);
    await swipe(200, 260, 600);
    await key('Next').tap();
    await waitForReference('John 3:18');
    assert.equal((await phone.now()).sequence, sequence + 1, 'a short or a steep way of the finger is no swipe');
  });

  it('when "Hide" is tapped, then the Live is hidden, as the status and the button say, until it is tapped again', async () => {
    await key('Hide').tap();
    await page.locator('.live-flag[data-state=hidden]').waitFor();
    await eventuallyEquals(true, async () => (await phone.now()).paused);
    await key('Show again').tap();
    await page.locator('.live-flag[data-state=live]').waitFor();
    await eventuallyEquals(false, async () => (await phone.now()).paused);
  });

  it('[D57] when "Back" is tapped, then the previous content is shown again', async () => {
    await live.push('Psalm 23:1');
    await phone.isOnAir('Psalm 23:1');
    await key('Back').tap();
    await waitForReference('John 3:16');
  });

  it('when book, chapter and verses are tapped, then the passage is shown only by the button with its reference', async () => {
    const { sequence } = await phone.now();
    await openSheet();
    const pad = page.locator('.pad button');
    await pad.filter({ hasText: /^Romans$/ }).tap();
    await pad.filter({ hasText: /^8$/ }).tap();
    await pad.filter({ hasText: /^28$/ }).tap();
    await pad.filter({ hasText: /^29$/ }).tap();
    assert.equal((await phone.now()).sequence, sequence);
    await sleep(UNSEEN_MS);
    await page.getByRole('button', { name: 'Show Romans 8:28-29' }).tap();
    await page.locator('.sheet').waitFor({ state: 'detached' });
    await waitForReference('Romans 8:28');
    assert.equal((await phone.now()).queue.pages, 6);
  });

  it('[D65] when the address asks for the plan, then the sheet shows it, and a tapped entry is shown by its button', async () => {
    const { body: plan } = await createPlan(api(world.lectern, live.owner), [
      { kind: 'heading', title: 'Word' },
      { kind: 'passage', title: 'Reading', passage: 'Psalm 23:1-2', note: 'Standing' },
      { kind: 'passage', title: 'Promise', passage: 'Romans 8:28' },
    ]);
    await live.read();
    await live.write('PUT', '/plan', { plan_id: plan.id });
    await page.goto(`${world.url}/console/${live.liveId}?lang=en&plan=1#plan`);
    const entry = (title: string) => page.locator('.sheet .plan-entry', { hasText: title });
    await entry('Word').waitFor();
    assert.deepEqual(await page.evaluate(listFaultsScript(PHONE)), []);
    const { sequence } = await phone.now();
    await entry('Reading').tap();
    await entry('Reading').getByRole('button', { name: 'Show' }).waitFor();
    assert.equal((await phone.now()).sequence, sequence, 'a tap selects');
    assert.deepEqual(await page.evaluate(listFaultsScript(PHONE)), []);
    await entry('Reading').getByRole('button', { name: 'Show' }).tap();
    await page.locator('.sheet').waitFor({ state: 'detached' });
    await waitForReference('Psalm 23:1');

    // The sheet opens at the plan again, and the service lock asks above it.
    await openSheet();
    await page.locator('.sheet .plan-entry[aria-current]', { hasText: 'Reading' }).waitFor();
    await page.getByRole('tab', { name: 'More' }).tap();
    await page.getByRole('button', { name: 'Lock' }).tap();
    await page.getByRole('tab', { name: 'Plan' }).tap();
    await entry('Promise').tap();
    await entry('Promise').getByRole('button', { name: 'Show' }).tap();
    await page.locator('.strip[data-kind=asks]').waitFor();
    assert.deepEqual(await page.evaluate(listFaultsScript(PHONE)), []);
    await page.locator('.strip-do').tap();
    await waitForReference('Romans 8:28');
    await page.locator('.sheet').waitFor({ state: 'detached' });
    await page.goto(`${world.url}/console/${live.liveId}?lang=en`);
  });

  it('when "More" is tapped, then it has the links that leave the Live', async () => {
    await openSheet();
    await page.getByRole('tab', { name: 'More' }).tap();
    for (const name of ['Plans', 'Songs and slides', 'Rooms and outputs', 'Library', 'Account'])
      await page.locator('.sheet-links').getByRole('link', { name, exact: true }).waitFor();
    await closeSheet();
  });

  it('when a reference is typed in the sheet, then Enter shows it and clears the text', async () => {
    await openSheet();
    await page.locator('.bar-input').tap();
    await phone.type('ps 23 1');
    await page.locator('.candidate', { hasText: 'Psalm 23:1' }).waitFor();
    await sleep(UNSEEN_MS);
    await page.keyboard.press('Enter');
    await waitForReference('Psalm 23:1');
    assert.equal(await page.locator('.bar-input').inputValue(), '');
    // Esc closes the sheet and changes nothing.
    await page.keyboard.press('Escape');
    await page.locator('.sheet[open]').waitFor({ state: 'detached' });
    assert.equal((await phone.now()).focus.reference, 'Psalm 23:1');
  });

  it('when the connection is lost, then a German phone shows it without cutting off a button', async () => {
    await page.setViewportSize(PHONE);
    await live.push('Romans 8:28-30');
    await page.goto(`${world.url}/console/${live.liveId}?lang=de`);
    await page.locator('.live-flag[data-state=live]').waitFor();
    await page.context().setOffline(true);
    await page.locator('.offline-for').waitFor();
    const faults = await page.evaluate(listFaultsScript(PHONE));
    await page.context().setOffline(false);
    assert.deepEqual(faults, []);
    await page.goto(`${world.url}/console/${live.liveId}?lang=en`);
    await page.locator('.live-flag[data-state=live]').waitFor();
  });

  it('when the window is as small as a phone or a dock, then nothing is cut off and axe-core finds no violation, in all languages', async () => {
    for (const [turn, language] of LANGUAGES.entries()) {
      await page.goto(`${world.url}/console/${live.liveId}?lang=${language}`);
      await page.locator('.live-flag[data-state=live]').waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), language);
      /** Looks at both sizes. Each state is checked with axe-core in one of the languages. */
      const look = async (state: string, index: number) => {
        for (const size of [DOCK, PHONE]) {
          await page.setViewportSize(size);
          assert.deepEqual(
            await page.evaluate(listFaultsScript(size)),
            [],
            `${language} ${size.width}×${size.height} ${state}`,
          );
        }
        if (index % LANGUAGES.length !== turn) return;
        await waitForAnimations(page);
        assert.deepEqual(await listViolations(page), [], `${language} ${state}`);
      };
      await look('rows', PARTS);
      await openSheet();
      for (let part = 0; part < PARTS; part++) {
        const tab = page.locator('.sheet [role=tab]').nth(part);
        await tab.tap();
        await eventuallyEquals('true', () => tab.getAttribute('aria-selected'));
        // The edition of the Live has 66 books.
        if (part === 0) await eventuallyEquals(66, () => page.locator('.pad-books button').count());
        await look(`part ${part + 1} of the sheet`, part);
      }
    }
  });
});
