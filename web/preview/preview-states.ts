import { PAGE_MAX_LINES } from '../../src/contract/limits.ts';
import type { LookKind } from '../../src/contract/looks.ts';
import { DEFAULT_PAGING, type PagingSettings } from '../../src/contract/paging/pages.ts';
import type { Looks } from '../../src/contract/schemas/design.ts';
import type { Chapter } from '../../src/contract/schemas/lookup.ts';
import type { Slide, SlideReference } from '../../src/contract/schemas/presentation.ts';
import type { TranslationEdition, Verse } from '../../src/contract/schemas/translation.ts';
import { formatVerseNumbers } from '../../src/contract/verse-numbers.ts';
import type {
  ViewerDesign,
  ViewerEdition,
  ViewerImage,
  ViewerItem,
  ViewerSettings,
  ViewerSlide,
  ViewerState,
} from '../../src/contract/viewer.ts';
import { toViewerBranding, toViewerTexts, toVisibleSlide } from '../../src/contract/viewer-content.ts';

/** Builds states of drafts for `PreviewFrame`, with the same content that the server sends for what is published. */

/** Appearance of a preview: stored values or drafts of them. */
export interface PreviewLook {
  settings: ViewerSettings;
  /** Name of the organization. Null for an account, which has no branding. */
  name: string | null;
  logo: ViewerImage | null;
  /** Null for the shipped look. */
  design: ViewerDesign | null;
  looks: Looks | null;
}

/** Verses of one edition, as REST returns them. */
export interface PreviewPassage {
  edition: Pick<TranslationEdition, 'slug' | 'name' | 'language' | 'rights'>;
  verses: readonly Verse[];
}

/**
 * Returns verses of a chapter in one edition, as `GET /v1/lives/{live_id}/chapters` returns it with this edition alone:
 * the name of the book is that of the first edition. The range is inclusive and defaults to the whole chapter.
 */
export const toPreviewPassage = (
  { book_id, book, lines }: Chapter,
  edition: PreviewPassage['edition'],
  { verse: first = 0, end_verse: last = Number.POSITIVE_INFINITY }: Pick<SlideReference, 'verse' | 'end_verse'> = {},
): PreviewPassage => ({
  edition,
  verses: lines
    .filter(({ verse }) => verse >= first && verse <= last)
    .flatMap(({ texts }) => texts.filter(({ translation }) => translation === edition.slug))
    .map(({ chapter, verse, text }) => ({ book_id, book, chapter, verse, text })),
});

/** Content that a draft slide only refers to. */
export interface PreviewSlideContent {
  /** Verses of the slide's reference. Null while they are not known. */
  passage?: PreviewPassage | null;
  /** The stored image (`toStoredViewerImage`), or a local file with its `blob:` URL. */
  image?: ViewerImage | null;
  /** Name of the book in the language of the edition, as `GET /v1/books` returns it. Defaults to that of the verses. */
  book?: string;
  /** Footer of the deck (`toDeckAttribution`). */
  attribution?: string | null;
  /** Whether the deck is a song. */
  sung?: boolean;
  /** Language of the texts of the deck. */
  language?: string | null;
}

/** Returns a draft slide as viewers would receive it after publishing. [D26] */
export const toPreviewSlide = (
  { id, layout, title, text, translations, reference, until, seconds }: Slide,
  { passage = null, image = null, book, attribution, sung, language = null }: PreviewSlideContent = {},
): ViewerSlide => {
  const texts = toViewerTexts({ text, translations }, language);
  return toVisibleSlide({
    id,
    layout,
    title,
    text,
    ...(texts && { texts }),
    passage: reference && passage && toSlidePassage(reference, passage, book),
    image,
    ...(until && { until }),
    ...(seconds && { seconds }),
    ...(attribution && { attribution }),
    ...(sung && { sung }),
  });
};

/** Returns the state of a Live that shows a slide. `next` is the slide after it, which only a stage shows. */
export const toSlideState = (
  slide: ViewerSlide,
  look: PreviewLook,
  next: ViewerSlide | null = null,
  kind: LookKind = slide.sung ? 'song' : 'announcement',
): ViewerState => ({
  ...toEmptyState(look, kind),
  type: 'presentation',
  slide,
  stage: { hidden: false, notes: null, next_slide: next },
});

/**
 * Returns the state of a Live that shows verses in one or more editions, beside each other verse by verse. They are one
 * page, unless `paging` divides them.
 */
export function toPassageState(
  passages: readonly PreviewPassage[],
  look: PreviewLook,
  paging: PagingSettings = DEFAULT_PAGING,
): ViewerState {
  const count = Math.max(0, ...passages.map(({ verses }) => verses.length));
  const items = Array.from({ length: count }, (_, index) =>
    passages.flatMap(({ edition, verses }) => {
      const verse = verses[index];
      return verse ? [{ ...toItem(verse, edition.slug), line: `line ${index}`, run: 'run' }] : [];
    }),
  ).flat();
  return {
    ...toEmptyState(look, 'verse'),
    type: items.length > 0 ? 'scripture' : 'empty',
    focus: items[0]?.id ?? null,
    lines: Math.max(1, Math.min(count, PAGE_MAX_LINES)),
    paging,
    editions: Object.fromEntries(passages.map(({ edition }) => [edition.slug, toEdition(edition)])),
    items,
    stage: { hidden: false, notes: null, next_slide: null },
  };
}

const toEmptyState = ({ settings, name, logo, design, looks }: PreviewLook, kind: LookKind): ViewerState => ({
  version: 'preview',
  type: 'empty',
  showing: true,
  focus: null,
  lines: 1,
  part: 0,
  paging: DEFAULT_PAGING,
  settings,
  house: toViewerBranding({ name, logo, design, look: looks?.[kind] ?? null }),
  slide: null,
  editions: {},
  items: [],
});

const toSlidePassage = (
  reference: SlideReference,
  { edition, verses }: PreviewPassage,
  book: string | undefined,
): ViewerSlide['passage'] => ({
  reference: formatSlideReference(reference, verses, book ?? verses[0]?.book ?? '', edition.language),
  verses: verses.map((verse) => toItem(verse, edition.slug)),
  editions: { [edition.slug]: toEdition(edition) },
});

/** Formats a reference as publishing does: limited to the existing verses, while a whole chapter or book stays one. */
function formatSlideReference(
  { chapter, verse }: SlideReference,
  verses: readonly Verse[],
  book: string,
  language: string,
): string {
  if (chapter === undefined) return book;
  const [first, last] = [verses[0], verses.at(-1)];
  const range = verse === undefined || !first || !last ? { verse } : { verse: first.verse, end_verse: last.verse };
  return `${book} ${formatVerseNumbers({ chapter, ...range }, language)}`;
}

const toItem = ({ book_id, book, chapter, verse, text }: Verse, edition: string): ViewerItem => ({
  id: `${edition} ${book_id} ${chapter}:${verse}`,
  book_id,
  book,
  chapter,
  verse,
  text,
  edition,
});

const toEdition = ({ slug, name, language, rights }: PreviewPassage['edition']): ViewerEdition => ({
  name,
  language,
  attribution: rights.attribution,
  slug,
});
