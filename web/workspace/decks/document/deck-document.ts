import { keepChords } from '../../../../src/contract/keep-chords.ts';
import { DECK_MAX_SLIDES, SLIDE_TEXT_MAX_CHARACTERS } from '../../../../src/contract/limits.ts';
import type { DeckFooter, DeckKind, Slide, Songbook } from '../../../../src/contract/schemas/presentation.ts';
import { SLIDE_FIELDS, type SlideLayout, showsField } from '../../../../src/contract/slide-fields.ts';
import { nextPartId, nextSlideOfPart } from '../../../session/song-parts.ts';
import { randomId } from '../../../shared/random-id.ts';

/** Content of a deck, as an editor changes it. Documents are immutable and share their unchanged slides. */
export interface DeckDocument {
  readonly title: string;
  readonly kind: DeckKind;
  readonly slides: readonly Slide[];
  readonly order: readonly string[] | null;
  readonly footer: DeckFooter | null;
  readonly shared: boolean;
  readonly language_tag: string | null;
  readonly songbook: Songbook | null;
}

/** A song, or slides, without content. */
export const EMPTY_DECK = {
  slides: [],
  order: null,
  footer: null,
  shared: false,
  language_tag: null,
  songbook: null,
} as const;

/** Returns an unused slide id. In a song, it says that the slide is the next verse. */
function newSlideId({ kind, slides }: Pick<DeckDocument, 'kind' | 'slides'>): string {
  return kind === 'song' ? nextPartId('v', new Set(slides.map(({ id }) => id))) : randomId();
}

/** Returns an unused id for a slide after another. In a song, it says that both belong to one part. */
export function newIdAfter(document: DeckDocument, id: string): string {
  if (document.kind !== 'song') return newSlideId(document);
  return nextSlideOfPart(id, new Set(document.slides.map((slide) => slide.id)));
}

/** Duration of a new countdown. */
export const DEFAULT_COUNTDOWN_SECONDS = 300;

export const emptySlide = (id: string, layout: SlideLayout): Slide => ({
  id,
  layout,
  title: null,
  text: null,
  reference: null,
  image: null,
  ...(layout === 'countdown' && { until: null, seconds: DEFAULT_COUNTDOWN_SECONDS }),
});

/** Returns new slides with a layout, each with an unused id: one for each content, or an empty one. */
export function createSlides(
  document: DeckDocument,
  layout: SlideLayout,
  contents: readonly Partial<Slide>[] = [{}],
): Slide[] {
  let { slides } = document;
  return contents.map((content) => {
    const slide = { ...emptySlide(newSlideId({ ...document, slides }), layout), ...content };
    slides = [...slides, slide];
    return slide;
  });
}

/** Returns a slide with another layout, without the fields that this layout does not show. */
export function changeLayout(slide: Slide, layout: SlideLayout): Slide {
  const { until = null, seconds = null, translations, chords, ...rest } = slide;
  const hidden = SLIDE_FIELDS.filter((field) => field in rest && !showsField(layout, field));
  const duration = until === null ? (seconds ?? DEFAULT_COUNTDOWN_SECONDS) : null;
  return {
    ...rest,
    layout,
    ...Object.fromEntries(hidden.map((field) => [field, null])),
    ...(layout === 'countdown' && { until, seconds: duration }),
    ...(layout === 'text' && translations && { translations }),
    ...(layout === 'text' && chords && { chords }),
  };
}

/** Returns a text slide with another text, where the chords stay with their words. */
export const changeText = (slide: Slide, text: string | null): Slide => ({
  ...slide,
  text,
  ...(slide.chords && { chords: keepChords(slide, text ?? '') }),
});

/** Inserts slides before an index. Those that exceed the limit of a deck are left out. */
export function insertSlides(document: DeckDocument, index: number, added: readonly Slide[]): DeckDocument {
  const { slides } = document;
  const fitting = added.slice(0, Math.max(0, DECK_MAX_SLIDES - slides.length));
  return { ...document, slides: slides.toSpliced(index, 0, ...fitting) };
}

/** Removes a slide, also from the order. */
export function removeSlide(document: DeckDocument, id: string): DeckDocument {
  const order = document.order?.filter((one) => one !== id) ?? null;
  return {
    ...document,
    slides: document.slides.filter((slide) => slide.id !== id),
    // An order cannot be empty.
    order: order?.length === 0 ? null : order,
  };
}

