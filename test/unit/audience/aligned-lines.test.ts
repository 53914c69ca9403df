import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { alignVersesToLines } from '../../../src/domain/scripture/aligned-lines.ts';
import { findBookByCode, osisOf } from '../../../src/domain/scripture/canon.ts';
import { findChapterCounts } from '../../../src/domain/scripture/versification/versification.ts';

interface Verse {
  readonly chapter: number;
  readonly verse: number;
  readonly last?: number;
  readonly text: string;
}

/**
 * Returns verses of a book as a versification numbers it: "51:1-3". With `bridge`, they are one verse with these
 * numbers.
 */
function versesOf(versification: string, code: string, from: string, { bridge }: { bridge?: string } = {}) {
  const { id } = findBookByCode(code)!;
  const counts = findChapterCounts(versification, osisOf(findBookByCode(code)!))!;
  const bridged = bridge === undefined ? null : read(bridge);
  const verses = counts.flatMap((count, at) =>
    Array.from({ length: count }, (_, index): Verse => ({ chapter: at + 1, verse: index + 1, text: '' })).flatMap(
      (one) => {
        if (one.chapter !== bridged?.chapter || one.verse < bridged.first || one.verse > bridged.last) return [one];
        return one.verse === bridged.first ? [{ ...one, last: bridged.last }] : [];
      },
    ),
  );
  const { chapter, first, last } = read(from);
  const within = verses.filter((one) => one.chapter === chapter && one.verse >= first && one.verse <= last);
  return { book: { bookId: id, verses }, verses: within };
}

function read(text: string): { chapter: number; first: number; last: number } {
  const [chapter, first, last = first] = text.split(/[:-]/).map(Number) as [number, number, number?];
  return { chapter, first, last };
}

describe('[D53] lines of several editions', () => {
  test('when editions number alike, then each verse is a line with its like', () => {
    const [one, two] = [versesOf('KJV', 'JHN', '3:16-18'), versesOf('NRSV', 'JHN', '3:16-18')];
    assert.deepEqual(alignVersesToLines([one, two, one]), [
      [0, 1, 2],
      [0, 1, 2],
      [0, 1, 2],
    ]);
  });

  test('when a psalm has its title as verses in one edition, then these share the line of the verse after them', () => {
    const kjv = versesOf('KJV', 'PSA', '51:1-3');
    assert.deepEqual(alignVersesToLines([kjv, versesOf('Luther', 'PSA', '51:1-5')]), [
      [0, 1, 2],
      [0, 0, 0, 1, 2],
    ]);
    assert.deepEqual(alignVersesToLines([versesOf('Luther', 'PSA', '51:1-5'), kjv]), [
      [0, 0, 0, 1, 2],
      [0, 1, 2],
    ]);
  });

  test('when only one edition is there, then each of its verses is a line', () => {
    assert.deepEqual(alignVersesToLines([versesOf('Luther', 'PSA', '51:1-4')]), [[0, 1, 2, 3]]);
  });

  test('when one edition has two verses where another has one, then all three are one line', () => {
    const whole = versesOf('KJV', 'JHN', '3:16-18', { bridge: '3:16-17' });
    assert.deepEqual(alignVersesToLines([whole, versesOf('KJV', 'JHN', '3:16-18')]), [
      [0, 1],
      [0, 0, 1],
    ]);
  });

  test('when chapters end elsewhere, then what stands in the same place is a line', () => {
    // Malachi 4:1-2 is 3:19-20 in German Bibles.
    assert.deepEqual(alignVersesToLines([versesOf('KJV', 'MAL', '4:1-2'), versesOf('Luther', 'MAL', '3:19-20')]), [
      [0, 1],
      [0, 1],
    ]);
  });

  test('when the first edition lacks a verse, then it is a line after those of the first', () => {
    const first = versesOf('KJV', 'MAT', '17:20-22');
    const lacking = { ...first, verses: first.verses.filter(({ verse }) => verse !== 21) };
    assert.deepEqual(alignVersesToLines([lacking, first]), [
      [0, 1],
      [0, 2, 1],
    ]);
  });
});
