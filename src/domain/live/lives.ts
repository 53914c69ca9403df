import { LecternError } from '../../contract/lectern-error.ts';
import {
  type ChangeFeed,
  type ListPage,
  type LiveChange,
  type LiveRecord,
  type LiveState,
  type LiveVersion,
  NEW_LIVE,
  type Owner,
  type OwnerProfile,
  type QueueItems,
  type Receipt,
  type Storage,
} from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { newTime } from '../clock.ts';
import { newId } from '../identifiers.ts';
import { LeastRecentlyUsed } from '../least-recently-used.ts';
import { Actors } from './actor.ts';
import { describeChange } from './change-words.ts';
import { FollowedLives, type Follower, type Following, type LiveCommitted } from './followed-lives.ts';
import { journalOf } from './journal.ts';
import { applyQueueChange, diffQueue } from './queue-changes.ts';
import { applyTransition, type Transition } from './transitions.ts';
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

/** Makes ready what a state only names, for those who show it: rights of editions, slides. */
export type LoadMaterial = (state: Pick<LiveState, 'record' | 'items'>) => Promise<void>;

/** Makes what is kept for an Idempotency-Key. [D9] */
type ToReceipt = (record: LiveRecord) => Receipt;

export interface Write {
  readonly owner: Owner;
  /** Who is named in the audit. */
  readonly actor: Actor;
  readonly precondition: Precondition;
  /** The item that the write is about, which must exist. */
  readonly itemId?: string;
  /** Refused in presentation mode. [States] */
  readonly reader?: true;
  /** Refused on a stopped Live. [States] */
  readonly running?: true;
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
  /** Tells of all commits, those of this process included. Null where there are no other nodes: then the process tells itself. */
  readonly #changes: ChangeFeed | null;
  readonly #loadMaterial: LoadMaterial;
  readonly #quota: number;
  readonly #actors = new Actors();
  readonly #states = new LeastRecentlyUsed<LiveState>(CACHED_ITEMS);
  readonly #followed = new FollowedLives();
  readonly #notices = new Actors();
  #sweep: NodeJS.Timeout | undefined;

