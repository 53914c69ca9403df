import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PhoneOrder } from '../../contract/phones.ts';
import type { LiveState, Storage } from '../../storage/storage.ts';
import { findEntryState } from './entry-state.ts';

/** The most orders of service cached, for all Lives together. */
const CACHED_ORDERS = 1_000;
/** Stands for the title of a deck that phones do not get. */
const UNSHARED = '·';
const TAG_CHARACTERS = 12;

type OrderState = Pick<LiveState, 'record' | 'items' | 'backstage'>;

interface Order {
  readonly name: string;
  readonly entries: readonly Omit<PhoneOrder['data'][number], 'on_air'>[];
  /** A text that differs if the name or the entries do. */
  readonly tag: string;
}

/**
 * The orders of service that reader pages show: the titles of the attached plan. They are loaded with the state of a
 * Live, so that its viewers hear of a change of the plan. [D73]
 */
export class PhoneOrders {
  readonly #storage: Pick<Storage, 'plans' | 'decks'>;
  readonly #orders = new LRUCache<string, Order>({ max: CACHED_ORDERS });

  constructor(storage: Pick<Storage, 'plans' | 'decks'>) {
    this.#storage = storage;
  }

  /** Loads the order of a state, so that `find` can return it synchronously. */
  async load(state: OrderState): Promise<void> {
    const { owner, planId, phones } = state.record;
    const key = toKey(state);
    if (!phones.order || planId === null || this.#orders.has(key)) return;
    const plan = await this.#storage.plans.find(owner, planId);
    if (!plan) return;
    const listed = plan.entries.filter((entry) => entry.listed);
    const decks = await this.#storage.decks.findSummaries(
      owner.id,
      listed.flatMap(({ deck_id: id }) => id ?? []),
    );
    const isSecret = (deckId: string | undefined) => {
      const deck = deckId === undefined ? undefined : decks.get(deckId);
      return !deck?.shared && deck?.kind !== 'song';
    };
    const { name } = plan;
    const entries = listed.map(({ id, kind, title, deck_id: deckId }) => ({
      id,
      kind,
      title: kind === 'deck' && isSecret(deckId) ? UNSHARED : title,
    }));
    const tag = hash('sha256', JSON.stringify([name, entries]), 'base64url').slice(0, TAG_CHARACTERS);
    this.#orders.set(key, { name, entries, tag });
  }

  /** Returns the order of a state; null while the Live is stopped, has no plan, or does not offer it. */
  find(state: OrderState): PhoneOrder | null {
    const { order, current } = this.#present(state);
    if (!order) return null;
    return { name: order.name, data: order.entries.map((entry) => ({ ...entry, on_air: entry.id === current })) };
  }

  /** Returns a text that differs if the order does; null without one. */
  findTag(state: OrderState): string | null {
    const { order, current } = this.#present(state);
    return order ? `${order.tag}-${order.entries.findIndex(({ id }) => id === current)}` : null;
  }

  /** Returns the order that phones get, and the entry that is on air. */
  #present(state: OrderState): { order: Order | undefined; current: string | null } {
    const { status, showing, planEntryId, phones } = state.record;
    return {
      order: status === 'running' && phones.order ? this.#orders.get(toKey(state)) : undefined,
      current: showing && findEntryState(state) === 'on_air' ? planEntryId : null,
    };
  }
}

/** The backstage version increases with each change of the plan, and of decks that concerns phones. */
const toKey = ({ record: { id, planId }, backstage }: Pick<LiveState, 'record' | 'backstage'>): string =>
  `${id} ${planId} ${backstage.version}`;
