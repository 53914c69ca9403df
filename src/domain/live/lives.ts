import { LecternError } from '../../contract/lectern-error.ts';
import type { LiveChange, LiveRecord, LiveState, Owner, QueueChange, Storage } from '../../storage/storage.ts';
import { newId } from '../identifiers.ts';
import { LeastRecentlyUsed } from '../least-recently-used.ts';
import type { Editions } from '../scripture/editions.ts';
import { Actors } from './actor.ts';
import { applyTransition, type Transition } from './transitions.ts';
import { type Precondition, Validators } from './validator.ts';

/** Items of queues that are kept ready, all Lives together; every Live counts for a few by itself. */
const CACHED_ITEMS = 200_000;
const LIVE_WEIGHT = 10;
/** How often a write starts again because another process was faster; each time its precondition is judged anew. */
const ATTEMPTS_MAX = 10;

/** What can be the id of a Live; nothing else reaches the database. */
const LIVE_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** What has become durable: told to listeners after the commit, in the order of the sequence. */
export interface LiveCommitted {
  readonly before: LiveState;
  /** Null: the Live was deleted. */
  readonly after: LiveState | null;
  readonly queue: readonly QueueChange[];
}

export interface Write {
  readonly owner: Owner;
  readonly precondition: Precondition;
  /** The item that the write is about, which must exist. */
  readonly itemId?: string;
  /** `use` is refused in presentation mode; `write` on a stopped Live as well. [States] */
  readonly queue?: 'use' | 'write';
  /** Looked at right before the write: throws when the caller may not act any more. */
  readonly recheck?: () => void | Promise<void>;
  /** The change; null where nothing changes. */
  readonly apply: (state: LiveState) => Transition | null | Promise<Transition | null>;
}

export interface WriteResult {
  readonly state: LiveState;
  /** Null where nothing changed. */
  readonly transition: Transition | null;
}

/**
 * The Lives of an installation. Reads give the whole state at one sequence. A write is ordered by its Live's actor,
 * judged against the present state, made durable by compare-and-set, and only then shown to anyone.
 */
export class Lives {
  readonly validators: Validators;
  readonly #storage: Storage;
  readonly #editions: Editions;
  readonly #quota: number;
  readonly #actors = new Actors();
  readonly #states = new LeastRecentlyUsed<LiveState>(CACHED_ITEMS);
  readonly #listeners = new Set<(event: LiveCommitted) => void>();

  constructor(storage: Storage, editions: Editions, options: { livesPerOwner: number }) {
    this.#storage = storage;
    this.#editions = editions;
    this.#quota = options.livesPerOwner;
    this.validators = new Validators(storage.epoch);
  }

  onCommitted(listener: (event: LiveCommitted) => void): void {
    this.#listeners.add(listener);
  }

  /** Resolves when all writes that were begun are done. */
  idle(): Promise<void> {
    return this.#actors.idle();
  }

