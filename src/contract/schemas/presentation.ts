import { type Static, type TSchema, Type } from 'typebox';
import {
  CHORD_MAX_CHARACTERS,
  COUNTDOWN_MAX_SECONDS,
  DECK_FOOTER_MAX_CHARACTERS,
  DECK_MAX_SLIDES,
  DECK_ORDER_MAX_SLIDES,
  LANGUAGE_TAG_MAX_CHARACTERS,
  SLIDE_CHORDS_MAX,
  SLIDE_TEXT_MAX_CHARACTERS,
  SLIDE_TITLE_MAX_CHARACTERS,
  SLIDE_TRANSLATIONS_MAX,
  SONGBOOK_NAME_MAX_CHARACTERS,
} from '../limits.ts';
import {
  layoutsOf,
  SLIDE_FIELDS,
  SLIDE_LAYOUTS,
  type SlideField,
  type SlideLayout,
  showsField,
} from '../slide-fields.ts';
import {
  CCLI_PATTERN,
  CHORD_PATTERN,
  ID_PATTERN,
  LANGUAGE_TAG_PATTERN,
  PRINTABLE_PATTERN,
  SONG_NUMBER_PATTERN,
} from '../text-patterns.ts';
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
/** [D76] */
const countdown = {
  until: Type.Optional(
    Nullable(Type.String({ format: 'date-time' }), {
      description: `Time at which the countdown ends. ${shownBy('until')} Either this or \`seconds\` is set.`,
    }),
  ),
  seconds: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: COUNTDOWN_MAX_SECONDS }), {
      description: `Duration of the countdown, which begins when the slide is put on air. ${shownBy('seconds')}`,
    }),
  ),
};
const slideId = Type.String({ pattern: ID_PATTERN });
const languageTag = Type.String({ maxLength: LANGUAGE_TAG_MAX_CHARACTERS, pattern: LANGUAGE_TAG_PATTERN });

/** Text of a slide in another language. [D77] */
const slideTranslation = {
  language_tag: Type.Unsafe<string>({
    ...languageTag,
    description: 'Language as a BCP 47 tag; `und` if it is unknown.',
  }),
  text: Type.String({ minLength: 1, maxLength: SLIDE_TEXT_MAX_CHARACTERS, ...printable }),
};
const SlideTranslation = Type.Object(slideTranslation);
export type SlideTranslation = Static<typeof SlideTranslation>;

/** [D77] */
const slideChord = {
  line: Type.Integer({ minimum: 0, maximum: SLIDE_TEXT_MAX_CHARACTERS, description: 'Zero-based line of `text`.' }),
  at: Type.Integer({
    minimum: 0,
    maximum: SLIDE_TEXT_MAX_CHARACTERS,
    description: 'Characters of the line before the chord, in UTF-16 code units.',
  }),
  chord: Type.String({ maxLength: CHORD_MAX_CHARACTERS, pattern: CHORD_PATTERN }),
};
const SlideChord = Type.Object(slideChord);
export type SlideChord = Static<typeof SlideChord>;

const absentKeeps = 'Absent in a request: those of the stored slide stay.';
/** [D77] */
const songOf = <T extends TSchema, C extends TSchema>(translation: T, chord: C) => ({
  translations: Type.Optional(
    Type.Array(translation, {
      maxItems: SLIDE_TRANSLATIONS_MAX,
      description: `The text in other languages. ${shownBy('translations')} Absent in a response without any. ${absentKeeps}`,
    }),
  ),
  chords: Type.Optional(
    Type.Array(chord, {
      maxItems: SLIDE_CHORDS_MAX,
      description: `Chords of the text, which only stages show. A place behind the text or a line is its end. ${shownBy('chords')} Absent in a response without any. ${absentKeeps} Where the text changes, they are left out.`,
    }),
  ),
});

/** [D26] Slide in a response. Only a countdown has `until` and `seconds`. */
export const Slide = Type.Object({ id: slideId, ...content, ...countdown, ...songOf(SlideTranslation, SlideChord) });
export type Slide = Static<typeof Slide>;

