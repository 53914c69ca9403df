import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { LiveActions } from '../live/live-actions.ts';
import type { LiveControl } from '../live/live-control.ts';
import { toRecents } from './recents.ts';

type HistoryEntry = Success<paths['/v1/lives/{live_id}/history']['get']>['data'][number];

/** Recently shown entries, each place or deck once, newest first. */
export interface HistoryState {
  /** Entries, or null until they are loaded. */
  readonly entries: ReadonlySignal<readonly HistoryEntry[] | null>;
  /** Returns the index of an entry, or null if it is not listed. */
  indexOf(id: string): number | null;
  /** Shows an entry again. Returns whether it is shown. */
  show(id: string): Promise<boolean>;
  /**
   * Shows the previous entry. Repeated calls go back further, as long as nothing else happens. Returns false if there
   * is no older entry.
   */
  goBack(): Promise<boolean>;
  close(): void;
}

const ENTRIES = 50;
/** Delay before the history is read again: steps within a passage add no entries, so several changes share one read. */
const SETTLED_MS = 400;

export function openHistory(live: LiveControl, actions: LiveActions, strings: ConsoleStrings['find']): HistoryState {
  const { session, liveId, now } = live;
  const entries = signal<readonly HistoryEntry[] | null>(null);
  let timer: ReturnType<typeof setTimeout>;

  /** Position while going back, in the history as it was before: each step back adds an entry to it. */
  let backPosition: {
    readonly entries: readonly HistoryEntry[];
    readonly index: number;
    readonly sequence: number;
  } | null = null;
  let lastStep: Promise<unknown> = Promise.resolve();
  /** Number of failed steps back. Steps that were requested behind a failed one are dropped. */
  let failures = 0;

  const fetchEntries = async (): Promise<readonly HistoryEntry[]> => {
    const params = { path: { live_id: liveId }, query: { limit: ENTRIES, view: 'short' as const } };
    const { data } = await session.client.GET('/v1/lives/{live_id}/history', { params });
    return data.data;
  };
  const read = async () => {
    try {
      entries.value = toRecents(await fetchEntries());
    } catch {
      // The next change triggers another read.
    }
  };
  const stepBack = async (): Promise<boolean> => {
    const continues = backPosition !== null && backPosition.sequence === now.value?.sequence;
    const isOnAir = Boolean(now.value?.focus ?? now.value?.slide);
    // Without a connection, `run` refuses the entry that was known last.
    const known = continues ? backPosition!.entries : await fetchEntries().catch(() => entries.value);
    const index = continues ? backPosition!.index + 1 : isOnAir ? 1 : 0;
    const entry = known?.[index];
    if (!known || !entry) {
      live.showMessage(strings.noFurther);
      return false;
    }
    // Only Enter asks about what another person has shown a moment ago. [console.md 10]
    const { takes: _, ...recall } = actions.recall(entry.id, entry.reference ?? entry.deck_title ?? undefined);
    if (!(await live.run(recall))) return false;
    backPosition = { entries: known, index, sequence: now.value?.sequence ?? 0 };
    return true;
  };
  const stopEffect = effect(() => {
    if (!now.value?.sequence) return;
    clearTimeout(timer);
    timer = setTimeout(read, entries.peek() ? SETTLED_MS : 0);
  });

  return {
    entries,
    indexOf(id) {
      const index = entries.value?.findIndex((entry) => entry.id === id) ?? -1;
      return index < 0 ? null : index;
    },
    async show(id) {
      const entry = entries.value?.find((each) => each.id === id);
      return entry ? live.run(actions.recall(entry.id, entry.reference ?? entry.deck_title ?? undefined)) : false;
    },
    goBack() {
      const failuresBefore = failures;
      const next = lastStep.then(async () => {
        if (failuresBefore !== failures) return false;
        const done = await stepBack();
        if (!done) failures += 1;
        return done;
      });
      lastStep = next.catch(() => {});
      return next;
    },
    close() {
      clearTimeout(timer);
      stopEffect();
    },
  };
}
