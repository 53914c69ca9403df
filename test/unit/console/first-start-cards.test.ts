import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { ConsolePage } from '../../../src/contract/console-page.ts';
import { openFirstStart } from '../../../web/console/state/first-start-state.ts';

const FIRST_START = { firstStart: true, openedElsewhere: false, canSignInAgain: false };
const open = (page: Partial<Pick<ConsolePage, keyof typeof FIRST_START>>, id = 'p1') =>
  openFirstStart({ ...FIRST_START, ...page, person: { id, name: 'Owner' } });
const cardsAfter = (page: Parameters<typeof open>[0], id?: string) => open(page, id).cards.value;
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

  it('when the console opens again, then each card stays until its step is done, in any order', () => {
    assert.deepEqual(cardsAfter({}), ['access', 'type', 'screen', 'stream']);
    assert.deepEqual(cardsAfter({ openedElsewhere: true }), ['access', 'type', 'stream']);
    assert.deepEqual(cardsAfter({ firstStart: false }), ['access', 'screen', 'stream']);
    const shown = { firstStart: false, canSignInAgain: true };
    assert.deepEqual(cardsAfter(shown), ['screen', 'stream']);
    assert.deepEqual(cardsAfter({ ...shown, openedElsewhere: true }), ['stream']);
  });

  it('when a card is ticked, then it is visible until the console opens again', () => {
    const { cards, tick } = open({});
    tick('stream');
    assert.deepEqual(cards.value, ['access', 'type', 'screen', 'stream']);
    assert.deepEqual(cardsAfter({}), ['access', 'type', 'screen']);
  });

  it('when cards are dismissed, then they do not come back to this person in this browser', () => {
    const { cards, dismiss } = open({});
    dismiss('screen');
    assert.deepEqual(cards.value, ['access', 'type', 'stream']);
    assert.deepEqual(cardsAfter({}), ['access', 'type', 'stream']);
    assert.deepEqual(cardsAfter({}, 'p2'), ['access', 'type', 'screen', 'stream']);
    dismiss(...cards.value);
    assert.deepEqual(cardsAfter({}), []);
    assert.deepEqual(cardsAfter({ firstStart: false }), []);
  });

  it('when a user comes after the first start, then only the card of the access is shown, until they have one', () => {
    assert.deepEqual(cardsAfter({ firstStart: false }), ['access']);
    assert.deepEqual(cardsAfter({ firstStart: false, canSignInAgain: true }), []);
  });
});
