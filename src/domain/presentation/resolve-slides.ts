import { LecternError } from '../../contract/lectern-error.ts';
import { SLIDE_MAX_VERSES, SNAPSHOT_MAX_VERSES } from '../../contract/limits.ts';
import type { SlideReference } from '../../contract/schemas/presentation.ts';
import type { Owner, SnapshotSlide, StoredImage } from '../../storage/storage.ts';
import { newId } from '../identifiers.ts';
import type { Editions } from '../scripture/editions.ts';
import { citePassagesIn } from '../scripture/names/citations.ts';
import { requireEditions, requireVerses, toNewItems } from '../scripture/passage.ts';
import type { Passage } from '../scripture/passage-numbers.ts';
import { toPassage } from '../scripture/passage-numbers.ts';
import type { SlideOccurrence } from './slide-occurrences.ts';

/**
 * Resolves everything that slides show, so that later changes do not affect the snapshot. Scripture comes from the
 * edition that the reference names, or from the first of the owner's library. `images` are the existing images that the
 * slides name. Throws `invalid_reference`, `edition_not_enabled` and `invalid_fields`. [D26]
 */
export async function resolveSlides(
  editions: Editions,
  owner: Owner,
  occurrences: readonly SlideOccurrence[],
  images: ReadonlyMap<string, StoredImage>,
): Promise<SnapshotSlide[]> {
  const frozen: SnapshotSlide[] = [];
  let verses = 0;
  for (const { slide, id, number } of occurrences) {
    try {
      const passage = slide.reference && (await readPassage(editions, owner, slide.reference));
      verses += passage?.verses.length ?? 0;
      frozen.push({ ...slide, id, passage, image: slide.image === null ? null : requireImage(images, slide.image) });
    } catch (error) {
      throw error instanceof LecternError ? withSlideNumber(error, number) : error;
    }
    if (verses > SNAPSHOT_MAX_VERSES) {
      throw new LecternError(
        'invalid_reference',
        `All slides together can show at most ${SNAPSHOT_MAX_VERSES} verses.`,
      );
    }
  }
  return frozen;
}

async function readPassage(
  editions: Editions,
  owner: Owner,
  { end_verse, ...reference }: SlideReference,
): Promise<NonNullable<SnapshotSlide['passage']>> {
  const slug = reference.translation ?? (await requireFirstEdition(editions, owner));
  const from = await requireEditions(editions, owner, [slug], []);
  const start = toPassage(reference);
  const passage = end_verse === undefined ? start : { ...start, end_verse };
  const verses = toNewItems(from, await requireVerses(editions, from, [passage], 'cut'));
  if (verses.length > SLIDE_MAX_VERSES) {
    throw new LecternError(
      'invalid_reference',
      `The slide would show ${verses.length} verses; at most ${SLIDE_MAX_VERSES} are allowed.`,
    );
  }
  return {
    reference: citePassagesIn(editions.requireRevision(verses[0]!.revisionId), [toFound(passage, verses)]),
    verses: verses.map((verse, rank) => ({ ...verse, id: newId(), rank, line: null, run: null })),
  };
}

/** Limits a passage to its existing verses. A whole chapter or book stays one. */
function toFound(passage: Passage, verses: readonly { readonly verse: number }[]): Passage {
  if (passage.verse === undefined) return passage;
  return { ...passage, verse: verses[0]!.verse, end_verse: verses.at(-1)!.verse };
}

async function requireFirstEdition(editions: Editions, owner: Owner): Promise<string> {
  const [first] = await editions.listEnabled(owner, { limit: 1, after: null });
  if (!first) throw new LecternError('edition_not_enabled', 'The library has no edition.');
  return first.slug;
}

/** Returns an image. It may have been removed since the deck was saved. */
function requireImage(images: ReadonlyMap<string, StoredImage>, digest: string): StoredImage {
  const image = images.get(digest);
  if (!image) throw new LecternError('invalid_fields', 'The image no longer exists.');
  const { mediaType, width, height } = image;
  return { digest, mediaType, width, height };
}

/** Adds the number of the slide to the error detail, because the request does not name slides. */
const withSlideNumber = (error: LecternError, number: number): LecternError =>
  new LecternError(error.code, `Slide ${number}: ${error.detail ?? error.message}`, { cause: error });
