import { LecternError } from '../../contract/lectern-error.ts';
import {
  EMPTY_ASIDE,
  type ListPage,
  type LiveAside,
  type LiveRecord,
  type LiveState,
  NEW_LIVE,
  type Owner,
  type Receipt,
  type StageMessage,
  type Storage,
} from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { newTime } from '../clock.ts';
import { newId } from '../identifiers.ts';
import { Actors } from './actor.ts';
import { FollowedLives, type Follower, type Following } from './followed-lives.ts';
import { type AsideWrite, LiveAsides } from './live-asides.ts';
import { LiveNews } from './live-news.ts';
import { LiveStates, type LoadMaterial } from './live-states.ts';
import { LiveWrites, type Write, type WriteResult } from './live-writes.ts';
import type { Operators } from './operators.ts';
import { isOwned, requireOwned } from './require-live.ts';
import { Validators } from './validator.ts';

/** Makes what is kept for an Idempotency-Key. [D9] */
type ToReceipt = (record: LiveRecord) => Receipt;

/**
 * The Lives of an installation. Reads give the whole state at one sequence (`LiveStates`); writes are ordered and durable before
 * anyone sees them (`LiveWrites`); those who follow a Live hear of every commit (`LiveNews`).
 */
export class Lives {
  readonly validators: Validators;
  readonly #storage: Storage;
  readonly #quota: number;
  readonly #operators: Pick<Operators, 'note'>;
  readonly #actors = new Actors();
  readonly #states: LiveStates;
  readonly #news: LiveNews;
  readonly #writes: LiveWrites;
  readonly #asides: LiveAsides;

  constructor(
    storage: Storage,
    loadMaterial: LoadMaterial,
    options: { livesPerOwner: number },
    operators: Pick<Operators, 'note'>,
  ) {
    this.#operators = operators;
    this.#storage = storage;
    this.#quota = options.livesPerOwner;
    this.validators = new Validators(storage.epoch);
    const followed = new FollowedLives();
    this.#states = new LiveStates(storage, this.#actors, loadMaterial, (id) => followed.get(id)?.state);
    this.#news = new LiveNews(storage, this.#actors, this.#states, followed);
    this.#writes = new LiveWrites(storage, this.#actors, this.#states, this.#news, this.validators);
    this.#asides = new LiveAsides(storage, this.#actors, this.#states, this.#news);
  }

  /**
   * From now on `follower` hears of every commit after `state` of the answer, whichever node made it. Null for an unknown
   * Live. Throws `unavailable`.
   */
  follow(id: string, follower: Follower): Promise<Following | null> {
    return this.#news.follow(id, follower);
  }

  /** Resolves when followers have been told all that was committed before the call. Throws `unavailable`. */
  catchUp(id: string): Promise<void> {
    return this.#news.catchUp(id);
  }

  /** Hears what other nodes commit, if there are any. To be called once, before the feed is started. */
  listen(warn: (error: Error) => void): void {
    this.#news.listen(warn);
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
    const record: LiveRecord = { ...NEW_LIVE, id: newId(), owner, name, createdAt: newTime() };
    const audit = toAuditRecord(actor, { owner, resource: record.id, resourceName: name, after: 0 });
    const outcome = await this.#storage.lives.create(record, this.#quota, audit, toReceipt?.(record));
    if (outcome === 'repeated') return null;
    if (outcome === 'missing') throw new LecternError('not_found', 'The owner is gone.');
    if (outcome === 'quota_exceeded') {
      throw new LecternError('quota_exceeded', `At most ${this.#quota} Lives are allowed.`);
    }
    const state = { record, items: [], profile: await this.#storage.owners.find(owner), aside: EMPTY_ASIDE };
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
  findSeen(id: string, owner: Owner): LiveState | undefined {
    const seen = this.#states.seen(id);
    return isOwned(seen, owner) ? seen : undefined;
  }

  /** Carries out one write. Throws what `write.apply` throws, the refusals of [D4], and `unavailable`. */
  async write(id: string, write: Write): Promise<WriteResult> {
    const result = await this.#writes.write(id, write);
    this.#operators.note(id, write.actor.credentialId);
    return result;
  }

  /** As `write`, for who has not looked at the Live and means the change whatever happens to it meanwhile. */
  async overwrite(id: string, write: Omit<Write, 'precondition'>): Promise<LiveState> {
    const { state } = await this.#writes.unconditionally(id, (precondition) =>
      this.write(id, { ...write, precondition }),
    );
    return state;
  }

  /** [D62]. Throws `not_found`, what `write.recheck` throws, and `unavailable`. */
  async setStage(id: string, write: AsideWrite, stage: StageMessage | null): Promise<void> {
    await this.#asides.setStage(id, write, stage);
    this.#operators.note(id, write.actor.credentialId);
  }

  /** To be called with what was written beside the content of Lives: shows it to all who follow them. */
  async adoptAsides(asides: ReadonlyMap<string, LiveAside>): Promise<void> {
    await Promise.all(
      [...asides].map(([id, aside]) => this.#actors.run(id, async () => this.#news.adoptAside(id, aside))),
    );
  }

  delete(id: string, write: Omit<Write, 'apply'>): Promise<void> {
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