  /** [D11]. Throws `quota_exceeded`. */
  async create(owner: Owner, name: string): Promise<LiveState> {
    const record: LiveRecord = {
      id: newId(),
      owner,
      name,
      status: 'running',
      mode: 'reader',
      paused: false,
      showing: false,
      sequence: 0,
      reference: null,
      translations: [],
      viewerSettings: { theme: 'dark', scale: 0, presentation: false },
      focusItemId: null,
      createdAt: new Date().toISOString(),
    };
    if ((await this.#storage.lives.create(record, this.#quota)) === 'quota_exceeded') {
      throw new LecternError('quota_exceeded', `At most ${this.#quota} Lives are allowed.`);
    }
    const state = { record, items: [] };
    this.#keep(state);
    return state;
  }

  list(owner: Owner, page: { limit: number; after: { createdAt: string; id: string } | null }) {
    return this.#storage.lives.list(owner, page);
  }

  /** At once where this process knows it. Null for an unknown Live. */
  find(id: string): LiveState | null | Promise<LiveState | null> {
    if (!LIVE_ID.test(id)) return null;
    const known = this.#states.get(id);
    if (known && this.#storage.soleWriter) return known;
    return known ? this.#refresh(known) : this.#loadInTurn(id);
  }

  /** As `find`. Throws `not_found`, for another's Live as well. */
  require(id: string, owner: Owner): LiveState | Promise<LiveState> {
    const found = this.find(id);
    return found instanceof Promise ? found.then((state) => requireOwned(state, owner)) : requireOwned(found, owner);
  }

  /** Carries out one write. Throws what `write.apply` throws, the refusals of [D4], and `unavailable`. */
  write(id: string, write: Write): Promise<WriteResult> {
    return this.#actors.run(id, async () => {
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
        const before = await this.#present(id, write);
        const transition = await write.apply(before);
        if (!transition) return { state: before, transition: null };
        const after = applyTransition(before, transition);
        const outcome = await this.#commit({
          expectedSequence: before.record.sequence,
          next: after.record,
          queue: transition.queue,
        });
        if (outcome === 'committed') {
          this.#keep(after);
          this.#tell({ before, after, queue: transition.queue });
          return { state: after, transition };
        }
        this.#states.delete(id);
      }
      throw new LecternError('unavailable', 'Too many writes at once.');
    });
  }

  delete(id: string, write: Omit<Write, 'apply'>): Promise<void> {
    return this.#actors.run(id, async () => {
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
        const before = await this.#present(id, write);
        this.#states.delete(id);
        const outcome = await this.#storage.lives.delete(id, before.record.sequence);
        if (outcome === 'deleted') {
          this.#tell({ before, after: null, queue: [] });
          return;
        }
      }
      throw new LecternError('unavailable', 'Too many writes at once.');
    });
  }

  /** The present state, once it is clear that the write may change it: the end of the order of checks in [D4]. */
  async #present(id: string, write: Omit<Write, 'apply'>): Promise<LiveState> {
    await write.recheck?.();
    const cached = this.#storage.soleWriter ? this.#states.get(id) : undefined;
    const state = requireOwned(cached ?? (await this.#load(id)), write.owner);
    if (write.itemId !== undefined) requireItem(state, write.itemId);
    if (write.queue) requireReaderMode(state.record);
    if (write.queue === 'write' && state.record.status === 'stopped') throw new LecternError('live_stopped');
    this.validators.require(write.precondition, state.record);
    return state;
  }

  async #refresh(known: LiveState): Promise<LiveState | null> {
    const record = await this.#storage.lives.find(known.record.id);
    return record?.sequence === known.record.sequence ? known : this.#loadInTurn(known.record.id);
  }

  /** Loading takes its turn among the writes, so that an older state can never replace a newer one. */
  #loadInTurn(id: string): Promise<LiveState | null> {
    return this.#actors.run(id, () => this.#load(id));
  }

  async #load(id: string): Promise<LiveState | null> {
    const known = this.#states.get(id);
    if (known) {
      const record = this.#storage.soleWriter ? known.record : await this.#storage.lives.find(id);
      if (record?.sequence === known.record.sequence) return known;
    }
    const state = await this.#storage.lives.load(id);
    if (!state) {
      this.#states.delete(id);
      return null;
    }
    await this.#editions.loadRevisions(state.items.map((item) => item.revisionId));
    this.#keep(state);
    return state;
  }

  async #commit(change: LiveChange): Promise<'committed' | 'stale' | 'missing'> {
    try {
      return await this.#storage.lives.commit(change);
    } catch (error) {
      // The outcome may be unknown: what is true is read from the storage next time.
      this.#states.delete(change.next.id);
      throw error;
    }
  }

  #keep(state: LiveState): void {
    this.#states.set(state.record.id, state, LIVE_WEIGHT + state.items.length);
  }

  #tell(event: LiveCommitted): void {
    for (const listener of this.#listeners) listener(event);
  }
}

/** Throws `presentation_mode`. [States] */
export function requireReaderMode(record: LiveRecord): void {
  if (record.mode === 'presentation') throw new LecternError('presentation_mode');
}

/** The item's place in the queue. Throws `not_found`. */
export function requireItem(state: LiveState, itemId: string): number {
  const index = state.items.findIndex((item) => item.id === itemId);
  if (index < 0) throw new LecternError('not_found', 'The queue has no such item.');
  return index;
}

function requireOwned(state: LiveState | null, owner: Owner): LiveState {
  if (state?.record.owner.kind !== owner.kind || state.record.owner.id !== owner.id) {
    throw new LecternError('not_found', 'There is no such Live.');
  }
  return state;
}
