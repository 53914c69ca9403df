import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openFirstStart } from '../../web/console/state/first-start-state.ts';

const person = { id: 'p1', name: 'Owner' };
const open = (firstStart: boolean, canSignInAgain: boolean, id = person.id) =>
  openFirstStart({ firstStart, canSignInAgain, person: { ...person, id } });
const original = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;

describe('the cards of the first start', () => {
  beforeEach(() => {
    const stored = new Map<string, string>();
    const value = { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) };
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value });
  });
  afterEach(() => {
    Object.defineProperty(globalThis, 'localStorage', original);
  });

  it('when something was shown, then only the card of the access is left, and only while the person has none', () => {
    assert.equal(open(true, false).cards.value, 'all');
    assert.equal(open(true, true).cards.value, 'all');
    assert.equal(open(false, false).cards.value, 'access');
    assert.equal(open(false, true).cards.value, 'none');
  });

  it('when the cards are closed, then that of the access stays closed for this person, and the first start begins again', () => {
    const console = open(false, false);
    console.close();
    assert.equal(console.cards.value, 'none');
    assert.equal(open(false, false).cards.value, 'none');
    assert.equal(open(false, false, 'p2').cards.value, 'access');
    assert.equal(open(true, false).cards.value, 'all');
  });
});
