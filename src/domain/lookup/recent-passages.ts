import type { LiveRecord, LiveStore } from '../../storage/storage.ts';
import { lastExpiredNumber } from '../live/changes/journal.ts';
import { type Passage, withoutEqualEnds } from '../scripture/passage-numbers.ts';
import { formatPassages } from '../scripture/references/reference-format.ts';

/** Passages that were shown and can be pushed again. */
export interface RecentPassages {
  /** The reference in canonical English form. */
  readonly reference: string;
  readonly passages: Passage[];
}

const ENTRIES = 20;
/** The most bytes of history entries read; an entry may have many passages. */
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
    const { entries } = await this.#lives.listShown(record.id, {
      limit: ENTRIES,
      above: lastExpiredNumber(record),
      before: null,
      maxBytes: ENTRIES_MAX_BYTES,
      verses: false,
    });
    const recent = new Map<string, RecentPassages>();
    for (const { passages: ranges } of entries) {
      if (ranges.length === 0) continue;
      const passages = ranges.map(withoutEqualEnds);
      const reference = formatPassages(passages);
      if (!recent.has(reference)) recent.set(reference, { reference, passages });
    }
    return [...recent.values()];
  }
}
