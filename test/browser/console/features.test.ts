import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { UNSEEN_MS } from '../../../web/console/live/live-machine.ts';
import { eventuallyEquals } from '../../support/browser/audience-pages.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/browser/console-browser.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import { type Api, api } from '../../support/requests/api.ts';
import { organizationRestPath } from '../../support/requests/presentation.ts';
import { smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const GERMAN = {
  43: { 3: { 16: 'Also hat Gott die Welt geliebt', 17: 'Denn Gott hat' } },
  45: { 8: { 28: 'Wir wissen' } },
};
const SONG = {
  title: 'Amazing Grace',
  kind: 'song',
  slides: [
    { id: 'v1', layout: 'text', text: 'Amazing grace! how sweet the sound,\nThat saved a wretch like me!' },
    { id: 'c1', layout: 'text', text: 'My chains are gone,\nI have been set free' },
    { id: 'v2', layout: 'text', text: 'Through many dangers, toils and snares' },
  ],
  order: ['v1', 'c1', 'v2', 'c1'],
};

describe('the find pane and the commands of the console', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let client: Api;
  let operator: ConsoleBrowser;
  let page: Page;

  before(async () => {
    live = await world.openLive({ name: 'Sunday' });
    const { editions, administration } = world.lectern.installation;
    await saveEdition(editions, smallEdition('luther', GERMAN, { language: 'de', name: 'Lutherbibel' }));
    await administration.enableEdition('luther', { organization: live.owner.id });
    client = api(world.lectern, live.owner);
    operator = await openConsolePage(world, live);
    page = operator.page;
    await operator.settle();
  });
  after(() => operator?.close());

  const title = () => page.locator('#chapter-title').textContent();
  const onAir = () => page.locator('.verse[aria-current]').evaluateAll((rows) => rows.map((row) => row.dataset.verse));
  const enter = async (text: string) => {
    // Enter asks about a newer change by another client.
    await sleep(UNSEEN_MS);
    await operator.type(text);
    await page.keyboard.press('Enter');
  };

  it('[D59] when something goes on air, then the chapter follows and marks its verses, unless it is pinned', async () => {
    await enter('ps 23 1-2');
    await eventuallyEquals('Psalm 23', title);
    await eventuallyEquals(['1'], onAir);
    assert.match((await page.locator('.verse[aria-current]').first().textContent()) ?? '', /On air$/);
    await page.keyboard.press('ArrowRight');
    await eventuallyEquals(['2'], onAir);
    await keepPicture(page, 'console-chapter-on-air');
    await page.locator('.chapter-pin').click();
    await operator.now();
    await live.push('John 3:16');
    await operator.isOnAir('John 3:16');
    assert.equal(await title(), 'Psalm 23');
    assert.deepEqual(await onAir(), []);
    await page.locator('.chapter-pin').click();
    await eventuallyEquals('John 3', title);
    await eventuallyEquals(['16'], onAir);
  });

  it('when the same place is shown again, then it stands once among the recent ones, with its time', async () => {
    await operator.now();
    await live.push('Psalm 23:1');
    await live.push('John 3:16');
    const rows = page.locator('.recent .candidate');
    await eventuallyEquals(1, () => rows.filter({ hasText: 'John 3:16' }).count());
    assert.match((await rows.first().locator('time').textContent()) ?? '', /\d:\d\d/);
  });

  it('[D70] while a song is on air, then slides have their part and whole text, and the bar finds parts first', async () => {
    const { body: song } = await client.post(`${organizationRestPath(client)}/decks`, SONG);
    await operator.now();
    await live.write('PUT', '/presentation', { deck_id: song.id });
    const rows = page.locator('.slide-row');
    await eventuallyEquals(4, () => rows.count());
    assert.equal(await rows.nth(3).locator('.slide-part').textContent(), 'Chorus');
    assert.equal(await rows.nth(0).locator('.slide-text').textContent(), SONG.slides[0]!.text);
    await keepPicture(page, 'console-song-parts');
    await operator.settle();
    await enter('v2');
    await eventuallyEquals('v2~1', async () => (await operator.now()).slide.slide_id);
    await operator.settle();
    await rows.nth(0).click();
    await page.keyboard.press('Enter');
    await eventuallyEquals('v1~1', async () => (await operator.now()).slide.slide_id);
    await operator.now();
    await live.write('DELETE', '/presentation');
  });

  it('[D54] when a translation is chosen under +, then its key has that place for all operators, and references are cited in the first', async () => {
    await operator.settle();
    const chip = page.locator('[popovertarget=translation-menu]');
    await chip.click();
    const [button, menu] = [(await chip.boundingBox())!, (await page.locator('#translation-menu').boundingBox())!];
    assert.ok(menu.y >= button.y + button.height, 'the menu covers nothing of the bar');
    assert.ok(
      await page.locator('.translation-rows').evaluate((list) => list.scrollWidth <= list.clientWidth),
      'no button is cut',
    );
    const star = page.locator('.translation-moves [aria-pressed=true]').first();
    const colors = await star.evaluate((element) => {
      const { getComputedStyle } = element.ownerDocument.defaultView;
      return [element, element.closest('.menu')].map((each) => getComputedStyle(each).color);
    });
    assert.equal(colors[0], colors[1], 'the star is legible');
    await page.getByRole('button', { name: 'Move Lutherbibel up' }).click();
    await eventuallyEquals(['luther', 'kjv'], async () => (await live.call('GET', '/paging')).body.keys);
    await eventuallyEquals('LUTHER', () => page.locator('.translation-name').first().textContent());
    await keepPicture(page, 'console-all-translations');
    await page.keyboard.press('Escape');
    await operator.now();
    await live.write('PATCH', '/settings', { translations: ['luther'] });
    await enter('rom 8 28');
    await operator.isOnAir('Römer 8,28');
    await eventuallyEquals('Römer 8', title);
  });

  it('when a command is typed after >, then it runs; > alone does nothing', async () => {
    await operator.settle();
    const before = await operator.now();
    await page.keyboard.type('>');
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.bar-input').inputValue(), '>');
    await page.keyboard.type(' message Two minutes left');
    assert.match(
      (await page.locator('.candidate').first().textContent()) ?? '',
      /Message to the stage: Two minutes left/,
    );
    await page.keyboard.press('Enter');
    await eventuallyEquals('Two minutes left', async () => (await operator.now()).stage?.message);
    await page.keyboard.type('> appearance dark');
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    assert.deepEqual((await operator.now()).focus, before.focus);
    await page.keyboard.type('> language deutsch');
    await page.locator('.candidate', { hasText: 'Deutsch' }).waitFor({ timeout: 5_000 });
    await page.keyboard.press('Enter');
    await eventuallyEquals('de', () => page.locator('html').getAttribute('lang'));
    await eventuallyEquals('dark', () => page.locator('html').getAttribute('data-theme'), 'the theme stays');
    await page.locator('[popovertarget=live-menu]').click();
    await page.getByRole('button', { name: 'Português' }).waitFor();
    await keepPicture(page, 'console-switches');
  });
});
