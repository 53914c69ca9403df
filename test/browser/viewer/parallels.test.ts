import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ViewerItem } from '../../../src/contract/viewer.ts';
import { closeWithoutErrors, LAPTOP_SIZE, PHONE_SIZE, SCREEN_SIZE } from '../../support/browser/audience-pages.ts';
import { eventuallyShows, open, openWith, showWith, styleOf, world } from '../../support/browser/viewer-pages.ts';
import { GERMAN, HEBREW_LINES, JOHN_3, LONGEST, viewerStateWith } from '../../support/requests/viewer-samples.ts';

const FIRST = JOHN_3[0]!;
const inRun = JOHN_3.map((item, index): ViewerItem => (index === 0 ? item : { ...item, run: FIRST.id }));
/** Returns the same verses in another edition, in the lines of the first. */
const inEdition = (edition: string, more: Partial<ViewerItem> = {}) =>
  inRun.map(
    (item): ViewerItem => ({ ...item, ...more, id: `${edition}-${item.id}`, edition, line: item.id, run: FIRST.id }),
  );
const PUBLIC_DOMAIN = (name: string, language: string) => ({ name, language, attribution: `${name}, public domain.` });
const EDITIONS = {
  kjv: PUBLIC_DOMAIN('King James Version', 'en'),
  lut: PUBLIC_DOMAIN('Lutherbibel', 'de'),
  heb: PUBLIC_DOMAIN('Delitzsch', 'he'),
  web: PUBLIC_DOMAIN('World English Bible', 'en'),
};
const ALL = [
  inEdition('lut', { text: 'Also hat Gott die Welt geliebt.' }),
  inEdition('heb', { text: HEBREW_LINES[0]!.text }),
  inEdition('web'),
];
const withTranslations = (count: number, more: object = {}) =>
  viewerStateWith([...inRun, ...ALL.slice(0, count - 1).flat()], { editions: EDITIONS, ...more });

