import type { LiveRecord, LiveStore, QueueItem } from '../../storage/storage.ts';
import { lastExpiredNumber } from '../live/journal.ts';
import type { Passage } from '../scripture/passage-numbers.ts';
import { formatPassages } from '../scripture/references/reference-format.ts';

/** Passages that were shown and can be pushed again. */
export interface RecentPassages {
  /** The reference in canonical English form. */
  readonly reference: string;
  readonly passages: Passage[];
}

const ENTRIES = 20;
/** The most bytes of history entries read; entries may be whole books. */
const ENTRIES_MAX_BYTES = 256 * 1024;

/**
 * Reads the passages that Lives have shown recently, each once. Caches them for each version of a Live, because only a
 * new version can add some.
 */
export class RecentPassagesReader {
  readonly #lives: Pick<LiveStore, 'listShown'>;
  readonly #read = new WeakMap<LiveRecord, Promise<readonly RecentPassages[]>>();

  constructor(lives: Pick<LiveStore, 'listShown'>) {
    this.#lives = lives;
  }

  /** Lists the recent passages of a Live, newest first. */
  list(record: LiveRecord): Promise<readonly RecentPassages[]> {
    const known = this.#read.get(record);
    if (known) return known;
    const reading = this.#list(record);
    this.#read.set(record, reading);
    reading.catch(() => this.#read.delete(record));
    return reading;
  }

  async #list(record: LiveRecord): Promise<readonly RecentPassages[]> {
    const page = { limit: ENTRIES, above: lastExpiredNumber(record), before: null, maxBytes: ENTRIES_MAX_BYTES };
    const { entries } = await this.#lives.listShown(record.id, page);
    const recent = new Map<string, RecentPassages>();
    for (const { shown } of entries) {
      if (shown.length === 0) continue;
      const passages = toPassages(shown);
      const reference = formatPassages(passages);
      if (!recent.has(reference)) recent.set(reference, { reference, passages });
    }
    return [...recent.values()];
  }
}

/** Combines verses into passages, by the numbers of their first translation. */
function toPassages(items: readonly QueueItem[]): Passage[] {
  const ranges: { first: QueueItem; last: QueueItem }[] = [];
  for (const item of items) {
    if (item.translation !== items[0]!.translation) continue;
    const range = ranges.at(-1);
    if (range && follows(range.last, item)) range.last = item;
    else ranges.push({ first: item, last: item });
  }
  return ranges.map(({ first, last }) => ({
    book_id: first.bookId,
    chapter: first.chapter,
    verse: first.verse,
    ...(last.chapter !== first.chapter && { end_chapter: last.chapter }),
    ...(last !== first && { end_verse: last.verse }),
  }));
}

function follows(before: QueueItem, item: QueueItem): boolean {
  if (before.bookId !== item.bookId) return false;
  if (item.chapter === before.chapter) return item.verse === before.verse + 1;
  return item.chapter === before.chapter + 1 && item.verse <= 1;
}
