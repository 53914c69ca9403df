import { toDesign } from '../domain/live/design.ts';
import type { LiveSummaries } from '../domain/live/live-summaries.ts';
import type { Representations } from '../domain/live/representations.ts';
import type { LiveState } from '../storage/storage.ts';

/** What events tell of a Live. Each view has event types and cursors of its own. */
export interface EventView {
  /** What cursors are signed for, with the id of the Live. */
  readonly purpose: string;
  /** Of the event that answers a poll without a cursor, and of one with another cursor. */
  readonly types: Readonly<Record<EventTrigger, string>>;
  /** Of what changes while the sequence stays. It only grows. */
  readonly revisionOf: (state: LiveState) => number;
  /** To be awaited before `toData`, where it is there. */
  readonly prepare?: (state: LiveState) => Promise<void>;
  readonly toData: (state: LiveState) => object;
}

export type EventTrigger = 'first' | 'changed';

/** The whole Live. [Resources] LiveEventSnapshot, [D23] */
export const liveView = (representations: Representations): EventView => ({
  purpose: 'events',
  types: { first: 'live.snapshot', changed: 'live.changed' },
  revisionOf: (state) => toDesign(state).revision,
  toData: (state) => {
    const { record, items } = state;
    return {
      live: representations.toLive(state),
      display: representations.toDisplay(state),
      queue:
        record.mode === 'presentation'
          ? null
          : items.map((item, position) => representations.toQueueItem(item, position)),
      viewer_settings: record.viewerSettings,
      design: toDesign(state),
    };
  },
});

/** What a controller needs. [D55] */
export function summaryView(nows: LiveSummaries): EventView {
  const prepared = new WeakMap<LiveState, object>();
  return {
    purpose: 'events of now',
    types: { first: 'live.now', changed: 'live.now_changed' },
    revisionOf: ({ backstage: aside }) => aside.version,
    prepare: async (state) => {
      prepared.set(state, await nows.toNow(state));
    },
    toData: (state) => prepared.get(state)!,
  };
}
