import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { songParts as german } from '../../../src/locales/de/song-parts.ts';
import { songParts as english } from '../../../src/locales/en/song-parts.ts';
import { songParts as portuguese } from '../../../src/locales/pt/song-parts.ts';
import type { LookupResult } from '../../../web/console/state/desk-machine.ts';
import { findParts, toSlidePart, withParts } from '../../../web/console/state/song-candidates.ts';

const slidesOf = (...ids: string[]) => ids.map((id) => ({ id, title: null, text: `Words of ${id}` }));
const SUNG = slidesOf('v1~1', 'c1~1', 'v2~1', 'v2-2~1', 'c1~2', 'b1~1', 'c1~3', 'e1~1');
const found = (typed: string, { index = 0, names = english as typeof english } = {}) =>
  findParts(typed, { snapshotId: 's', slides: SUNG, index }, names).map(({ reference, slide }) => [
    reference,
    slide!.id,
  ]);

describe('parts of the song on air', () => {
  it('are found by letter and number, by the beginning of their name, and in the language of the page', () => {
    assert.deepEqual(found('v2'), [['Verse 2', 'v2~1']]);
    assert.deepEqual(found('V2'), [['Verse 2', 'v2~1']]);
    assert.deepEqual(found('cho'), [['Chorus', 'c1~1']]);
    assert.deepEqual(found('b'), [['Bridge', 'b1~1']]);
    assert.deepEqual(found('s2', { names: german }), [['Strophe 2', 'v2~1']]);
    assert.deepEqual(found('r', { names: german }), [['Refrain', 'c1~1']]);
    assert.deepEqual(found('refrao', { names: portuguese }), [['Refrão', 'c1~1']]);
  });
  it('are those that come next, each once', () => {
    assert.deepEqual(found('c', { index: 1 }), [['Chorus', 'c1~2']]);
    assert.deepEqual(found('c', { index: 4 }), [['Chorus', 'c1~3']]);
    assert.deepEqual(found('c', { index: 6 }), [['Chorus', 'c1~1']]);
    assert.deepEqual(found('v', { index: 1 }), [
      ['Verse 2', 'v2~1'],
      ['Verse 1', 'v1~1'],
    ]);
  });
  it('are not found by other text', () => {
    for (const typed of ['v3', 'jn 3', 'c 1', '23', 'chx', '', 'rom']) assert.deepEqual(found(typed), [], typed);
  });
  it('have their name as a tag; slides of other decks have none', () => {
    assert.equal(toSlidePart({ id: 'v2-2~1', title: null }, english, SUNG), 'Verse 2 (2)');
    assert.equal(toSlidePart({ id: 'c1~3', title: null }, english, SUNG), 'Chorus');
    assert.equal(toSlidePart({ id: 'dK4uWm9RzQ1xTfB6nHs0', title: 'Welcome' }, english, SUNG), null);
    assert.equal(toSlidePart({ id: 'c~2', title: 'Refrão' }, portuguese, SUNG), 'Refrão');
  });
});

describe('parts among the candidates', () => {
  const lookup = (reading: LookupResult['reading']): LookupResult => ({ q: 'c', reading, data: [] });
  const parts = (typed: string) => findParts(typed, { snapshotId: 's', slides: SUNG, index: 0 }, english);
  it('come first, and Enter shows one that is clear', () => {
    assert.equal(withParts(lookup('several'), parts('c')).reading, 'one');
    assert.equal(withParts(lookup('none'), parts('b')).data[0]?.kind, 'part');
  });
  it('need a choice if they are several, or if the text is also a clear reference', () => {
    assert.equal(withParts(lookup('none'), parts('v')).reading, 'several');
    assert.equal(withParts(lookup('one'), parts('c')).reading, 'several');
  });
  it('change nothing without songs', () => {
    const before = lookup('one');
    assert.equal(withParts(before, []), before);
  });
});
