import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { closeWithoutErrors, PHONE_SIZE, SCREEN_SIZE } from '../../support/browser/audience-pages.ts';
import { boxesOf, eventuallyShows, showWith, styleOf } from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import { presentingState, SLIDES, viewerStateWith } from '../../support/requests/viewer-samples.ts';

const FIRST = 'O Gnade Gottes, wunderbar\nhast du errettet mich';
const OTHER = 'Amazing grace! how sweet the sound\nthat saved a wretch like me';
const texts = [
  { language: 'de', text: FIRST },
  { language: 'en', text: OTHER },
];
const STATE = viewerStateWith([], presentingState({ ...SLIDES.text, title: null, text: FIRST, texts, sung: true }));

describe('[D77] a song in two languages', () => {
  test('when it is shown, then the second is below the first and smaller; a phone shows its own first', async () => {
    for (const [view, size, locale, order] of [
      ['screen', SCREEN_SIZE, 'en-US', 'de de en en'],
      ['lower-third', SCREEN_SIZE, 'en-US', 'de de en en'],
      ['stage', SCREEN_SIZE, 'en-US', 'de de en en'],
      ['reader', PHONE_SIZE, 'en-US', 'en en de de'],
      ['reader', PHONE_SIZE, 'de-CH', 'de de en en'],
    ] as const) {
      const watched = await showWith(STATE, `view=${view}`, { ...size, locale });
      const { page } = watched;
      const name = `languages-${view}-${locale}`;
      const lines = page.locator('.frame:not(.leaving) p[lang], .reader p[lang], .prompter .now p[lang]');
      await eventuallyShows(order, async () =>
        (await lines.evaluateAll((all) => all.map((line) => line.getAttribute('lang')))).join(' '),
      );
      await keepPicture(page, name);
      const sizeOf = async (selector: string) => Number.parseFloat(await styleOf(page, selector, 'font-size'));
      assert.ok((await sizeOf('p.other')) < 0.75 * (await sizeOf('p[lang]:not(.other)')), name);
      const [first, second] = [await boxesOf(page, 'p[lang]:not(.other)'), await boxesOf(page, 'p.other')];
      assert.ok(second.length === 2 && first.length === 2, name);
      for (const box of second) {
        // Boxes of lines include the space of their letters, and so touch.
        assert.ok(box.top > (first[1]!.top + first[1]!.bottom) / 2, `${name} ${JSON.stringify([first, second])}`);
        if (view !== 'reader') assert.ok(box.bottom <= size.viewport.height, name);
      }
      await closeWithoutErrors(watched);
    }
  });
});
