import type { DisplayVerse } from '../../contract/schemas/live.ts';
import type {
  LiveRecord,
  LiveState,
  Owner,
  QueueItem,
  QueueItems,
  ShownEntry,
  ShownSlide,
} from '../../storage/storage.ts';
import type { Editions } from '../scripture/editions.ts';
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
  /** Verses as JSON. A change keeps most of its queue: what follows a push onto thousands is not to serialize thousands. */
  readonly #verses = new WeakMap<QueueItem, string>();

  constructor(editions: Editions) {
    this.#editions = editions;
  }

  /** The serialized form of `make()`, remembered for this version under `kind`. */
  bytes(state: LiveState, kind: string, make: () => unknown): string | Buffer {
    return this.text(state, kind, () => JSON.stringify(make()));
  }

  /** The same of what makes its JSON itself. */
  text(state: LiveState, kind: string, make: () => string): string | Buffer {
    const known = this.#serialized.get(state);
    const remembered = known?.get(kind);
    if (remembered) return remembered;
    const text = make();
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
    return {
      ...toDisplayHead(state),
      verses: itemsOnDisplay(state).map((item) => this.toVerse(item)),
      snapshot: toDisplaySnapshot(state),
    };
  }

  /** `toDisplay` as JSON. */
  displayJson(state: LiveState): string {
    const verses = itemsOnDisplay(state).map((item) => this.#verseJson(item));
    const snapshot = JSON.stringify(toDisplaySnapshot(state));
    return `${open(toDisplayHead(state))},"verses":[${verses}],"snapshot":${snapshot}}`;
  }

  toPlayback({ record }: LiveState) {
    const { status, paused, showing, sequence } = record;
    return { live_id: record.id, status, paused, showing, sequence };
  }

  toSettings({ record }: LiveState) {
    const { sequence, reference, translations } = record;
    return { live_id: record.id, sequence, reference, translations };
  }

  toViewerSettings({ record }: LiveState) {
    return record.viewerSettings;
  }

  /** [Resources] Audience secret result; the secret itself only right after it was made. */
  toAudienceSecret({ record }: LiveState, secret?: string) {
    const { id, sequence, secretHash } = record;
    return { live_id: id, sequence, protected: secretHash !== null, ...(secret !== undefined && { secret }) };
  }

  /** [D50] */
  toShown({ at, shown }: ShownEntry) {
    return { shown_at: at, verses: shown.map((item) => this.toVerse(item)) };
  }

  toFocus({ record }: LiveState) {
    return { live_id: record.id, sequence: record.sequence, item_id: record.focusItemId };
  }

  /** A page as JSON: items `start` up to `end`, with `nextCursor` for what follows them. */
  queuePageJson({ record, items }: LiveState, start: number, end: number, nextCursor: string | null): string {
    const head = { live_id: record.id, ...ownerField(record.owner), sequence: record.sequence };
    const data = this.queueJson(items.slice(start, end), start);
    return `${open(head)},"data":${data},"next_cursor":${JSON.stringify(nextCursor)}}`;
  }

  /** Items as a JSON array of `toQueueItem`, the first at `start`. */
  queueJson(items: Pick<QueueItems, 'map'>, start = 0): string {
    const data = items.map((item, index) => {
      const place = { id: item.id, position: start + index };
      return `${open(place)},"verse":${this.#verseJson(item)}}`;
    });
    return `[${data}]`;
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

  #verseJson(item: QueueItem): string {
    let json = this.#verses.get(item);
    if (json === undefined) {
      json = JSON.stringify(this.toVerse(item));
      this.#verses.set(item, json);
    }
    return json;
  }
}

/** An object as JSON that more is to be written into. */
const open = (head: object): string => JSON.stringify(head).slice(0, -1);

/** What comes before its verses. */
function toDisplayHead(state: LiveState) {
  const { record } = state;
  return {
    live_id: record.id,
    status: record.status,
    paused: record.paused,
    showing: record.showing,
    sequence: record.sequence,
    ...ownerField(record.owner),
    type: contentType(state),
  };
}

const itemsOnDisplay = ({ record, items }: LiveState): Pick<QueueItems, 'map'> =>
  record.mode === 'presentation' ? [] : items;

const toDisplaySnapshot = ({ record: { slide } }: LiveState) => slide && toSnapshotSummary(slide);

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

export const toSummary = (summary: Pick<LiveRecord, 'id' | 'name'>, owner: Owner) => ({
  id: summary.id,
  name: summary.name,
  ...ownerField(owner),
});
