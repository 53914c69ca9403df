import { LRUCache } from 'lru-cache';
import { toDeckAttribution } from '../../contract/deck-attribution.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type {
  DeckRecord,
  IdempotencyRecord,
  ListedSnapshot,
  ListPage,
  Owner,
  ShownSlide,
  SnapshotRecord,
  SnapshotSlide,
  Storage,
  UsedThing,
} from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { newId } from '../identifiers.ts';
import { toShownPlace } from '../live/changes/countdown.ts';
import type { Editions } from '../scripture/editions.ts';
import { toUsedSong } from '../usage/used-things.ts';
import { resolveSlides } from './resolve-slides.ts';
import { toOccurrences } from './slide-occurrences.ts';

/** The most characters of snapshots cached. */
const CACHED_CHARACTERS = 16_000_000;
/** The overhead of a slide or verse in characters. */
const PART_CHARACTERS = 200;

/** The format of a snapshot id. Other texts are never queried. */
const SNAPSHOT_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The slide to show. `slideId` takes precedence over `index`; the default is the first slide. [D27] */
export interface SlideChoice {
  readonly snapshotId: string;
  readonly slideId?: string;
  readonly index?: number;
  readonly blank?: boolean;
}

/** The shown slide, the next one, and what their deck says of them. */
interface ShownSlides {
  readonly slide: SnapshotSlide;
  readonly next: SnapshotSlide | null;
  readonly attribution: string | null;
  readonly sung: boolean;
  /** The song as a report names it; null if the deck is no song. [D77] */
  readonly song: UsedThing | null;
  /** Language of the texts, or null if it is unknown. */
  readonly language: string | null;
}

