import { isDeepStrictEqual } from 'node:util';
import type {
  ViewerChange,
  ViewerEdition,
  ViewerItem,
  QueueChange as ViewerQueueChange,
  ViewerState,
} from '../contract/viewer.ts';
import type { LiveCommitted } from '../domain/live/followed-lives.ts';
import { applyQueueChange, contentType } from '../domain/live/transitions.ts';
import type { Editions } from '../domain/scripture/editions.ts';
import type { LiveState, QueueChange, QueueItem } from '../storage/storage.ts';

/** What the audience may know of a Live: what is shown and how, nothing of its operators. [D44] */
export class ViewerStates {
  readonly #editions: Editions;
  readonly #epoch: string;

  constructor(editions: Editions, epoch: string) {
    this.#editions = editions;
    this.#epoch = epoch;
  }

  version({ record }: LiveState): string {
    return `${this.#epoch}-${record.sequence}`;
  }

  /**
   * The whole state. While a Live hides its content, whoever comes new does not get it either; such a state has a version
   * of its own, since the changes that follow cannot be applied to it.
   */
  toState(state: LiveState): ViewerState {
    const { record } = state;
    const items = record.showing && record.mode === 'reader' ? state.items : [];
    return {
      version: record.showing ? this.version(state) : `${this.version(state)}~`,
      type: contentType(state),
      showing: record.showing,
      focus: record.showing ? record.focusItemId : null,
      settings: record.viewerSettings,
      editions: this.#toEditions(items),
      items: items.map(toItem),
    };
  }

  /** The step from one version to the next; its size is that of the change, not of the queue. */
  toChange({ before, after, queue }: LiveCommitted & { after: LiveState }): ViewerChange {
    const { record } = after;
    const added = queue.flatMap((change) => (change.type === 'append' ? change.items : []));
    return {
      version: this.version(after),
      from: this.version(before),
      type: contentType(after),
      showing: record.showing,
      focus: record.focusItemId,
      ...(!isDeepStrictEqual(record.viewerSettings, before.record.viewerSettings) && {
        settings: record.viewerSettings,
      }),
      ...(added.length > 0 && { editions: this.#toEditions(added) }),
      queue: toQueueChanges(queue, before.items),
    };
  }

  /** By revision: verses that were queued before an edition was imported again keep their own attribution. [D30] */
  #toEditions(items: readonly QueueItem[]): Record<string, ViewerEdition> {
    const editions: Record<string, ViewerEdition> = {};
    for (const { revisionId } of items) {
      if (revisionId in editions) continue;
      const { name, language, rights } = this.#editions.requireRevision(revisionId);
      editions[revisionId] = { name, language, attribution: rights.attribution };
    }
    return editions;
  }
}

function toItem(item: QueueItem): ViewerItem {
  const { id, bookId, book, chapter, verse, text, revisionId } = item;
  return { id, book_id: bookId, book, chapter, verse, text, edition: revisionId };
}

function toQueueChanges(changes: readonly QueueChange[], before: readonly QueueItem[]): ViewerQueueChange[] {
  let items = before;
  return changes.map((change) => {
    const earlier = items;
    items = applyQueueChange(earlier, change);
    return toQueueChange(change, earlier, items);
  });
}

function toQueueChange(
  change: QueueChange,
  before: readonly QueueItem[],
  after: readonly QueueItem[],
): ViewerQueueChange {
  switch (change.type) {
    case 'append':
      return { op: 'append', items: change.items.map(toItem) };
    case 'remove':
      return { op: 'remove', ids: change.items.map((item) => item.id) };
    case 'clear':
      return { op: 'clear' };
    case 'rank':
      return toOrder(before, after);
  }
}

/** Only the stretch that has changed, between what stands as before at both ends. */
function toOrder(before: readonly QueueItem[], after: readonly QueueItem[]): ViewerQueueChange {
  let from = 0;
  while (from < after.length && before[from]!.id === after[from]!.id) from++;
  let end = after.length;
  while (end > from && before[end - 1]!.id === after[end - 1]!.id) end--;
  return { op: 'order', from, ids: after.slice(from, end).map((item) => item.id) };
}
