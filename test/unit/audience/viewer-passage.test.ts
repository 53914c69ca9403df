import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewerItem } from '../../../src/contract/viewer.ts';
import {
  shortenAttribution,
  toCredit,
  toPrintedReference,
  toReaderPassages,
  toReference,
  toShortCredit,
} from '../../../web/viewer/scripture/reader-passages.ts';

function verse(chapter: number, number: number, more: Partial<ViewerItem> = {}): ViewerItem {
  const edition = more.edition ?? 'kjv';
  const id = more.id ?? `${edition}-${chapter}-${number}`;
  return { book_id: 43, book: 'John', chapter, verse: number, text: '', edition, ...more, id };
}

test('[D45] when another chapter, edition or book comes, or verses begin again, then the reader starts a heading', () => {
  const items = [
    verse(3, 16),
    verse(3, 17),
    verse(3, 20),
    verse(4, 1),
    verse(4, 1, { edition: 'lut' }),
    verse(4, 1, { edition: 'lut', id: 'again' }),
    verse(4, 2, { edition: 'lut', book_id: 44, book: 'Acts', id: 'acts' }),
  ];
  assert.deepEqual(
    toReaderPassages(items).map((passage) => passage.items.map(({ id }) => id)),
    [['kjv-3-16', 'kjv-3-17', 'kjv-3-20'], ['kjv-4-1'], ['lut-4-1'], ['again'], ['acts']],
  );
});

test('[D45] when a verse is appended, then only the last passage is remade', () => {
  const items = [verse(3, 16), verse(4, 1)];
  const before = toReaderPassages(items);
  const after = toReaderPassages([...items, verse(4, 2)], before);
  assert.equal(after[0], before[0]);
  assert.notEqual(after[1], before[1]);
  assert.equal(after[1]!.items.length, 2);
});

test('when references are shown, then they read as in each language and never break between book and number', () => {
  assert.equal(toReference([verse(3, 16)], 'en'), 'John\u00a03:16');
  assert.equal(toReference([verse(3, 16), verse(3, 17)], 'pt'), 'John\u00a03:16–17');
  assert.equal(toReference([verse(3, 16, { book: '1. Johannes' })], 'de'), '1.\u00a0Johannes\u00a03,16');
  assert.equal(toReference([verse(3, 16), verse(3, 18), verse(3, 19)], 'de'), 'John\u00a03,16.18–19');
  assert.equal(toReference([verse(3, 16), verse(3, 18)], 'en'), 'John\u00a03:16, 18');
  assert.equal(toReference([verse(3, 36), verse(4, 1)], 'en'), 'John\u00a03:36–4:1');
  assert.equal(toReference([], 'en'), '');
});

test('when a reference is to one psalm, then it is not called psalms, in any of the three languages; several are', () => {
  const of = (book: string, language: 'en' | 'pt' | 'de') => toReference([verse(23, 1, { book })], language);
  assert.equal(of('Psalms', 'en'), 'Psalm\u00a023:1');
  assert.equal(of('Salmos', 'pt'), 'Salmo\u00a023:1');
  assert.equal(of('Psalmen', 'de'), 'Psalm\u00a023,1');
  assert.equal(of('Psalms of Solomon', 'en'), 'Psalms of Solomon\u00a023:1');
  assert.equal(of('Psalms 152-155', 'en'), 'Psalms 152-155\u00a023:1');
  assert.equal(toPrintedReference('Psalms 23:1-4'), 'Psalm 23:1–4');
  assert.equal(toPrintedReference('Psalms 119'), 'Psalm 119');
  assert.equal(toPrintedReference('Psalms 23-24'), 'Psalms 23–24');
  assert.equal(toPrintedReference('Psalms'), 'Psalms');
  assert.equal(toPrintedReference('Psalmen 23,1-4'), 'Psalm 23,1–4');
  assert.equal(toPrintedReference('Psalms 1:6-2:2'), 'Psalms 1:6–2:2');
  assert.equal(toPrintedReference('Psalmen 23,1-24,3'), 'Psalmen 23,1–24,3');
  assert.equal(toPrintedReference('Psalms 23ff'), 'Psalms 23ff');
  assert.equal(toPrintedReference('Psalms 3, 5'), 'Psalms 3, 5');
});

test('[D30] when an attribution is a page of law, then screens show its first sentence', () => {
  const law =
    'Copyright © 1973, 1978, 1984, 2011 by Biblica, Inc. All rights reserved worldwide. The “NIV” and “New International Version” are trademarks registered in the United States Patent and Trademark Office by Biblica, Inc. Use of either trademark requires the permission of Biblica, Inc., and the notice above.';
  const first = 'Copyright © 1973, 1978, 1984, 2011 by Biblica, Inc. All rights reserved worldwide.';
  assert.equal(shortenAttribution(law), first);
  assert.equal(shortenAttribution('Public domain. See the front matter.'), 'Public domain. See the front matter.');
  assert.equal(shortenAttribution(`${'word '.repeat(100)}end.`), `${'word '.repeat(59)}word…`);
  assert.equal(shortenAttribution(law.slice(0, 200)), law.slice(0, 200));
  assert.equal(shortenAttribution(`版权所有。${'文'.repeat(300)}`), '版权所有。');
  assert.deepEqual(toShortCredit({ name: 'NIV', attribution: `NIV. ${law}` }), { name: 'NIV', rights: first });
  const late = { name: 'New International Version', attribution: law };
  assert.deepEqual(toShortCredit(late), { name: late.name, rights: first });
});

test('[D45] when a name and its rights stand side by side, then they do not say the same twice', () => {
  const creditOf = (name: string, attribution: string) => Object.values(toCredit({ name, attribution }));
  assert.deepEqual(creditOf('Luther 1912', 'Luther 1912, gemeinfrei.'), ['Luther 1912', 'Gemeinfrei.']);
  assert.deepEqual(creditOf('Luther 1912', 'Luther 1912'), ['Luther 1912', '']);
  assert.deepEqual(creditOf('Luther 1912', 'Public domain.'), ['Luther 1912', 'Public domain.']);
  assert.deepEqual(creditOf('NIV', 'Taken from the NIV. © Biblica'), ['', 'Taken from the NIV. © Biblica']);
  assert.deepEqual(creditOf('NIV', 'NIV® © Biblica'), ['', 'NIV® © Biblica']);
});