/** The published snapshots of decks. They never change, so cached ones stay valid. [D26] */
export class Snapshots {
  readonly #storage: Pick<Storage, 'decks' | 'images'>;
  readonly #editions: Editions;
  readonly #quota: number;
  readonly #cache = new LRUCache<string, SnapshotRecord>({ maxSize: CACHED_CHARACTERS });
  /** Held as long as the Live state that refers to it. */
  readonly #shown = new WeakMap<ShownSlide, ShownSlides>();

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
   * Publishes a deck. Returns null and publishes nothing if the record already exists. Throws `invalid_fields`,
   * `invalid_reference`, `edition_not_enabled`, `quota_exceeded` and `not_found`.
   */
  async publish(
    deck: DeckRecord,
    actor: Actor,
    toIdempotencyRecord?: (snapshot: SnapshotRecord) => IdempotencyRecord,
  ): Promise<SnapshotRecord | null> {
    const {
      id: deckId,
      organizationId,
      revision: deckRevision,
      title,
      kind,
      footer,
      languageTag,
      songbook,
      slides,
    } = deck;
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
        kind,
        footer,
        languageTag,
        songbook,
        slides: await resolveSlides(this.#editions, owner, toOccurrences(deck), byDigest),
        createdAt: new Date().toISOString(),
      },
      this.#quota,
      {
        audit: toAuditRecord(actor, { owner, resource: id, resourceName: title }),
        toIdempotencyRecord,
      },
    );
    switch (published) {
      case 'repeated':
        return null;
      case 'quota_exceeded':
        throw new LecternError('quota_exceeded', `At most ${this.#quota} snapshots are allowed.`);
      case 'image_missing':
        throw new LecternError('invalid_fields', 'An image of the deck no longer exists.');
      case 'missing':
        throw new LecternError('not_found', 'There is no such deck.');
    }
    this.#keep(published);
    return published;
  }

  /** Returns a snapshot. Throws `not_found`, also for a snapshot of another owner. */
  async require(organizationId: string, id: string): Promise<SnapshotRecord> {
    const snapshot = await this.#find(id);
    if (snapshot?.organizationId !== organizationId) throw new LecternError('not_found', 'There is no such snapshot.');
    return snapshot;
  }

  /** Lists the snapshots of a deck, latest first. */
  list({ id }: Pick<DeckRecord, 'id'>, page: ListPage<number>): Promise<ListedSnapshot[]> {
    return this.#storage.decks.listSnapshots(id, page);
  }

  /** Returns the latest snapshot of a deck with the deck revision it was made from, or null. */
  findLatest({ id }: Pick<DeckRecord, 'id'>): Promise<Pick<SnapshotRecord, 'id' | 'deckRevision'> | null> {
    return this.#storage.decks.findLatestSnapshot(id);
  }

  /**
   * Selects a slide. Throws `invalid_fields` for a snapshot of another owner and for a slide that the snapshot does not
   * have.
   */
  async select(organizationId: string, choice: SlideChoice): Promise<ShownSlide> {
    const { snapshotId, blank = false } = choice;
    const snapshot = await this.#find(snapshotId);
    if (snapshot?.organizationId !== organizationId)
      throw unknown('/snapshot_id', 'is no snapshot of the organization');
    const { deckId, revision, slides } = snapshot;
    const index = findSlideIndex(slides, choice);
    return { snapshotId, deckId, revision, ...toShownPlace(slides, index), blank };
  }

  /** Loads the slide that a Live shows, so that `requireShown` can return it synchronously. */
  async load(shown: ShownSlide): Promise<void> {
    if (this.#shown.has(shown)) return;
    const { index, snapshotId } = shown;
    const snapshot = await this.#find(snapshotId);
    const [slide, next = null] = snapshot?.slides.slice(index, index + 2) ?? [];
    if (!snapshot || !slide) throw new Error(`slide ${index} of snapshot ${snapshotId} is missing`);
    await this.loadRevisions(next ? [slide, next] : [slide]);
    this.#shown.set(shown, {
      slide,
      next,
      attribution: toDeckAttribution(snapshot),
      sung: snapshot.kind === 'song',
      song: toUsedSong(snapshot),
      language: snapshot.languageTag,
    });
  }

  /** Returns the slide, the next one, and what their deck says of them. */
  requireShown(shown: ShownSlide): ShownSlides {
    const slides = this.#shown.get(shown);
    if (!slides) throw new Error(`slide ${shown.index} of snapshot ${shown.snapshotId} was not loaded`);
    return slides;
  }

  /** Loads the revisions that the verses come from, for their rights. */
  async loadRevisions(slides: readonly SnapshotSlide[]): Promise<void> {
    const verses = slides.flatMap(({ passage }) => passage?.verses ?? []);
    await this.#editions.loadRevisions(verses.map(({ revisionId }) => revisionId));
  }

  async #find(id: string): Promise<SnapshotRecord | null> {
    const cached = this.#cache.get(id);
    if (cached) return cached;
    const snapshot = SNAPSHOT_ID.test(id) ? await this.#storage.decks.findSnapshot(id) : null;
    if (snapshot) this.#keep(snapshot);
    return snapshot;
  }

  #keep(snapshot: SnapshotRecord): void {
    const texts = snapshot.slides.flatMap(({ text, translations = [], passage }) => [
      text ?? '',
      ...translations.map((each) => each.text),
      ...(passage?.verses.map((verse) => verse.text) ?? []),
    ]);
    const size = texts.reduce((sum, { length }) => sum + length + PART_CHARACTERS, PART_CHARACTERS);
    this.#cache.set(snapshot.id, snapshot, { size });
  }
}

/** Returns the index of the chosen slide. `slideId` takes precedence. Throws `invalid_fields` for an unknown slide. */
export function findSlideIndex(
  slides: readonly { readonly id: string }[],
  { slideId, index = 0 }: Pick<SlideChoice, 'slideId' | 'index'>,
): number {
  const found = slideId === undefined ? index : slides.findIndex(({ id }) => id === slideId);
  if (!slides[found]) throw unknown(slideId === undefined ? '/index' : '/slide_id', 'is no slide of the snapshot');
  return found;
}

const unknown = (pointer: string, message: string): LecternError =>
  new LecternError('invalid_fields', undefined, { errors: [{ pointer, message }] });
