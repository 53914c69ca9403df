import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eastAsianFontFor } from '../../../web/shared/east-asian-fonts.ts';

test('when a text is shown, then it gets the font of its own writing system, and no other', () => {
  assert.equal(eastAsianFontFor('In the beginning, ἐν ἀρχῇ, בראשית'), null);
  assert.equal(eastAsianFontFor('起初，神创造天地。这是时间。'), 'sc');
  assert.equal(eastAsianFontFor('起初，神創造天地。這是時間。'), 'tc');
  assert.equal(eastAsianFontFor('初めに、神は天と地を創造した。'), 'jp');
  assert.equal(eastAsianFontFor('태초에 하나님이 天地를 창조하시니라'), 'kr');
  assert.equal(eastAsianFontFor('起初'), 'sc', 'where nothing says');
});
