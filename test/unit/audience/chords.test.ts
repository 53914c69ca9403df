import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toChordedWords } from '../../../web/viewer/chords/chorded-words.ts';
import { transposeChords } from '../../../web/viewer/chords/transpose.ts';

describe('[D77] chords on a stage', () => {
  test('when they are moved, then they keep their kind, and are written with flats, sharps or H as before', () => {
    const moved = (chords: string, steps: number) => transposeChords(chords.split(' '), steps).join(' ');
    assert.equal(moved('G D/F# Em7 Csus4 N.C.', 2), 'A E/G# F#m7 Dsus4 N.C.');
    assert.equal(moved('Bb Eb Gm7/F C6/9', 1), 'B E Abm7/Gb Db6/9');
    assert.equal(moved('Hm7 Fism7 B A', 1), 'Cm7 Gm7 H B');
    assert.equal(moved('C', -1), 'B');
    assert.equal(moved('Esus Dbmaj7', 0), 'Esus Dbmaj7');
  });

  test('when a line has chords, then each is above its letter, and words stay whole', () => {
    const parts = toChordedWords('Amazing grace', [
      { at: 1, chord: 'G' },
      { at: 8, chord: 'C' },
      { at: 13, chord: 'D' },
    ]);
    assert.deepEqual(
      parts.map((word) => word.map(({ chord, text }) => `${chord ?? ''}|${text}`)),
      [
        ['|A', 'G|mazing '],
        ['C|grace', 'D|'],
      ],
    );
    assert.deepEqual(toChordedWords('', [{ at: 0, chord: 'G' }]), [[{ chord: 'G', text: '' }]]);
  });
});
