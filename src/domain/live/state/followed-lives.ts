import type { LiveState, QueueMutation } from '../../../storage/storage.ts';

/**
 * A committed change of a Live. Followers receive changes after the commit, in the order of the sequence; one event may
 * combine several changes.
 */
export interface LiveCommitted {
  readonly before: LiveState;
  /** Null if the Live was deleted. */
  readonly after: LiveState | null;
  readonly queue: readonly QueueMutation[];
}

export type Follower = (event: LiveCommitted) => void;

/** A Live with at least one follower in this process. */
export interface FollowedLive {
  readonly liveId: string;
  readonly followers: Set<Follower>;
  /** The state that the followers have received; null until it is loaded. */
  state: LiveState | null;
  readonly ready: Promise<LiveState | null>;
}

export interface LiveSubscription {
  /** The latest state that was sent to the follower; null after the Live was deleted. */
  readonly state: LiveState | null;
  close(): void;
}

/** The Lives that are followed in this process, with the state that their followers have received. */
export class FollowedLives {
  readonly #lives = new Map<string, FollowedLive>();

  ids(): string[] {
    return [...this.#lives.keys()];
  }

  get(liveId: string): FollowedLive | undefined {
    return this.#lives.get(liveId);
  }

  /**
   * Adds a follower. The first follower of a Live starts `load`, which passes the loaded state to `keep`; commits after
   * that state reach the follower. Resolves with null for an unknown Live.
   */
  async follow(
    liveId: string,
    follower: Follower,
    load: (keep: (state: LiveState) => void) => Promise<unknown>,
  ): Promise<LiveSubscription | null> {
    const followed = this.#lives.get(liveId) ?? this.#begin(liveId, load);
    followed.followers.add(follower);
    const close = () => this.#unfollow(followed, follower);
    try {
      if (await followed.ready) {
        return {
          get state() {
            return followed.state;
          },
          close,
        };
      }
    } catch (error) {
      close();
      throw error;
    }
    close();
    return null;
  }

  notify(event: LiveCommitted): void {
    const followed = this.#lives.get(event.before.record.id);
    if (!followed?.state) return;
    followed.state = event.after;
    if (!event.after) this.#lives.delete(followed.liveId);
    for (const follower of followed.followers) follower(event);
  }

  #begin(liveId: string, load: (keep: (state: LiveState) => void) => Promise<unknown>): FollowedLive {
    const followed: FollowedLive = {
      liveId,
      followers: new Set(),
      state: null,
      ready: Promise.resolve()
        .then(() =>
          load((state) => {
            followed.state = state;
          }),
        )
        .then(() => followed.state),
    };
    this.#lives.set(liveId, followed);
    return followed;
  }

  #unfollow(followed: FollowedLive, follower: Follower): void {
    followed.followers.delete(follower);
    if (followed.followers.size === 0 && this.#lives.get(followed.liveId) === followed) {
      this.#lives.delete(followed.liveId);
    }
  }
}
