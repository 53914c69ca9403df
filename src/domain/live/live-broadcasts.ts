import type {
  ChangeFeed,
  LiveBackstage,
  LiveChange,
  LiveState,
  LiveVersion,
  Owner,
  OwnerProfile,
  QueueItems,
  Storage,
} from '../../storage/storage.ts';
import { Actors } from './actors.ts';
import type { FollowedLives, Follower, LiveCommitted, LiveSubscription } from './followed-lives.ts';
import { isLaterState, isLiveId, type LiveStates } from './live-states.ts';
import { applyQueueChange, diffQueue } from './queue-changes.ts';
import { isOwned } from './require-live.ts';

/** How often the Lives that are followed are looked at, in case a notice of another node was missed. */
const SWEEP_MS = 5_000;

/**
 * Tells those who follow a Live of every commit, in the order of the sequence. Where there are several nodes, the database tells
 * all of them, this one included, in one order; otherwise this process tells itself.
 */
export class LiveBroadcasts {
  readonly #storage: Storage;
  /** Null where there are no other nodes. */
  readonly #changes: ChangeFeed | null;
  readonly #actors: Actors;
  readonly #states: LiveStates;
  readonly #followed: FollowedLives;
  readonly #notices = new Actors();
  #sweep: NodeJS.Timeout | undefined;

  constructor(storage: Storage, actors: Actors, states: LiveStates, followed: FollowedLives) {
    this.#storage = storage;
    this.#changes = storage.cluster?.changes ?? null;
    this.#actors = actors;
    this.#states = states;
    this.#followed = followed;
  }

  /**
   * From now on `follower` hears of every commit after `state` of the answer, whichever node made it. Null for an unknown
   * Live. Throws `unavailable`.
   */
  async follow(id: string, follower: Follower): Promise<LiveSubscription | null> {
    if (!isLiveId(id)) return null;
    const joined = this.#followed.get(id) !== undefined;
    const following = await this.#followed.follow(id, follower, (keep) =>
      this.#actors.run(id, async () => {
        const state = await this.#states.load(id);
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
  subscribeToFeed(warn: (error: Error) => void): void {
    if (!this.#changes) return;
    const lookAround = () => this.#catchUp(this.#followed.ids()).catch(warn);
    this.#changes.subscribe({
      live: ({ liveId, sequence, change }) => {
        const version = sequence === null ? null : { sequence, profileVersion: 0, backstageVersion: 0 };
        this.#hear(liveId, version, change).catch(warn);
      },
      backstage: (liveId) => {
        if (this.#followed.get(liveId)) this.#catchUp([liveId]).catch(warn);
      },
      output: () => {},
      authority: () => {},
      profile: (owner) => {
        this.#catchUp(this.#followed.ids().filter((id) => isOwned(this.#followed.get(id)?.state, owner))).catch(warn);
      },
      lost: () => {},
      resumed: lookAround,
    });
    this.#sweep = setInterval(lookAround, SWEEP_MS).unref();
  }

  /** Resolves when all writes that were begun are done, and told. */
  async idle(): Promise<void> {
    clearInterval(this.#sweep);
    await this.#actors.idle();
    await this.#notices.idle();
  }

  /** To be called with what this process has committed and keeps. */
  committed(event: LiveCommitted): void {
    if (!this.#changes) this.#followed.tell(event);
  }

  /** To be called after the profile of an owner has changed: shows it to all who follow Lives of the owner. */
  async refreshProfile(owner: Owner): Promise<void> {
    // The feed tells of it, and reads compare versions.
    if (this.#changes) return;
    const profile = await this.#storage.owners.find(owner);
    const known = this.#states.all().filter((state) => isOwned(state, owner));
    // One that is being read may have been read before the change.
    const ids = new Set([...known.map(({ record }) => record.id), ...this.#followed.ids(), ...this.#actors.keys()]);
    await Promise.all([...ids].map((id) => this.#actors.run(id, async () => this.#adopt(id, owner, profile))));
  }

  /** To be called in the turn of a Live with what has been written beside its content: shows it to all who follow the Live. */
  adoptBackstage(id: string, aside: LiveBackstage): void {
    // The feed tells of it, and reads compare versions.
    if (this.#changes) return;
    const before = this.#states.findCached(id) ?? this.#followed.get(id)?.state;
    if (before && before.backstage.version < aside.version) this.#replace(before, { ...before, backstage: aside });
  }

  #adopt(id: string, owner: Owner, profile: OwnerProfile): void {
    const before = this.#states.findCached(id) ?? this.#followed.get(id)?.state;
    if (!before || !isOwned(before, owner) || before.profile.version >= profile.version) return;
    this.#replace(before, { ...before, profile });
  }

  #replace(before: LiveState, after: LiveState): void {
    this.#states.keep(after);
    this.#followed.tell({ before, after, queue: [] });
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
        this.#states.forget(liveId);
        this.#followed.tell({ before, after: null, queue: [] });
      } else if (isLaterState(after, before)) {
        this.#followed.tell({ before, after, queue: diffQueue(before.items, after.items) });
      }
    });
  }

  /** The state that news tell of, or a later one. Null where the Live has been deleted meanwhile. */
  async #reach(before: LiveState, version: LiveVersion, change: LiveChange | null): Promise<LiveState | null> {
    const known = this.#states.findCached(before.record.id);
    if (known && reaches(known, version) && isAsLateBeside(known, before)) return known;
    if (change?.expectedSequence !== before.record.sequence) return this.#states.loadInTurn(before.record.id);
    const items = change.queue.reduce<QueueItems>(applyQueueChange, before.items);
    // What a read has found meanwhile may be a later one than what followers were told of.
    const profile = known && known.profile.version > before.profile.version ? known.profile : before.profile;
    const backstage = known && known.backstage.version > before.backstage.version ? known.backstage : before.backstage;
    const state = { record: change.next, items, profile, backstage };
    await this.#states.loadMaterial(state);
    this.#states.keep(state);
    return state;
  }

  async #catchUp(ids: readonly string[]): Promise<void> {
    const versions = await this.#storage.lives.versions(ids);
    await Promise.all(ids.map((id) => this.#hear(id, versions.get(id) ?? null, null)));
  }
}

const reaches = ({ record, profile, backstage: aside }: LiveState, version: LiveVersion): boolean =>
  record.sequence >= version.sequence &&
  profile.version >= version.profileVersion &&
  aside.version >= version.backstageVersion;

/** Whether what changes without the sequence is as late as in another state. */
const isAsLateBeside = (one: LiveState, other: LiveState): boolean =>
  one.profile.version >= other.profile.version && one.backstage.version >= other.backstage.version;
