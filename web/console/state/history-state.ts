import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import type { LiveControl } from '../live/live-control.ts';

type HistoryEntry = Success<paths['/v1/lives/{live_id}/history']['get']>['data'][number];

/** What was shown, newest first, as far as the console lists it. */
export interface HistoryState {
  /** Null until it was read. */
  readonly entries: ReadonlySignal<readonly HistoryEntry[] | null>;
  /** Which one the arrow keys or a click chose. */
  readonly chosen: Signal<number | null>;
  /** Chooses an older one (1) or a newer one (−1); before the newest nothing is chosen. */
  choose(by: 1 | -1): void;
  close(): void;
}

const ENTRIES = 30;
/** Steps within a passage change nothing here: several changes are read once. */
const SETTLED_MS = 400;

export function openHistory({ session, liveId, now }: LiveControl): HistoryState {
  const entries = signal<readonly HistoryEntry[] | null>(null);
  const chosen = signal<number | null>(null);
  let timer: ReturnType<typeof setTimeout>;

  const read = async () => {
    try {
      const params = { path: { live_id: liveId }, query: { limit: ENTRIES, view: 'short' as const } };
      const { data } = await session.client.GET('/v1/lives/{live_id}/history', { params });
      entries.value = data.data;
    } catch {
      // The next change reads it again.
    }
  };
  const endFollowing = effect(() => {
    if (!now.value?.sequence) return;
    clearTimeout(timer);
    timer = setTimeout(read, entries.peek() ? SETTLED_MS : 0);
  });

  return {
    entries,
    chosen,
    choose(by) {
      const last = (entries.value?.length ?? 0) - 1;
      const next = Math.min(last, (chosen.value ?? -1) + by);
      chosen.value = next < 0 ? null : next;
    },
    close() {
      clearTimeout(timer);
      endFollowing();
    },
  };
}
