import { type ReadonlySignal, signal } from '@preact/signals';
import type { ConsolePage } from '../../../src/contract/console-page.ts';
import { readStoredStrings, storeStrings } from '../../session/stored-strings.ts';

/** The cards of the first start, in order. That of the access stays until the person can sign in again. */
const CARDS = ['access', 'type', 'screen', 'stream'] as const;
export type FirstStartCard = (typeof CARDS)[number];
/** Stored from the first start on, so that its cards are shown later, too. */
const BEGUN = 'begun';

export interface FirstStartState {
  /** Cards that are visible. */
  readonly cards: ReadonlySignal<readonly FirstStartCard[]>;
  /** Stores that the step of a card is done: the card is visible until the page is reloaded. */
  tick(card: FirstStartCard): void;
  /** Removes cards from this browser for good. */
  dismiss(...cards: readonly FirstStartCard[]): void;
}

/** Opens the cards that are neither done nor dismissed in this browser. Those of the first start begin with it. */
export function openFirstStart({
  firstStart,
  openedElsewhere,
  canSignInAgain,
  person,
}: Pick<ConsolePage, 'firstStart' | 'openedElsewhere' | 'canSignInAgain' | 'person'>): FirstStartState {
  const key = `console.first-start.${person.id}`;
  const stored = new Set(readStoredStrings(key));
  const store = (...words: readonly string[]) => {
    for (const word of words) stored.add(word);
    storeStrings(key, [...stored]);
  };
  if (firstStart) store(BEGUN);
  const isWanted = {
    access: !canSignInAgain,
    type: firstStart,
    screen: stored.has(BEGUN) && !openedElsewhere,
    stream: stored.has(BEGUN),
  };
  const cards = signal(CARDS.filter((card) => isWanted[card] && !stored.has(card)));
  return {
    cards,
    tick: (card) => store(card),
    dismiss(...dismissed) {
      store(...dismissed);
      cards.value = cards.value.filter((card) => !dismissed.includes(card));
    },
  };
}
