import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventuallyEquals } from '../../support/audience-pages.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/console-browser.ts';
import { type OwnedLive, useInProcessServer } from '../../support/suite-server.ts';

describe('what the person chose in the console is what is shown', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let operator: ConsoleBrowser;
  let page: Page;

  before(async () => {
    live = await world.openLive({ name: 'Sunday' });
    operator = await openConsolePage(world, live);
    page = operator.page;
  });
  after(() => operator?.close());

  const press = (key: string) => page.keyboard.press(key);
  const reference = async () => (await operator.now()).focus?.reference ?? null;
  const asks = () => page.locator('.strip[data-kind=overtaken], .strip[data-kind=asks]').waitFor();
  const asksNothing = () =>
    page.locator('.strip[data-kind=overtaken], .strip[data-kind=asks]').waitFor({ state: 'detached' });

  beforeEach(async () => {
    await operator.now();
    await live.write('DELETE', '/stack');
    await live.push('John 3:16-18');
    await page.locator('.bar-input').fill('');
    await page.locator('.bar-input').focus();
    await operator.settle();
  });

  /** Types it, and presses Enter on a state that somebody else has changed. */
  const beOvertaken = async (text: string, by: string) => {
    await operator.type(text);
    const { etag } = await operator.now();
    await page.route('**/passages', async (route) => {
      await live.call('POST', '/passages', { body: { passage: by }, ifMatch: etag });
      await route.continue();
    });
    await press('Enter');
    await asks();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  };

  it('when something else is typed while a strip asks, then Enter shows what is typed', async () => {
    await beOvertaken('gen 1 1', 'Psalm 23:1');
    await page.locator('.bar-input').fill('rom 8 28');
    await asksNothing();
    await press('Enter');
    await eventuallyEquals('Romans 8:28', reference);
  });

  it('when the service lock asks and the text is changed, then Enter asks about the text as it is', async () => {
    await press('Control+l');
    await operator.type('gen 1 1');
    await press('Enter');
    await asks();
    await press('Backspace');
    await page.keyboard.type('2');
    await asksNothing();
    await press('Enter');
    await asks();
    assert.match(await operator.strip(), /Genesis 1:2/);
    await press('Enter');
    await eventuallyEquals('Genesis 1:2', reference);
    await press('Control+l');
  });

  it('when a strip asks, then keys that select or plan are no answer to it', async () => {
    await beOvertaken('gen 1 1', 'Psalm 23:1');
    await press('Control+Enter');
    await page.locator('.verse[aria-selected=true]').waitFor();
    assert.equal(await reference(), 'Psalms 23:1');
  });

  it('when it is changed again while a strip asks, then the strip says what is on air now', async () => {
    await beOvertaken('gen 1 1', 'Psalm 23:1');
    await operator.now();
    await live.push('Romans 8:28');
    await eventuallyEquals(
      true,
      async () => /Romans 8:28 is on air/.test(await operator.strip()),
      'the newest is told',
    );
    await press('Escape');
    assert.equal(await reference(), 'Romans 8:28');
  });

  it('when Enter is pressed twice at once, then the passage is shown once', async () => {
    await operator.type('gen 1 1');
    const { pages } = (await operator.now()).queue;
    await Promise.all([press('Enter'), press('Enter')]);
    await operator.settle();
    const { queue, focus } = await operator.now();
    assert.deepEqual([focus.reference, queue.pages], ['Genesis 1:1', pages + 1]);
  });

  it('when others show something meanwhile, then what was chosen of the history stays chosen', async () => {
    await live.push('Romans 8:28');
    await operator.settle();
    await page.locator('.recent #candidate-0', { hasText: 'Romans 8:28' }).waitFor();
    await page.locator('.recent #candidate-1', { hasText: 'John 3:16' }).waitFor();
    await press('ArrowDown');
    await press('ArrowDown');
    const chosen = page.locator('.recent .candidate[aria-selected=true]');
    await eventuallyEquals(true, async () => /^John 3:16/.test((await chosen.textContent()) ?? ''));
    await live.push('Genesis 1:1');
    await page.locator('.recent #candidate-0', { hasText: 'Genesis 1:1' }).waitFor();
    await press('Enter');
    await eventuallyEquals('John 3:16', reference);
  });

  it('when others change the queue, then what was selected in it stays selected', async () => {
    const row = page.locator('.page-row', { hasText: 'John 3:18' });
    await row.click();
    await operator.now();
    await live.push('Genesis 1:1');
    const { data } = (await live.call('GET', '/pages')).body;
    await operator.now();
    const moved = data.find((each: { reference: string }) => each.reference === 'Genesis 1:1');
    await live.write('PATCH', `/queue-items/${moved.item_id}`, { position: 0, span: 'run' });
    await page.locator('#page-0', { hasText: 'Genesis 1:1' }).waitFor();
    assert.equal(await row.getAttribute('aria-selected'), 'true');
  });

  it('when what this browser remembers is garbage, then the console opens all the same', async () => {
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{"no');
    });
    await page.reload();
    await operator.settle();
    assert.equal(await page.locator('.bar-input').count(), 1);
  });
});
