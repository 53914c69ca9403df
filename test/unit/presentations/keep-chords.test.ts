import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keepChords } from '../../../src/contract/keep-chords.ts';

const TEXT = 'Amazing grace\nhow sweet';
const CHORDS = [
  { line: 0, at: 0, chord: 'G' },
  { line: 0, at: 8, chord: 'C' },
  { line: 1, at: 4, chord: 'D' },
];
const kept = (next: string) =>
  keepChords({ text: TEXT, chords: CHORDS }, next).map(({ line, at, chord }) => `${chord}${line}:${at}`);

describe('[D77] chords of a text that changes', () => {
  test('when words are written, replaced, divided or left out, then the chords of the others stay with them', () => {
    assert.deepEqual(kept(TEXT), ['G0:0', 'C0:8', 'D1:4']);
    assert.deepEqual(kept('Amazing great grace\nhow sweet'), ['G0:0', 'C0:8', 'D1:4']);
    assert.deepEqual(kept('Amazing\ngrace\nhow sweet'), ['G0:0', 'C1:0', 'D2:4']);
    assert.deepEqual(kept('Amazing love\nhow sweet'), ['G0:0', 'D1:4']);
    assert.deepEqual(kept('Amazing grace'), ['G0:0', 'C0:8']);
    assert.deepEqual(kept('how sweet'), ['D0:4']);
    assert.deepEqual(kept(''), []);
  });
});
