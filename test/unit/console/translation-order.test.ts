import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  moveKey,
  orderTranslations,
  togglePinned,
  toggleTranslation,
} from '../../../web/console/state/translation-order.ts';

const library = ['Elberfelder', 'Almeida', 'King James', 'Luther'].map((name) => ({
  name,
  slug: name.slice(0, 3).toLowerCase(),
}));

it('[D54] orders the keys as the Live keeps them, or else its translations, and then the library by name', () => {
  assert.deepEqual(orderTranslations({ keys: null, shown: ['lut'], library }), ['lut', 'alm', 'elb', 'kin']);
  assert.deepEqual(orderTranslations({ keys: ['kin', 'lut'], shown: ['alm'], library }), ['kin', 'lut']);
  assert.deepEqual(orderTranslations({ keys: [], shown: ['alm'], library }), []);
  const many = Array.from({ length: 20 }, (_, index) => ({ slug: `e${index}`, name: `Edition ${index}` }));
  assert.equal(orderTranslations({ keys: null, shown: [], library: many }).length, 10);
});

it('turns a translation on as the last one, and off unless it is the only one', () => {
  assert.deepEqual(toggleTranslation(['kin'], 'lut'), ['kin', 'lut']);
  assert.deepEqual(toggleTranslation(['kin', 'lut'], 'kin'), ['lut']);
  assert.equal(toggleTranslation(['kin'], 'kin'), null);
  assert.deepEqual(toggleTranslation(['a', 'b', 'c', 'd'], 'e'), ['a', 'b', 'c', 'd']);
});

it('moves, pins and unpins a key', () => {
  assert.deepEqual(moveKey(['a', 'b', 'c'], 'b', -1), ['b', 'a', 'c']);
  assert.deepEqual(moveKey(['a', 'b', 'c'], 'c', 1), ['a', 'b', 'c']);
  assert.deepEqual(togglePinned(['a', 'b'], 'c'), ['a', 'b', 'c']);
  assert.deepEqual(togglePinned(['a', 'b'], 'a'), ['b']);
  const full = Array.from('abcdefghij');
  assert.deepEqual(togglePinned(full, 'k'), [...full.slice(0, 9), 'k']);
});
