import { LRUCache } from 'lru-cache';
import { LecternError } from '../../contract/lectern-error.ts';
import type {
  DeckRecord,
  IdempotencyRecord,
  Owner,
  ShownSlide,
  SnapshotRecord,
  SnapshotSlide,
  Storage,
} from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { newId } from '../identifiers.ts';
import type { Editions } from '../scripture/editions.ts';
import { resolveSlides } from './resolve-slides.ts';

/** Slides and verses of snapshots that are kept ready, by the characters of their text. */
const CACHED_CHARACTERS = 16_000_000;
/** What a slide or verse takes besides its text. */
const PART_CHARACTERS = 200;

/** What can be the id of a snapshot; nothing else reaches the database. */
const SNAPSHOT_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Which slide of which snapshot is to be shown: `slideId` wins over `index`, and the first slide is the default. [D27] */
export interface SlideChoice {
  readonly snapshotId: string;
  readonly slideId?: string;
  readonly index?: number;
  readonly blank?: boolean;
}

interface ShownPair {
  readonly slide: SnapshotSlide;
  readonly next: SnapshotSlide | null;
}

/** What was published of decks: immutable, so that what was once read stays true. [D26] */
export class Snapshots {
  readonly #storage: Pick<Storage, 'decks' | 'images'>;
  readonly #editions: Editions;
  readonly #quota: number;
  readonly #known = new LRUCache<string, SnapshotRecord>({ maxSize: CACHED_CHARACTERS });
  /** Goes with the state of the Live that names it. */
  readonly #shown = new WeakMap<ShownSlide, ShownPair>();

  constructor(
    storage: Pick<Storage, 'decks' | 'images'>,
    editions: Editions,
    options: { snapshotsPerOrganization: number },
  ) {
    this.#storage = storage;
    this.#editions = editions;
    this.#quota = options.snapshotsPerOrganization;
  }

  /**
   * Throws `invalid_fields`, `invalid_reference`, `edition_not_enabled`, `quota_exceeded`, `not_found`. Null where there is a
   * receipt already, and nothing was published.
   */
  async publish(
    { id: deckId, organizationId, revision: deckRevision, title, slides }: DeckRecord,
    actor: Actor,
    toReceipt?: (snapshot: SnapshotRecord) => IdempotencyRecord,
  ): Promise<SnapshotRecord | null> {
    if (slides.length === 0) throw new LecternError('invalid_fields', 'The deck has no slides.');
    const owner: Owner = { kind: 'organization', id: organizationId };
    const named = [...new Set(slides.flatMap(({ image }) => image ?? []))];
    const images = await this.#storage.images.find(organizationId, named);
    const byDigest = new Map(images.map((image) => [image.digest, image]));
    const id = newId();
    const published = await this.#storage.decks.publish(
      {
        id,
        organizationId,
        deckId,
        deckRevision,
        title,
        slides: await resolveSlides(this.#editions, owner, slides, byDigest),
        createdAt: new Date().toISOString(),
      },
      this.#quota,
      { audit: toAuditRecord(actor, { owner, resource: id, resourceName: title }), toReceipt },
    );
    switch (published) {
      case 'repeated':
        return null;
      case 'quota_exceeded':
        throw new LecternError('quota_exceeded', `At most ${this.#quota} snapshots are allowed.`);
      case 'image_missing':
        throw new LecternError('invalid_fields', 'An image of the deck is not there any more.');
      case 'missing':
        throw new LecternError('not_found', 'There is no such deck.');
    }
    this.#keep(published);
    return published;
  }

  /** Throws `not_found`, for another's snapshot as well. */
  async require(organizationId: string, id: string): Promise<SnapshotRecord> {
    const snapshot = await this.#find(id);
    if (snapshot?.organizationId !== organizationId) throw new LecternError('not_found', 'There is no such snapshot.');
    return snapshot;
  }

  /** What was published of a deck last, and from which revision of it; null where nothing was. */
  findLatest({ id }: Pick<DeckRecord, 'id'>): Promise<Pick<SnapshotRecord, 'id' | 'deckRevision'> | null> {
    return this.#storage.decks.findLatestSnapshot(id);
  }

  /** Throws `invalid_fields` for a snapshot that is not the organization's, and for a slide that it does not have. */
  async select(organizationId: string, choice: SlideChoice): Promise<ShownSlide> {
    const { snapshotId, slideId, blank = false } = choice;
    const snapshot = await this.#find(snapshotId);
    if (snapshot?.organizationId !== organizationId)
      throw unknown('/snapshot_id', 'is no snapshot of the organization');
    const { deckId, revision, slides } = snapshot;
    const index = slideId === undefined ? (choice.index ?? 0) : slides.findIndex(({ id }) => id === slideId);
    const slide = slides[index];
    if (!slide) throw unknown(slideId === undefined ? '/index' : '/slide_id', 'is no slide of the snapshot');
    return { snapshotId, deckId, revision, slideId: slide.id, index, blank };
  }

  /** Reads what a Live shows, so that `requireShown` can answer at once. */
  async load(shown: ShownSlide): Promise<void> {
    if (this.#shown.has(shown)) return;
    const { index, snapshotId } = shown;
    const [slide, next = null] = (await this.#find(snapshotId))?.slides.slice(index, index + 2) ?? [];
    if (!slide) throw new Error(`slide ${index} of snapshot ${snapshotId} is missing`);
    await this.loadRevisions(next ? [slide, next] : [slide]);
    this.#shown.set(shown, { slide, next });
  }

  /** The slide, and the one after it. */
  requireShown(shown: ShownSlide): ShownPair {
    const pair = this.#shown.get(shown);
    if (!pair) throw new Error(`slide ${shown.index} of snapshot ${shown.snapshotId} was not loaded`);
    return pair;
  }

  /** Reads the editions that the verses come from, so that their rights are at hand. */
  async loadRevisions(slides: readonly SnapshotSlide[]): Promise<void> {
    const verses = slides.flatMap(({ passage }) => passage?.verses ?? []);
    await this.#editions.loadRevisions(verses.map(({ revisionId }) => revisionId));
  }

  async #find(id: string): Promise<SnapshotRecord | null> {
    const known = this.#known.get(id);
    if (known) return known;
    const snapshot = SNAPSHOT_ID.test(id) ? await this.#storage.decks.findSnapshot(id) : null;
    if (snapshot) this.#keep(snapshot);
    return snapshot;
  }

  #keep(snapshot: SnapshotRecord): void {
    const texts = snapshot.slides.flatMap(({ text, passage }) => [
      text ?? '',
      ...(passage?.verses.map((verse) => verse.text) ?? []),
    ]);
    const size = texts.reduce((sum, { length }) => sum + length + PART_CHARACTERS, PART_CHARACTERS);
    this.#known.set(snapshot.id, snapshot, { size });
  }
}

const unknown = (pointer: string, message: string): LecternError =>
  new LecternError('invalid_fields', undefined, { errors: [{ pointer, message }] });
