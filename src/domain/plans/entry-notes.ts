import { LRUCache } from 'lru-cache';
import type { LiveState, Storage } from '../../storage/storage.ts';
import { findEntryState } from './entry-state.ts';

/** The most notes cached, for all Lives together. */
const CACHED_NOTES = 5_000;

type NoteState = Pick<LiveState, 'record' | 'items' | 'backstage'>;

/**
 * Notes of the entries at which Lives are in their plans. They are loaded with the state of a Live, so that its stage
 * outputs get both at once. The audience never gets them. [D65]
 */
export class EntryNotes {
  readonly #storage: Pick<Storage, 'plans'>;
  readonly #notes = new LRUCache<string, string>({ max: CACHED_NOTES });

  constructor(storage: Pick<Storage, 'plans'>) {
    this.#storage = storage;
  }

  /** Loads the note of a state, so that `find` can return it synchronously. */
  async load(state: NoteState): Promise<void> {
    const { owner, planId, planEntryId } = state.record;
    const key = toKey(state);
    if (planId === null || planEntryId === null || this.#notes.has(key)) return;
    const plan = await this.#storage.plans.find(owner, planId);
    this.#notes.set(key, plan?.entries.find(({ id }) => id === planEntryId)?.note ?? '');
  }

  /** Returns the note, or null without one, and while the entry is not on air. */
  find(state: NoteState): string | null {
    return findEntryState(state) !== 'on_air' ? null : this.#notes.get(toKey(state)) || null;
  }
}

/** The backstage version increases with each change of the plan. */
const toKey = ({ record: { id, planId, planEntryId }, backstage }: Pick<LiveState, 'record' | 'backstage'>): string =>
  `${id} ${planId} ${planEntryId} ${backstage.version}`;
