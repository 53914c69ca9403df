import { toDesign } from '../domain/live/reading/design.ts';
import type { LiveSummaries } from '../domain/live/reading/live-summaries.ts';
import type { Representations } from '../domain/live/reading/representations.ts';
import type { LiveState } from '../storage/storage.ts';

/** A view of a Live that events deliver. Each view has its own event types and cursors. */
export interface EventView {
  /** The purpose for which cursors are signed, in addition to the id of the Live. */
  readonly purpose: string;
  /** The event type of a poll without a cursor, and of one with an outdated cursor. */
  readonly types: Readonly<Record<EventTrigger, string>>;
  /** Returns a revision that grows with every change that leaves the sequence unchanged. */
  readonly revisionOf: (state: LiveState) => number;
  /** Prepares the data, if present. Await it before `toData`. */
  readonly prepare?: (state: LiveState) => Promise<void>;
  readonly toData: (state: LiveState) => object;
}

export type EventTrigger = 'first' | 'changed';

/** The view of the whole Live. [Resources] LiveEventSnapshot, [D23] */
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

/** The view with the compact summary for controllers. [D55] */
export function summaryView(summaries: LiveSummaries): EventView {
  const prepared = new WeakMap<LiveState, object>();
  return {
    purpose: 'events of now',
    types: { first: 'live.now', changed: 'live.now_changed' },
    revisionOf: ({ backstage }) => backstage.version,
    prepare: async (state) => {
      prepared.set(state, await summaries.toSummary(state));
    },
    toData: (state) => prepared.get(state)!,
  };
}
