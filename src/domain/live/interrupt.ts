import { LecternError } from '../../contract/lectern-error.ts';
import type { LiveState, NewItem, QueueMutation, Remembered } from '../../storage/storage.ts';
import { findFocusSuccessor, isInterrupting, runIdOf } from './interrupted-content.ts';
import { push, type Transition } from './transitions.ts';

/** Runs of interruptions that are marked at most; older ones then stay when they end. */
const RUNS_MAX = 200;

/**
 * Shows passages in between: they go to the end of the queue, marked, and what was shown is remembered, unless something is already.
 * Throws `queue_full`. [D57]
 */
export function interrupt(
  state: LiveState,
  added: readonly NewItem[],
  options: { maxItems: number; newId: () => string },
): Transition {
  const pushed = push(state, added, options);
  const { slide, showing, paused, focusItemId, focusLines, focusPart, ...record } = state.record;
  const known: Remembered = record.remembered ?? {
    slide,
    showing,
    paused,
    focusItemId,
    focusLines,
    focusPart,
    runs: [],
    kept: [],
  };
  const items = pushed.queue.flatMap((change) => (change.type === 'insert' ? change.items : []));
  const runs = [...new Set([...known.runs, ...items.map(runIdOf)])].slice(-RUNS_MAX);
  return { ...pushed, record: { ...pushed.record, slide: null, remembered: { ...known, runs } } };
}

/** Shows again what was interrupted, and removes what has interrupted it. Throws `nothing_to_return`. [D57] */
export function endInterruption({ record, items }: LiveState): Transition {
  const { remembered } = record;
  if (!remembered) throw new LecternError('nothing_to_return');
  const gone = items.filter((item) => isInterrupting(remembered, item));
  const rest = items.filter((item) => !isInterrupting(remembered, item));
  const queue: QueueMutation[] = gone.length > 0 ? [{ type: 'remove', items: gone }] : [];
  const { slide, paused, focusItemId, focusLines, focusPart } = remembered;
  const showing = remembered.showing && (slide !== null || rest.length > 0);
  const shown = { mode: slide ? 'presentation' : 'reader', slide, showing, paused, remembered: null } as const;
  const heir =
    focusItemId === null ? null : findFocusSuccessor(items, focusItemId, (item) => !isInterrupting(remembered, item));
  if (heir?.focusItemId && heir.focusLines === undefined) {
    return { record: { ...shown, focusItemId: heir.focusItemId, focusLines, focusPart }, queue };
  }
  return { record: shown, queue, focusOn: heir?.focusItemId ?? rest[0]?.id ?? null };
}
