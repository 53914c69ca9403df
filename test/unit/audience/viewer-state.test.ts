import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_PAGING } from '../../../src/contract/paging/pages.ts';
import type { ViewerChange, ViewerItem, ViewerQueueChange, ViewerState } from '../../../src/contract/viewer.ts';
import { adoptState, applyChange } from '../../../web/shared/viewer-state.ts';

function item(id: string, verse = 1): ViewerItem {
  return { id, book_id: 43, book: 'John', chapter: 3, verse, text: `Verse ${id}`, edition: 'kjv' };
}

function stateOf(ids: string[], more: Partial<ViewerState> = {}): ViewerState {
  return {
    version: '1',
    type: 'scripture',
    showing: true,
    focus: ids[0] ?? null,
    lines: 1,
    part: 0,
    paging: DEFAULT_PAGING,
    settings: { theme: 'dark', scale: 0, presentation: false },
    house: { name: 'Grace Chapel', logo: null, design: null },
    slide: null,
    editions: { kjv: { name: 'King James Version', language: 'en', attribution: 'Public domain' } },
    items: ids.map((id, index) => item(id, index + 1)),
    ...more,
  };
}

function changeOf(queue: ViewerQueueChange[], more: Partial<ViewerChange> = {}): ViewerChange {
  return { version: '2', from: '1', type: 'scripture', showing: true, focus: null, queue, ...more };
}

const idsAfter = (ids: string[], ...queue: ViewerQueueChange[]) =>
  applyChange(stateOf(ids), changeOf(queue))?.items.map(({ id }) => id);

test('[D44] when a change comes, then it applies only to the version it was made from', () => {
  const state = stateOf(['a']);
  assert.equal(applyChange(state, changeOf([], { from: '0' })), null);
  assert.equal(applyChange(state, changeOf([]))?.version, '2');
});

test('[D44] when a change has insert, remove, clear and order, then they act in the sequence given', () => {
  assert.deepEqual(idsAfter(['a', 'b'], { op: 'insert', at: 2, items: [item('c')] }), ['a', 'b', 'c']);
  assert.deepEqual(idsAfter(['a', 'b'], { op: 'insert', at: 0, items: [item('c'), item('d')] }), ['c', 'd', 'a', 'b']);
  assert.deepEqual(idsAfter(['a', 'b'], { op: 'insert', at: 1, items: [item('c')] }), ['a', 'c', 'b']);
  assert.deepEqual(idsAfter(['a', 'b', 'c'], { op: 'remove', ids: ['c', 'a'] }), ['b']);
  assert.deepEqual(idsAfter(['a', 'b', 'c', 'd'], { op: 'order', from: 1, ids: ['d', 'b', 'c'] }), [
    'a',
    'd',
    'b',
    'c',
  ]);
  assert.deepEqual(idsAfter(['a'], { op: 'clear' }, { op: 'insert', at: 0, items: [item('z')] }), ['z']);
});

test('[D44] when a change does not fit the queue, then the page asks for the whole state', () => {
  assert.equal(idsAfter(['a'], { op: 'remove', ids: ['x'] }), undefined);
  assert.equal(idsAfter(['a'], { op: 'insert', at: 0, items: [item('a')] }), undefined);
  assert.equal(idsAfter(['a'], { op: 'insert', at: 1, items: [item('b'), item('b')] }), undefined);
  assert.equal(idsAfter(['a'], { op: 'insert', at: 2, items: [item('b')] }), undefined);
  assert.equal(idsAfter(['a'], { op: 'insert', at: -1, items: [item('b')] }), undefined);
  assert.equal(idsAfter(['a', 'b'], { op: 'order', from: 0, ids: ['b', 'b'] }), undefined);
  assert.equal(idsAfter(['a', 'b'], { op: 'order', from: 0, ids: ['b', 'x'] }), undefined);
  assert.equal(idsAfter(['a', 'b'], { op: 'order', from: 1, ids: ['b', 'a'] }), undefined);
  assert.equal(applyChange(stateOf(['a']), changeOf([], { focus: 'x' })), null);
});

