import type { Slide } from '../../../contract/schemas/presentation.ts';
import type { QueueItem } from '../live/queue.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { IdempotencyRecord } from '../shared/idempotency-records.ts';
import type { ListPage } from '../shared/list-page.ts';
import type { StoredImage } from '../shared/stored-image.ts';

/** A document as it is edited; `image` of a slide is a digest. [D26] */
export interface DeckRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly title: string;
  /** Of the document, from 1 on. */
  readonly revision: number;
  readonly slides: readonly Slide[];
  readonly createdAt: string;
}

export type DeckSummary = Omit<DeckRecord, 'slides'>;

/** A slide with all that it shows: its verses and its image are those of the moment when it was published. */
export interface SnapshotSlide extends Omit<Slide, 'image'> {
  readonly image: StoredImage | null;
  readonly passage: {
    /** As people write it. */
    readonly reference: string;
    readonly verses: readonly QueueItem[];
  } | null;
}

/** What was published of a deck. It never changes, and outlives the deck. [D26] */
export interface SnapshotRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly deckId: string;
  /** Counts what was published of the deck, from 1 on. */
  readonly revision: number;
  /** The revision of the deck that was published; null where a version published it that did not keep this. */
  readonly deckRevision: number | null;
  readonly title: string;
  readonly slides: readonly SnapshotSlide[];
  readonly createdAt: string;
}

/** Images that slides name and that are not in the organization's list. */
export interface UnlistedImages {
  readonly unlisted: readonly string[];
}

export interface DeckStore {
  /**
   * Atomic: the organization's decks are counted, its images are looked for and the new deck is added, with its audit and
   * receipt, as a Live is. No image that it names is removed meanwhile.
   */
  create(
    deck: DeckRecord,
    quota: number,
    more?: { audit: AuditRecord; receipt?: IdempotencyRecord },
  ): Promise<'created' | 'quota_exceeded' | 'repeated' | 'missing' | UnlistedImages>;
  /** Oldest first; `after` is the last one of the page before. */
  list(organizationId: string, page: ListPage): Promise<DeckSummary[]>;
  find(organizationId: string, id: string): Promise<DeckRecord | null>;
  /**
   * Atomic compare-and-set, with its audit: the document is the given one, or its revision was not the one before and nothing
   * changed. Images as for `create`.
   */
  replace(deck: DeckRecord, audit: AuditRecord): Promise<'replaced' | 'stale' | UnlistedImages>;
  delete(
    deck: Pick<DeckRecord, 'organizationId' | 'id' | 'revision'>,
    audit: AuditRecord,
  ): Promise<'deleted' | 'stale'>;
  /**
   * Atomic: snapshots are counted, the snapshot is there with the next revision of its deck, its audit and its receipt, and its
   * images are kept. `image_missing`: one of them is not in the organization's list any more.
   */
  publish(
    snapshot: Omit<SnapshotRecord, 'revision'>,
    quota: number,
    more?: { audit: AuditRecord; toReceipt?: (snapshot: SnapshotRecord) => IdempotencyRecord },
  ): Promise<SnapshotRecord | 'missing' | 'image_missing' | 'quota_exceeded' | 'repeated'>;
  findSnapshot(id: string): Promise<SnapshotRecord | null>;
  /** What was published of a deck last. */
  findLatestSnapshot(deckId: string): Promise<Pick<SnapshotRecord, 'id' | 'deckRevision'> | null>;
}
