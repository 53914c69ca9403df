import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatShownAt, toRecents } from '../../../web/console/state/recents.ts';

const verse = (id: number, reference: string) => ({ id, reference, slide: null, deck_title: null });
const song = (id: number, deck: string) => ({ id, reference: null, slide: { deck }, deck_title: 'Amazing Grace' });

it('lists each place and each song once, newest first', () => {
  const shown = [
    verse(6, 'John 3:16'),
    song(5, 'a'),
    verse(4, 'Psalm 23:1'),
    song(3, 'a'),
    song(2, 'b'),
    verse(1, 'John 3:16'),
  ];
  assert.deepEqual(
    toRecents<{ id: number } & Parameters<typeof toRecents>[0][number]>(shown).map(({ id }) => id),
    [6, 5, 4, 2],
  );
});

it('says when: the time of today, or else with the day', () => {
  const now = new Date(2026, 10, 28, 12, 0);
  assert.equal(formatShownAt(new Date(2026, 10, 28, 9, 5).toISOString(), 'de', now), '09:05');
  assert.match(
    formatShownAt(new Date(2026, 10, 22, 9, 5).toISOString(), 'de', now),
    /So.*22\.11.*9:05|So.*22\.11.*09:05/,
  );
});