/** Schemas of fields that a layout does not show: they must be absent, null or empty. */
const ABSENT: Readonly<Record<SlideField, object>> = {
  title: { maxLength: 0 },
  text: { maxLength: 0 },
  reference: { type: 'null' },
  image: { maxLength: 0 },
  until: { type: 'null' },
  seconds: { type: 'null' },
  translations: { maxItems: 0 },
  chords: { maxItems: 0 },
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
      Type.String({
        pattern: ID_PATTERN,
        description: 'Id of an existing slide, or your own for a new one. Omit it to have one created.',
      }),
    ),
    layout: content.layout,
    title: Type.Optional(content.title),
    text: Type.Optional(content.text),
    reference: Type.Optional(content.reference),
    image: Type.Optional(content.image),
    ...countdown,
    ...songOf(Strict(slideTranslation), Strict(slideChord)),
  },
  documented(SLIDE_LAYOUTS.reduceRight<object>(withLayout, {})),
);
export type SlideInput = Static<typeof SlideInput>;

export const DECK_KINDS = ['slides', 'song'] as const;
export type DeckKind = (typeof DECK_KINDS)[number];

const footerText = (description: string) =>
  Nullable(Type.String({ maxLength: DECK_FOOTER_MAX_CHARACTERS, ...printable }), { description });
const footer = {
  authors: footerText('Authors of words and music.'),
  copyright: footerText('Copyright notice.'),
  ccli: Nullable(Type.String({ maxLength: 64, ...documented({ pattern: CCLI_PATTERN }) }), {
    description: 'CCLI song number, without `#`: 1 to 12 digits.',
  }),
  source: footerText('Where the text is from, or the license under which it is shown.'),
};
/** [D70] */
export const DeckFooter = Type.Object(footer);
export type DeckFooter = Static<typeof DeckFooter>;

/** Footer in a request. Absent and empty fields count as null. [D70] */
export const DeckFooterInput = Strict({
  authors: Type.Optional(footer.authors),
  copyright: Type.Optional(footer.copyright),
  ccli: Type.Optional(footer.ccli),
  source: Type.Optional(footer.source),
});
export type DeckFooterInput = Static<typeof DeckFooterInput>;

const bookNumber = 'Number of the song in the book, as text of 1 to 5 digits.';
const songbook = {
  name: Name(SONGBOOK_NAME_MAX_CHARACTERS),
  number: Type.String({ maxLength: 16, description: bookNumber, ...documented({ pattern: SONG_NUMBER_PATTERN }) }),
};
/** [D77] */
export const Songbook = Type.Object(songbook);
export type Songbook = Static<typeof Songbook>;
const SongbookInput = Strict(songbook);

const LANGUAGE = 'Language of the texts of the slides as a BCP 47 tag. Null if it is unknown.';
const SONGBOOK = 'Place of the song in a songbook. Digits alone in a look-up find it by the number.';
const firstLanguage = Nullable(languageTag, { description: LANGUAGE });

const SHOWN_FOOTER = 'Shown to the audience with every slide that is not blank. Null shows nothing.';
const summary = {
  id: Type.String(),
  organization_id: Type.String(),
  title: Type.String(),
  revision: Type.Integer({
    minimum: 1,
    description: 'Increases with every change of a deck, and with every snapshot of it.',
  }),
  kind: Enum(DECK_KINDS, { description: '`song`: its title is shown with the footer.' }),
};
/** [D73] */
const shared = Type.Boolean({
  description:
    'Whether phones get the title of the deck in the order of service, and afterwards its slides that were shown. They get the title of a song in any case.',
});
export const Deck = Type.Object({
  ...summary,
  shared,
  slides: Type.Array(Slide),
  order: Nullable(Type.Array(slideId), {
    description: 'Ids of slides in the order in which they are presented. Null presents each slide once, in order.',
  }),
  footer: Nullable(DeckFooter, { description: SHOWN_FOOTER }),
  language_tag: firstLanguage,
  songbook: Nullable(Songbook, { description: SONGBOOK }),
});
const time = Type.String({ format: 'date-time' });
const deckRevision = Nullable(Type.Integer({ minimum: 1 }), {
  description: 'Revision of the deck that was published. Null if an earlier version of Lectern published it.',
});
export const DeckPage = Type.Object({
  data: Type.Array(
    Type.Object({
      ...summary,
      slide_count: Type.Integer({ minimum: 0, description: 'Number of slides.' }),
      updated_at: Type.String({ format: 'date-time', description: 'Time of the last change.' }),
      first_line: Type.String({ description: 'First line of the texts of its slides; empty without text.' }),
      authors: Nullable(Type.String(), { description: 'Authors in the footer of the deck.' }),
      songbook: Nullable(Songbook, { description: SONGBOOK }),
      last_used: Nullable(Type.String({ format: 'date' }), {
        description: 'Last day on which the song was shown, in UTC. Null if it was not, and for other decks.',
      }),
      published: Nullable(
        Type.Object({ snapshot_id: Type.String(), deck_revision: deckRevision, published_at: time }),
        {
          description:
            'Latest snapshot. The deck has not changed since if `deck_revision` is its `revision`. Null if the deck was never published.',
        },
      ),
    }),
  ),
  next_cursor: NextCursor,
});