export const replaceSlide = (document: DeckDocument, id: string, change: (slide: Slide) => Slide): DeckDocument => ({
  ...document,
  slides: document.slides.map((slide) => (slide.id === id ? change(slide) : slide)),
});

/** Gives a slide another id, also in the order. */
export function renameSlide(document: DeckDocument, from: string, to: string): DeckDocument {
  const renamed = replaceSlide(document, from, (slide) => ({ ...slide, id: to }));
  return { ...renamed, order: document.order?.map((id) => (id === from ? to : id)) ?? null };
}

const BLANK_LINES = /\n[^\S\n]*(?:\n[^\S\n]*)+/;

/** Divides pasted text at blank lines into paragraphs, each at most as long as the text of a slide. */
export function divideParagraphs(pasted: string): string[] {
  return pasted
    .replace(/\r\n?/g, '\n')
    .split(BLANK_LINES)
    .map((paragraph) => paragraph.trim().slice(0, SLIDE_TEXT_MAX_CHARACTERS))
    .filter((paragraph) => paragraph !== '');
}

/**
 * Divides a text into halves: at the blank line, the line or else the sentence or space that is nearest to the middle.
 * Returns null if it has only one word.
 */
function splitText(text: string): [string, string] | null {
  for (const pattern of [/\n\s*\n/g, /\n/g, /(?<=[.!?…;:,])\s+/g, /\s+/g]) {
    const places = [...text.matchAll(pattern)].filter(
      ({ index, 0: gap }) => text.slice(0, index).trim() !== '' && text.slice(index + gap.length).trim() !== '',
    );
    const middle = (place: RegExpExecArray) => Math.abs(place.index + place[0].length / 2 - text.length / 2);
    const [best] = places.toSorted((one, other) => middle(one) - middle(other));
    if (best) return [text.slice(0, best.index).trimEnd(), text.slice(best.index + best[0].length).trimStart()];
  }
  return null;
}

/** Inserts a slide after another one, also after each occurrence of that one in the order. */
export function insertAfterEach(document: DeckDocument, id: string, added: Slide): DeckDocument {
  const index = document.slides.findIndex((slide) => slide.id === id);
  const grown = insertSlides(document, index + 1, [added]);
  if (grown.slides.length === document.slides.length) return document;
  return { ...grown, order: document.order?.flatMap((one) => (one === id ? [one, added.id] : [one])) ?? null };
}

/** Divides a slide into two: its text, or the verses of its reference. Returns null if it cannot be divided. */
export function splitSlide(document: DeckDocument, slide: Slide): DeckDocument | null {
  const halves = splitContent(slide);
  if (!halves || document.slides.length >= DECK_MAX_SLIDES) return null;
  const [first, second] = halves;
  const shortened = replaceSlide(document, slide.id, (one) => ({ ...one, ...first }));
  return insertAfterEach(shortened, slide.id, { ...slide, ...second, id: newIdAfter(document, slide.id) });
}

function splitContent(slide: Slide): [Partial<Slide>, Partial<Slide>] | null {
  const { layout, text, translations, reference } = slide;
  if (layout === 'text' && text) {
    const halves = splitText(text);
    const split = translations?.map((each) => ({ ...each, halves: splitText(each.text) ?? [each.text, ''] }));
    const toHalf = (index: 0 | 1) => ({
      ...changeText(slide, halves![index]),
      ...(split && {
        translations: split
          .map(({ language_tag, halves: parts }) => ({ language_tag, text: parts[index]! }))
          .filter((each) => each.text !== ''),
      }),
    });
    return halves && [toHalf(0), toHalf(1)];
  }
  const { verse, end_verse: end } = reference ?? {};
  if (layout !== 'scripture' || !reference || verse === undefined || end === undefined || end <= verse) return null;
  const middle = Math.floor((verse + end) / 2);
  return [{ reference: { ...reference, end_verse: middle } }, { reference: { ...reference, verse: middle + 1 } }];
}

/** Returns the slides of a deck as they are presented. */
export function toPresentedSlides({ slides, order }: Pick<DeckDocument, 'slides' | 'order'>): readonly Slide[] {
  if (!order) return slides;
  const byId = new Map(slides.map((slide) => [slide.id, slide]));
  return order.flatMap((id) => byId.get(id) ?? []);
}
