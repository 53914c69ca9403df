import { VIEWER_PAGE_STATE_MAX_CHARACTERS } from '../contract/viewer.ts';
import type { Lives } from '../domain/live/lives.ts';
import type { LiveState } from '../storage/storage.ts';
import { toFrame } from './frame.ts';
import type { FirstPaint, ViewerEvent, ViewerFeed, ViewerLive, ViewerSubscription } from './viewer-feed.ts';
import type { ViewerStates } from './viewer-state.ts';

/** Feed of the Lives of this installation, for one kind of viewers. */
export class LiveFeed implements ViewerFeed {
  readonly #lives: Pick<Lives, 'find' | 'follow' | 'catchUp'>;
  readonly #states: ViewerStates;
  readonly #isOpen: (state: LiveState) => boolean;
  /** JSON of the states that pages embed. */
  readonly #embedded = new WeakMap<LiveState, string | null>();

  /** `isOpen` says whether everyone who gets the page can see the current content. */
  constructor(
    lives: Pick<Lives, 'find' | 'follow' | 'catchUp'>,
    states: ViewerStates,
    isOpen: (state: LiveState) => boolean = () => true,
  ) {
    this.#lives = lives;
    this.#states = states;
    this.#isOpen = isOpen;
  }

  async find(liveId: string): Promise<ViewerLive | null> {
    const state = await this.#lives.find(liveId);
    return state && this.#toLive(state);
  }

  async follow(liveId: string, follower: (event: ViewerEvent) => void): Promise<ViewerSubscription | null> {
    const toLive = (state: LiveState | null) => state && this.#toLive(state);
    const subscription = await this.#lives.follow(liveId, ({ before, after, queue }) =>
      follower({
        before: this.#toLive(before),
        after: toLive(after),
        toFrame: () => {
          const change = after && this.#states.toChange({ before, after, queue });
          return change && toFrame({ name: 'change', id: change.version, data: change });
        },
      }),
    );
    return (
      subscription && {
        get live() {
          return toLive(subscription.state);
        },
        close: subscription.close,
      }
    );
  }

  catchUp(liveId: string): Promise<void> {
    return this.#lives.catchUp(liveId);
  }

  #toLive(state: LiveState): ViewerLive {
    const { id, owner, sequence, secretHash } = state.record;
    return {
      id,
      owner,
      sequence,
      secretHash,
      restricted: state.profile.restricted,
      version: this.#states.version(state),
      includesQueue: this.#states.includesQueue(state),
      toFrame: () => {
        const content = this.#states.toState(state);
        return toFrame({ name: 'state', id: content.version, data: content });
      },
      toFirstPaint: () => this.#toFirstPaint(state),
    };
  }

  #toFirstPaint(live: LiveState): FirstPaint {
    let state = this.#embedded.get(live);
    if (state === undefined) {
      const json = this.#isOpen(live) ? JSON.stringify(this.#states.toState(live)) : null;
      state = json !== null && json.length <= VIEWER_PAGE_STATE_MAX_CHARACTERS ? json : null;
      this.#embedded.set(live, state);
    }
    return { settings: live.record.viewerSettings, design: live.profile.design, state };
  }
}

/** Checks whether everyone with the link can see the current content. */
export const isOpenToAll = ({ record, profile }: LiveState): boolean =>
  record.showing && record.secretHash === null && !profile.restricted;
