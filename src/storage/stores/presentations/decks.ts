import type { DeckFooter, DeckKind, Slide, Songbook } from '../../../contract/schemas/presentation.ts';
import type { LiveBackstage } from '../live/lives.ts';
import type { QueueItem } from '../live/queue.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { IdempotencyRecord } from '../shared/idempotency-records.ts';
import type { ListPage } from '../shared/list-page.ts';
import type { StoredImage, UnlistedImages } from '../shared/stored-image.ts';

/** A deck as it is edited. The `image` of a slide is a digest. [D26] */
export interface DeckRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly title: string;
  /** Revision of the document. Starts at 1. */
  readonly revision: number;
  readonly slides: readonly Slide[];
  readonly kind: DeckKind;
  /** Ids of slides in the order in which they are presented; null presents each slide once. [D70] */
  readonly order: readonly string[] | null;
  readonly footer: DeckFooter | null;
  /** Whether phones get its slides that were shown, and its title. [D73] */
  readonly shared: boolean;
  /** Language of the texts, or null if it is unknown. [D77] */
  readonly languageTag: string | null;
  readonly songbook: Songbook | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type DeckSummary = Omit<DeckRecord, 'slides' | 'order' | 'footer' | 'languageTag' | 'songbook' | 'updatedAt'>;

/** A deck in a list. */
export interface ListedDeck extends DeckSummary {
  readonly slideCount: number;
  readonly updatedAt: string;
  readonly firstLine: string;
  readonly authors: string | null;
  readonly songbook: Songbook | null;
  /** The last UTC day on which the song was counted as shown, or null. [D77] */
  readonly lastUsed: string | null;
  /** The latest snapshot, or null. */
  readonly published: Pick<SnapshotRecord, 'id' | 'deckRevision' | 'createdAt'> | null;
}

/** A snapshot in a list. */
export type ListedSnapshot = Omit<
  SnapshotRecord,
  'organizationId' | 'kind' | 'footer' | 'languageTag' | 'songbook' | 'slides'
>;

/** A deck that has the words of a search. */
interface FoundDeck extends DeckSummary {
  readonly authors: string | null;
  readonly songbook: Songbook | null;
  readonly firstLine: string;
  /** True if the text is the number of the song in its songbook. */
  readonly numbered: boolean;
  /** True if the title begins with the text, or if the text is the number in the source of the song. */
  readonly begins: boolean;
  /** The line of the slides that has most of the words; null if the title has all of them. */
  readonly line: string | null;
}

/** The most decks to find, and how many of them by the words of their slides alone. */
interface DeckSearchLimits {
  readonly limit: number;
  readonly bySlides: number;
}

/** A slide with all its content: verses and image as they were at the time of publishing. */
export interface SnapshotSlide extends Omit<Slide, 'image'> {
  readonly image: StoredImage | null;
  readonly passage: {
    /** The reference as it is displayed. */
    readonly reference: string;
    readonly verses: readonly QueueItem[];
  } | null;
}

/** A published version of a deck. It never changes, and is kept after the deck is deleted. [D26] */
export interface SnapshotRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly deckId: string;
  /** Number of the published version of the deck. Starts at 1. */
  readonly revision: number;
  /** The revision of the deck that was published; null if an earlier version of Lectern published it. */
  readonly deckRevision: number | null;
  readonly title: string;
  readonly kind: DeckKind;
  readonly footer: DeckFooter | null;
  readonly languageTag: string | null;
  readonly songbook: Songbook | null;
  /** The slides in the order in which they are presented. Each has its own id. */
  readonly slides: readonly SnapshotSlide[];
  readonly createdAt: string;
}

export interface DeckStore {
  /**
   * Creates a deck within the organization's quota, atomically with its audit record and idempotency record, like
   * `LiveStore.create`. None of its images can be removed meanwhile.
   */
  create(
    deck: DeckRecord,
    quota: number,
    more?: { audit: AuditRecord; idempotencyRecord?: IdempotencyRecord },
  ): Promise<'created' | 'quota_exceeded' | 'repeated' | 'missing' | UnlistedImages>;
  /** Lists decks, oldest first. `after` is the last one of the previous page. */
  list(organizationId: string, page: ListPage): Promise<ListedDeck[]>;
  find(organizationId: string, id: string): Promise<DeckRecord | null>;
  /** Returns the decks of the organization among the ids, by id. */
  findSummaries(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, DeckSummary>>;
  /**
   * Finds decks that have all typed words in their title or slides, the last letters as a prefix. Lists first those
   * whose title begins with the text, then those with all words in the title, then those with the text as a phrase.
   */
  search(organizationId: string, typed: string, limits: DeckSearchLimits): Promise<FoundDeck[]>;
  /**
   * Replaces a deck with compare-and-set, atomically with its audit record. Returns `stale`, with no change, if the
   * stored revision is not the previous one. Checks images like `create`. Otherwise returns the new backstage states of
   * the Lives with changed reader pages, by Live id.
   */
  replace(
    deck: DeckRecord,
    audit: AuditRecord,
    options: {
      /** Whether the reader pages of the organization's Lives can show something else after it. */
      readonly changesPhones: boolean;
    },
  ): Promise<ReadonlyMap<string, LiveBackstage> | 'stale' | UnlistedImages>;
  delete(
    deck: Pick<DeckRecord, 'organizationId' | 'id' | 'revision'>,
    audit: AuditRecord,
  ): Promise<ReadonlyMap<string, LiveBackstage> | 'stale'>;
  /**
   * Publishes a snapshot within the quota, atomically with its audit record and idempotency record. It gets the next
   * revision of its deck, and its images are kept. Returns `image_missing` if one of them is no longer in the
   * organization's list.
   */
  publish(
    snapshot: Omit<SnapshotRecord, 'revision'>,
    quota: number,
    more?: { audit: AuditRecord; toIdempotencyRecord?: (snapshot: SnapshotRecord) => IdempotencyRecord },
  ): Promise<SnapshotRecord | 'missing' | 'image_missing' | 'quota_exceeded' | 'repeated'>;
  /** Lists the snapshots of a deck, latest first. `after` is the revision of the last one of the previous page. */
  listSnapshots(deckId: string, page: ListPage<number>): Promise<ListedSnapshot[]>;
  findSnapshot(id: string): Promise<SnapshotRecord | null>;
  /** Returns the latest published version of a deck. */
  findLatestSnapshot(deckId: string): Promise<Pick<SnapshotRecord, 'id' | 'deckRevision'> | null>;
}
