import { VIEWER_PAGE_STATE_MAX_CHARACTERS } from '../contract/viewer.ts';
import type { LiveState } from '../storage/storage.ts';
import type { ViewerStates } from './viewer-state.ts';

/** The state that stands in the audience's page itself, so that the first verse needs no stream. Serialized once a version. */
export class PageStates {
  readonly #states: ViewerStates;
  readonly #known = new WeakMap<LiveState, string | null>();

  constructor(states: ViewerStates) {
    this.#states = states;
  }

  /** As JSON. Null where the Live is protected, restricted or hidden, and where the page would wait for a long queue. */
  find(live: LiveState): string | null {
    const known = this.#known.get(live);
    if (known !== undefined) return known;
    const json = isOpen(live) ? JSON.stringify(this.#states.toState(live)) : null;
    const state = json !== null && json.length <= VIEWER_PAGE_STATE_MAX_CHARACTERS ? json : null;
    this.#known.set(live, state);
    return state;
  }
}

/** Whether everybody who has the link may see what is shown now. */
const isOpen = ({ record, profile }: LiveState): boolean =>
  record.showing && record.secretHash === null && !profile.restricted;
