import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventuallyEquals } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/browser/console-browser.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import { api } from '../../support/requests/api.ts';
import { createSnapshot } from '../../support/requests/presentation.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

describe('[D76] countdowns in the console', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let operator: ConsoleBrowser;
  before(async () => {
    live = await world.openLive({ name: 'Sunday' });
    operator = await openConsolePage(world, live);
  });
  after(() => operator?.close());

  it('when a countdown is on air, then the console counts, and buttons, keys and the palette move it by a minute', async () => {
    const { page } = operator;
    assert.equal(await page.locator('.countdown-row').count(), 0);
    const slides = [{ id: 'a', layout: 'countdown', title: 'We begin soon', seconds: 600 }];
    const { id } = await createSnapshot(api(world.lectern, live.owner), slides);
    await live.write('PUT', '/presentation', { snapshot_id: id });
    const row = page.locator('.countdown-row');
    await row.getByText(/^(10:00|9:5\d)$/).waitFor();
    await keepPicture(page, 'console-countdown');
    const { slide: begun } = await operator.now();
    const minutes = async () => {
      const { slide } = await operator.now();
      return (Date.parse(slide!.countdown_to!) - Date.parse(begun!.countdown_to!)) / 60_000;
    };
    await row.getByRole('button', { name: '+1 min' }).click();
    await eventuallyEquals(1, minutes, 'after +1 min');
    await row.getByRole('button', { name: '−1 min' }).click();
    await eventuallyEquals(0, minutes, 'after −1 min');
    await page.locator('.bar-input').focus();
    await page.keyboard.press('Control+ArrowUp');
    await eventuallyEquals(1, minutes, 'after the key');
    await page.locator('.bar-input').fill('> countdown: one minute less');
    await page.keyboard.press('Enter');
    await eventuallyEquals(0, minutes, 'after the palette');
    assert.deepEqual(await listViolations(page, 1), []);
  });
});
