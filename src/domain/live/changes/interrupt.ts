import { LecternError } from '../../../contract/lectern-error.ts';
import type { LiveState, NewItem, QueueMutation, Remembered } from '../../../storage/storage.ts';
import { findFocusSuccessor, isInterrupting, runIdOf } from '../state/interrupted-content.ts';
import { push, type Transition } from './transitions.ts';

/** The most runs that an interruption removes when it ends. Older runs stay in the queue. */
const RUNS_MAX = 200;

/**
 * Shows passages in place of what is on air. Appends them to the queue as interrupting runs and remembers the
 * interrupted content; during an interruption, the first remembered content is kept. Throws `queue_full`. [D57]
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

/** Shows the interrupted content again and removes the interrupting runs. Throws `nothing_to_return`. [D57] */
export function endInterruption({ record, items }: LiveState): Transition {
  const { remembered } = record;
  if (!remembered) throw new LecternError('nothing_to_return');
  const removed = items.filter((item) => isInterrupting(remembered, item));
  const rest = items.filter((item) => !isInterrupting(remembered, item));
  const queue: QueueMutation[] = removed.length > 0 ? [{ type: 'remove', items: removed }] : [];
  const { slide, paused, focusItemId, focusLines, focusPart } = remembered;
  const showing = remembered.showing && (slide !== null || rest.length > 0);
  const shown = { mode: slide ? 'presentation' : 'reader', slide, showing, paused, remembered: null } as const;
  const successor =
    focusItemId === null ? null : findFocusSuccessor(items, focusItemId, (item) => !isInterrupting(remembered, item));
  if (successor?.focusItemId && successor.focusLines === undefined) {
    return { record: { ...shown, focusItemId: successor.focusItemId, focusLines, focusPart }, queue };
  }
  return { record: shown, queue, focusOn: successor?.focusItemId ?? rest[0]?.id ?? null };
}