const slides = Type.Array(SlideInput, { maxItems: DECK_MAX_SLIDES });
const more = (absent: string) => ({
  kind: Type.Optional(
    Enum(DECK_KINDS, { description: `\`song\`: its title is shown with the footer. Absent: ${absent}.` }),
  ),
  order: Type.Optional(
    Nullable(Type.Array(slideId, { minItems: 1, maxItems: DECK_ORDER_MAX_SLIDES }), {
      description: `Ids of \`slides\` in the order in which they are presented. A slide can occur several times, or not at all. Null presents each slide once, in order. Absent: ${absent}.`,
    }),
  ),
  footer: Type.Optional(Nullable(DeckFooterInput, { description: `${SHOWN_FOOTER} Absent: ${absent}.` })),
  shared: Type.Optional(shared),
  language_tag: Type.Optional(Nullable(languageTag, { description: `${LANGUAGE} Absent: ${absent}.` })),
  songbook: Type.Optional(Nullable(SongbookInput, { description: `${SONGBOOK} Absent: ${absent}.` })),
});
export const CreateDeckBody = Strict({ title: Name(), slides: Type.Optional(slides), ...more('`slides` or null') });
export const ReplaceDeckBody = Strict({ title: Name(), slides, ...more('unchanged') });

/** [D70] Slide of a snapshot. */
const SnapshotSlide = Type.Object({
  id: Type.String({
    description: 'Id of the slide in the deck. With an order, each occurrence has its own: `{slide_id}~n`, `n` from 1.',
  }),
  ...content,
  ...countdown,
  ...songOf(SlideTranslation, SlideChord),
});

/** Scripture of a slide at the time of publishing. */
const SnapshotPassage = Type.Object({
  slide_id: Type.String(),
  reference: Type.String(),
  verses: Type.Array(DisplayVerse),
});
export const Snapshot = Type.Object({
  ...summary,
  deck: Type.String({ description: 'Id of the deck.' }),
  footer: Nullable(DeckFooter, { description: SHOWN_FOOTER }),
  language_tag: firstLanguage,
  songbook: Nullable(Songbook, { description: SONGBOOK }),
  slides: Type.Array(SnapshotSlide, { description: 'Slides in the order in which they are presented.' }),
  passages: Type.Array(SnapshotPassage, { description: 'Scripture of the slides at the time of publishing.' }),
});

/** Snapshots of a deck, latest first. [D26] */
export const SnapshotPage = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      deck: Type.String({ description: 'Id of the deck.' }),
      revision: Type.Integer({ minimum: 1, description: 'Number of the published version, starting at 1.' }),
      deck_revision: deckRevision,
      title: Type.String(),
      published_at: time,
    }),
  ),
  next_cursor: NextCursor,
});

/** [D27] */
export const PresentBody = Strict({
  snapshot_id: Type.Optional(Type.String({ description: 'Id of a snapshot. Required without `deck_id`.' })),
  deck_id: Type.Optional(
    Type.String({
      description:
        'Id of a deck, in place of `snapshot_id`: shows its latest snapshot, and publishes it first if the deck has changed since.',
    }),
  ),
  slide_id: Type.Optional(Type.String({ description: 'Id of the slide to show. Takes precedence over `index`.' })),
  index: Type.Optional(Type.Integer({ minimum: 0, description: 'Zero-based index of the slide to show.' })),
  blank: Type.Optional(Type.Boolean({ description: 'Whether to show the slide without its content.' })),
});

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
