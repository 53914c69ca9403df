import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { UNSEEN_MS } from '../../../web/console/live/live-machine.ts';
import { eventuallyEquals, PHONE_SIZE } from '../../support/browser/audience-pages.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/browser/console-browser.ts';
import { holdResponses } from '../../support/browser/hold-responses.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import { type Api, api, type JsonDocument } from '../../support/requests/api.ts';
import { createSnapshot, organizationRestPath } from '../../support/requests/presentation.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const VERSE = 'Amazing grace! how sweet the sound,\nThat saved a wretch like me!';
const CHORUS = 'My chains are gone, I have been set free';
const SLIDES = [
  { id: 'v1', layout: 'text', title: 'Verse 1', text: VERSE },
  { id: 'c', layout: 'text', title: 'Chorus', text: CHORUS },
];
const FOOTER = { authors: 'John Newton', copyright: 'Public domain', ccli: '22025' };
const SONG = { title: 'Amazing Grace', kind: 'song', slides: SLIDES, order: ['v1', 'c', 'c'], footer: FOOTER };

describe('[D70] songs in the bar of the console', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let client: Api;
  let operator: ConsoleBrowser;
  let page: Page;
  let _song: JsonDocument;

  const make = async (deck: object): Promise<JsonDocument> => {
    const { status, body } = await client.post(`${organizationRestPath(client)}/decks`, deck);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };

  before(async () => {
    live = await world.openLive({ name: 'Sunday' });
    client = api(world.lectern, live.owner);
    _song = await make(SONG);
    await make({ title: 'Romans 8 28', slides: [{ layout: 'text', text: 'All things' }] });
    await make({ title: 'Announcements', slides: [{ layout: 'title', title: 'Welcome' }] });
    operator = await openConsolePage(world, live);
    page = operator.page;
  });
  after(() => operator?.close());

  beforeEach(async () => {
    await operator.now();
    await live.write('DELETE', '/stack');
    await live.push('John 3:16');
    await page.locator('.bar-input').fill('');
    await page.locator('.bar-input').focus();
    await operator.settle();
    await sleep(UNSEEN_MS);
  });

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const rows = () =>
    page
      .locator('.candidates .candidate')
      .evaluateAll((found) =>
        found.map((row) =>
          ['reference', 'kind', 'text'].map(
            (part) => row.querySelector(`.candidate-${part}`)?.textContent?.trim() ?? '',
          ),
        ),
      );
  const shownSlide = async () => {
    const { slide } = await operator.now();
    return slide && [slide.deck, slide.slide_id];
  };

  it('when a title is typed, then the song is a candidate with its authors, and Enter asks before it shows anything', async () => {
    await operator.type('amazing');
    assert.deepEqual((await rows())[0], ['Amazing Grace', 'song', 'John Newton · Amazing grace! how sweet the sound,']);
    assert.equal(await page.locator('.reading').textContent(), '1 match');
    await press('Enter');
    await page.locator('.candidates[data-asks]').waitFor();
    assert.equal(await shownSlide(), null);
    await keepPicture(page, 'console-song-candidates');
    await press('1');
    await eventuallyEquals(['Amazing Grace', 'v1~1'], shownSlide);
    await operator.settle();
    await page.locator('.recent .candidate', { hasText: 'Amazing Grace' }).first().waitFor();
  });

  it('when words of a song are typed, then its line is shown, the arrow keys and Enter present it, and steps pass each occurrence', async () => {
    await operator.type('chains are gone');
    assert.deepEqual((await rows())[0], ['Amazing Grace', 'song', CHORUS]);
    await press('ArrowDown', 'Enter');
    await eventuallyEquals(['Amazing Grace', 'v1~1'], shownSlide);
    await operator.settle();
    const listed = page.locator('.slide-row');
    await eventuallyEquals(3, () => listed.count());
    assert.match((await listed.nth(2).textContent()) ?? '', /Chorus.*My chains/);
    await press('ArrowRight', 'ArrowRight');
    await eventuallyEquals(['Amazing Grace', 'c~2'], shownSlide);
    await page.locator('.slide-row[aria-current]', { hasText: '3' }).waitFor();
    await operator.isOnAir('Amazing Grace · Chorus');
    await keepPicture(page, 'console-song-shown');
    await listed.first().click();
    await page.locator('.slides').press('Enter');
    await eventuallyEquals(['Amazing Grace', 'v1~1'], shownSlide);
  });

  it('when slides arrive after another deck was presented, then the list keeps the slides of the other one', async () => {
    const [slow, fast] = [
      await createSnapshot(client, [{ layout: 'text', text: 'Slow' }], 'Slow'),
      await createSnapshot(client, [{ layout: 'text', title: 'Fast', text: 'Fast\nand last' }], 'Fast'),
    ];
    const { asked, release } = await holdResponses(page, `**/snapshots/${slow.id}`, 'GET');
    await operator.now();
    await live.write('PUT', '/presentation', { snapshot_id: slow.id });
    await asked;
    await live.write('PUT', '/presentation', { snapshot_id: fast.id });
    const listed = page.locator('.slide-row');
    await listed.getByText('Fast').waitFor();
    await release();
    await operator.settle();
    assert.deepEqual(await listed.locator('span').allTextContents(), ['1', 'and last'], 'the title is not repeated');
  });

  it('when the text of the next slide is long, then it ends within the pane', async () => {
    const slides = ['First', CHORUS.repeat(9)].map((text) => ({ layout: 'text', text }));
    const { id } = await createSnapshot(client, slides, 'Long');
    await live.write('PUT', '/presentation', { snapshot_id: id });
    const next = page.locator('.next-up .text', { hasText: CHORUS });
    const { isCut, past } = await next.evaluate((text) => ({
      isCut: text.scrollWidth > text.clientWidth,
      past: text.getBoundingClientRect().right - text.closest('.pane')!.getBoundingClientRect().right,
    }));
    assert.ok(isCut && past < 0, `${past} px past the pane`);
  });

  it('when it is used in German on a phone in the dark, then the song is found and shown there, too', async () => {
    const context = { ...PHONE_SIZE, locale: 'de-DE', colorScheme: 'dark' as const, hasTouch: true, isMobile: true };
    const phone = await openConsolePage(world, live, { context });
    await phone.page.locator('.remote-foot .sheet-grip').tap();
    await phone.page.locator('.bar-input').tap();
    await phone.type('amazing');
    const row = phone.page.locator('.candidate', { hasText: 'Lied' });
    await row.tap();
    await row.locator('.row-show').waitFor();
    await keepPicture(phone.page, 'console-song-phone');
    await row.locator('.row-show').tap();
    await eventuallyEquals('Amazing Grace', async () => (await operator.now()).slide?.deck);
    await phone.page.locator('.sheet > .sheet-grip').tap();
    await phone.page.locator('.remote-current', { hasText: 'how sweet the sound' }).waitFor();
    await keepPicture(phone.page, 'console-song-phone-shown');
    await phone.close();
  });
});
