import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { LiveActions } from '../live/live-actions.ts';
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
  /** Shows the chosen one again. Null where none is chosen. */
  showChosen(): Promise<boolean> | null;
  /** Shows what was shown before; again and again, one further back each time, as long as nothing else happens. False: there is no more. */
  goBack(): Promise<boolean>;
  close(): void;
}

const ENTRIES = 30;
/** Steps within a passage change nothing here: several changes are read once. */
const SETTLED_MS = 400;

export function openHistory(live: LiveControl, acts: LiveActions, words: ConsoleStrings['find']): HistoryState {
  const { session, liveId, now } = live;
  const entries = signal<readonly HistoryEntry[] | null>(null);
  const chosen = signal<number | null>(null);
  let timer: ReturnType<typeof setTimeout>;

  /** Where somebody who goes back is, in the history as it was before: each way back adds an entry to it. */
  let walk: { readonly entries: readonly HistoryEntry[]; readonly index: number; readonly sequence: number } | null =
    null;
  let going: Promise<unknown> = Promise.resolve();
  /** How often a way back was not gone: those that were asked for behind it are not gone either. */
  let failures = 0;

  const fetchEntries = async (): Promise<readonly HistoryEntry[]> => {
    const params = { path: { live_id: liveId }, query: { limit: ENTRIES, view: 'short' as const } };
    const { data } = await session.client.GET('/v1/lives/{live_id}/history', { params });
    return data.data;
  };
  const read = async () => {
    try {
      const next = await fetchEntries();
      const id = entries.value?.[chosen.value ?? -1]?.id;
      const index = id === undefined ? -1 : next.findIndex((entry) => entry.id === id);
      batch(() => {
        entries.value = next;
        // What is chosen stays chosen, wherever it is now.
        chosen.value = index < 0 ? null : index;
      });
    } catch {
      // The next change reads it again.
    }
  };
  const stepBack = async (): Promise<boolean> => {
    const goesOn = walk !== null && walk.sequence === now.value?.sequence;
    const isOnAir = Boolean(now.value?.focus ?? now.value?.slide);
    const known = goesOn ? walk!.entries : await fetchEntries().catch(() => null);
    const index = goesOn ? walk!.index + 1 : isOnAir ? 1 : 0;
    const entry = known?.[index];
    if (!known || !entry) {
      live.say(words.noFurther);
      return false;
    }
    if (!(await live.act(acts.recall(entry.id, entry.reference ?? entry.slide?.deck)))) return false;
    walk = { entries: known, index, sequence: now.value?.sequence ?? 0 };
    return true;
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
    showChosen() {
      const entry = entries.value?.[chosen.value ?? -1];
      if (!entry) return null;
      chosen.value = null;
      return live.act(acts.recall(entry.id, entry.reference ?? entry.slide?.deck));
    },
    goBack() {
      const asked = failures;
      const next = going.then(async () => {
        if (asked !== failures) return false;
        const done = await stepBack();
        if (!done) failures += 1;
        return done;
      });
      going = next.catch(() => {});
      return next;
    },
    close() {
      clearTimeout(timer);
      endFollowing();
    },
  };
}
