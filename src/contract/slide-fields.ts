/** The fields of a slide that hold its content. [D26] */
export const SLIDE_FIELDS = ['title', 'text', 'reference', 'image'] as const;
export type SlideField = (typeof SLIDE_FIELDS)[number];

/**
 * What each layout shows of which field. A field that is not named here is not shown: a deck cannot have it, and of a snapshot
 * that was published with it, the audience does not get it.
 */
export const SLIDE_LAYOUT_FIELDS = {
  title: { title: 'the title, as large as fits', text: 'below it, smaller' },
  text: { title: 'a heading above the text', text: 'one paragraph for each line' },
  scripture: { title: 'a heading above the verses, in the reader and on a screen', reference: 'its verses' },
  image: {
    title: 'what the image shows, for people who do not see it; on a stage, in its place',
    image: 'the whole image',
  },
  blank: {},
} as const satisfies Record<string, Partial<Record<SlideField, string>>>;

export type SlideLayout = keyof typeof SLIDE_LAYOUT_FIELDS;
export const SLIDE_LAYOUTS = Object.keys(SLIDE_LAYOUT_FIELDS) as SlideLayout[];

export const showsField = (layout: SlideLayout, field: SlideField): boolean => field in SLIDE_LAYOUT_FIELDS[layout];

/** The layouts that show a field. */
export const layoutsOf = (field: SlideField): SlideLayout[] =>
  SLIDE_LAYOUTS.filter((layout) => showsField(layout, field));
