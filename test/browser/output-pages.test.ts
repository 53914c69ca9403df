import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { SCREEN_SIZE } from '../support/browser/audience-pages.ts';
import { api, type JsonDocument } from '../support/requests/api.ts';
import { createSnapshot } from '../support/requests/presentation.ts';
import { smallEdition } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const SENTENCE = 'For God so loved the world, that he gave his only begotten Son. ';
const longVerse = (verse: number, sentences = 5) => `${verse}. ${SENTENCE.repeat(sentences)}`.trim();
const EDITIONS = [
  smallEdition('one', { 43: { 3: { 16: 'For God so loved the world', 17: 'not to condemn the world' } } }),
  smallEdition('two', { 43: { 3: { 16: 'Denn also hat Gott die Welt geliebt', 17: 'nicht dass er richte' } } }),
  smallEdition('long', {
    43: { 3: { 16: longVerse(16), 17: longVerse(17), 18: longVerse(18), 19: 'Jesus wept.', 20: longVerse(20, 80) } },
  }),
];
const SEEN_MAX_MS = 20_000;

describe('the page on an output', () => {
  const world = useInProcessServer({ editions: EDITIONS });

  async function openOutput(view: string, translations: string[], settings: object = {}) {
    const live = await world.openLive();
    await live.write('PATCH', '/settings', { translations });
    const client = api(world.lectern, live.owner);
    const outputs = `/v1/lives/${live.liveId}/outputs`;
    const made = await client.post(outputs, { name: 'An output', view, settings });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const context = await (await world.browser()).newContext(SCREEN_SIZE);
    const page = await context.newPage();
    await page.goto(made.body.url);
    const listed = async (): Promise<JsonDocument> => (await client.get(outputs)).body.data[0];
    return { live, page, listed };
  }

  async function waitForValue<Value>(expected: Value, look: () => Promise<Value>): Promise<void> {
    const end = Date.now() + SEEN_MAX_MS;
    for (;;) {
      const seen = await look();
      if (seen === expected) return;
      if (Date.now() > end) assert.equal(seen, expected);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const waitForText = (page: Page, text: string) => page.locator('.body').getByText(text).first().waitFor();

  test('[D54] when an output sets a translation, then it shows only that one; by default a lower third shows the first two', async () => {
    for (const [settings, languages] of [
      [{}, 2],
      [{ translations: ['two'] }, 1],
    ] as const) {
      const { live, page } = await openOutput('lower-third', ['one', 'two'], settings);
      await live.push('John 3:16');
      await waitForText(page, 'Denn also hat Gott');
      assert.equal(await page.locator('.frame:not(.leaving) .body > p').count(), languages);
      await page.context().close();
    }
  });

  test('[D60] when the text of a page has to be illegibly small, then the output reports it for as long as it is', async () => {
    const { live, page, listed } = await openOutput('lower-third', ['long']);
    await live.write('PATCH', '/paging', { lines: 3, page_characters: 1_000 });
    await live.push('John 3:16-19');
    await waitForText(page, '18. For God');
    await waitForValue('shrunk', async () => (await listed()).problem);
    await live.write('POST', '/step', { by: 1 });
    await waitForText(page, 'Jesus wept.');
    await waitForValue(null, async () => (await listed()).problem);
    await live.write('POST', '/step', { by: -1 });
    await waitForValue('shrunk', async () => (await listed()).problem);
    await live.write('DELETE', '/stack');
    await waitForValue(null, async () => (await listed()).problem);
    await page.context().close();
  });

  test('[D60] when the text of a slide is truncated, then the output reports it for as long as it is', async () => {
    for (const view of ['lower-third', 'screen']) {
      const { live, page, listed } = await openOutput(view, ['long']);
      const passage = (verse: number, end_verse: number) => ({ book_id: 43, chapter: 3, verse, end_verse });
      const slides = [
        { id: 'long', layout: 'scripture', reference: passage(20, 20) },
        { id: 'short', layout: 'scripture', reference: passage(19, 19) },
        { id: 'text', layout: 'text', text: SENTENCE.repeat(60) },
        { id: 'blank', layout: 'blank' },
      ];
      const { id } = await createSnapshot(api(world.lectern, live.owner), slides);
      for (const [slide_id, problem] of [
        ['long', 'shrunk'],
        ['short', null],
        ['text', 'shrunk'],
        ['blank', null],
      ]) {
        const { sequence } = await live.write('PUT', '/presentation', { snapshot_id: id, slide_id });
        await waitForValue(`${sequence} ${problem}`, async () => {
          const output = await listed();
          return `${output.sequence} ${output.problem}`;
        });
      }
      await page.context().close();
    }
  });

  test('[D60] when the Live is hidden, then a stage output keeps its text under a "hidden" mark', async () => {
    const { live, page } = await openOutput('stage', ['one', 'two']);
    await live.push('John 3:16-17');
    await waitForText(page, 'Denn also hat Gott');
    assert.equal(await page.locator('.hidden-mark').count(), 0);
    await live.write('PATCH', '/playback', { paused: true });
    await page.locator('.hidden-mark').waitFor();
    assert.equal(await page.locator('.now .body > p').count(), 2);
    await page.locator('.next .body').getByText('not to condemn').waitFor();
    await live.write('PATCH', '/playback', { paused: false });
    await page.locator('.hidden-mark').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('[D77] when a stage shows chords, then all words of a line stand at one height, above the other language', async () => {
    const { live, page } = await openOutput('stage', ['one']);
    const { id } = await createSnapshot(api(world.lectern, live.owner), [
      {
        id: 'v1',
        layout: 'text',
        text: 'Amazing grace! how sweet',
        chords: [
          { line: 0, at: 0, chord: 'G' },
          { line: 0, at: 15, chord: 'D' },
        ],
        translations: [{ language_tag: 'de', text: 'O Gnade Gottes' }],
      },
    ]);
    await live.write('PUT', '/presentation', { snapshot_id: id });
    await page.locator('.chorded b').nth(1).waitFor();
    const bottoms = await page
      .locator('.chorded-word')
      .evaluateAll((words) => words.map((word) => Math.round(word.getBoundingClientRect().bottom)));
    assert.deepEqual(bottoms, Array(4).fill(bottoms[0]));
    const other = await page.locator('.now p.other').boundingBox();
    assert.ok(other!.y >= bottoms[0]! - 1, JSON.stringify([bottoms, other]));
    await page.context().close();
  });

  test('[D62] when there is a stage message, then it is above the text, and its countdown runs', async () => {
    const { live, page } = await openOutput('stage', ['one']);
    await live.push('John 3:16');
    await waitForText(page, 'For God so loved');
    const until = new Date(Date.now() + 125_000).toISOString();
    const put = await live.call('PUT', '/stage', { body: { message: 'Please wrap up', countdown_to: until } });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    await page.locator('.notes .message').getByText('Please wrap up').waitFor();
    const countdown = page.locator('.countdown');
    const first = await countdown.innerText();
    assert.match(first, /^[12]:\d\d$/);
    await waitForValue(true, async () => (await countdown.innerText()) !== first);
    const [notes, credit] = await Promise.all(
      ['.notes', '.now .credit'].map(async (part) => (await page.locator(part).boundingBox())!),
    );
    assert.ok(notes!.y + notes!.height <= credit!.y, JSON.stringify({ notes, credit }));
    await live.call('PUT', '/stage', { body: { message: null, countdown_to: null } });
    await page.locator('.notes').waitFor({ state: 'detached' });
    await page.context().close();
  });
});
