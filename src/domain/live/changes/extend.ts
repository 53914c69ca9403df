import { LecternError } from '../../../contract/lectern-error.ts';
import { PAGE_MAX_LINES } from '../../../contract/limits.ts';
import type { Page } from '../../../contract/paging/pages.ts';
import type { LiveState } from '../../../storage/storage.ts';
import { edgeAt } from '../state/adjacent-lines.ts';
import { focusedPage, queueLines, toFocus } from '../state/pages.ts';
import { insertLines } from './insert-lines.ts';
import { requireFocusedPage, type StepContext } from './step.ts';
import type { Transition } from './transitions.ts';

/** Throws `presentation_mode`, and `live_stopped` if the extension would have to queue a verse. */
export function requireExtend(state: LiveState, by: 1 | -1): void {
  if (state.record.mode === 'presentation') throw new LecternError('presentation_mode');
  if (state.record.status !== 'stopped' || by < 0) return;
  const page = focusedPage(state);
  if (page && page.lines < PAGE_MAX_LINES && page.parts === 1 && !isFollowed(state, page)) {
    throw new LecternError('live_stopped', 'A stopped Live can extend a page only by queued lines.');
  }
}

/**
 * Adds a line to the page or removes one. The added line is the next of the run or, at its end, the next verse of the
 * book, which is then queued. Returns null if the page stays the same. Throws `queue_empty`, `page_is_split`,
 * `edition_not_enabled` and `queue_full`. [D56]
 */
export async function extend(
  state: LiveState,
  by: 1 | -1,
  { book, ...stepping }: StepContext,
): Promise<Transition | null> {
  const page = requireFocusedPage(state);
  if (page.parts > 1) throw new LecternError('page_is_split');
  const lines = page.lines + by;
  if (lines < 1 || lines > PAGE_MAX_LINES) return null;
  if (by < 0 || isFollowed(state, page)) {
    return { record: toFocus(state.items, { ...page, lines }), queue: [], steps: true };
  }
  const edge = edgeAt(queueLines(state.items), page.line + page.lines - 1);
  const found = await book.readLines(edge, 1, 1);
  if (!found) return null;
  const { queue, items } = insertLines(state, edge, 1, found.lines, stepping);
  return { record: toFocus(items, { ...page, lines }), queue, texts: found.texts, steps: true };
}

/** Returns true if the run continues in the queue after the page. */
function isFollowed({ items }: LiveState, page: Page): boolean {
  const lines = queueLines(items);
  return lines[page.line + page.lines]?.run === lines[page.line]!.run;
}
