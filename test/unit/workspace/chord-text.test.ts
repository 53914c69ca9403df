import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readChordText, toChordText } from '../../../web/workspace/decks/document/chord-text.ts';

describe('[D77] chords that are written in the text of a song', () => {
  test('when a text with chords in brackets is read, then the words and the places of the chords are apart', () => {
    const typed = '[G]A[D7]mazing [C] grace[F#m/C#]\nhow [Sol7]sweet';
    const read = readChordText(typed);
    assert.deepEqual(read, {
      text: 'Amazing  grace\nhow sweet',
      chords: [
        { line: 0, at: 0, chord: 'G' },
        { line: 0, at: 1, chord: 'D7' },
        { line: 0, at: 8, chord: 'C' },
        { line: 0, at: 14, chord: 'F#m/C#' },
        { line: 1, at: 4, chord: 'Sol7' },
      ],
    });
    assert.equal(toChordText(read), typed);
  });

  test('when brackets are words, or are not closed, then they stay as they are', () => {
    for (const words of ['[: sing again :]', '[Blessing]', 'A[G', '[Verse 1]', '[]']) {
      assert.deepEqual(readChordText(words), { text: words, chords: [] });
    }
  });

  test('when a slide has a chord of an unusual name, then it is still a chord', () => {
    const slide = { text: 'Amen', chords: [{ line: 0, at: 1, chord: 'Blessing' }] };
    assert.deepEqual(readChordText(toChordText(slide), slide.chords), slide);
  });
});
