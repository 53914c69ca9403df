import type {
  JournalState,
  LiveRecord,
  LiveState,
  QueueItem,
  ShownDetails,
  ShownPosition,
  ShownSlide,
} from '../../../storage/storage.ts';
import { runIdOf } from '../state/interrupted-content.ts';
import type { Transition } from './transitions.ts';

/**
 * The effect of a change on the history: a new entry if another passage or deck is shown, and the new journal state.
 */
interface HistoryDiff {
  readonly shown: readonly QueueItem[];
  readonly thing: ShownDetails | null;
  readonly mark: Pick<JournalState, 'content' | 'left'>;
}

const toDeckKey = ({ deckId }: ShownSlide): string => `deck ${deckId}`;
const toRunKey = (item: Pick<QueueItem, 'id' | 'run'>): string => `run ${runIdOf(item)}`;

/** Returns the keys of the content that a transition presents or adds to the queue. */
export function addedContentKeys({ record: { slide }, queue }: Pick<Transition, 'record' | 'queue'>): string[] {
  if (slide) return [toDeckKey(slide)];
  return [...new Set(queue.flatMap((change) => (change.type === 'insert' ? change.items.map(toRunKey) : [])))];
}

/** Returns a key for the passage (the run with the focus) or deck that a Live has, or null if it has neither. */
export function contentKeyOf({
  record: { mode, slide, focusItemId },
  items,
}: Pick<LiveState, 'record' | 'items'>): string | null {
  if (mode === 'presentation') return slide && toDeckKey(slide);
  const focused = focusItemId === null ? -1 : items.findIndex(({ id }) => id === focusItemId);
  return focused < 0 ? null : toRunKey(items.at(focused)!);
}

export const toShownPosition = ({ slide, focusItemId, focusLines, focusPart }: LiveRecord): ShownPosition => ({
  slide,
  focusItemId,
  focusLines,
  focusPart,
});

/**
 * Compares two states for the history. Showing another passage or deck adds an entry; stepping within it does not.
 * [D57]
 */
export function diffHistory(before: LiveState, after: LiveState): HistoryDiff {
  const { content: latest, left: known } = after.record.journal;
  const content = contentKeyOf(after);
  if (content === latest) return { shown: [], thing: null, mark: { content: latest, left: known } };
  const left = latest !== null && contentKeyOf(before) === latest ? toShownPosition(before.record) : known;
  // Hidden or removed content gets another entry when it is shown again.
  if (content === null || !after.record.showing) return { shown: [], thing: null, mark: { content: null, left } };
  const { slide } = after.record;
  const run = content.slice('run '.length);
  const shown = slide ? [] : after.items.filter((item) => runIdOf(item) === run);
  return { shown, thing: { slide, left }, mark: { content, left: null } };
}
