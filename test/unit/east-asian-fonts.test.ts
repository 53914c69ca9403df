import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eastAsianFontsFor } from '../../web/shared/east-asian-fonts.ts';

const fontOf = (text: string) => [...eastAsianFontsFor([text])];

test('each text gets the font of its own way of writing, and no other', () => {
  assert.deepEqual(fontOf('In the beginning, ἐν ἀρχῇ, בראשית'), []);
  assert.deepEqual(fontOf('起初，神创造天地。这是时间。'), ['sc']);
  assert.deepEqual(fontOf('起初，神創造天地。這是時間。'), ['tc']);
  assert.deepEqual(fontOf('初めに、神は天と地を創造した。'), ['jp']);
  assert.deepEqual(fontOf('태초에 하나님이 天地를 창조하시니라'), ['kr']);
  assert.deepEqual(fontOf('起初'), ['sc'], 'where nothing tells');
  assert.deepEqual([...eastAsianFontsFor(['神は', '这', 'a', '神は'])], ['jp', 'sc']);
});
