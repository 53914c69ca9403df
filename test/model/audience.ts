import assert from 'node:assert/strict';
import type { ViewerState } from '../../src/contract/viewer.ts';
import type { ReceivedStreamEvent } from '../support/stream.ts';
import { type AudienceViewer, joinAudience } from '../support/viewer.ts';

/** One viewer of every Live, from its creation on, who knows it by nothing but the stream. [D44] */
export class ModelAudience {
  readonly #viewers = new Map<string, AudienceViewer>();

  has(live: string): boolean {
    return this.#viewers.has(live);
  }

  async join(live: string, origin: string, id: string): Promise<void> {
    this.#viewers.set(live, await joinAudience(origin, id));
  }

  /** The viewer comes to what one who comes now gets; every change on the way must fit. Returns what is drawn then. */
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

  /** The viewer is told that the Live was deleted. */
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

/** Whoever comes while the Live is hidden, or presents, is not told the queue, and its version says so. */
const versionOf = ({ version }: ViewerState): string => version.replace(/~$/, '');
const compared = (state: ViewerState): Partial<ViewerState> =>
  state.showing && state.type !== 'presentation'
    ? state
    : { ...state, version: versionOf(state), focus: null, items: [], editions: {} };

const toDrawn = ({ showing, slide, focus, items }: ViewerState) => ({
  showing,
  ...(showing && { slide: slide?.title ?? null, focus, items: items.map(({ edition: _, run: __, ...item }) => item) }),
});
