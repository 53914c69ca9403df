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
} from '../../../storage/storage.ts';
import { Actors } from './actors.ts';
import type { FollowedLives, Follower, LiveCommitted, LiveSubscription } from './followed-lives.ts';
import { isLaterState, isLiveId, type LiveStates } from './live-states.ts';
import { applyQueueChange, diffQueue } from './queue-changes.ts';
import { isOwned } from './require-live.ts';

/** The interval at which followed Lives are checked, in case a notice of another node was missed. */
const SWEEP_MS = 5_000;

/**
 * Notifies the followers of a Live of every commit, in the order of the sequence. With several nodes, the database
 * sends the notices to all of them, including this one, in one order. Otherwise this process notifies its own
 * followers.
 */
export class LiveBroadcasts {
  readonly #storage: Storage;
  /** Null if the installation has only one node. */
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
   * Subscribes to a Live. `follower` receives every commit after the returned `state`, whichever node made it. Returns
   * null for an unknown Live. Throws `unavailable`.
   */
  async follow(id: string, follower: Follower): Promise<LiveSubscription | null> {
    if (!isLiveId(id)) return null;
    const joined = this.#followed.get(id) !== undefined;
    const subscription = await this.#followed.follow(id, follower, (keep) =>
      this.#actors.run(id, async () => {
        const state = await this.#states.load(id);
        if (state) keep(state);
      }),
    );
    if (!subscription || !joined) return subscription;
    try {
      // Earlier followers may not have received a commit that another node has already acknowledged.
      await this.catchUp(id);
    } catch (error) {
      subscription.close();
      throw error;
    }
    return subscription;
  }

  /** Resolves when followers have received everything committed before the call. Throws `unavailable`. */
  async catchUp(id: string): Promise<void> {
    if (this.#changes) await this.#catchUp([id]);
  }

  /** Subscribes to the commits of other nodes, if there are any. Call it once, before the feed starts. */
  subscribeToFeed(warn: (error: Error) => void): void {
    if (!this.#changes) return;
    const catchUpAll = () => this.#catchUp(this.#followed.ids()).catch(warn);
    this.#changes.subscribe({
      live: ({ liveId, sequence, change }) => {
        const version = sequence === null ? null : { sequence, profileVersion: 0, backstageVersion: 0 };
        this.#handleChange(liveId, version, change).catch(warn);
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
      resumed: catchUpAll,
    });
    this.#sweep = setInterval(catchUpAll, SWEEP_MS).unref();
  }

  /** Resolves when all started writes are done and followers have been notified. */
  async idle(): Promise<void> {
    clearInterval(this.#sweep);
    await this.#actors.idle();
    await this.#notices.idle();
  }

  /** Notifies followers of a change that this process has committed and cached. */
  committed(event: LiveCommitted): void {
    if (!this.#changes) this.#followed.notify(event);
  }

  /** Sends a changed owner profile to the followers of the owner's Lives. */
  async refreshProfile(owner: Owner): Promise<void> {
    // The feed notifies every node, and reads compare versions.
    if (this.#changes) return;
    const profile = await this.#storage.owners.find(owner);
    const known = this.#states.all().filter((state) => isOwned(state, owner));
    // A Live that is being loaded may have been read before the change.
    const ids = new Set([...known.map(({ record }) => record.id), ...this.#followed.ids(), ...this.#actors.keys()]);
    await Promise.all([...ids].map((id) => this.#actors.run(id, async () => this.#updateProfile(id, owner, profile))));
  }

  /** Sends changed backstage fields to the followers of a Live. Call it within the actor of the Live. */
  async adoptBackstage(id: string, backstage: LiveBackstage): Promise<void> {
    // The feed notifies every node, and reads compare versions.
    if (this.#changes) return;
    const find = () => this.#states.findCached(id) ?? this.#followed.get(id)?.state;
    const known = find();
    if (known) await this.#states.loadDependencies({ ...known, backstage });
    // The profile can have changed meanwhile.
    const before = find();
    if (before && before.backstage.version < backstage.version) this.#replace(before, { ...before, backstage });
  }

  #updateProfile(id: string, owner: Owner, profile: OwnerProfile): void {
    const before = this.#states.findCached(id) ?? this.#followed.get(id)?.state;
    if (!before || !isOwned(before, owner) || before.profile.version >= profile.version) return;
    this.#replace(before, { ...before, profile });
  }

  #replace(before: LiveState, after: LiveState): void {
    this.#states.keep(after);
    this.#followed.notify({ before, after, queue: [] });
  }

  /** Handles a commit of any node for a followed Live. `version` is null if the Live was deleted. */
  #handleChange(liveId: string, version: LiveVersion | null, change: LiveChange | null): Promise<void> {
    const followed = this.#followed.get(liveId);
    if (!followed) return Promise.resolve();
    return this.#notices.run(liveId, async () => {
      await followed.ready;
      const before = followed.state;
      if (!before || (version && isAtLeast(before, version))) return;
      const after = version && (await this.#loadAtLeast(before, version, change));
      if (!after) {
        this.#states.forget(liveId);
        this.#followed.notify({ before, after: null, queue: [] });
      } else if (isLaterState(after, before)) {
        this.#followed.notify({ before, after, queue: diffQueue(before.items, after.items) });
      }
    });
  }

  /** Returns the state of the notified version or a later one, or null if the Live was deleted. */
  async #loadAtLeast(before: LiveState, version: LiveVersion, change: LiveChange | null): Promise<LiveState | null> {
    const known = this.#states.findCached(before.record.id);
    if (known && isAtLeast(known, version) && hasProfileAndBackstageOf(known, before)) return known;
    if (change?.expectedSequence !== before.record.sequence) return this.#states.loadInTurn(before.record.id);
    const items = change.queue.reduce<QueueItems>(applyQueueChange, before.items);
    // A concurrent read may have loaded a later version than followers have received.
    const profile = known && known.profile.version > before.profile.version ? known.profile : before.profile;
    const backstage = known && known.backstage.version > before.backstage.version ? known.backstage : before.backstage;
    const state = { record: change.next, items, profile, backstage };
    await this.#states.loadDependencies(state);
    this.#states.keep(state);
    return state;
  }

  async #catchUp(ids: readonly string[]): Promise<void> {
    const versions = await this.#storage.lives.versions(ids);
    await Promise.all(ids.map((id) => this.#handleChange(id, versions.get(id) ?? null, null)));
  }
}

const isAtLeast = ({ record, profile, backstage }: LiveState, version: LiveVersion): boolean =>
  record.sequence >= version.sequence &&
  profile.version >= version.profileVersion &&
  backstage.version >= version.backstageVersion;

/** Returns true if profile and backstage fields are at least as late as those of another state. */
const hasProfileAndBackstageOf = (one: LiveState, other: LiveState): boolean =>
  one.profile.version >= other.profile.version && one.backstage.version >= other.backstage.version;
