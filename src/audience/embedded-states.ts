import { VIEWER_PAGE_STATE_MAX_CHARACTERS } from '../contract/viewer.ts';
import type { LiveState } from '../storage/storage.ts';
import type { ViewerStates } from './viewer-state.ts';

/** The state that stands in the audience's page itself, so that the first verse needs no stream. Serialized once a version. */
export class EmbeddedStates {
  readonly #states: ViewerStates;
  readonly #isOpen: (live: LiveState) => boolean;
  readonly #known = new WeakMap<LiveState, string | null>();

  /** `isOpenEnded`: whether whoever gets the page may see what is shown now. */
  constructor(states: ViewerStates, isOpen: (live: LiveState) => boolean) {
    this.#states = states;
    this.#isOpen = isOpen;
  }

  /** As JSON. Null where the Live is not open, and where the page would wait for a long queue. */
  find(live: LiveState): string | null {
    const known = this.#known.get(live);
    if (known !== undefined) return known;
    const json = this.#isOpen(live) ? JSON.stringify(this.#states.toState(live)) : null;
    const state = json !== null && json.length <= VIEWER_PAGE_STATE_MAX_CHARACTERS ? json : null;
    this.#known.set(live, state);
    return state;
  }
}

/** Whether everybody who has the link may see what is shown now. */
export const isOpenToAll = ({ record, profile }: LiveState): boolean =>
  record.showing && record.secretHash === null && !profile.restricted;
