/** Content fields of a slide. [D26] */
export const SLIDE_FIELDS = [
  'title',
  'text',
  'reference',
  'image',
  'until',
  'seconds',
  'translations',
  'chords',
] as const;
export type SlideField = (typeof SLIDE_FIELDS)[number];

/**
 * Fields that each layout shows, and how. A deck cannot have other fields, and viewers do not receive them from older
 * snapshots.
 */
export const SLIDE_LAYOUT_FIELDS = {
  title: { title: 'the title, as large as fits', text: 'below it, smaller' },
  text: {
    title: 'a heading above the text',
    text: 'one paragraph for each line',
    translations: 'the text in other languages, below the first and smaller, or in its place',
    chords: 'above the words, on a stage alone',
  },
  scripture: { title: 'a heading above the verses, in the reader and on a screen', reference: 'its verses' },
  image: {
    title: 'what the image shows, for people who do not see it; on a stage, in its place',
    image: 'the whole image',
  },
  countdown: {
    title: 'a caption above the remaining time',
    text: 'a caption below it, in the reader and on a screen',
    until: 'the remaining time until then, which stays at 0:00',
    seconds: 'the remaining time, from when the slide is put on air, which stays at 0:00',
  },
  blank: {},
} as const satisfies Record<string, Partial<Record<SlideField, string>>>;

export type SlideLayout = keyof typeof SLIDE_LAYOUT_FIELDS;
export const SLIDE_LAYOUTS = Object.keys(SLIDE_LAYOUT_FIELDS) as SlideLayout[];

export const showsField = (layout: SlideLayout, field: SlideField): boolean => field in SLIDE_LAYOUT_FIELDS[layout];

/** Returns the layouts that show a field. */
export const layoutsOf = (field: SlideField): SlideLayout[] =>
  SLIDE_LAYOUTS.filter((layout) => showsField(layout, field));

/** Media types of images that can be uploaded. [D26] */
export const IMAGE_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const;
export type ImageMediaType = (typeof IMAGE_MEDIA_TYPES)[number];
