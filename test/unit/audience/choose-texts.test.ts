import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ViewerSlide } from '../../../src/contract/viewer.ts';
import { pickTexts, preferText } from '../../../web/viewer/slides/choose-texts.ts';

const SLIDE: ViewerSlide = { id: 's', layout: 'text', title: null, text: 'one', passage: null, image: null };
const TEXTS = ['en', 'de', 'pt-BR', 'und'].map((language) => ({ language, text: `in ${language}` }));
const song = { ...SLIDE, text: 'in en', texts: TEXTS };
const seen = ({ text, texts = [] }: ViewerSlide) => [text, texts.map(({ language }) => language).join(' ')];

describe('[D77] languages of a song', () => {
  test('when an output names languages, then it shows those that the song has, in their order; else the first', () => {
    assert.deepEqual(seen(pickTexts(song, ['pt', 'EN'])), ['in pt-BR', 'pt-BR en']);
    assert.deepEqual(seen(pickTexts(song, ['de-AT', 'de'])), ['in de', 'de']);
    assert.deepEqual(seen(pickTexts(song, ['fr'])), ['in en', 'en']);
    assert.deepEqual(pickTexts(SLIDE, ['de']), SLIDE);
  });

  test('when a phone has languages, then the text in the first that the song has is first, and the others follow', () => {
    assert.deepEqual(seen(preferText(song, ['fr', 'de-CH', 'en'])), ['in de', 'de en pt-BR und']);
    assert.deepEqual(preferText(song, ['fr']), song);
    assert.equal(preferText(null, ['de']), null);
  });
});
