import { LecternError } from '../../../contract/lectern-error.ts';
import { type Page, pageAt } from '../../../contract/paging/pages.ts';
import type { StepInput } from '../../../contract/schemas/operating.ts';
import type { LiveState, QueueItems, QueueMutation, UsedEditions } from '../../../storage/storage.ts';
import { type AdjacentLines, type Direction, queueEdge } from '../state/adjacent-lines.ts';
import { focusedPage, type QueueLine, queueLines, toFocus } from '../state/pages.ts';
import { toNextPage, toNextPageBeyondQueue, walkPages } from '../state/walk-pages.ts';
import { insertLines } from './insert-lines.ts';
import type { Transition } from './transitions.ts';

/** The dependencies of stepping and extending. */
export interface StepContext {
  readonly book: AdjacentLines;
  readonly newId: () => string;
  readonly maxItems: number;
}

/** The result of a step: a page of the queue, and the changes of the queue. */
interface StepResult {
  readonly page: Page;
  readonly items: QueueItems;
  readonly queue: readonly QueueMutation[];
  readonly texts?: UsedEditions;
}

/** Throws `presentation_mode`, `reader_mode` and `live_stopped` if the step does not suit mode or status. */
export function requireStep({ record }: LiveState, { unit, beyond, show }: StepInput): void {
  if (record.mode === 'presentation' && unit !== undefined && unit !== 'slide') {
    throw new LecternError('presentation_mode', 'In presentation mode, a step must use the unit "slide".');
  }
  if (record.mode === 'reader' && unit === 'slide') throw new LecternError('reader_mode');
  if (record.status === 'stopped' && (beyond || show)) {
    throw new LecternError('live_stopped', 'A step cannot show or queue anything on a stopped Live.');
  }
}

/**
 * Moves the focus by pages, lines or chapters. With `beyond`, queues the next verses of the book at the end of the
 * queue. Returns null if the focus cannot move. Throws `queue_empty`, `edition_not_enabled` and `queue_full`. [D56]
 */
export async function step(state: LiveState, input: StepInput, stepping: StepContext): Promise<Transition | null> {
  const from = requireFocusedPage(state);
  const reached =
    input.unit === 'chapter'
      ? await stepChapters(state, from, input, stepping)
      : await stepPages(state, from, input, stepping);
  if (!reached) return null;
  const { page, items, queue, texts } = reached;
  return { record: { ...toFocus(items, page), ...(input.show && SHOWING) }, queue, texts, steps: true };
}

export const SHOWING = { showing: true, paused: false } as const;

/** Returns the page with the focus. Throws `queue_empty`. */
export function requireFocusedPage(state: LiveState): Page {
  const page = focusedPage(state);
  if (!page) throw new LecternError('queue_empty');
  return page;
}

async function stepPages(
  state: LiveState,
  from: Page,
  { by, unit, beyond }: StepInput,
  stepping: StepContext,
): Promise<StepResult | null> {
  const { paging } = state.record;
  const lines = queueLines(state.items);
  const size = unit === 'line' ? 'line' : 'page';
  const direction = directionOf(by);
  const next = toNextPage(size, direction);
  const { page, left } = walkPages(from, Math.abs(by), (at) => next(lines, paging, at));
  const further = beyond && left > 0 ? await stepBeyond(state, page, { direction, size, left }, stepping) : null;
  return further ?? (page === from ? null : { page, items: state.items, queue: [] });
}

/** Continues a step from the last or first page of the queue into the book. */
async function stepBeyond(
  state: LiveState,
  from: Page,
  { direction, size, left }: { direction: Direction; size: 'page' | 'line'; left: number },
  stepping: StepContext,
): Promise<StepResult | null> {
  const { paging } = state.record;
  const lines = queueLines(state.items);
  const edge = queueEdge(lines, direction);
  const found = await stepping.book.readLines(edge, direction, left * (size === 'page' ? paging.lines : 1));
  if (!found) return null;
  const fresh = found.lines.map(({ texts }) => ({ run: edge.line.run, texts }));
  const all = direction > 0 ? [...lines, ...fresh] : [...fresh, ...lines];
  const start = direction > 0 ? from : { ...from, line: fresh.length };
  const next = toNextPageBeyondQueue(size, direction);
  const { page } = walkPages(start, left, (at) => next(all, paging, at));
  const first = direction > 0 ? page.line - lines.length : 0;
  const used = direction > 0 ? found.lines.slice(0, first + page.lines) : found.lines.slice(page.line);
  const { queue, items, indexes } = insertLines(state, edge, direction, used, stepping);
  return { page: { ...page, line: indexes[first]! }, items, queue, texts: found.texts };
}

async function stepChapters(
  state: LiveState,
  from: Page,
  { by, beyond }: StepInput,
  { book, ...stepping }: StepContext,
): Promise<StepResult | null> {
  const { paging } = state.record;
  const lines = queueLines(state.items);
  const starts = chapterStarts(lines);
  const own = starts.findLastIndex((line) => line <= from.line);
  const reached = Math.min(Math.max(own + by, 0), starts.length - 1);
  const left = Math.abs(by) - Math.abs(reached - own);
  const direction = directionOf(by);
  const edge = queueEdge(lines, direction);
  const found = beyond && left > 0 ? await book.readChapters(edge, direction, left) : null;
  if (found) {
    const { queue, items, indexes } = insertLines(state, edge, direction, found.lines, stepping);
    const at = direction < 0 ? 0 : found.lines.findIndex(({ chapter }) => chapter === found.lastChapter);
    return { page: pageAt(queueLines(items), paging, indexes[at]!), items, queue, texts: found.texts };
  }
  return reached === own ? null : { page: pageAt(lines, paging, starts[reached]!), items: state.items, queue: [] };
}

/** Returns the indexes of the lines that begin a chapter. */
function chapterStarts(lines: readonly QueueLine[]): number[] {
  const chapterOf = ({ translations }: QueueLine) => {
    const { bookId, chapter } = translations[0]![0]!;
    return `${bookId}/${chapter}`;
  };
  return lines.flatMap((line, index) =>
    index === 0 || chapterOf(line) !== chapterOf(lines[index - 1]!) ? [index] : [],
  );
}

const directionOf = (by: number): Direction => (by > 0 ? 1 : -1);
