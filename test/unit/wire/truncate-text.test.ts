import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { truncateToBytes, truncateToCharacters } from '../../../src/domain/truncate-text.ts';

const graphemes = (text: string) => Array.from(new Intl.Segmenter('und').segment(text), ({ segment }) => segment);
const FAMILY = '👨‍👩‍👧';

describe('[D55] texts that are cut', () => {
  it('when a text fits, then it stays as it is', () => {
    assert.equal(truncateToBytes('Gott', 4), 'Gott');
    assert.equal(truncateToCharacters('Söhne', 5), 'Söhne');
    assert.equal(truncateToBytes('', 0), '');
  });

  it('when a text is too long, then it ends with a whole grapheme', () => {
    assert.equal(truncateToBytes('Söhne', 2), 'S');
    assert.equal(truncateToBytes(`a${FAMILY}b`, 5), 'a');
    assert.equal(truncateToCharacters(`a${FAMILY}b`, 5), 'a');
    assert.equal(truncateToCharacters(`a${FAMILY}b`, 6), `a${FAMILY}`);
    assert.equal(truncateToCharacters('e\u0301e\u0301', 3), 'e\u0301');
  });

  it('when a text needs escapes in JSON, then these count', () => {
    assert.equal(truncateToBytes('""', 3), '"');
    assert.equal(truncateToBytes('\u0001a', 6), '\u0001');
  });

  it('when any text is cut, then it is the longest beginning of whole graphemes that fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(80), (text, max) => {
        const cut = truncateToBytes(text, max);
        const parts = graphemes(text);
        const kept = graphemes(cut).length;
        const sizeOf = (some: string) => Buffer.byteLength(JSON.stringify(some)) - 2;
        assert.ok(text.startsWith(cut) && sizeOf(cut) <= max);
        assert.equal(cut, parts.slice(0, kept).join(''));
        if (kept < parts.length) assert.ok(sizeOf(parts.slice(0, kept + 1).join('')) > max);
      }),
    );
  });
});
