import assert from 'node:assert/strict';
import type { ViewerState } from '../../src/contract/viewer.ts';
import type { ReceivedStreamEvent } from '../support/requests/stream.ts';
import { type AudienceViewer, joinAudience } from '../support/requests/viewer.ts';

/** One viewer per Live, from its creation, that knows only the stream. [D44] */
export class ModelAudience {
  readonly #viewers = new Map<string, AudienceViewer>();

  has(live: string): boolean {
    return this.#viewers.has(live);
  }

  async join(live: string, origin: string, id: string): Promise<void> {
    this.#viewers.set(live, await joinAudience(origin, id));
  }

  /**
   * Checks that the viewer reaches the state that a new viewer gets, and that every change on the way applies. Returns
   * what is drawn then.
   */
  async comesToNew(live: string, origin: string, id: string): Promise<Drawn> {
    const fresh = await joinAudience(origin, id);
    try {
      const viewer = this.#viewers.get(live)!;
      await viewer.comesTo(versionOf(fresh.state), versionOf);
      assert.deepEqual(compared(viewer.state), compared(fresh.state), `the viewer of ${live}`);
      return toDrawn(fresh.state);
    } finally {
      fresh.close();
    }
  }

  /** Checks that the viewer is notified of the deletion. */
  async isSentAway(live: string): Promise<void> {
    const { stream } = this.#viewers.get(live)!;
    if (!stream.events.some(isGone)) await stream.take(isGone);
  }

  leave(): void {
    for (const { close } of this.#viewers.values()) close();
  }
}

const isGone = ({ name }: ReceivedStreamEvent) => name === 'gone';

type Drawn = ReturnType<typeof toDrawn>;

/** A viewer that connects while the Live is hidden or presents does not get the queue, and its version says so. */
const versionOf = ({ version }: ViewerState): string => version.replace(/~$/, '');
const compared = (state: ViewerState): Partial<ViewerState> =>
  state.showing && state.type !== 'presentation'
    ? state
    : { ...state, version: versionOf(state), focus: null, items: [], editions: {} };

const toDrawn = ({ showing, slide, focus, items }: ViewerState) => ({
  showing,
  ...(showing && {
    slide: slide?.title ?? null,
    focus,
    items: items.map(({ edition: _, run: __, numbering: ___, book: ____, ...item }) => item),
  }),
});
