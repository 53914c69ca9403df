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
  type ShownSlide,
  type StageMessage,
  type Storage,
} from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { type Clock, nextTimestamp } from '../clock.ts';
import { newId } from '../identifiers.ts';
import { type BackstageWrite, BackstageWrites } from './changes/backstage-writes.ts';
import { type Countdown, moveEnd, moveSlideCountdown, toCountdownEnd } from './changes/countdown.ts';
import { type ListUsed, type LiveWrite, type LiveWriteResult, LiveWrites } from './changes/live-writes.ts';
import type { OperatorPresence } from './reading/operators.ts';
import { Actors } from './state/actors.ts';
import { FollowedLives, type Follower, type LiveSubscription } from './state/followed-lives.ts';
import { LiveBroadcasts } from './state/live-broadcasts.ts';
import { LiveStates, type LoadDependencies } from './state/live-states.ts';
import { isOwned, requireOwned } from './state/require-live.ts';
import { Validators } from './state/validator.ts';

/** Creates the idempotency record to store with the Live. [D9] */
type ToIdempotencyRecord = (record: LiveRecord) => IdempotencyRecord;

/**
 * The Lives of an installation. Reads return the whole state at one sequence (`LiveStates`). Writes are ordered, and
 * durable before anyone sees them (`LiveWrites`). Followers receive every commit (`LiveBroadcasts`).
 */
export class Lives {
  readonly validators: Validators;
  readonly #storage: Storage;
  readonly #quota: number;
  readonly #operators: Pick<OperatorPresence, 'record'>;
  readonly #actors = new Actors();
  readonly #states: LiveStates;
  readonly #broadcasts: LiveBroadcasts;
  readonly #writes: LiveWrites;
  readonly #backstage: BackstageWrites;
  readonly #clock: Clock;

