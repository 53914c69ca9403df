import type { LiveState, QueueMutation } from '../../storage/storage.ts';

/** What has become durable: told after the commit, in the order of the sequence; several changes may be told as one. */
export interface LiveCommitted {
  readonly before: LiveState;
  /** Null: the Live was deleted. */
  readonly after: LiveState | null;
  readonly queue: readonly QueueMutation[];
}

export type Follower = (event: LiveCommitted) => void;

/** A Live that somebody in this process follows. */
export interface FollowedLive {
  readonly liveId: string;
  readonly followers: Set<Follower>;
  /** What the followers know; null until it is loaded. */
  state: LiveState | null;
  readonly ready: Promise<LiveState | null>;
}

export interface LiveSubscription {
  /** What has been told so far; null once the Live is deleted. */
  readonly state: LiveState | null;
  close(): void;
}

/** The Lives that are followed in this process, and what their followers know. */
export class FollowedLives {
  readonly #lives = new Map<string, FollowedLive>();

  ids(): string[] {
    return [...this.#lives.keys()];
  }

  get(liveId: string): FollowedLive | undefined {
    return this.#lives.get(liveId);
  }

  /**
   * `load` is called once all later commits reach the entry, and gives what it has found to `keep` before any of them is
   * told. Null for an unknown Live.
   */
  async follow(
    liveId: string,
    follower: Follower,
    load: (keep: (state: LiveState) => void) => Promise<unknown>,
  ): Promise<LiveSubscription | null> {
    const followed = this.#lives.get(liveId) ?? this.#begin(liveId, load);
    followed.followers.add(follower);
    const close = () => this.#leave(followed, follower);
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

  tell(event: LiveCommitted): void {
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

  #leave(followed: FollowedLive, follower: Follower): void {
    followed.followers.delete(follower);
    if (followed.followers.size === 0 && this.#lives.get(followed.liveId) === followed) {
      this.#lives.delete(followed.liveId);
    }
  }
}
