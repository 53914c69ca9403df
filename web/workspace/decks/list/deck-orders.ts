import type { DeckListItem } from '../../../session/fetch-decks.ts';

type Compare = (one: DeckListItem, other: DeckListItem) => number;

/** Compares texts; a deck without one comes last. */
const byText =
  (textOf: (deck: DeckListItem) => string | null | undefined): Compare =>
  (one, other) => {
    const [a, b] = [textOf(one) ?? '', textOf(other) ?? ''];
    if (a === '' || b === '') return Number(a === '') - Number(b === '') || byTitle(one, other);
    return a.localeCompare(b, undefined, { numeric: true }) || byTitle(one, other);
  };
const byTitle: Compare = (one, other) => one.title.localeCompare(other.title, undefined, { numeric: true });

/** Orders in which the decks can be listed. [D77] */
export const DECK_ORDERS = {
  changed: (one, other) => other.updated_at.localeCompare(one.updated_at),
  title: byTitle,
  author: byText(({ authors }) => authors),
  firstLine: byText(({ first_line }) => first_line),
  number: byText(({ songbook }) => songbook && `${songbook.name} ${songbook.number}`),
  /** The latest first, then those that were never sung. */
  lastSung: (one, other) => (other.last_used ?? '').localeCompare(one.last_used ?? '') || byTitle(one, other),
} satisfies Record<string, Compare>;
export type DeckOrder = keyof typeof DECK_ORDERS;

export const readDeckOrder = (value: string | null): DeckOrder =>
  value !== null && Object.hasOwn(DECK_ORDERS, value) ? (value as DeckOrder) : 'changed';
