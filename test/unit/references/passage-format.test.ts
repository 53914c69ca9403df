import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PassageRange } from '../../../src/contract/passage-format.ts';
import { citePassages, formatPassages } from '../../../src/domain/scripture/references/reference-format.ts';

const psalm = (chapter: number, more: Partial<PassageRange> = {}) => ({ book_id: 19, chapter, ...more });
const JOHN = { book_id: 43, chapter: 3, verse: 16 };
const ROMANS = { book_id: 45, chapter: 8, verse: 28 };

it('[D71] cites in the language of an edition, and one psalm in the singular', () => {
  for (const [passages, en, pt, de] of [
    [[ROMANS], 'Romans 8:28', 'Romanos 8:28', 'Römer 8,28'],
    [[psalm(23)], 'Psalm 23', 'Salmo 23', 'Psalm 23'],
    [[psalm(23, { verse: 1, end_verse: 4 })], 'Psalm 23:1-4', 'Salmo 23:1-4', 'Psalm 23,1-4'],
    [[psalm(23, { verse: 1 }), psalm(23, { verse: 6 })], 'Psalm 23:1, 6', 'Salmo 23:1, 6', 'Psalm 23,1.6'],
    [[JOHN, psalm(23)], 'John 3:16; Psalm 23', 'João 3:16; Salmo 23', 'Johannes 3,16; Psalm 23'],
    [[psalm(1, { end_chapter: 2 })], 'Psalms 1-2', 'Salmos 1-2', 'Psalmen 1-2'],
    [[psalm(1), psalm(23)], 'Psalms 1; 23', 'Salmos 1; 23', 'Psalmen 1; 23'],
    [[{ book_id: 19 }], 'Psalms', 'Salmos', 'Psalmen'],
  ] as const) {
    assert.deepEqual(
      [citePassages(passages, 'en'), citePassages(passages, 'pt'), citePassages(passages, 'de')],
      [en, pt, de],
    );
    assert.equal(citePassages(passages, 'und'), en);
  }
});

it('[D19] keeps the plural in the canonical form', () => {
  assert.equal(formatPassages([psalm(23)]), 'Psalms 23');
});
