import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DECK_MAX_SLIDES } from '../../../src/contract/limits.ts';
import type { Slide } from '../../../src/contract/schemas/presentation.ts';
import { nextSlideOfPart, toPartLabel } from '../../../web/session/song-parts.ts';
import {
  createSlides,
  type DeckDocument,
  divideParagraphs,
  emptySlide,
  insertSlides,
  removeSlide,
  splitSlide,
} from '../../../web/workspace/decks/document/deck-document.ts';
import { findChanges, hasChanges } from '../../../web/workspace/decks/document/publication-changes.ts';

const NAMES = { v: 'Verse', c: 'Chorus', p: 'Pre-chorus', b: 'Bridge', i: 'Intro', e: 'Ending', o: 'Other' };

const text = (id: string, words: string): Slide => ({ ...emptySlide(id, 'text'), text: words });
const deckOf = (slides: readonly Slide[], more: Partial<DeckDocument> = {}): DeckDocument => ({
  title: 'Deck',
  kind: 'slides',
  slides,
  order: null,
  footer: null,
  shared: false,
  language_tag: null,
  songbook: null,
  ...more,
});
describe('[D26] the document of the deck editor', () => {
  it('when several slides are created, then each has its content and an id of its own, in a song the next verse', () => {
    const contents = [{ text: 'one' }, { text: 'two' }];
    const made = createSlides(deckOf([text('a', 'old')]), 'text', contents);
    assert.deepEqual(
      made.map((slide) => slide.text),
      ['one', 'two'],
    );
    assert.equal(new Set(['a', ...made.map(({ id }) => id)]).size, 3);
    const song = deckOf([text('v1', 'old'), text('v3', 'old')], { kind: 'song' });
    assert.deepEqual(
      createSlides(song, 'text', contents).map(({ id }) => id),
      ['v2', 'v4'],
    );
    assert.deepEqual(createSlides(song, 'title'), [emptySlide('v2', 'title')]);
  });

  it('when a text is split, then it is divided at the blank line, line, sentence or space nearest to the middle', () => {
    for (const [whole, first, second] of [
      ['a\nb\n\nc\nd', 'a\nb', 'c\nd'],
      ['one\ntwo\nthree\nfour', 'one\ntwo', 'three\nfour'],
      ['A long sentence. Another one.', 'A long sentence.', 'Another one.'],
      ['one two three four', 'one two', 'three four'],
    ] as const) {
      const split = splitSlide(deckOf([text('a', whole)]), text('a', whole));
      assert.deepEqual(
        split?.slides.map((slide) => slide.text),
        [first, second],
        whole,
      );
    }
    assert.equal(splitSlide(deckOf([text('a', 'one')]), text('a', 'one')), null);
    assert.equal(splitSlide(deckOf([emptySlide('a', 'blank')]), emptySlide('a', 'blank')), null);
  });

  it('when a passage is split, then each half has its verses, and a full deck or one verse is not split', () => {
    const passage = (verse: number, end_verse?: number): Slide => ({
      ...emptySlide('a', 'scripture'),
      reference: { book_id: 43, chapter: 3, verse, ...(end_verse && { end_verse }) },
    });
    const split = splitSlide(deckOf([passage(16, 20)]), passage(16, 20));
    assert.deepEqual(
      split?.slides.map(({ reference }) => [reference?.verse, reference?.end_verse]),
      [
        [16, 18],
        [19, 20],
      ],
    );
    assert.equal(splitSlide(deckOf([passage(16)]), passage(16)), null);
    const full = Array.from({ length: DECK_MAX_SLIDES }, (_, index) => text(`s${index}`, 'one two'));
    assert.equal(splitSlide(deckOf(full), full[0]!), null);
    assert.equal(insertSlides(deckOf(full.slice(1)), 0, full.slice(0, 2)).slides.length, DECK_MAX_SLIDES);
  });

  it('[D70] when a slide of a song is split or removed, then the order follows', () => {
    const slides = [text('v1', 'one two'), text('c1', 'three four')];
    const song = deckOf(slides, { kind: 'song', order: ['v1', 'c1', 'v1'] });
    const split = splitSlide(song, slides[0]!)!;
    assert.deepEqual(
      split.slides.map(({ id }) => id),
      ['v1', 'v1-2', 'c1'],
    );
    assert.deepEqual(split.order, ['v1', 'v1-2', 'c1', 'v1', 'v1-2']);
    assert.deepEqual(removeSlide(split, 'v1').order, ['v1-2', 'c1', 'v1-2']);
    assert.equal(removeSlide(deckOf(slides, { kind: 'song', order: ['c1'] }), 'c1').order, null, 'never empty');
    assert.equal(nextSlideOfPart('v1', new Set(['v1', 'v1-2'])), 'v1-3');
  });

  it('when text is pasted, then blank lines divide it, with any line ends', () => {
    assert.deepEqual(divideParagraphs('\r\n One\r\nmore\r\n \r\n\r\nTwo\n'), ['One\nmore', 'Two']);
    assert.deepEqual(divideParagraphs(' \n\n'), []);
  });

  it('[D70] when a part is named, then its number is left out where the song has one of its kind', () => {
    const labels = (...ids: string[]) =>
      ids.map((id) =>
        toPartLabel(
          { id },
          NAMES,
          ids.map((one) => ({ id: one })),
        ),
      );
    assert.deepEqual(labels('v1', 'c1', 'c1-2', 'b2'), ['Verse 1', 'Chorus', 'Chorus (2)', 'Bridge 2']);
    assert.deepEqual(labels('v1', 'v2a', 'c1', 'c2'), ['Verse 1', 'Verse 2a', 'Chorus 1', 'Chorus 2']);
    assert.equal(toPartLabel({ id: 'xyz', title: 'Coda' }, NAMES, []), 'Coda');
  });

  it('when a deck is compared with its snapshot, then each kind of change is found', () => {
    const slides = [text('a', 'A'), text('b', 'B'), text('c', 'C')];
    const before = deckOf(slides);
    const changesOf = (now: Partial<DeckDocument>) => findChanges({ ...before, ...now }, before);
    assert.equal(hasChanges(changesOf({})), false);
    assert.equal(changesOf({ title: 'Other' }).title, true);
    const footer = { authors: 'Newton', copyright: null, ccli: null, source: null };
    assert.equal(changesOf({ footer }).footer, true);
    const [a, b, c] = slides as [Slide, Slide, Slide];
    assert.equal(changesOf({ slides: [b, a, c] }).order, true);
    const { added, removed, changed, order } = changesOf({ slides: [text('a', 'other'), c, text('d', 'D')] });
    assert.deepEqual([added.length, removed, changed.length, order], [1, 1, 1, false]);
  });

  it('[D70] when the order repeats a slide, then its occurrences in the snapshot are the same slide', () => {
    const slides = [text('v1', 'A'), text('c1', 'B')];
    const song = deckOf(slides, { kind: 'song', order: ['v1', 'c1', 'c1'] });
    const snapshot = { ...song, slides: [text('v1~1', 'A'), text('c1~1', 'B'), text('c1~2', 'B')] };
    assert.equal(hasChanges(findChanges(song, snapshot)), false);
    assert.deepEqual(
      [findChanges({ ...song, order: null }, snapshot)].map(({ order, added, removed }) => [
        order,
        added.length,
        removed,
      ]),
      [[true, 0, 0]],
    );
  });
});
