import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PAGING } from '../../../src/contract/paging/pages.ts';
import type { ViewerItem } from '../../../src/contract/viewer.ts';
import { type DisplayPage, toDisplayPages, toViewerLines } from '../../../web/shared/display-pages.ts';

const SENTENCE = 'In the beginning God created the heaven and the earth. ';

const item = (verse: number, edition: string, more: Partial<ViewerItem> = {}): ViewerItem => ({
  id: `${edition}-${verse}`,
  book_id: 1,
  book: 'Genesis',
  chapter: 1,
  verse,
  text: `${edition} ${verse}`,
  edition,
  line: `kjv-${verse}`,
  run: 'kjv-1',
  ...more,
});
const both = (...verses: number[]) => ['kjv', 'lut'].flatMap((edition) => verses.map((verse) => item(verse, edition)));
const pagesOf = (items: ViewerItem[], focus: string | null, lines = 1, part = 0, paging = DEFAULT_PAGING) =>
  toDisplayPages({ items, focus, lines, part, paging });
const textsOf = (page: DisplayPage) => page.excerpts.map((each) => each.map(({ text }) => text));
const read = (page: DisplayPage | null) => page && { texts: textsOf(page), part: page.part, parts: page.parts };

test('[D54] when a line is in focus, then the page has its translations, and the next page what follows', () => {
  const { page, next } = pagesOf(both(1, 2, 3), 'kjv-2');
  assert.deepEqual(read(page), { texts: [['kjv 2', 'lut 2']], part: 0, parts: 1 });
  assert.deepEqual(read(next), { texts: [['kjv 3', 'lut 3']], part: 0, parts: 1 });
  assert.equal(pagesOf(both(1, 2, 3), 'kjv-3').next, null);
});

test('[D54] when a page has several lines, then it shows no more of them than there are', () => {
  assert.deepEqual(read(pagesOf(both(1, 2, 3), 'kjv-2', 3).page)!.texts, [
    ['kjv 2', 'lut 2'],
    ['kjv 3', 'lut 3'],
  ]);
});

test('[D54] when a line is split, then its parts are pages, and a page that was extended over it shows all of it', () => {
  const items = [item(1, 'kjv', { text: SENTENCE.repeat(9).trim() }), ...both(2)];
  const { page, next } = pagesOf(items, 'kjv-1', 1, 1);
  assert.deepEqual([page!.part, page!.parts], [1, 2]);
  const { text, start } = page!.excerpts[0]![0]!;
  assert.ok(start > 0 && items[0]!.text.slice(start) === text, `${start} ${text}`);
  assert.deepEqual(read(next)!.texts, [['kjv 2', 'lut 2']]);
  assert.deepEqual(read(pagesOf(items, 'kjv-1').next), read(page), 'the second part follows the first');
  assert.equal(pagesOf(items, 'kjv-1', 1, 7).page!.part, 1, 'the last part stands for one that is not there');
  assert.deepEqual(textsOf(pagesOf(items, 'kjv-1', 2).page!)[0], [items[0]!.text]);
});

test('[D54] when nothing is in focus, then the first line stands for it; an empty queue has no page', () => {
  assert.deepEqual(read(pagesOf(both(4, 5), null).page)!.texts, [['kjv 4', 'lut 4']]);
  assert.deepEqual(pagesOf([], null), { page: null, next: null });
});

test('[D44] when only the focus changes, then the lines of a long queue are not gathered again', () => {
  const items = both(...Array.from({ length: 2_500 }, (_, index) => index + 1));
  assert.equal(toViewerLines(items), toViewerLines(items));
  assert.equal(pagesOf(items, 'kjv-2').page!.lines[0], pagesOf(items, 'lut-2').page!.lines[0]);
});
