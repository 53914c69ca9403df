import type { SlideLayout } from '../contract/slide-fields.ts';
import type { ViewerEdition, ViewerSlide } from '../contract/viewer.ts';
import { toViewerTexts, toVisibleSlide } from '../contract/viewer-content.ts';
import { toCountdownEnd } from '../domain/live/changes/countdown.ts';
import type { Editions } from '../domain/scripture/editions.ts';
import type { ShownSlide, SnapshotSlide } from '../storage/storage.ts';
import { toViewerImage } from './viewer-state.ts';

/**
 * Converts a slide for viewers: only the fields that its layout shows, and no content while it is blank. [D26], [D27]
 */
export function toViewerSlide(
  editions: Editions,
  slide: SnapshotSlide,
  {
    blank,
    ends,
    attribution,
    sung,
    language,
  }: Pick<ShownSlide, 'blank' | 'ends'> & {
    readonly attribution: string | null;
    readonly sung: boolean;
    readonly language: string | null;
  },
): ViewerSlide {
  const layout = blank ? 'blank' : layoutOf(slide);
  const { id, title, text, passage, image, seconds } = slide;
  const texts = toViewerTexts(slide, language);
  const until = toCountdownEnd(slide, { slideId: id, ends });
  return toVisibleSlide({
    id,
    layout,
    title,
    text,
    ...(texts && { texts }),
    passage: passage && toViewerPassage(editions, passage),
    image: image && toViewerImage(image),
    ...(until && { until }),
    ...(seconds && { seconds }),
    ...(attribution && { attribution }),
    ...(sung && { sung }),
  });
}

/** Treats a scripture slide with text instead of a passage, which earlier versions could publish, as a text slide. */
const layoutOf = ({ layout, text, passage }: SnapshotSlide): SlideLayout =>
  layout === 'scripture' && !passage && text ? 'text' : layout;

function toViewerPassage(
  editions: Editions,
  { reference, verses }: NonNullable<SnapshotSlide['passage']>,
): NonNullable<ViewerSlide['passage']> {
  const named: Record<string, ViewerEdition> = {};
  for (const { revisionId } of verses) {
    const { name, languageTag, rights } = editions.requireRevision(revisionId);
    named[revisionId] ??= { name, language: languageTag ?? 'und', attribution: rights.attribution };
  }
  return {
    reference,
    verses: verses.map(({ id, bookId, book, chapter, verse, text, revisionId }) => ({
      id,
      book_id: bookId,
      book,
      chapter,
      verse,
      text,
      edition: revisionId,
    })),
    editions: named,
  };
}
