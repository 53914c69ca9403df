import type { Signal } from '@preact/signals';
import { NAME_MAX_CHARACTERS } from '../../../../src/contract/limits.ts';
import { useDecks } from '../document/use-decks.ts';
import { type DeckOrder, readDeckOrder } from './deck-orders.ts';

const DECK_FILTERS = ['all', 'song', 'slides'] as const;
export type DeckFilter = (typeof DECK_FILTERS)[number];

export const readDeckFilter = (value: string | null): DeckFilter => DECK_FILTERS.find((one) => one === value) ?? 'all';

interface Props {
  readonly query: Signal<string>;
  readonly filter: Signal<DeckFilter>;
  readonly order: Signal<DeckOrder>;
  /** Number of decks that were found. */
  readonly found: number;
  onChange(): void;
}

/** Renders the search in the list of decks. */
export function DeckSearch({ query, filter, order, found, onChange }: Props) {
  const { strings } = useDecks();
  return (
    <search class="deck-search">
      <label>
        <span class="unseen">{strings.search}</span>
        <input
          type="search"
          placeholder={strings.search}
          value={query.value}
          maxLength={NAME_MAX_CHARACTERS}
          onInput={({ currentTarget }) => {
            query.value = currentTarget.value;
            onChange();
          }}
        />
      </label>
      <fieldset class="segmented">
        <legend class="unseen">{strings.kind}</legend>
        {DECK_FILTERS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={filter.value === one}
            onClick={() => {
              filter.value = one;
              onChange();
            }}
          >
            {strings.filters[one]}
          </button>
        ))}
      </fieldset>
      <label>
        <span class="unseen">{strings.orderBy}</span>
        <select
          value={order.value}
          onChange={({ currentTarget }) => {
            order.value = readDeckOrder(currentTarget.value);
            onChange();
          }}
        >
          {Object.entries(strings.orders).map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p class="meta" role="status">
        {strings.found(found)}
      </p>
    </search>
  );
}