describe('[D54] the reader with several translations', () => {
  for (const count of [1, 2, 3, 4]) {
    test(`when there are ${count}, then those of a line are together, and each is named and attributed`, async () => {
      const watched = await showWith(withTranslations(count), '', SCREEN_SIZE);
      const { page } = watched;
      const seen = await page.locator('.reader').evaluate((reader) => {
        const rows = [...reader.querySelectorAll('.row')];
        return {
          passages: reader.querySelectorAll('.passage').length,
          names: [...reader.querySelectorAll('.translation')].map((name) => name.textContent),
          attributions: reader.querySelectorAll('.attribution p').length,
          perRow: rows.map((row) => row.querySelectorAll('.verse').length),
          tops: rows.map(
            (row) =>
              new Set([...row.querySelectorAll('.verse')].map((verse) => Math.round(verse.getBoundingClientRect().top)))
                .size,
          ),
          overflow: reader.ownerDocument.documentElement.scrollWidth > reader.ownerDocument.documentElement.clientWidth,
        };
      });
      const names = ['King James Version', 'Lutherbibel', 'Delitzsch', 'World English Bible'].slice(0, count);
      // Side by side in a wide window: all verses of a row start at the same height.
      const rows = count > 1 ? 3 : 0;
      assert.deepEqual(seen, {
        passages: 1,
        names,
        attributions: count,
        perRow: Array(rows).fill(count),
        tops: Array(rows).fill(1),
        overflow: false,
      });
      await closeWithoutErrors(watched);
    });
  }

  test('when the window is narrow, then the translations are stacked, each in its language and direction', async () => {
    const watched = await showWith(withTranslations(3), '', PHONE_SIZE);
    const cells = await watched.page.locator('.row:first-child .cell').evaluateAll((all) =>
      all.map((cell) => ({
        lang: cell.getAttribute('lang'),
        dir: cell.getAttribute('dir'),
        left: Math.round(cell.getBoundingClientRect().left),
        top: Math.round(cell.getBoundingClientRect().top),
      })),
    );
    assert.deepEqual(
      cells.map(({ lang, dir }) => [lang, dir]),
      [
        ['en', 'ltr'],
        ['de', 'ltr'],
        ['he', 'rtl'],
      ],
    );
    assert.equal(new Set(cells.map(({ left }) => left)).size, 1);
    assert.deepEqual(
      cells.map(({ top }) => top),
      cells.map(({ top }) => top).toSorted((one, other) => one - other),
    );
    await closeWithoutErrors(watched);
  });

  test('when a translation lacks a line, then its cell is empty and the others keep their columns', async () => {
    const [, , last] = inEdition('lut');
    const watched = await showWith(viewerStateWith([...inRun, last!], { editions: EDITIONS }), '', LAPTOP_SIZE);
    const texts = await watched.page
      .locator('.row')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('.cell')].map((cell) => cell.childElementCount)),
      );
    assert.deepEqual(texts, [
      [1, 0],
      [1, 0],
      [1, 1],
    ]);
    await closeWithoutErrors(watched);
  });

  test('when a page has several lines, then all of them are marked and the first is current; a step moves the mark', async () => {
    const watched = await showWith(withTranslations(2, { lines: 2 }), '', LAPTOP_SIZE);
    const { page } = watched;
    const marked = () =>
      page.locator('[data-on-page]').evaluateAll((all) => all.map((verse) => verse.dataset.id).join(' '));
    const [one, two, three] = JOHN_3.map(({ id }) => id) as [string, string, string];
    await eventuallyShows(`${one} lut-${one} ${two} lut-${two}`, marked);
    assert.equal(await page.locator('[aria-current]').getAttribute('data-id'), one);
    world.audience.sendChange({ version: '2', from: '1', type: 'scripture', showing: true, focus: three, queue: [] });
    await eventuallyShows(`${three} lut-${three}`, marked);
    await eventuallyShows(true, async () =>
      ((await page.locator('[aria-live]').textContent()) ?? '').startsWith('John\u00a03:18. He that'),
    );
    await closeWithoutErrors(watched);
  });

  test('when a long line is shown part by part, then only that part is marked, in each translation', async () => {
    const items = [LONGEST, { ...GERMAN, line: LONGEST.id, run: LONGEST.id }];
    const watched = await showWith(viewerStateWith(items, { part: 1 }), '', PHONE_SIZE);
    const { page } = watched;
    const parts = () => page.locator('.part').evaluateAll((all) => all.map((part) => part.textContent));
    const [english, german] = (await parts()) as [string, string];
    assert.ok(LONGEST.text.includes(english) && GERMAN.text.includes(german));
    assert.ok(english.length < LONGEST.text.length / 2 && !LONGEST.text.startsWith(english));
    world.audience.sendChange({
      version: '2',
      from: '1',
      type: 'scripture',
      showing: true,
      focus: LONGEST.id,
      part: 0,
      queue: [],
    });
    await eventuallyShows(true, async () => LONGEST.text.startsWith((await parts())[0]!));
    await closeWithoutErrors(watched);
  });

  test('when the page is printed, then translations are in columns without a mark, and no line is split', async () => {
    const watched = await openWith(withTranslations(2), '', LAPTOP_SIZE);
    const { page } = watched;
    await page.emulateMedia({ media: 'print' });
    await eventuallyShows('avoid', () => styleOf(page, '.row', 'break-inside'));
    assert.equal((await styleOf(page, '.row', 'grid-template-columns')).split(' ').length, 2);
    const mark = await page.evaluate(`getComputedStyle(document.querySelector('[data-on-page]'), '::before').display`);
    assert.equal(mark, 'none');
    await closeWithoutErrors(watched);
  });

  test('[D45] when thousands of lines are queued, then a step renders only the passages it affects', async () => {
    const many = Array.from({ length: 3_000 }, (_, index): ViewerItem[] => {
      const chapter = Math.floor(index / 30) + 1;
      const id = `v${index}`;
      const item = { ...FIRST, id, chapter, verse: (index % 30) + 1, run: `v${index - (index % 30)}` };
      return [item, { ...item, id: `l${index}`, edition: 'lut', line: id }];
    }).flat();
    world.audience.state = viewerStateWith(many, { editions: EDITIONS });
    const watched = await open('', LAPTOP_SIZE);
    const { page } = watched;
    await page.locator('.row').nth(2_999).waitFor({ state: 'attached' });
    await page.evaluate(`
      seen = 0;
      new MutationObserver((records) => { seen += records.length; })
        .observe(document.querySelector('.reader'), { subtree: true, childList: true, attributes: true, characterData: true });
    `);
    world.audience.sendChange({ version: '2', from: '1', type: 'scripture', showing: true, focus: 'v31', queue: [] });
    await eventuallyShows('v31', () => page.locator('[aria-current]').getAttribute('data-id'));
    const changed = await page.evaluate('seen');
    assert.ok((changed as number) <= 8, `${changed} changes of the page`);
    await closeWithoutErrors(watched);
  });
});
