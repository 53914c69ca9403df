import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { findChapterCounts, findVersification } from '../../../src/domain/scripture/versification/versification.ts';

const NAMES =
  'KJV KJVA NRSV NRSVA Luther German MT Leningrad Catholic Catholic2 Vulg LXX Orthodox Synodal SynodalProt Segond Calvin DarbyFr';

const sum = (versification: string, testament: 'ot' | 'nt'): number =>
  findVersification(versification)![testament].reduce(
    (all, { chapters }) => all + chapters.reduce((verses, count) => verses + count, 0),
    0,
  );

const texts = process.env.LECTERN_TEST_TEXTS;
const listing = texts === undefined ? null : join(texts, 'versifications.json');
const skip =
  listing !== null && existsSync(listing) ? false : 'LECTERN_TEST_TEXTS names no folder with versifications.json';

describe('[D30] versifications', () => {
  test('when a versification is read, then it has its books, and every chapter has some verses', () => {
    for (const name of NAMES.split(' ')) {
      const { ot, nt } = findVersification(name)!;
      assert.ok(ot.length >= 39, name);
      assert.equal(new Set([...ot, ...nt].map(({ osis }) => osis)).size, ot.length + nt.length, name);
      for (const { osis, chapters } of [...ot, ...nt]) {
        assert.ok(chapters.length > 0 && chapters.every((count) => count >= 1 && count <= 200), `${name} ${osis}`);
      }
    }
  });

  test('when known counts are looked up, then they are right', () => {
    assert.deepEqual([sum('KJV', 'ot'), sum('KJV', 'nt')], [23_145, 7_957]);
    assert.deepEqual([sum('Luther', 'nt'), sum('NRSV', 'nt')], [7_957, 7_959]);
    assert.deepEqual(findChapterCounts('KJV', 'Joel'), [20, 32, 21]);
    assert.deepEqual(findChapterCounts('Luther', 'Joel'), [20, 27, 5, 21]);
    assert.deepEqual(findChapterCounts('Luther', 'Mal'), [14, 17, 24]);
    assert.equal(findChapterCounts('KJV', 'Ps')![118], 176);
    assert.equal(findChapterCounts('Vulg', 'Ps')![116], 29);
  });

  test('when a name is looked up, then it is found in any case; what is not known gives null', () => {
    assert.equal(findVersification('nrsva')!.name, 'NRSVA');
    assert.equal(findVersification('Mine'), null);
    assert.equal(findChapterCounts('KJV', 'Tob'), null);
    assert.equal(findChapterCounts('MT', 'Matt'), null);
  });

  test('when counts are compared with the list that they come from, then all are the same', { skip }, () => {
    type Listing = Record<string, Record<'ot' | 'nt', [string, string, string, number[]][]>>;
    for (const [name, testaments] of Object.entries(JSON.parse(readFileSync(listing!, 'utf8')) as Listing)) {
      for (const testament of ['ot', 'nt'] as const) {
        const expected = testaments[testament].map(([, osis, , chapters]) => ({ osis, chapters }));
        assert.deepEqual(findVersification(name)![testament], expected, `${name} ${testament}`);
      }
    }
  });
});
