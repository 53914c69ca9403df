import { LecternError } from '../../contract/lectern-error.ts';
import type { LiveNotice, LiveRecord, LiveState, Owner, Storage } from '../../storage/storage.ts';
import { newId } from '../identifiers.ts';
import { LeastRecentlyUsed } from '../least-recently-used.ts';
import type { Editions } from '../scripture/editions.ts';
import { Actors } from './actor.ts';
import { FollowedLives, type Follower, type Following } from './followed-lives.ts';
import { applyQueueChange, applyTransition, diffQueue, type Transition } from './transitions.ts';
import { type Precondition, Validators } from './validator.ts';

/** Items of queues that are kept ready, all Lives together; every Live counts for a few by itself. */
const CACHED_ITEMS = 200_000;
const LIVE_WEIGHT = 10;
/** How often a write starts again because another process was faster; each time its precondition is judged anew. */
const ATTEMPTS_MAX = 10;

/** How often the Lives that are followed are looked at, in case a notice of another node was missed. */
const SWEEP_MS = 5_000;

/** What can be the id of a Live; nothing else reaches the database. */
const LIVE_ID = /^[A-Za-z0-9_-]{1,64}$/;

export interface Write {
  readonly owner: Owner;
  readonly precondition: Precondition;
  /** The item that the write is about, which must exist. */
  readonly itemId?: string;
  /** `use` is refused in presentation mode; `write` on a stopped Live as well. [States] */
  readonly queue?: 'use' | 'write';
  /** Looked at right before the write: throws when the caller may not act any more. `late`: it had to wait for others. */
  readonly recheck?: (late: boolean) => void | Promise<void>;
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
  readonly #followed = new FollowedLives();
  readonly #notices = new Actors();
  #sweep: NodeJS.Timeout | undefined;

  constructor(storage: Storage, editions: Editions, options: { livesPerOwner: number }) {
    this.#storage = storage;
    this.#editions = editions;
    this.#quota = options.livesPerOwner;
    this.validators = new Validators(storage.epoch);
  }

