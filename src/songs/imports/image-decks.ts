import { setTimeout as sleep } from 'node:timers/promises';
import { toNotice } from '../../contract/import-notices.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type { SlideInput } from '../../contract/schemas/presentation.ts';
import type { Actor } from '../../domain/audit/audit.ts';
import { toNewDeck } from '../../domain/presentation/decks.ts';
import type { Images } from '../../domain/presentation/images.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ReadItem } from '../read-songs.ts';
import { type NewImportItem, toImportItem } from './new-item.ts';

/** Pause after which an image is added again, if the images of others took too long. */
const RETRY_MS = 2_000;

type ReadImage = Extract<ReadItem, { kind: 'image' }>;

export interface ImageDecksDependencies {
  readonly images: Pick<Images, 'add' | 'remove'>;
  readonly storage: Pick<Storage, 'decks' | 'images'>;
  readonly organizationId: string;
  readonly actor: Actor;
  readonly signal: AbortSignal;
  /** Returns the id of a deck with a title, or null. */
  findByTitle(title: string): string | null;
}

/** Stores the images of an import, and makes decks of them. [D70] */
export class ImageDecks {
  readonly #deps: ImageDecksDependencies;
  /** The images of the deck that is being read, with their digests. */
  #slides: { readonly read: Omit<ReadImage, 'bytes'>; readonly digest: string }[] = [];
  /** The digests of all images of the import. */
  readonly #stored: string[] = [];
  /** Whether the organization cannot have more images. */
  #isFull = false;

  constructor(deps: ImageDecksDependencies) {
    this.#deps = deps;
  }

  /** Stores an image. Returns what is known now: the deck before it, and why it is refused. */
  async add({ bytes, ...read }: ReadImage): Promise<NewImportItem[]> {
    const isNext = this.#slides.length > 0 && this.#slides[0]!.read.deck.key !== read.deck.key;
    const finished = isNext ? await this.finish() : [];
    if (this.#isFull) return finished;
    try {
      const digest = await this.#store(bytes, read.mediaType);
      this.#stored.push(digest);
      this.#slides.push({ read, digest });
      return finished;
    } catch (error) {
      if (!(error instanceof LecternError) || error.code === 'not_found') throw error;
      this.#isFull = error.code === 'quota_exceeded';
      const reason = toNotice(this.#isFull ? 'slides_quota_exceeded' : 'slides_picture_damaged');
      return [...finished, { item: toImportItem(read.name, 'refused', { reason }), deck: null }];
    }
  }

  /** Returns the deck of the images since the last one; an empty list without images. */
  async finish(): Promise<NewImportItem[]> {
    const slides = this.#slides;
    const [first] = slides;
    this.#slides = [];
    if (!first) return [];
    const { deck: group, format } = first.read;
    const lacking = slides.flatMap(({ read }, index) => (read.lacksFont ? index + 1 : []));
    const shown = {
      title: group.title,
      format,
      slides: slides.length,
      warnings: lacking.length > 0 ? [toNotice('slides_without_font', { slides: lacking.join(', ') })] : [],
    };
    const duplicateOf = this.#deps.findByTitle(group.title);
    if (
      duplicateOf !== null &&
      (await this.#hasImages(
        duplicateOf,
        slides.map(({ digest }) => digest),
      ))
    ) {
      return [{ item: toImportItem(group.title, 'already_there', { ...shown, deck_id: duplicateOf }), deck: null }];
    }
    const deck = toNewDeck(this.#deps.organizationId, {
      title: group.title,
      kind: 'slides',
      slides: slides.map(
        ({ read, digest }, index): SlideInput => ({
          id: `s${index + 1}`,
          layout: 'image',
          title: read.title,
          image: digest,
        }),
      ),
    });
    return [
      { item: toImportItem(group.title, 'created', { ...shown, deck_id: deck.id, duplicate_of: duplicateOf }), deck },
    ];
  }

  /** Removes the images that were added since a time, except those that something uses. */
  discard(since: string): Promise<void> {
    return removeUnused(this.#deps, this.#stored, since);
  }

  async #store(bytes: Buffer, mediaType: ReadImage['mediaType']): Promise<string> {
    const { images, organizationId, actor, signal } = this.#deps;
    for (;;) {
      signal.throwIfAborted();
      try {
        return (await images.add(organizationId, { bytes, mediaType }, actor)).digest;
      } catch (error) {
        if (!(error instanceof LecternError) || error.code !== 'rate_limited') throw error;
        await sleep(RETRY_MS, undefined, { signal });
      }
    }
  }

  async #hasImages(deckId: string, digests: readonly string[]): Promise<boolean> {
    const deck = await this.#deps.storage.decks.find(this.#deps.organizationId, deckId);
    return deck?.slides.length === digests.length && deck.slides.every(({ image }, at) => image === digests[at]);
  }
}

/** Removes those images that were added since a time, and that nothing uses. */
export async function removeUnused(
  {
    images,
    storage,
    organizationId,
    actor,
  }: Pick<ImageDecksDependencies, 'images' | 'storage' | 'organizationId' | 'actor'>,
  digests: readonly string[],
  since: string,
): Promise<void> {
  const added = await storage.images.find(organizationId, [...new Set(digests)]);
  for (const { digest } of added.filter(({ createdAt }) => createdAt >= since)) {
    await images.remove(organizationId, digest, actor).catch((error) => {
      if (!(error instanceof LecternError)) throw error;
    });
  }
}
