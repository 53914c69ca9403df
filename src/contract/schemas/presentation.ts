import { type Static, Type } from 'typebox';
import { DECK_MAX_SLIDES, SLIDE_TEXT_MAX_CHARACTERS, SLIDE_TITLE_MAX_CHARACTERS } from '../limits.ts';
import {
  layoutsOf,
  SLIDE_FIELDS,
  SLIDE_LAYOUTS,
  type SlideField,
  type SlideLayout,
  showsField,
} from '../slide-fields.ts';
import { ID_PATTERN, PRINTABLE_PATTERN } from '../text-patterns.ts';
import { DisplayVerse, StackReference, verseNumber } from './live.ts';
import { documented, Enum, Name, NextCursor, Nullable, Strict } from './shapes.ts';

/** LiveStackReference with an inclusive end, which is not before `verse`. [D26] */
export const SlideReference = Strict(
  { ...StackReference.properties, end_verse: Type.Optional(verseNumber('Last verse. Defaults to `verse`.')) },
  documented({ dependentRequired: { verse: ['chapter'], end_verse: ['verse'] } }),
);
export type SlideReference = Static<typeof SlideReference>;

const shownBy = (field: SlideField): string => `Only with layout ${layoutsOf(field).join(', ')}.`;

const printable = documented({ pattern: PRINTABLE_PATTERN });
const content = {
  layout: Enum(SLIDE_LAYOUTS, { description: 'Layout of the slide. It decides which of the other fields are shown.' }),
  title: Nullable(Type.String({ maxLength: SLIDE_TITLE_MAX_CHARACTERS, ...printable }), {
    description: shownBy('title'),
  }),
  text: Nullable(Type.String({ maxLength: SLIDE_TEXT_MAX_CHARACTERS, ...printable }), { description: shownBy('text') }),
  reference: Nullable(SlideReference, { description: shownBy('reference') }),
  image: Nullable(Type.String({ maxLength: 64 }), {
    description: `Id of an image of the organization. ${shownBy('image')}`,
  }),
};
const slideId = Type.String({ pattern: ID_PATTERN });

/** [D26] Slide in a response, with all six fields. */
export const Slide = Type.Object({ id: slideId, ...content });
export type Slide = Static<typeof Slide>;

/** Schemas of fields that a layout does not show: they must be absent, null or empty. */
const ABSENT: Readonly<Record<SlideField, object>> = {
  title: { maxLength: 0 },
  text: { maxLength: 0 },
  reference: { type: 'null' },
  image: { maxLength: 0 },
};
function withLayout(others: object, layout: SlideLayout): object {
  const hidden = SLIDE_FIELDS.filter((field) => !showsField(layout, field));
  return {
    if: { properties: { layout: { enum: [layout] } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: Object.fromEntries(hidden.map((field) => [field, ABSENT[field]])) },
    else: others,
  };
}

/** Slide in a request. A new slide has no id, and empty fields can be omitted. */
export const SlideInput = Strict(
  {
    id: Type.Optional(
      Type.String({ pattern: ID_PATTERN, description: 'Id of an existing slide. Omit it for a new slide.' }),
    ),
    layout: content.layout,
    title: Type.Optional(content.title),
    text: Type.Optional(content.text),
    reference: Type.Optional(content.reference),
    image: Type.Optional(content.image),
  },
  documented(SLIDE_LAYOUTS.reduceRight<object>(withLayout, {})),
);
export type SlideInput = Static<typeof SlideInput>;

const summary = {
  id: Type.String(),
  organization_id: Type.String(),
  title: Type.String(),
  revision: Type.Integer({
    minimum: 1,
    description: 'Increases with every change of a deck, and with every snapshot of it.',
  }),
};
export const Deck = Type.Object({ ...summary, slides: Type.Array(Slide) });
export const DeckPage = Type.Object({ data: Type.Array(Type.Object(summary)), next_cursor: NextCursor });

const slides = Type.Array(SlideInput, { maxItems: DECK_MAX_SLIDES });
export const CreateDeckBody = Strict({ title: Name(), slides: Type.Optional(slides) });
export const ReplaceDeckBody = Strict({ title: Name(), slides });

/** Scripture of a slide at the time of publishing. */
const SnapshotPassage = Type.Object({
  slide_id: Type.String(),
  reference: Type.String(),
  verses: Type.Array(DisplayVerse),
});
export const Snapshot = Type.Object({
  ...summary,
  deck: Type.String({ description: 'Id of the deck.' }),
  slides: Type.Array(Slide),
  passages: Type.Array(SnapshotPassage, { description: 'Scripture of the slides at the time of publishing.' }),
});

/** [D27] */
export const PresentBody = Strict({
  snapshot_id: Type.String(),
  slide_id: Type.Optional(Type.String({ description: 'Id of the slide to show. Takes precedence over `index`.' })),
  index: Type.Optional(Type.Integer({ minimum: 0, description: 'Zero-based index of the slide to show.' })),
  blank: Type.Optional(Type.Boolean({ description: 'Whether to show the slide without its content.' })),
});

export const IMAGE_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const;
export type ImageMediaType = (typeof IMAGE_MEDIA_TYPES)[number];

export const Image = Type.Object({
  id: Type.String({ description: 'SHA-256 of the image, which is served at `/media/{id}`.' }),
  media_type: Type.String({ description: 'Media type of the stored image.' }),
  width: Type.Integer({ description: 'Width in px.' }),
  height: Type.Integer({ description: 'Height in px.' }),
  bytes: Type.Integer({ description: 'Size in bytes.' }),
});
export const ImagePage = Type.Object({ data: Type.Array(Image), next_cursor: NextCursor });

export const Logo = Type.Object({ image: Nullable(Image) });
export const ReplaceLogoBody = Strict({
  image_id: Nullable(Type.String({ maxLength: 64 }), { description: 'Id of an image. Null removes the logo.' }),
});
