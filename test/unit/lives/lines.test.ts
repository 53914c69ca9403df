import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLines } from '../../../src/contract/paging/lines.ts';

interface Item {
  readonly id: string;
  readonly text: string;
  readonly line?: string | null;
  readonly run?: string | null;
  readonly translation: string;
}

const item = (id: string, translation: string, line?: string | null, run?: string | null): Item => ({
  id,
  text: `text of ${id}`,
  line,
  run,
  translation,
});
const read = (items: readonly Item[]) =>
  toLines(items, ({ translation }) => translation).map(({ id, run, translations }) => ({
    id,
    run,
    items: translations.map((each) => each.map((one) => one.id).join('+')),
  }));

test('[D53] when a push adds verses in two translations, then those of one place are a line, in the order of the first ones', () => {
  const items = [
    item('a1', 'kjv'),
    item('a2', 'kjv', null, 'a1'),
    item('b1', 'lut', 'a1', 'a1'),
    item('b2', 'lut', 'a2', 'a1'),
  ];
  assert.deepEqual(read(items), [
    { id: 'a1', run: 'a1', items: ['a1', 'b1'] },
    { id: 'a2', run: 'a1', items: ['a2', 'b2'] },
  ]);
  assert.deepEqual(read([items[1]!, items[2]!, items[0]!, items[3]!]), [
    { id: 'a2', run: 'a1', items: ['a2', 'b2'] },
    { id: 'a1', run: 'a1', items: ['b1', 'a1'] },
  ]);
});

test('[D53] when the first item of a line is gone, then the others are that line still', () => {
  assert.deepEqual(read([item('b1', 'lut', 'a1', 'a1'), item('c1', 'web', 'a1', 'a1')]), [
    { id: 'a1', run: 'a1', items: ['b1', 'c1'] },
  ]);
});

test('[D53] when items name no line, then each is a line and a run of its own', () => {
  assert.deepEqual(read([item('a', 'kjv'), item('b', 'kjv', null, null)]), [
    { id: 'a', run: 'a', items: ['a'] },
    { id: 'b', run: 'b', items: ['b'] },
  ]);
});

test('[D53] when a translation has several verses in a line, then its text is all of them', () => {
  const [line] = toLines([item('a', 'kjv'), item('b', 'lut', 'a'), item('c', 'lut', 'a')], (one) => one.translation);
  assert.deepEqual(line!.texts, ['text of a', 'text of b text of c']);
});
