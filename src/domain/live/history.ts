import type {
  JournalState,
  LiveRecord,
  LiveState,
  QueueItem,
  ShownDetails,
  ShownPosition,
} from '../../storage/storage.ts';
import { runIdOf } from './interrupted-content.ts';

/** What of a change comes into the history: an entry, if the audience sees another passage or deck than before, and the mark then. */
interface Told {
  readonly shown: readonly QueueItem[];
  readonly thing: ShownDetails | null;
  readonly mark: Pick<JournalState, 'content' | 'left'>;
}

/** The passage or deck that a Live has: the run with the page, or what is presented. Null where it has none. */
export function contentKeyOf({ record: { mode, slide, focusItemId }, items }: LiveState): string | null {
  if (mode === 'presentation') return slide && `deck ${slide.deckId}`;
  const focused = focusItemId === null ? -1 : items.findIndex(({ id }) => id === focusItemId);
  return focused < 0 ? null : `run ${runIdOf(items.at(focused)!)}`;
}

export const toShownPosition = ({ slide, focusItemId, focusLines, focusPart }: LiveRecord): ShownPosition => ({
  slide,
  focusItemId,
  focusLines,
  focusPart,
});

/** An entry is a passage or a deck that was shown: stepping within it adds none. [D57] */
export function diffHistory(before: LiveState, after: LiveState): Told {
  const { content: latest, left: known } = after.record.journal;
  const content = contentKeyOf(after);
  if (content === latest) return { shown: [], thing: null, mark: { content: latest, left: known } };
  const left = latest !== null && contentKeyOf(before) === latest ? toShownPosition(before.record) : known;
  // Hidden, or gone: it comes as another entry when it is shown again.
  if (content === null || !after.record.showing) return { shown: [], thing: null, mark: { content: null, left } };
  const { slide } = after.record;
  const run = content.slice('run '.length);
  const shown = slide ? [] : after.items.filter((item) => runIdOf(item) === run);
  return { shown, thing: { slide, left }, mark: { content, left: null } };
}
