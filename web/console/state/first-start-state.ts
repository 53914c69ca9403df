import { type ReadonlySignal, signal } from '@preact/signals';
import type { ConsolePage } from '../../../src/contract/console-page.ts';
import { readStoredStrings, storeStrings } from '../../session/stored-strings.ts';

export interface FirstStartState {
  /** Cards that are visible: all at the first start, later only that of the access until the person has one. */
  readonly cards: ReadonlySignal<'all' | 'access' | 'none'>;
  /** Closes the cards. That of the access stays closed in this browser. */
  close(): void;
}

export function openFirstStart({
  firstStart,
  canSignInAgain,
  person,
}: Pick<ConsolePage, 'firstStart' | 'canSignInAgain' | 'person'>): FirstStartState {
  const key = `console.access-closed.${person.id}`;
  const needsAccess = !canSignInAgain && readStoredStrings(key).length === 0;
  const cards = signal<'all' | 'access' | 'none'>(firstStart ? 'all' : needsAccess ? 'access' : 'none');
  return {
    cards,
    close() {
      cards.value = 'none';
      if (!canSignInAgain) storeStrings(key, ['closed']);
    },
  };
}
