import type { ConsoleContext } from '../state/console-context.ts';
import type { Selection } from '../state/desk-machine.ts';
import type { QueuePage } from '../state/queue-state.ts';

/** Returns the selection of a page. */
export const toSelection = ({ item_id: id, part }: QueuePage): Selection => ({ list: 'queue', id, part });

/** Removes the lines of a page from the queue. */
export async function removeLine({ queue, live, actions }: ConsoleContext, page: number): Promise<void> {
  const row = await queue.read(page);
  if (row) await live.run(actions.remove(row.item_id, row.reference, 'line'));
}

/** Removes the whole passage of a page from the queue. */
export async function removeRun({ queue, live, actions }: ConsoleContext, page: number): Promise<void> {
  const row = await queue.read(page);
  if (row) await live.run(actions.remove(row.item_id, row.reference, 'run'));
}

/** Moves the passage of a page before the previous passage, or after the next one. */
export async function moveRun(context: ConsoleContext, page: number, by: 1 | -1): Promise<void> {
  const { queue } = context;
  const row = await readSettled(context, page);
  if (!row) return;
  const edge = await findRunEdge(context, row.page, by);
  const neighbor = edge === null ? null : await queue.read(edge + by);
  if (!neighbor) return;
  const target = by < 0 ? await findRunEdge(context, neighbor.page, -1) : neighbor.page;
  if (target !== null) await moveRunTo(context, row.page, target, by < 0 ? 'top' : 'bottom');
}

/**
 * Moves the passage of a page to the top or bottom edge of the passage of another page. Returns whether it was moved.
 */
export async function moveRunTo(
  context: ConsoleContext,
  page: number,
  target: number,
  edge: 'top' | 'bottom',
): Promise<boolean> {
  const { live, actions } = context;
  const [row, other] = await Promise.all([readSettled(context, page), readSettled(context, target)]);
  if (!row || !other || row.run === other.run) return false;
  const position = await findPositionBeside(context, row, other, edge);
  return position !== null && live.run(actions.move(row.item_id, row.reference, position));
}

/** Returns a page as it is after what this console has done, or null if it is gone or cannot be read. */
async function readSettled({ queue, live }: ConsoleContext, page: number): Promise<QueuePage | null> {
  const before = await queue.read(page);
  await live.settled();
  if (before) await queue.read(page);
  return (before && queue.findPage({ id: before.item_id, part: before.part })) ?? null;
}

/** Returns the number of remaining items before that edge, or null if a page cannot be read. */
async function findPositionBeside(
  context: ConsoleContext,
  moved: QueuePage,
  target: QueuePage,
  edge: 'top' | 'bottom',
): Promise<number | null> {
  const { queue, live } = context;
  const first = await findRunEdge(context, target.page, -1);
  const last = await findRunEdge(context, target.page, 1);
  if (first === null || last === null) return null;
  const beside = edge === 'top' ? await queue.read(first) : await queue.read(last + 1);
  const position = beside ? beside.position : (live.now.value?.queue.items ?? 0);
  if (edge === 'top' && !beside) return null;
  const before = moved.position < position ? await countItemsOfRun(context, moved.page) : 0;
  return position - before;
}

/** Returns the first or last page of the passage of a page, or null if a page cannot be read. */
async function findRunEdge({ queue }: ConsoleContext, page: number, by: 1 | -1): Promise<number | null> {
  const run = (await queue.read(page))?.run;
  if (run === undefined) return null;
  let edge = page;
  for (;;) {
    const next = edge + by;
    if (next < 0 || next >= queue.total.value) return edge;
    const row = await queue.read(next);
    if (!row) return null;
    if (row.run !== run) return edge;
    edge = next;
  }
}

async function countItemsOfRun(context: ConsoleContext, page: number): Promise<number> {
  const first = await findRunEdge(context, page, -1);
  const last = await findRunEdge(context, page, 1);
  if (first === null || last === null) return 0;
  const items = new Set<string>();
  for (let each = first; each <= last; each++) {
    for (const id of (await context.queue.read(each))?.item_ids ?? []) items.add(id);
  }
  return items.size;
}