  constructor(
    storage: Storage,
    loadDependencies: LoadDependencies,
    options: { livesPerOwner: number },
    operators: Pick<OperatorPresence, 'record'>,
    listUsed: ListUsed = () => [],
    clock: Clock = Date.now,
  ) {
    this.#operators = operators;
    this.#clock = clock;
    this.#storage = storage;
    this.#quota = options.livesPerOwner;
    this.validators = new Validators(storage.epoch);
    const followed = new FollowedLives();
    this.#states = new LiveStates(storage, this.#actors, loadDependencies, (id) => followed.get(id)?.state);
    this.#broadcasts = new LiveBroadcasts(storage, this.#actors, this.#states, followed);
    this.#writes = new LiveWrites(
      storage,
      this.#actors,
      this.#states,
      this.#broadcasts,
      this.validators,
      listUsed,
      clock,
    );
    this.#backstage = new BackstageWrites(storage, this.#actors, this.#states, this.#broadcasts);
  }

  /**
   * Subscribes to a Live. `follower` receives every commit after the returned `state`, whichever node made it. Returns
   * null for an unknown Live. Throws `unavailable`.
   */
  follow(id: string, follower: Follower): Promise<LiveSubscription | null> {
    return this.#broadcasts.follow(id, follower);
  }

  /** Resolves when followers have received everything committed before the call. Throws `unavailable`. */
  catchUp(id: string): Promise<void> {
    return this.#broadcasts.catchUp(id);
  }

  /** Subscribes to the commits of other nodes, if there are any. Call it once, before the feed starts. */
  subscribeToFeed(warn: (error: Error) => void): void {
    this.#broadcasts.subscribeToFeed(warn);
  }

  /** Sends a changed owner profile to the followers of the owner's Lives. */
  refreshProfile(owner: Owner): Promise<void> {
    return this.#broadcasts.refreshProfile(owner);
  }

  /** Resolves when all started writes are done. */
  idle(): Promise<void> {
    return this.#broadcasts.idle();
  }

  /**
   * Creates a Live. With `toIdempotencyRecord`, returns null and creates nothing if the record already exists. Throws
   * `quota_exceeded`, and `not_found` if the owner was deleted. [D11]
   */
  async create(owner: Owner, name: string, actor: Actor): Promise<LiveState>;
  async create(
    owner: Owner,
    name: string,
    actor: Actor,
    toIdempotencyRecord?: ToIdempotencyRecord,
  ): Promise<LiveState | null>;
  async create(
    owner: Owner,
    name: string,
    actor: Actor,
    toIdempotencyRecord?: ToIdempotencyRecord,
  ): Promise<LiveState | null> {
    const record: LiveRecord = { ...NEW_LIVE, id: newId(), owner, name, createdAt: nextTimestamp() };
    const audit = toAuditRecord(actor, { owner, resource: record.id, resourceName: name, after: 0 });
    const outcome = await this.#storage.lives.create(record, this.#quota, audit, toIdempotencyRecord?.(record));
    if (outcome === 'repeated') return null;
    if (outcome === 'missing') throw new LecternError('not_found', 'The owner does not exist.');
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

  /** Returns true if any Live of the owners has ever shown content. */
  hasShown(owners: readonly Owner[]): Promise<boolean> {
    return this.#storage.lives.hasShown(owners);
  }

  /** Returns the current state, or null for an unknown Live. */
  find(id: string): Promise<LiveState | null> {
    return this.#states.find(id);
  }

  /** Returns the current state. Throws `not_found`, also for a Live of another owner. */
  async require(id: string, owner: Owner): Promise<LiveState> {
    return requireOwned(await this.find(id), owner);
  }

  /** Returns the cached state, which may be stale. Use it only before a write, which validates the state again. */
  findCached(id: string, owner: Owner): LiveState | undefined {
    const cached = this.#states.findCached(id);
    return isOwned(cached, owner) ? cached : undefined;
  }

  /** Runs one write. Throws the errors of `write.apply`, the refusals of [D4], and `unavailable`. */
  async write(id: string, write: LiveWrite): Promise<LiveWriteResult> {
    const result = await this.#writes.write(id, write);
    this.#operators.record(id, write.actor.credentialId);
    return result;
  }

  /** Runs one write without a precondition of the client, whatever the current state is. */
  async overwrite(id: string, write: Omit<LiveWrite, 'precondition'>): Promise<LiveState> {
    const { state } = await this.write(id, { ...write, precondition: null });
    return state;
  }

  /** Changes the stage message. Throws `not_found`, the errors of `write.recheck`, and `unavailable`. [D62] */
  async setStage(
    id: string,
    write: BackstageWrite,
    toStage: (before: StageMessage | null) => StageMessage | null,
  ): Promise<void> {
    await this.#backstage.setStage(id, write, toStage);
    this.#operators.record(id, write.actor.credentialId);
  }

  /**
   * Moves the countdowns of the slide and of the stage, whichever count. `findSlide` returns the slide that a Live
   * shows. Throws `nothing_counting`, the errors of `write.recheck`, and `unavailable`. [D76]
   */
  async moveCountdowns(
    id: string,
    write: Omit<LiveWrite, 'precondition' | 'apply'>,
    bySeconds: number,
    findSlide: (shown: ShownSlide) => Countdown,
  ): Promise<LiveState> {
    const { record, backstage } = await this.require(id, write.owner);
    const isCounting = record.slide && toCountdownEnd(findSlide(record.slide), record.slide) !== null;
    if (!isCounting && !backstage.stage?.countdownTo) throw new LecternError('nothing_counting');
    const now = this.#clock();
    if (isCounting) {
      const apply = (before: LiveState) => moveSlideCountdown(before, findSlide, bySeconds, now);
      await this.overwrite(id, { ...write, apply });
    }
    if (backstage.stage?.countdownTo) {
      await this.setStage(id, write, (stage) =>
        stage?.countdownTo ? { ...stage, countdownTo: moveEnd(stage.countdownTo, bySeconds, now) } : stage,
      );
    }
    return this.require(id, write.owner);
  }

  /** Sends changed backstage fields to the followers of the Lives. */
  async adoptBackstage(changes: ReadonlyMap<string, LiveBackstage>): Promise<void> {
    await Promise.all(
      [...changes].map(([id, backstage]) => this.#actors.run(id, () => this.#broadcasts.adoptBackstage(id, backstage))),
    );
  }

  delete(id: string, write: Omit<LiveWrite, 'apply'>): Promise<void> {
    return this.#writes.delete(id, write);
  }

  /** Deletes a Live whatever its current state is. Does nothing if it does not exist. */
  async remove(id: string, owner: Owner, actor: Actor): Promise<void> {
    try {
      await this.delete(id, { owner, actor, precondition: null });
    } catch (error) {
      if (!(error instanceof LecternError && error.code === 'not_found')) throw error;
    }
  }
}
