import { linePassages } from '../../../contract/paging/line-passages.ts';
import { toLines } from '../../../contract/paging/lines.ts';
import type { DisplayVerse } from '../../../contract/schemas/live.ts';
import type { ListedShownEntry, QueueItem, ShownDetails } from '../../storage.ts';

/** A history entry without its verses. */
interface HistoryHead extends ShownDetails, Pick<ListedShownEntry, 'passages' | 'revisions'> {}

type StoredVerse = Omit<DisplayVerse, 'rights' | 'attribution'> & { readonly rights: number };
/** The fields of an item that its verse does not have. */
type StoredItem = Pick<QueueItem, 'id' | 'rank' | 'revisionId' | 'line' | 'run'>;

/** The columns of a history entry. */
interface HistoryColumns {
  readonly head: string;
  readonly verses: string;
  readonly items: string;
}

/**
 * Converts a history entry to its columns. Its verses are stored as they are returned, so that a page of the history is
 * put together from texts.
 */
export function toHistoryColumns(shown: readonly QueueItem[], details: ShownDetails): HistoryColumns {
  const counts = new Map<string, number>();
  for (const { revisionId } of shown) counts.set(revisionId, (counts.get(revisionId) ?? 0) + 1);
  const indexes = new Map([...counts.keys()].map((revisionId, index) => [revisionId, index]));
  const head: HistoryHead = {
    ...details,
    passages: linePassages(toLines(shown, ({ translation }) => translation)),
    revisions: Array.from(counts, ([id, verses]) => ({ id, verses })),
  };
  const verses = shown.map(
    (item): StoredVerse => ({
      book_id: item.bookId,
      book: item.book,
      chapter: item.chapter,
      verse: item.verse,
      text: item.text,
      translation: item.translation,
      // The last field, as ListedShownEntry.verses says.
      rights: indexes.get(item.revisionId)!,
    }),
  );
  const items = shown.map(({ id, rank, revisionId, line, run }): StoredItem => ({ id, rank, revisionId, line, run }));
  return { head: JSON.stringify(head), verses: JSON.stringify(verses), items: JSON.stringify(items) };
}

export const parseHead = (head: string): HistoryHead => JSON.parse(head);

export function parseShownItems({ verses, items }: Pick<HistoryColumns, 'verses' | 'items'>): QueueItem[] {
  const shown: readonly StoredVerse[] = JSON.parse(verses);
  return (JSON.parse(items) as StoredItem[]).map((item, index) => {
    const { book_id: bookId, rights: _, ...verse } = shown[index]!;
    return { ...item, bookId, ...verse };
  });
}