  /**
   * From now on `follower` hears of every commit after `state` of the answer, whichever node made it. Null for an unknown
   * Live. Throws `unavailable`.
   */
  async follow(id: string, follower: Follower): Promise<Following | null> {
    if (!LIVE_ID.test(id)) return null;
    const joined = this.#followed.get(id) !== undefined;
    const following = await this.#followed.follow(id, follower, (keep) =>
      this.#actors.run(id, async () => {
        const state = await this.#load(id);
        if (state) keep(state);
      }),
    );
    if (!following || !joined) return following;
    try {
      // Those who were here may not have heard yet of what was acknowledged elsewhere.
      await this.catchUp(id);
    } catch (error) {
      following.close();
      throw error;
    }
    return following;
  }

  /** Resolves when followers have been told all that was committed before the call. Throws `unavailable`. */
  async catchUp(id: string): Promise<void> {
    if (!this.#storage.soleWriter) await this.#catchUp([id]);
  }

  /** Hears what other nodes commit, if there are any. To be called once, before the feed is started. */
  listen(warn: (error: Error) => void): void {
    const changes = this.#storage.cluster?.changes;
    if (!changes) return;
    const lookAround = () => this.#catchUp(this.#followed.ids()).catch(warn);
    changes.subscribe({
      live: (notice) => {
        this.#hear(notice).catch(warn);
      },
      authority: () => {},
      lost: () => {},
      resumed: lookAround,
    });
    this.#sweep = setInterval(lookAround, SWEEP_MS).unref();
  }

  /** Resolves when all writes that were begun are done. */
  async idle(): Promise<void> {
    clearInterval(this.#sweep);
    await this.#actors.idle();
    await this.#notices.idle();
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
    return this.#inTurn(id, write, async (before) => {
      const transition = await write.apply(before);
      if (!transition) return { state: before, transition: null };
      const after = applyTransition(before, transition);
      const outcome = await this.#storage.lives.commit({
        expectedSequence: before.record.sequence,
        next: after.record,
        queue: transition.queue,
      });
      if (outcome !== 'committed') return null;
      this.#keep(after);
      // Where there are other nodes, the database tells all of them in one order, this one as well.
      if (this.#storage.soleWriter) this.#followed.tell({ before, after, queue: transition.queue });
      return { state: after, transition };
    });
  }

  async delete(id: string, write: Omit<Write, 'apply'>): Promise<void> {
    await this.#inTurn(id, write, async (before) => {
      const outcome = await this.#storage.lives.delete(id, before.record.sequence);
      if (outcome !== 'deleted') return null;
      this.#states.delete(id);
      if (this.#storage.soleWriter) this.#followed.tell({ before, after: null, queue: [] });
      return true;
    });
  }

  /**
   * Does work on a Live's present state in its actor's turn. Where another process was faster it starts again, and all is
   * judged anew: so it is when the work answers null, and when a state in memory that led to a refusal turns out to be old.
   */
  #inTurn<Result>(
    id: string,
    write: Omit<Write, 'apply'>,
    work: (state: LiveState) => Promise<Result | null>,
  ): Promise<Result> {
    const late = this.#actors.isBusy(id);
    return this.#actors.run(id, async () => {
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
        await write.recheck?.(late || attempt > 1);
        const known = this.#states.get(id);
        try {
          const state = requireWritable(known ?? (await this.#load(id)), write);
          this.validators.require(write.precondition, state.record);
          const result = await work(state);
          if (result) return result;
        } catch (error) {
          if (!(error instanceof LecternError) || error.code === 'unavailable') {
            // The outcome may be unknown: what is true is read from the storage next time.
            this.#states.delete(id);
            throw error;
          }
          if (!known || !(await this.#isOutdated(known))) throw error;
        }
        this.#states.delete(id);
      }
      throw new LecternError('unavailable', 'Too many writes at once.');
    });
  }

  async #isOutdated(known: LiveState): Promise<boolean> {
    if (this.#storage.soleWriter) return false;
    const record = await this.#storage.lives.find(known.record.id);
    return record?.sequence !== known.record.sequence;
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
    const kept = this.#states.get(id);
    if (kept && this.#storage.soleWriter) return kept;
    // What is followed is in memory, however many other Lives are.
    const known = kept ?? this.#followed.get(id)?.state;
    if (known) {
      const record = await this.#storage.lives.find(id);
      if (record?.sequence === known.record.sequence) {
        this.#keep(known);
        return known;
      }
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

  /** A commit of any node, this one included, told to those who follow the Live. */
  #hear(notice: LiveNotice): Promise<void> {
    const followed = this.#followed.get(notice.liveId);
    if (!followed) return Promise.resolve();
    return this.#notices.run(notice.liveId, async () => {
      await followed.ready;
      const before = followed.state;
      if (!before || (notice.sequence !== null && before.record.sequence >= notice.sequence)) return;
      const after = notice.sequence === null ? null : await this.#reach(before, notice);
      if (!after) {
        this.#states.delete(notice.liveId);
        this.#followed.tell({ before, after: null, queue: [] });
      } else if (after.record.sequence > before.record.sequence) {
        this.#followed.tell({ before, after, queue: diffQueue(before.items, after.items) });
      }
    });
  }

  /** The state that a notice tells of, or a later one. Null where the Live has been deleted meanwhile. */
  async #reach(before: LiveState, { liveId, sequence, change }: LiveNotice): Promise<LiveState | null> {
    const known = this.#states.get(liveId);
    if (known && known.record.sequence >= sequence!) return known;
    if (change?.expectedSequence !== before.record.sequence) return this.#loadInTurn(liveId);
    const items = change.queue.reduce(applyQueueChange, before.items);
    await this.#editions.loadRevisions(items.map((item) => item.revisionId));
    const state = { record: change.next, items };
    this.#keep(state);
    return state;
  }

  async #catchUp(ids: readonly string[]): Promise<void> {
    const sequences = await this.#storage.lives.sequences(ids);
    await Promise.all(
      ids.map((liveId) => this.#hear({ liveId, sequence: sequences.get(liveId) ?? null, change: null })),
    );
  }

  #keep(state: LiveState): void {
    const known = this.#states.get(state.record.id);
    if (known && known.record.sequence > state.record.sequence) return;
    this.#states.set(state.record.id, state, LIVE_WEIGHT + state.items.length);
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

/** Before If-Match in the order of checks. Throws the refusals of [D4] that need the state. */
function requireWritable(found: LiveState | null, write: Omit<Write, 'apply'>): LiveState {
  const state = requireOwned(found, write.owner);
  if (write.itemId !== undefined) requireItem(state, write.itemId);
  if (write.queue) requireReaderMode(state.record);
  if (write.queue === 'write' && state.record.status === 'stopped') throw new LecternError('live_stopped');
  return state;
}

function requireOwned(state: LiveState | null, owner: Owner): LiveState {
  if (state?.record.owner.kind !== owner.kind || state.record.owner.id !== owner.id) {
    throw new LecternError('not_found', 'There is no such Live.');
  }
  return state;
}
