import type { Slide } from '../../../../src/contract/schemas/presentation.ts';
import { toDeckSlideId } from '../../../session/song-parts.ts';
import { type DeckDocument, toPresentedSlides } from './deck-document.ts';

/** Differences between a deck and its latest snapshot. */
export interface PublicationChanges {
  readonly title: boolean;
  readonly footer: boolean;
  /** Whether the same slides are presented in another order, or other times. */
  readonly order: boolean;
  readonly added: readonly Slide[];
  readonly removed: number;
  readonly changed: readonly Slide[];
}

/** Compares the slides as they are presented. Slides are the same if they have the same id. */
export function findChanges(
  document: DeckDocument,
  snapshot: Pick<DeckDocument, 'title' | 'footer' | 'slides'>,
): PublicationChanges {
  const now = toPresentedSlides(document);
  const then = snapshot.slides.map((slide) => ({ ...slide, id: toDeckSlideId(slide.id) }));
  const nowById = new Map(now.map((slide) => [slide.id, slide]));
  const thenById = new Map(then.map((slide) => [slide.id, slide]));
  const common = (slides: readonly Slide[]) =>
    slides.flatMap(({ id }) => (nowById.has(id) && thenById.has(id) ? [id] : [])).join(' ');
  return {
    title: document.title !== snapshot.title,
    footer: serialize(document.footer) !== serialize(snapshot.footer),
    order: common(now) !== common(then),
    added: [...nowById.values()].filter(({ id }) => !thenById.has(id)),
    removed: [...thenById.keys()].filter((id) => !nowById.has(id)).length,
    changed: [...nowById.values()].filter((slide) => {
      const before = thenById.get(slide.id);
      return before !== undefined && contentOf(before) !== contentOf(slide);
    }),
  };
}

export const hasChanges = ({ title, footer, order, added, removed, changed }: PublicationChanges): boolean =>
  title || footer || order || added.length > 0 || removed > 0 || changed.length > 0;

/** Empty texts count as null. */
const serialize = (value: object | null): string =>
  JSON.stringify(Object.entries(value ?? {}).filter(([, field]) => field !== null && field !== ''));

const contentOf = ({ layout, title, text, reference, image, until, seconds, translations, chords }: Slide): string =>
  JSON.stringify([
    layout,
    title || null,
    text || null,
    reference && [reference.book_id, reference.chapter, reference.verse, reference.end_verse, reference.translation],
    image,
    until,
    seconds,
    translations ?? [],
    chords ?? [],
  ]);
