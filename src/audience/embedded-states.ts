import { VIEWER_PAGE_STATE_MAX_CHARACTERS } from '../contract/viewer.ts';
import type { LiveState } from '../storage/storage.ts';
import type { ViewerStates } from './viewer-state.ts';

/** Serialized states for embedding in pages, so that the first verse does not wait for the stream. Cached per state. */
export class EmbeddedStates {
  readonly #states: ViewerStates;
  readonly #isOpen: (live: LiveState) => boolean;
  readonly #known = new WeakMap<LiveState, string | null>();

  /** `isOpen` says whether everyone who gets the page can see the current content. */
  constructor(states: ViewerStates, isOpen: (live: LiveState) => boolean) {
    this.#states = states;
    this.#isOpen = isOpen;
  }

  /** Returns the state as JSON. Null if the Live is not open, or if the state is too large to embed. */
  find(live: LiveState): string | null {
    const known = this.#known.get(live);
    if (known !== undefined) return known;
    const json = this.#isOpen(live) ? JSON.stringify(this.#states.toState(live)) : null;
    const state = json !== null && json.length <= VIEWER_PAGE_STATE_MAX_CHARACTERS ? json : null;
    this.#known.set(live, state);
    return state;
  }
}

/** Checks whether everyone with the link can see the current content. */
export const isOpenToAll = ({ record, profile }: LiveState): boolean =>
  record.showing && record.secretHash === null && !profile.restricted;
