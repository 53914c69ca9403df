import { type DisplayVerse, LIVE_SETTINGS, type LiveSettings } from '../../contract/schemas/live.ts';
import type { LiveRecord, LiveState, Owner, QueueItem, ShownEntry, ShownSlide } from '../../storage/storage.ts';
import type { Editions } from '../scripture/editions.ts';
import { pageReference } from './page-content.ts';
import { queueLines } from './pages.ts';
import { contentType } from './transitions.ts';

/** Serialized forms that are kept of one version: a few kinds, and the pages of its queue that are asked for first. */
const KINDS_MAX = 16;

/** A short body goes out with its head in one piece if it is text; a long one is encoded once. */
const TEXT_MAX_CHARACTERS = 4_096;

/** The wire shapes of a Live at one sequence. Source: [Resources]. */
export class Representations {
  readonly #editions: Editions;
  /** Serialized once a version and kind: the same bytes go to every reader of this version. */
  readonly #serialized = new WeakMap<LiveState, Map<string, string | Buffer>>();

  constructor(editions: Editions) {
    this.#editions = editions;
  }

  /** The serialized form of `make()`, remembered for this version under `kind`. */
  bytes(state: LiveState, kind: string, make: () => unknown): string | Buffer {
    const known = this.#serialized.get(state);
    const remembered = known?.get(kind);
    if (remembered) return remembered;
    const text = JSON.stringify(make());
    const bytes = text.length > TEXT_MAX_CHARACTERS ? Buffer.from(text) : text;
    if (!known) this.#serialized.set(state, new Map([[kind, bytes]]));
    else if (known.size < KINDS_MAX) known.set(kind, bytes);
    return bytes;
  }

  toLive({ record }: Pick<LiveState, 'record'>) {
    return {
      id: record.id,
      ...ownerField(record.owner),
      name: record.name,
      status: record.status,
      mode: record.mode,
      paused: record.paused,
      sequence: record.sequence,
    };
  }

  toDisplay(state: LiveState) {
    const { record, items } = state;
    return {
      live_id: record.id,
      status: record.status,
      paused: record.paused,
      showing: record.showing,
      sequence: record.sequence,
      ...ownerField(record.owner),
      type: contentType(state),
      verses: record.mode === 'presentation' ? [] : items.map((item) => this.toVerse(item)),
      snapshot: record.slide && toSnapshotSummary(record.slide),
    };
  }

  toPlayback({ record }: LiveState) {
    const { status, paused, showing, sequence } = record;
    return { live_id: record.id, status, paused, showing, sequence };
  }

  toSettings({ record }: LiveState) {
    return { live_id: record.id, sequence: record.sequence, ...toSettingsFields(record) };
  }

  /** [Resources] Audience secret result; the secret itself only right after it was made. */
  toAudienceSecret({ record }: LiveState, secret?: string) {
    const { id, sequence, secretHash } = record;
    return { live_id: id, sequence, protected: secretHash !== null, ...(secret !== undefined && { secret }) };
  }

  /** [D50] */
  toShown({ number, at, shown, slide }: ShownEntry) {
    return {
      id: String(number),
      shown_at: at,
      reference: shown.length > 0 ? this.#referenceOf(shown) : null,
      slide: slide && toSnapshotSummary(slide),
      verses: shown.map((item) => this.toVerse(item)),
    };
  }

  #referenceOf(items: readonly QueueItem[]): string {
    const lines = queueLines(items);
    return pageReference(
      lines,
      { line: 0, lines: lines.length, part: 0, parts: 1 },
      (id) => this.#editions.requireRevision(id).language,
    );
  }

  toFocus({ record }: LiveState) {
    const { id, sequence, focusItemId, focusLines, focusPart } = record;
    return { live_id: id, sequence, item_id: focusItemId, lines: focusLines, part: focusPart };
  }

  /** Items `start` up to `end`, with `nextCursor` for what follows them. */
  toQueuePage({ record, items }: LiveState, start: number, end: number, nextCursor: string | null) {
    return {
      live_id: record.id,
      ...ownerField(record.owner),
      sequence: record.sequence,
      data: items.slice(start, end).map((item, index) => this.toQueueItem(item, start + index)),
      next_cursor: nextCursor,
    };
  }

  toQueueItem(item: QueueItem, position: number) {
    return { id: item.id, position, verse: this.toVerse(item) };
  }

  /** The answer to a push or a clear; `added` stands at the end of the queue. */
  toStackResult({ record, items }: LiveState, affected: number, added: readonly QueueItem[]) {
    const first = items.length - added.length;
    return {
      live_id: record.id,
      sequence: record.sequence,
      affected,
      data: added.map((item, index) => ({ ...this.toVerse(item), position: first + index })),
    };
  }

  toVerse(item: QueueItem): DisplayVerse {
    const { rights } = this.#editions.requireRevision(item.revisionId);
    return {
      book_id: item.bookId,
      book: item.book,
      chapter: item.chapter,
      verse: item.verse,
      text: item.text,
      translation: item.translation,
      rights,
      attribution: rights.attribution,
    };
  }
}

/** The settings alone. [D19] */
export const toSettingsFields = (record: LiveRecord): LiveSettings =>
  Object.fromEntries(LIVE_SETTINGS.map((name) => [name, record[name]])) as unknown as LiveSettings;

/** [Resources] SnapshotSummary */
const toSnapshotSummary = ({ snapshotId, deckId, revision, index, blank, slideId }: ShownSlide) => ({
  id: snapshotId,
  deck: deckId,
  revision,
  index,
  blank,
  slide_id: slideId,
});

export const ownerField = (owner: Owner): { organization_id: string } | { account_id: string } =>
  owner.kind === 'organization' ? { organization_id: owner.id } : { account_id: owner.id };

export const toLiveListItem = (summary: Pick<LiveRecord, 'id' | 'name'>, owner: Owner) => ({
  id: summary.id,
  name: summary.name,
  ...ownerField(owner),
});
