import type { ViewerEdition, ViewerSlide } from '../contract/viewer.ts';
import type { Editions } from '../domain/scripture/editions.ts';
import type { ShownSlide, SnapshotSlide } from '../storage/storage.ts';
import { toViewerImage } from './viewer-state.ts';

/** What the audience sees of a slide; while it is blanked, nothing of its content. [D27] */
export function toViewerSlide(editions: Editions, slide: SnapshotSlide, { blank }: ShownSlide): ViewerSlide {
  const { id, layout, title, text, passage, image } = slide;
  if (blank) return { id, layout: 'blank', title: null, text: null, passage: null, image: null };
  return {
    id,
    layout,
    title,
    text,
    passage: passage && toViewerPassage(editions, passage),
    image: image && toViewerImage(image),
  };
}

function toViewerPassage(
  editions: Editions,
  { reference, verses }: NonNullable<SnapshotSlide['passage']>,
): NonNullable<ViewerSlide['passage']> {
  const named: Record<string, ViewerEdition> = {};
  for (const { revisionId } of verses) {
    const { name, language, rights } = editions.requireRevision(revisionId);
    named[revisionId] ??= { name, language, attribution: rights.attribution };
  }
  return {
    reference,
    verses: verses.map(({ id, bookId, book, chapter, verse, text, revisionId }) => ({
      ...{ id, book_id: bookId, book, chapter, verse, text },
      edition: revisionId,
    })),
    editions: named,
  };
}