  constructor(storage: Storage, loadMaterial: LoadMaterial, options: { livesPerOwner: number }) {
    this.#storage = storage;
    this.#changes = storage.cluster?.changes ?? null;
    this.#loadMaterial = loadMaterial;
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
    if (this.#changes) await this.#catchUp([id]);
  }

  /** Hears what other nodes commit, if there are any. To be called once, before the feed is started. */
  listen(warn: (error: Error) => void): void {
    if (!this.#changes) return;
    const lookAround = () => this.#catchUp(this.#followed.ids()).catch(warn);
    this.#changes.subscribe({
      live: ({ liveId, sequence, change }) => {
        const version = sequence === null ? null : { sequence, profileVersion: 0 };
        this.#hear(liveId, version, change).catch(warn);
      },
      authority: () => {},
      profile: (owner) => {
        this.#catchUp(this.#followed.ids().filter((id) => isOwned(this.#followed.get(id)?.state, owner))).catch(warn);
      },
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

  /**
   * [D11]. Throws `quota_exceeded`, `not_found` for an owner that is gone. With a receipt it is null where there is one
   * already, and nothing was created.
   */
  async create(owner: Owner, name: string, actor: Actor): Promise<LiveState>;
  async create(owner: Owner, name: string, actor: Actor, toReceipt?: ToReceipt): Promise<LiveState | null>;
  async create(owner: Owner, name: string, actor: Actor, toReceipt?: ToReceipt): Promise<LiveState | null> {
    const record: LiveRecord = { ...NEW_LIVE, id: newId(), owner, name, createdAt: newTime() };
    const audit = toAuditRecord(actor, { owner, resource: record.id, resourceName: name, after: 0 });
    const outcome = await this.#storage.lives.create(record, this.#quota, audit, toReceipt?.(record));
    if (outcome === 'repeated') return null;
    if (outcome === 'missing') throw new LecternError('not_found', 'The owner is gone.');
    if (outcome === 'quota_exceeded') {
      throw new LecternError('quota_exceeded', `At most ${this.#quota} Lives are allowed.`);
    }
    const state = { record, items: [], profile: await this.#storage.owners.find(owner) };
    this.#keep(state);
    return state;
  }

  /** To be called after the profile of an owner has changed: shows it to all who follow Lives of the owner. */
  async refreshProfile(owner: Owner): Promise<void> {
    // The feed tells of it, and reads compare versions.
    if (this.#changes) return;
    const profile = await this.#storage.owners.find(owner);
    const known = this.#states.values().filter((state) => isOwned(state, owner));
    // One that is being read may have been read before the change.
    const ids = new Set([...known.map(({ record }) => record.id), ...this.#followed.ids(), ...this.#actors.keys()]);
    await Promise.all([...ids].map((id) => this.#actors.run(id, async () => this.#adopt(id, owner, profile))));
  }

  #adopt(id: string, owner: Owner, profile: OwnerProfile): void {
    const before = this.#states.get(id) ?? this.#followed.get(id)?.state;
    if (!before || !isOwned(before, owner) || before.profile.version >= profile.version) return;
    const after = { ...before, profile };
    this.#keep(after);
    this.#followed.tell({ before, after, queue: [] });
  }

  list(owner: Owner, page: ListPage) {
    return this.#storage.lives.list(owner, page);
  }

  /** Null for an unknown Live. */
  async find(id: string): Promise<LiveState | null> {
    if (!LIVE_ID.test(id)) return null;
    const known = this.#states.get(id);
    return this.#storage.fresh(known, () => (known ? this.#refresh(known) : this.#loadInTurn(id)));
  }

  /** Throws `not_found`, for another's Live as well. */
  async require(id: string, owner: Owner): Promise<LiveState> {
    return requireOwned(await this.find(id), owner);
  }

  /** As this process saw it last, maybe before another changed or deleted it: for who goes on to write, which judges it anew. */
  findSeen(id: string, owner: Owner): LiveState | undefined {
    const seen = this.#states.get(id);
    return isOwned(seen, owner) ? seen : undefined;
  }

  /** Carries out one write. Throws what `write.apply` throws, the refusals of [D4], and `unavailable`. */
  write(id: string, write: Write): Promise<WriteResult> {
    return this.#inTurn(id, write, async (before) => {
      const transition = await write.apply(before);
      if (!transition) return (await this.#isOutdated(before)) ? null : { state: before, transition: null };
      const audit = toAuditRecord(write.actor, {
        owner: write.owner,
        resource: id,
        resourceName: transition.record.name ?? before.record.name,
        detail: describeChange(before, transition),
        before: before.record.sequence,
        after: before.record.sequence + 1,
      });
      if (transition.undoes || transition.record.slide) await this.#loadMaterial(applyTransition(before, transition));
      const { after, journal } = journaled(before, applyTransition(before, transition), transition, audit.at);
      const outcome = await this.#storage.lives.commit({
        expectedSequence: before.record.sequence,
        next: after.record,
        queue: transition.queue,
        journal,
        audit,
        texts: transition.texts,
      });
      if (outcome !== 'committed') return null;
      this.#keep(after);
      this.#tellOwn({ before, after, queue: transition.queue });
      return { state: after, transition };
    });
  }

  /** Deletes a Live, whatever happens to it meanwhile. */
  async remove(id: string, owner: Owner, actor: Actor): Promise<void> {
    try {
      await this.#unconditionally(id, (precondition) => this.delete(id, { owner, actor, precondition }));
    } catch (error) {
      if (!(error instanceof LecternError && error.code === 'not_found')) throw error;
    }
  }

  /** As `write`, for who has not looked at the Live and means the change whatever happens to it meanwhile. */
  async overwrite(id: string, write: Omit<Write, 'precondition'>): Promise<LiveState> {
    const { state } = await this.#unconditionally(id, (precondition) => this.write(id, { ...write, precondition }));
    return state;
  }

  async #unconditionally<Result>(id: string, work: (precondition: Precondition) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      const state = await this.find(id);
      if (!state) throw new LecternError('not_found');
      try {
        return await work({ tag: this.validators.etag(state.record) });
      } catch (error) {
        const overtaken = error instanceof LecternError && error.code === 'stale_validator';
        if (!overtaken || attempt === ATTEMPTS_MAX) throw error;
      }
    }
  }

  async delete(id: string, write: Omit<Write, 'apply'>): Promise<void> {
    await this.#inTurn(id, write, async (before) => {
      const { name, sequence } = before.record;
      const deed = { owner: write.owner, resource: id, resourceName: name, before: sequence };
      const audit = toAuditRecord(write.actor, deed);
      const outcome = await this.#storage.lives.delete(id, before.record.sequence, audit);
      if (outcome !== 'deleted') return null;
      this.#states.delete(id);
      this.#tellOwn({ before, after: null, queue: [] });
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
    return !(await this.#storage.fresh(true, () => this.#isCurrent(known)));
  }

  async #isCurrent({ record, profile }: LiveState): Promise<boolean> {
    const version = await this.#storage.lives.findVersion(record.id);
    return version?.sequence === record.sequence && version.profileVersion === profile.version;
  }

  async #refresh(known: LiveState): Promise<LiveState | null> {
    return (await this.#isCurrent(known)) ? known : this.#loadInTurn(known.record.id);
  }

  /** Loading takes its turn among the writes, so that an older state can never replace a newer one. */
  #loadInTurn(id: string): Promise<LiveState | null> {
    return this.#actors.run(id, () => this.#load(id));
  }

  async #load(id: string): Promise<LiveState | null> {
    const kept = this.#states.get(id);
    // What is followed is in memory, however many other Lives are.
    return this.#storage.fresh(kept, () => this.#reload(id, kept ?? this.#followed.get(id)?.state));
  }

  async #reload(id: string, known: LiveState | null | undefined): Promise<LiveState | null> {
    if (known && (await this.#isCurrent(known))) {
      this.#keep(known);
      return known;
    }
    const state = await this.#storage.lives.load(id);
    if (!state) {
      this.#states.delete(id);
      return null;
    }
    await this.#loadMaterial(state);
    this.#keep(state);
    return state;
  }

  /** What this process committed, where no feed tells of it in the order of all nodes. */
  #tellOwn(event: LiveCommitted): void {
    if (!this.#changes) this.#followed.tell(event);
  }

  /** News of any node, this one included, told to those who follow the Live. `version` is null for one that was deleted. */
  #hear(liveId: string, version: LiveVersion | null, change: LiveChange | null): Promise<void> {
    const followed = this.#followed.get(liveId);
    if (!followed) return Promise.resolve();
    return this.#notices.run(liveId, async () => {
      await followed.ready;
      const before = followed.state;
      if (!before || (version && reaches(before, version))) return;
      const after = version && (await this.#reach(before, version, change));
      if (!after) {
        this.#states.delete(liveId);
        this.#followed.tell({ before, after: null, queue: [] });
      } else if (isLater(after, before)) {
        this.#followed.tell({ before, after, queue: diffQueue(before.items, after.items) });
      }
    });
  }

  /** The state that news tell of, or a later one. Null where the Live has been deleted meanwhile. */
  async #reach(before: LiveState, version: LiveVersion, change: LiveChange | null): Promise<LiveState | null> {
    const known = this.#states.get(before.record.id);
    if (known && reaches(known, version) && known.profile.version >= before.profile.version) return known;
    if (change?.expectedSequence !== before.record.sequence) return this.#loadInTurn(before.record.id);
    const items = change.queue.reduce<QueueItems>(applyQueueChange, before.items);
    // What a read has found meanwhile may be a later one than what followers were told of.
    const profile = known && known.profile.version > before.profile.version ? known.profile : before.profile;
    const state = { record: change.next, items, profile };
    await this.#loadMaterial(state);
    this.#keep(state);
    return state;
  }

  async #catchUp(ids: readonly string[]): Promise<void> {
    const versions = await this.#storage.lives.versions(ids);
    await Promise.all(ids.map((id) => this.#hear(id, versions.get(id) ?? null, null)));
  }

  #keep(state: LiveState): void {
    const known = this.#states.get(state.record.id);
    if (known && isLater(known, state)) return;
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
  if (write.reader) requireReaderMode(state.record);
  if (write.running && state.record.status === 'stopped') throw new LecternError('live_stopped');
  return state;
}

function requireOwned(state: LiveState | null, owner: Owner): LiveState {
  if (!state || !isOwned(state, owner)) throw new LecternError('not_found', 'There is no such Live.');
  return state;
}

const isOwned = (state: LiveState | null | undefined, owner: Owner): boolean =>
  state?.record.owner.kind === owner.kind && state.record.owner.id === owner.id;

/** The state with its journal as it then stands, and the entry that is kept of the change. */
function journaled(before: LiveState, after: LiveState, transition: Transition, at: string) {
  const kept = journalOf(before, after, transition, at);
  if (!kept) return { after, journal: null };
  return { after: { ...after, record: { ...after.record, journal: kept.mark } }, journal: kept.entry };
}

const reaches = ({ record, profile }: LiveState, version: LiveVersion): boolean =>
  record.sequence >= version.sequence && profile.version >= version.profileVersion;

const isLater = (one: LiveState, other: LiveState): boolean =>
  one.record.sequence > other.record.sequence ||
  (one.record.sequence === other.record.sequence && one.profile.version > other.profile.version);
