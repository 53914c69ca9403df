import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { choosePlace, isInRange, toPlace, versesIn } from '../../../web/console/state/chapter-place.ts';

const JOHN = { book_id: 43, chapter: 3, verse: 16 };
const ROMANS = { book_id: 45, chapter: 8, verse: 28, end_verse: 30 };
const CALM = { hold: 'follows', isTyping: false, hasSelection: false, candidate: undefined, onAir: undefined } as const;

describe('[D59] the chapter', () => {
  it('follows what is on air, and highlights no hit there', () => {
    assert.deepEqual(choosePlace({ ...CALM, onAir: ROMANS, candidate: JOHN }), { bookId: 45, chapter: 8, hit: null });
  });
  it('shows what is typed, with its verses', () => {
    const place = choosePlace({ ...CALM, isTyping: true, onAir: ROMANS, candidate: JOHN });
    assert.deepEqual(place, { bookId: 43, chapter: 3, hit: { anchor: 16, end: 16 } });
  });
  it('stays while typed text has no candidate', () => {
    assert.equal(choosePlace({ ...CALM, isTyping: true, onAir: ROMANS }), null);
  });
  for (const hold of ['held', 'pinned', 'closed'] as const) {
    it(`stays while it is ${hold}`, () => {
      assert.equal(choosePlace({ ...CALM, hold, isTyping: true, onAir: ROMANS, candidate: JOHN }), null);
    });
  }
  it('stays while verses of it are selected, though something else goes on air', () => {
    assert.equal(choosePlace({ ...CALM, hasSelection: true, onAir: ROMANS }), null);
  });
  it('shows what was shown last, while nothing is on air', () => {
    assert.deepEqual(choosePlace({ ...CALM, candidate: JOHN })?.bookId, 43);
    assert.equal(choosePlace(CALM), null);
  });
  it('has no hit for a whole chapter, and one to the end for a range into the next', () => {
    assert.equal(toPlace({ book_id: 19, chapter: 23 }).hit, null);
    assert.equal(toPlace({ book_id: 40 }).chapter, 1);
    const { hit } = toPlace({ book_id: 43, chapter: 3, verse: 30, end_chapter: 4, end_verse: 2 });
    assert.ok(hit && hit.anchor === 30 && isInRange(hit, 36));
  });
});

it('marks the verses of a chapter that are on air', () => {
  const marked = (passages: Parameters<typeof versesIn>[0], chapter: number) => {
    const ranges = versesIn(passages, { book_id: 43, chapter });
    return [1, 2, 16, 17, 18, 36].filter((verse) => ranges.some((range) => isInRange(range, verse)));
  };
  assert.deepEqual(marked([JOHN], 3), [16]);
  assert.deepEqual(marked([{ ...JOHN, end_verse: 18 }], 3), [16, 17, 18]);
  assert.deepEqual(marked([JOHN, { ...JOHN, verse: 18 }], 3), [16, 18]);
  assert.deepEqual(marked([JOHN], 4), []);
  assert.deepEqual(marked([ROMANS], 8), []);
  const across = [{ ...JOHN, verse: 18, end_chapter: 4, end_verse: 2 }];
  assert.deepEqual(marked(across, 3), [18, 36]);
  assert.deepEqual(marked(across, 4), [1, 2]);
});
