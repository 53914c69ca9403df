import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ViewerItem } from '../../../src/contract/viewer.ts';
import { closeWithoutErrors, PHONE_SIZE, SCREEN_SIZE } from '../../support/browser/audience-pages.ts';
import { eventuallyShows, openNewWith } from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import { HEBREW_LINES, JOHN_3, viewerStateWith } from '../../support/requests/viewer-samples.ts';
import { inFullRun } from '../../support/run/extent.ts';

const item = (id: string, book: string, text: string): ViewerItem => ({
  id,
  book_id: 43,
  book,
  chapter: 3,
  verse: 16,
  text,
  edition: `edition-${id}`,
});

/** John 3:16, and two of its characters that a font without them would draw as the same box. */
const TEXTS = [
  [
    'SC',
    'zh-Hans',
    item('sc', '约翰福音', '　神爱世人，甚至将他的独生子赐给他们，叫一切信他的，不至灭亡，反得永生。'),
    '爱们',
  ],
  [
    'TC',
    'zh-Hant',
    item('tc', '約翰福音', '　神愛世人，甚至將他的獨生子賜給他們，叫一切信他的，不至滅亡，反得永生。'),
    '愛們',
  ],
  ['JP', 'ja', item('jp', 'ヨハネの福音書', '神は、実に、そのひとり子をお与えになったほどに世を愛された。'), '愛与'],
  ['KR', 'ko', item('kr', '요한복음', '하나님이 세상을 이처럼 사랑하사 독생자를 주셨으니'), '하님'],
] as const;

/** Returns whether the scripture font draws these two characters differently, not as the same box. */
const drawsDistinctly = (page: Page, [one, two]: readonly [string, string]): Promise<boolean> =>
  page
    .locator('.scripture')
    .first()
    .evaluate(
      (element, characters) => {
        const view = element.ownerDocument.defaultView;
        const drawn = characters.map((character) => {
          const canvas = element.ownerDocument.createElement('canvas');
          const context = canvas.getContext('2d');
          context.font = `48px ${view.getComputedStyle(element).fontFamily}`;
          context.fillText(character, 20, 80);
          return context.getImageData(0, 0, 120, 120).data.join();
        });
        return drawn[0] !== drawn[1];
      },
      [one, two],
    );

/** Returns the font families that have loaded. */
const loadedFamilies = (page: Page): Promise<string[]> =>
  page
    .locator(':root')
    .evaluate(({ ownerDocument }) =>
      [
        ...new Set([...ownerDocument.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)),
      ].map((family) => String(family).replaceAll('"', '')),
    );

describe('Chinese, Japanese and Korean', () => {
  /** Returns a state with editions of unknown language. */
  const shownOf = (...verses: readonly ViewerItem[]) => ({
    ...viewerStateWith([...verses]),
    editions: Object.fromEntries(
      verses.map(({ edition }) => [edition, { name: edition, language: 'und', attribution: 'Public domain.' }]),
    ),
  });

  for (const [font, language, verse, characters] of inFullRun<readonly (typeof TEXTS)[number][]>(
    TEXTS,
    TEXTS.slice(1, 3),
  )) {
    test(`for ${font}: when a device has no such font, then the page loads it`, async () => {
      for (const [view, size, theme] of [
        ['reader', PHONE_SIZE, 'light'],
        ['reader', SCREEN_SIZE, 'dark'],
        ['screen', SCREEN_SIZE, 'dark'],
        ['screen', PHONE_SIZE, 'dark'],
        ['lower-third', SCREEN_SIZE, 'dark'],
        ['stage', SCREEN_SIZE, 'dark'],
      ] as const) {
        const watched = await openNewWith(shownOf(verse), `view=${view}&theme=${theme}`, size);
        const { page } = watched;
        await eventuallyShows(true, async () => (await loadedFamilies(page)).includes(`Noto Serif ${font}`));
        await eventuallyShows(true, () => drawsDistinctly(page, [characters[0]!, characters[1]!]));
        assert.deepEqual(
          (await loadedFamilies(page)).filter((family) => /Noto Serif ..$/.test(family)),
          [`Noto Serif ${font}`],
          view,
        );
        assert.equal(await page.locator('.scripture').first().getAttribute('lang'), language, view);
        await keepPicture(page, `east-asian-${font}-${view}-${size.viewport.width}`);
        await closeWithoutErrors(watched);
      }
    });
  }

  test('when texts are side by side, then each is set in its own font, whichever is first', async () => {
    const watched = await openNewWith(shownOf(...TEXTS.map(([, , verse]) => verse)), 'view=reader', PHONE_SIZE);
    const { page } = watched;
    await eventuallyShows(
      4,
      async () => (await loadedFamilies(page)).filter((family) => /Noto Serif ..$/.test(family)).length,
    );
    const first = await page
      .locator('.scripture')
      .evaluateAll((texts) =>
        texts.map((text) => [
          text.getAttribute('lang'),
          /Noto Serif (\w\w)/.exec(text.ownerDocument.defaultView.getComputedStyle(text).fontFamily)?.[1],
        ]),
      );
    assert.deepEqual(
      first,
      TEXTS.map(([font, language]) => [language, font]),
    );
    await keepPicture(page, 'east-asian-all');
    await closeWithoutErrors(watched);
  });

  test('when a text has Latin letters or is Hebrew, then none of these fonts is loaded', async () => {
    for (const [name, items] of [
      ['latin', JOHN_3],
      ['hebrew', HEBREW_LINES],
    ] as const) {
      const watched = await openNewWith(viewerStateWith([...items]), 'view=reader', PHONE_SIZE);
      const sheets = await watched.page
        .locator('link[rel=stylesheet]')
        .evaluateAll((links) => links.map(({ href }) => String(href)));
      assert.doesNotMatch(sheets.join(), /noto-serif-..-/, name);
      assert.equal(
        sheets.some((sheet) => /\/world-fonts-/.test(sheet)),
        name === 'hebrew',
      );
      assert.doesNotMatch((await loadedFamilies(watched.page)).join(), /Noto Serif/);
      await keepPicture(watched.page, `east-asian-${name}`);
      await closeWithoutErrors(watched);
    }
  });
});
