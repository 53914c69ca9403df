import { type DisplayVerse, LIVE_SETTINGS, type LiveSettings } from '../../../contract/schemas/live.ts';
import type {
  ListedShownEntry,
  LiveRecord,
  LiveState,
  Owner,
  QueueItem,
  ShownSlide,
} from '../../../storage/storage.ts';
import type { Editions } from '../../scripture/editions.ts';
import { contentType } from '../changes/transitions.ts';

/**
 * The most serialized forms cached for each version: a few kinds, and the result pages of the queue that are read
 * first.
 */
const KINDS_MAX = 16;

/**
 * Bodies up to this length stay strings, which are sent in one write with the response head. Longer ones are encoded
 * once.
 */
const TEXT_MAX_CHARACTERS = 4_096;

/** Builds the JSON representations of a Live at one sequence. [Resources] */
export class Representations {
  readonly #editions: Editions;
  /** Each kind is serialized once per version; all readers get the same bytes. */
  readonly #serialized = new WeakMap<LiveState, Map<string, string | Buffer>>();

  constructor(editions: Editions) {
    this.#editions = editions;
  }

  /** Returns the serialized result of `make()`, cached for this version under `kind`. */
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

  /** Returns the audience secret result. Includes the secret only directly after it was created. [Resources] */
  toAudienceSecret({ record }: LiveState, secret?: string) {
    const { id, sequence, secretHash } = record;
    return { live_id: id, sequence, protected: secretHash !== null, ...(secret !== undefined && { secret }) };
  }

  /** Returns a history entry without its verses. [D50] */
  toShown(
    { number, at, passages, revisions: [first], slide, deckTitle }: ListedShownEntry,
    record: Pick<LiveRecord, 'translations'>,
  ) {
    return {
      id: String(number),
      shown_at: at,
      reference: first ? this.#editions.citeFor(record)(first.id, passages) : null,
      slide: slide && toSnapshotSummary(slide),
      deck_title: deckTitle,
    };
  }

  /** Returns the JSON of the verses of a history entry, without building each of them. */
  shownVerses({ revisions, verses }: ListedShownEntry): string {
    return revisions.reduce((json, { id }, index) => {
      const rights = this.#serializeRights(id);
      // Within a text the quotes are escaped, so nothing else matches.
      return json.replaceAll(rightsIndex(index), () => rights);
    }, verses ?? '[]');
  }

  /** Returns the length of `shownVerses` in bytes, without building it. */
  shownVersesBytes({ revisions, verses }: ListedShownEntry): number {
    return revisions.reduce(
      (bytes, { id, verses: count }, index) =>
        bytes + count * (Buffer.byteLength(this.#serializeRights(id)) - rightsIndex(index).length),
      Buffer.byteLength(verses ?? '[]'),
    );
  }

  #serializeRights(revisionId: string): string {
    const { rights } = this.#editions.requireRevision(revisionId);
    return JSON.stringify({ rights, attribution: rights.attribution }).slice(1);
  }

  toFocus({ record }: LiveState) {
    const { id, sequence, focusItemId, focusLines, focusPart } = record;
    return { live_id: id, sequence, item_id: focusItemId, lines: focusLines, part: focusPart };
  }

  /** Returns the items from `start` up to but excluding `end`, with the cursor of the next result page. */
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

  /** Returns the result of a push or a clear. `added` are the last items of the queue. */
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

/** The end of a verse as `ListedShownEntry` has it. */
const rightsIndex = (index: number): string => `"rights":${index}}`;

/** Returns the settings of a record. [D19] */
export const toSettingsFields = (record: LiveRecord): LiveSettings =>
  Object.fromEntries(LIVE_SETTINGS.map((name) => [name, record[name]])) as unknown as LiveSettings;

/** Returns a SnapshotSummary. [Resources] */
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
