import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeChange, putsOnAir } from '../../../src/domain/live/changes/describe-change.ts';
import { removeItems } from '../../../src/domain/live/changes/remove-items.ts';
import { clear, focus, push, rename } from '../../../src/domain/live/changes/transitions.ts';
import type { LiveState, QueueItem } from '../../../src/storage/storage.ts';
import { emptyState, liveRecord } from '../../support/requests/live-state.ts';

const verse = (id: string, chapter: number, number: number, more: Partial<QueueItem> = {}): QueueItem => ({
  id,
  rank: number,
  bookId: 43,
  book: 'John',
  chapter,
  verse: number,
  text: 'Text',
  translation: 'web',
  revisionId: 'r',
  line: null,
  run: null,
  ...more,
});
const stateOf = (items: QueueItem[]): LiveState => ({ ...emptyState(liveRecord({ kind: 'account', id: 'a' })), items });

const QUEUE = [verse('a', 3, 16), verse('b', 3, 17), verse('c', 4, 1)];

test('[D43] when a push is described, then its passages name it, those in several translations once', () => {
  const pushed = (items: readonly QueueItem[]) => {
    let id = 0;
    const state = stateOf(QUEUE);
    return describeChange(
      state,
      push(
        state,
        items.map((item, line) => ({ ...item, line, run: 0 })),
        { maxItems: 100, newId: () => `new${id++}` },
      ),
    );
  };
  const three = [16, 17, 18].map((number) => verse('', 3, number));
  assert.equal(pushed(three), 'John 3:16–18');
  assert.equal(pushed([...three, ...three.map((item) => ({ ...item, translation: 'kjv' }))]), 'John 3:16–18');
  assert.equal(pushed([verse('', 3, 16), verse('', 3, 18)]), 'John 3:16; John 3:18');
  const many = [1, 3, 5, 7, 9].map((number) => verse('', 1, number));
  assert.equal(pushed(many), 'John 1:1; John 1:3; John 1:5; John 1:7; …');
});

test('[D43] when a verse is removed or shown, then it is named; when a change concerns no verse, then none is named', () => {
  const state = stateOf(QUEUE);
  assert.equal(describeChange(state, removeItems(state, 'b')), 'John 3:17');
  assert.equal(describeChange(state, focus(state, { item_id: 'c' })), 'John 4:1');
  assert.equal(describeChange(state, clear()), null);
  assert.equal(describeChange(state, rename('Other')), null);
});

test('[D43] when a focus is set while the Live is hidden, then nothing was put on air; when a push shows it, then it was', () => {
  const hidden = stateOf(QUEUE);
  const shown = { ...hidden, record: { ...hidden.record, showing: true } };
  const toLast = focus(hidden, { item_id: 'c' })!;
  assert.deepEqual([putsOnAir(hidden, toLast), putsOnAir(shown, toLast)], [false, true]);
  const pushed = push(hidden, [{ ...verse('', 3, 16), line: 0, run: 0 }], { maxItems: 100, newId: () => 'new' });
  assert.equal(putsOnAir(hidden, pushed), true);
  assert.equal(putsOnAir(shown, rename('Other')), false);
});
