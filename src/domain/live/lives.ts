import { LecternError } from '../../contract/lectern-error.ts';
import {
  EMPTY_BACKSTAGE,
  type IdempotencyRecord,
  type ListPage,
  type LiveBackstage,
  type LiveRecord,
  type LiveState,
  NEW_LIVE,
  type Owner,
  type StageMessage,
  type Storage,
} from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { nextTimestamp } from '../clock.ts';
import { newId } from '../identifiers.ts';
import { Actors } from './actors.ts';
import { type BackstageWrite, BackstageWrites } from './backstage-writes.ts';
import { FollowedLives, type Follower, type LiveSubscription } from './followed-lives.ts';
import { LiveBroadcasts } from './live-broadcasts.ts';
import { LiveStates, type LoadDependencies } from './live-states.ts';
import { type LiveWrite, type LiveWriteResult, LiveWrites } from './live-writes.ts';
import type { OperatorPresence } from './operators.ts';
import { isOwned, requireOwned } from './require-live.ts';
import { Validators } from './validator.ts';

/** Makes what is kept for an Idempotency-Key. [D9] */
type ToReceipt = (record: LiveRecord) => IdempotencyRecord;

/**
 * The Lives of an installation. Reads give the whole state at one sequence (`LiveStates`); writes are ordered and durable before
 * anyone sees them (`LiveWrites`); those who follow a Live hear of every commit (`LiveBroadcasts`).
 */
export class Lives {
  readonly validators: Validators;
  readonly #storage: Storage;
  readonly #quota: number;
  readonly #operators: Pick<OperatorPresence, 'record'>;
  readonly #actors = new Actors();
  readonly #states: LiveStates;
  readonly #news: LiveBroadcasts;
  readonly #writes: LiveWrites;
  readonly #asides: BackstageWrites;

  constructor(
    storage: Storage,
    loadMaterial: LoadDependencies,
    options: { livesPerOwner: number },
    operators: Pick<OperatorPresence, 'record'>,
  ) {
    this.#operators = operators;
    this.#storage = storage;
    this.#quota = options.livesPerOwner;
    this.validators = new Validators(storage.epoch);
    const followed = new FollowedLives();
    this.#states = new LiveStates(storage, this.#actors, loadMaterial, (id) => followed.get(id)?.state);
    this.#news = new LiveBroadcasts(storage, this.#actors, this.#states, followed);
    this.#writes = new LiveWrites(storage, this.#actors, this.#states, this.#news, this.validators);
    this.#asides = new BackstageWrites(storage, this.#actors, this.#states, this.#news);
  }

  /**
   * From now on `follower` hears of every commit after `state` of the answer, whichever node made it. Null for an unknown
   * Live. Throws `unavailable`.
   */
  follow(id: string, follower: Follower): Promise<LiveSubscription | null> {
    return this.#news.follow(id, follower);
  }

  /** Resolves when followers have been told all that was committed before the call. Throws `unavailable`. */
  catchUp(id: string): Promise<void> {
    return this.#news.catchUp(id);
  }

  /** Hears what other nodes commit, if there are any. To be called once, before the feed is started. */
  subscribeToFeed(warn: (error: Error) => void): void {
    this.#news.subscribeToFeed(warn);
  }

  /** To be called after the profile of an owner has changed: shows it to all who follow Lives of the owner. */
  refreshProfile(owner: Owner): Promise<void> {
    return this.#news.refreshProfile(owner);
  }

  /** Resolves when all writes that were begun are done. */
  idle(): Promise<void> {
    return this.#news.idle();
  }

  /**
   * [D11]. Throws `quota_exceeded`, `not_found` for an owner that is gone. With a receipt it is null where there is one
   * already, and nothing was created.
   */
  async create(owner: Owner, name: string, actor: Actor): Promise<LiveState>;
  async create(owner: Owner, name: string, actor: Actor, toReceipt?: ToReceipt): Promise<LiveState | null>;
  async create(owner: Owner, name: string, actor: Actor, toReceipt?: ToReceipt): Promise<LiveState | null> {
    const record: LiveRecord = { ...NEW_LIVE, id: newId(), owner, name, createdAt: nextTimestamp() };
    const audit = toAuditRecord(actor, { owner, resource: record.id, resourceName: name, after: 0 });
    const outcome = await this.#storage.lives.create(record, this.#quota, audit, toReceipt?.(record));
    if (outcome === 'repeated') return null;
    if (outcome === 'missing') throw new LecternError('not_found', 'The owner is gone.');
    if (outcome === 'quota_exceeded') {
      throw new LecternError('quota_exceeded', `At most ${this.#quota} Lives are allowed.`);
    }
    const state = { record, items: [], profile: await this.#storage.owners.find(owner), backstage: EMPTY_BACKSTAGE };
    this.#states.keep(state);
    return state;
  }

  list(owner: Owner, page: ListPage) {
    return this.#storage.lives.list(owner, page);
  }

  /** Whether any Live of the owners has shown something. */
  hasShown(owners: readonly Owner[]): Promise<boolean> {
    return this.#storage.lives.hasShown(owners);
  }

  /** Null for an unknown Live. */
  find(id: string): Promise<LiveState | null> {
    return this.#states.find(id);
  }

  /** Throws `not_found`, for another's Live as well. */
  async require(id: string, owner: Owner): Promise<LiveState> {
    return requireOwned(await this.find(id), owner);
  }

  /** As this process saw it last, maybe before another changed or deleted it: for who goes on to write, which judges it anew. */
  findCached(id: string, owner: Owner): LiveState | undefined {
    const seen = this.#states.findCached(id);
    return isOwned(seen, owner) ? seen : undefined;
  }

  /** Carries out one write. Throws what `write.apply` throws, the refusals of [D4], and `unavailable`. */
  async write(id: string, write: LiveWrite): Promise<LiveWriteResult> {
    const result = await this.#writes.write(id, write);
    this.#operators.record(id, write.actor.credentialId);
    return result;
  }

  /** As `write`, for who has not looked at the Live and means the change whatever happens to it meanwhile. */
  async overwrite(id: string, write: Omit<LiveWrite, 'precondition'>): Promise<LiveState> {
    const { state } = await this.#writes.unconditionally(id, (precondition) =>
      this.write(id, { ...write, precondition }),
    );
    return state;
  }

  /** [D62]. Throws `not_found`, what `write.recheck` throws, and `unavailable`. */
  async setStage(id: string, write: BackstageWrite, stage: StageMessage | null): Promise<void> {
    await this.#asides.setStage(id, write, stage);
    this.#operators.record(id, write.actor.credentialId);
  }

  /** To be called with what was written beside the content of Lives: shows it to all who follow them. */
  async adoptBackstage(asides: ReadonlyMap<string, LiveBackstage>): Promise<void> {
    await Promise.all(
      [...asides].map(([id, aside]) => this.#actors.run(id, async () => this.#news.adoptBackstage(id, aside))),
    );
  }

  delete(id: string, write: Omit<LiveWrite, 'apply'>): Promise<void> {
    return this.#writes.delete(id, write);
  }

  /** Deletes a Live, whatever happens to it meanwhile. */
  async remove(id: string, owner: Owner, actor: Actor): Promise<void> {
    try {
      await this.#writes.unconditionally(id, (precondition) => this.delete(id, { owner, actor, precondition }));
    } catch (error) {
      if (!(error instanceof LecternError && error.code === 'not_found')) throw error;
    }
  }
}