test('[D44] when any section is reordered in any way, then it is as the server says', () => {
  const permuted = fc
    .uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 30 })
    .chain((ids) =>
      fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length }), fc.nat(ids.length)),
    );
  fc.assert(
    fc.property(permuted, ([ids, shuffled, from]) => {
      const tail = shuffled.filter((id) => ids.indexOf(id) >= from);
      assert.deepEqual(idsAfter(ids, { op: 'order', from, ids: tail }), [...ids.slice(0, from), ...tail]);
    }),
  );
});

test('when a change leaves something alone, then it stays the same object, so that it is not drawn again', () => {
  const state = stateOf(['a', 'b']);
  const focused = applyChange(state, changeOf([], { focus: 'b', showing: false }))!;
  assert.equal(focused.items, state.items);
  assert.equal(focused.editions, state.editions);
  assert.equal(focused.showing, false);
  const appended = applyChange(state, changeOf([{ op: 'insert', at: 2, items: [item('c')] }]))!;
  assert.equal(appended.items[0], state.items[0]);
  assert.equal(state.items.length, 2);
});

test('[D22], [D26] when a change has house and slide, then they change; where it does not, they stay', () => {
  const slide = { id: 's1', layout: 'blank', title: null, text: null, passage: null, image: null } as const;
  const house = { name: null, logo: null, design: null };
  const state = stateOf(['a']);
  const presenting = applyChange(state, changeOf([], { slide, type: 'presentation' }))!;
  assert.equal(presenting.slide, slide);
  assert.equal(presenting.house, state.house);
  const next = (more: Partial<ViewerChange>) => applyChange(presenting, { ...changeOf([], more), from: '2' })!;
  assert.equal(next({}).slide, slide);
  assert.equal(next({ slide: null }).slide, null);
  assert.equal(next({ house }).house, house);
});

test('when a whole state is equal to the one shown, then nothing changes but its version', () => {
  const shown = stateOf(['a', 'b']);
  const adopted = adoptState(shown, structuredClone({ ...shown, version: '7' }));
  assert.equal(adopted.items, shown.items);
  assert.equal(adopted.settings, shown.settings);
  assert.equal(adopted.house, shown.house);
  assert.equal(adopted.editions, shown.editions);
  assert.equal(adopted.version, '7');
});

test('when a whole state differs, then it keeps the items it shares', () => {
  const shown = stateOf(['a', 'b']);
  const incoming = structuredClone(stateOf(['a', 'b', 'c']));
  incoming.items[1]!.text = 'corrected';
  const adopted = adoptState(shown, incoming);
  assert.equal(adopted.items[0], shown.items[0]);
  assert.equal(adopted.items[1]!.text, 'corrected');
  assert.equal(adopted.items.length, 3);
});

test('[D54] when a change names lines and part, then they are the page; where it names none, one whole line is', () => {
  const state = stateOf(['a', 'b'], { lines: 2, part: 0 });
  assert.deepEqual(pageOf(applyChange(state, changeOf([], { focus: 'b', part: 1 }))), { lines: 1, part: 1 });
  assert.deepEqual(pageOf(applyChange(state, changeOf([], { focus: 'a', lines: 3 }))), { lines: 3, part: 0 });
  const paging = { lines: 2, page_characters: 500 };
  assert.deepEqual(applyChange(state, changeOf([], { paging }))?.paging, paging);
  assert.equal(applyChange(state, changeOf([]))?.paging, state.paging);
});

test('[D44] when a change has no focus, as while the Live is hidden, then the page is what it was', () => {
  const { focus: _, ...hidden } = changeOf([], { showing: false });
  const after = applyChange(stateOf(['a', 'b'], { focus: 'b', lines: 2, part: 1 }), hidden)!;
  assert.deepEqual([after.showing, after.focus, pageOf(after)], [false, 'b', { lines: 2, part: 1 }]);
});

const pageOf = (state: ViewerState | null) => state && { lines: state.lines, part: state.part };
