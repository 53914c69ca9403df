import { LRUCache } from 'lru-cache';
import { type PlannedEnd, toPlannedEnd } from '../../contract/plan-times.ts';
import type { LiveState, Storage } from '../../storage/storage.ts';
import { findEntryState } from './entry-state.ts';

/** The most entries cached, for all Lives together. */
const CACHED_ENTRIES = 5_000;

type EntryState = Pick<LiveState, 'record' | 'items' | 'backstage'>;

/** An entry as stage outputs get it. */
export interface StageEntry {
  /** Null without one, and while the entry is not on air. */
  readonly note: string | null;
  readonly plannedEnd: PlannedEnd | null;
}

const NONE: StageEntry = { note: null, plannedEnd: null };

/**
 * Notes and planned ends of the entries at which Lives are in their plans. They are loaded with the state of a Live, so
 * that its stage outputs get both at once. The audience never gets them. [D65]
 */
export class StageEntries {
  readonly #storage: Pick<Storage, 'plans'>;
  readonly #entries = new LRUCache<string, StageEntry>({ max: CACHED_ENTRIES });

  constructor(storage: Pick<Storage, 'plans'>) {
    this.#storage = storage;
  }

  /** Loads the entry of a state, so that `find` can return it synchronously. */
  async load(state: EntryState): Promise<void> {
    const { owner, planId, planEntryId } = state.record;
    const key = toKey(state);
    if (planId === null || planEntryId === null || this.#entries.has(key)) return;
    const plan = await this.#storage.plans.find(owner, planId);
    const index = plan?.entries.findIndex(({ id }) => id === planEntryId) ?? -1;
    const entry = plan?.entries[index];
    const plannedEnd = plan ? toPlannedEnd({ ...plan, starts_at: plan.startsAt }, index) : null;
    this.#entries.set(key, entry ? { note: entry.note || null, plannedEnd } : NONE);
  }

  find(state: EntryState): StageEntry {
    const entry = this.#entries.get(toKey(state)) ?? NONE;
    return findEntryState(state) === 'on_air' ? entry : { ...entry, note: null };
  }
}

/** The backstage version increases with each change of the plan. */
const toKey = ({ record: { id, planId, planEntryId }, backstage }: Pick<LiveState, 'record' | 'backstage'>): string =>
  `${id} ${planId} ${planEntryId} ${backstage.version}`;
