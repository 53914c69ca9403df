import { type Static, type TProperties, Type } from 'typebox';
import {
  EARLIER_MAX_HOURS,
  EARLIER_MIN_SECONDS,
  PAGE_CHARACTERS_MAX,
  PAGE_CHARACTERS_MIN,
  PAGE_MAX_LINES,
  PAGING_KEYS_MAX,
  PASSAGES_MAX,
  REFERENCE_MAX_CHARACTERS,
  REORDER_MAX_ITEMS,
  SCALE_MAX_STEPS,
  SCALE_MIN_STEPS,
  SETTINGS_TRANSLATIONS_MAX,
} from '../limits.ts';
import { ANY_CASE_SLUG_PATTERN } from '../text-patterns.ts';
import { VIEWER_PRESETS, VIEWER_TRANSITIONS } from '../viewer-appearance.ts';
import {
  documented,
  Enum,
  Name,
  NextCursor,
  Nullable,
  nullableProperties,
  type ReadonlyFields,
  Strict,
  Text,
} from './shapes.ts';
import { TranslationRights } from './translation.ts';

export const LIVE_STATUSES = ['running', 'stopped'] as const;
export type LiveStatus = (typeof LIVE_STATUSES)[number];
export const LIVE_MODES = ['reader', 'presentation'] as const;
export type LiveMode = (typeof LIVE_MODES)[number];

const sequence = Type.Integer({ minimum: 0, description: 'Increases by 1 with every change of the Live.' });
export const LiveStatus = Enum(LIVE_STATUSES, { description: 'A stopped Live is hidden and refuses content.' });
export const LiveMode = Enum(LIVE_MODES, {
  description: 'Whether the Live shows its queue or a presentation. A Live of an account is always in `reader`.',
});
const paused = Type.Boolean({ description: 'Whether an operator has hidden the content.' });
const showing = Type.Boolean({ description: 'Whether the audience sees the content.' });

/** Adds the owner's field, in which the shapes of Lives of organizations and accounts differ. */
const ofOrganization = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({ ...properties, organization_id: Type.String() });
const ofAccount = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({ ...properties, account_id: Type.String() });

/** [Resources] Live, PersonalLive */
const live = { id: Type.String(), name: Type.String(), status: LiveStatus, mode: LiveMode, paused, sequence };
export const Live = ofOrganization(live);
export const PersonalLive = ofAccount(live);
export const AnyLive = Type.Union([Live, PersonalLive]);

/** [Resources] PersonalLiveSummary; for organizations [D12] */
const summary = { id: Type.String(), name: Type.String() };
export const PersonalLiveSummaryPage = Type.Object({ data: Type.Array(ofAccount(summary)), next_cursor: NextCursor });
export const LiveSummaryPage = Type.Object({ data: Type.Array(ofOrganization(summary)), next_cursor: NextCursor });

/** [Resources] DisplayVerse */
const displayVerse = {
  book_id: Type.Integer({ description: 'Canonical number of the book.' }),
  book: Type.String({ description: 'Name of the book in the edition.' }),
  chapter: Type.Integer({ description: 'Chapter in the numbering of the edition.' }),
  verse: Type.Integer({ description: 'Verse in the numbering of the edition.' }),
  text: Type.String(),
  translation: Type.String({ description: 'Slug of the edition.' }),
  rights: TranslationRights,
  attribution: Type.String({ description: 'Credit line to show with the text.' }),
};
export const DisplayVerse = Type.Object(displayVerse);
export type DisplayVerse = Static<typeof DisplayVerse>;

/** [Resources] LiveStackVerse */
export const LiveStackVerse = Type.Object({
  ...displayVerse,
  position: Type.Integer({ description: 'Zero-based position in the queue.' }),
});

/** [Resources] SnapshotSummary */
export const SnapshotSummary = Type.Object({
  id: Type.String({ description: 'Id of the snapshot.' }),
  deck: Type.String({ description: 'Id of the deck.' }),
  revision: Type.Integer({ description: 'Revision of the snapshot within its deck.' }),
  index: Type.Integer({ description: 'Zero-based index of the slide.' }),
  blank: Type.Boolean({ description: 'Whether the slide is shown without content.' }),
  slide_id: Type.String({ description: 'Id of the slide. Prefer it over `index`.' }),
});

export const DisplayType = Enum(['empty', 'scripture', 'presentation'], {
  description: 'Kind of the current content, even while it is hidden. A Live of an account never has a presentation.',
});
/** [Resources] LiveDisplay, PersonalLiveDisplay */
const display = {
  live_id: Type.String(),
  status: LiveStatus,
  paused,
  showing,
  sequence,
  verses: Type.Array(DisplayVerse, { description: 'All verses of the queue, in order.' }),
  snapshot: Nullable(SnapshotSummary, { description: 'The slide in presentation mode, else null.' }),
  type: DisplayType,
};
export const LiveDisplay = ofOrganization(display);
export const PersonalLiveDisplay = ofAccount(display);
export const AnyLiveDisplay = Type.Union([LiveDisplay, PersonalLiveDisplay]);

/** [Resources] LiveQueueItem, LiveQueuePage */
export const LiveQueueItem = Type.Object({
  id: Type.String({ description: 'Opaque id. It stays the same when the queue is reordered.' }),
  position: Type.Integer({ description: 'Zero-based position in the whole queue.' }),
  verse: DisplayVerse,
});
const queuePage = { live_id: Type.String(), sequence, data: Type.Array(LiveQueueItem), next_cursor: NextCursor };
export const LiveQueuePage = ofOrganization(queuePage);
export const PersonalLiveQueuePage = ofAccount(queuePage);
export const AnyLiveQueuePage = Type.Union([LiveQueuePage, PersonalLiveQueuePage]);

/** [Endpoints] POST and DELETE stack */
export const StackResult = Type.Object({
  live_id: Type.String(),
  sequence,
  affected: Type.Integer({ description: 'Number of verses that were added or removed.' }),
  data: Type.Array(LiveStackVerse, { description: 'The added verses. Empty after clearing the queue.' }),
});

/** [Resources] Playback state */
export const Playback = Type.Object({
  live_id: Type.String(),
  status: LiveStatus,
  paused,
  showing,
  sequence,
});

/** [D19] */
const settings = Type.Object({
  reference: Nullable(Type.String(), { description: 'Reference in canonical English form.' }),
  translations: Type.Array(Type.String(), {
    description: 'Slugs of the editions that a push without translations uses, in order.',
  }),
});
export type LiveSettings = ReadonlyFields<Static<typeof settings>>;
export const LIVE_SETTINGS = Object.keys(settings.properties) as (keyof LiveSettings)[];
export const DEFAULT_LIVE_SETTINGS: LiveSettings = { reference: null, translations: [] };

/** [Resources] Live settings, as read and as returned by an update. [D19] */
export const Settings = Type.Object({ live_id: Type.String(), sequence, ...settings.properties });

/** [D54] */
export const Focus = Type.Object({
  live_id: Type.String(),
  sequence,
  item_id: Nullable(Type.String(), {
    description: 'First item of the first line of the page. Null if the queue is empty.',
  }),
  lines: Type.Integer({ minimum: 1, maximum: PAGE_MAX_LINES, description: 'Number of lines of the page.' }),
  part: Type.Integer({ minimum: 0, description: 'Zero-based part of a split line, else 0.' }),
});

const paging = {
  lines: Type.Integer({ minimum: 1, maximum: PAGE_MAX_LINES, description: 'Maximum number of lines of a page.' }),
  page_characters: Type.Integer({
    minimum: PAGE_CHARACTERS_MIN,
    maximum: PAGE_CHARACTERS_MAX,
    description:
      'Maximum number of characters of a page in all translations together. A longer line is split into parts.',
  }),
  keys: Nullable(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: PAGING_KEYS_MAX,
      description:
        "Slugs of editions that the console's keys turn on and off, in this order, for every operator. Null: the translations of the Live, then the library by name. Editions that leave the library drop out.",
      ...documented({ uniqueItems: true }),
    }),
  ),
};
/** [D54] */
export const Paging = Type.Object(paging);
export const UpdatePagingBody = Strict(Type.Partial(Type.Object(paging)).properties);

const phones = {
  earlier: Type.Boolean({
    description: `Whether reader pages show what stood on air for ${EARLIER_MIN_SECONDS} seconds or more in the last ${EARLIER_MAX_HOURS} hours.`,
  }),
  order: Type.Boolean({ description: 'Whether reader pages show the titles of the attached plan.' }),
};
/** [D73] */
export const Phones = Type.Object(phones);
export const UpdatePhonesBody = Strict(Type.Partial(Type.Object(phones)).properties);

/** [Resources] LiveEventViewerSettings with the bounds of [D21] */
const viewerSettings = Type.Object({
  theme: Enum(['dark', 'light']),
  scale: Type.Integer({
    minimum: SCALE_MIN_STEPS,
    maximum: SCALE_MAX_STEPS,
    description: 'Text size in steps from the size of the design. Each step multiplies it by 1.125.',
  }),
  presentation: Type.Boolean({ description: 'Whether viewers open in full-screen reading mode without controls.' }),
});
/** Optional settings that override the design. */
const viewerChoices = Type.Object({
  preset: Enum(VIEWER_PRESETS, { description: 'Color scheme that overrides the design.' }),
  transition: Enum(VIEWER_TRANSITIONS, { description: 'Animation between pages that overrides the design.' }),
});
export const ViewerSettings = Type.Object({
  ...viewerSettings.properties,
  ...Type.Partial(viewerChoices).properties,
});
export type ViewerSettings = Static<typeof ViewerSettings>;

/** [Resources] Audience secret result */
export const AudienceSecret = Type.Object({
  live_id: Type.String(),
  sequence,
  protected: Type.Boolean({ description: 'Whether viewers need the audience secret.' }),
  secret: Type.Optional(Type.String({ description: 'The new secret. Only in the response that creates it.' })),
});

/** [D44] */
export const Viewers = Type.Object({
  live_id: Type.String(),
  viewers: Type.Integer({ minimum: 0, description: 'Current number of viewers on all nodes.' }),
  peak: Type.Integer({ minimum: 0, description: 'Largest number of viewers at a time.' }),
  peak_at: Nullable(Type.String({ format: 'date-time' }), {
    description: 'Time of the peak. Null before the first viewer.',
  }),
});

/** [D50] [D57] */
const HistoryEntry = Type.Object({
  id: Type.String(),
  shown_at: Type.String({ format: 'date-time' }),
  reference: Nullable(Type.String(), { description: 'Reference of the passage. Null for a deck.' }),
  slide: Nullable(SnapshotSummary, { description: 'First slide that was shown of the deck. Null for a passage.' }),
  deck_title: Nullable(Type.String(), { description: 'Title of the deck. Null for a passage.' }),
  verses: Type.Optional(
    Type.Array(DisplayVerse, { description: 'Verses of the passage. Empty for a deck; absent with `view=short`.' }),
  ),
});
/** [D50] */
export const HistoryPage = Type.Object({
  data: Type.Array(HistoryEntry, {
    description:
      'Entries, newest first. A page can have fewer entries than `limit`, because it is at most 2 MiB long. `next_cursor` says whether more follow.',
  }),
  next_cursor: NextCursor,
});

export const CreateLiveBody = Strict({ name: Type.Optional(Name()) });
export const RenameLiveBody = Strict({ name: Name() });
export const PlaybackBody = Strict({ status: Type.Optional(LiveStatus), paused: Type.Optional(Type.Boolean()) });
export const ReorderBody = Strict({
  item_ids: Type.Array(Type.String(), {
    description: 'Ids of all items, each once, in the new order.',
    ...documented({ maxItems: REORDER_MAX_ITEMS, uniqueItems: true }),
  }),
});
/** [D21] Null returns a choice to the design. */
export const UpdateViewerSettingsBody = Strict({
  ...Type.Partial(viewerSettings).properties,
  ...Type.Partial(nullableProperties(viewerChoices)).properties,
});
export type ViewerSettingsChange = Static<typeof UpdateViewerSettingsBody>;

export const EmptyBody = Strict({});
/** Items that an operation on an item includes. [D50] */
const SPANS = ['item', 'line', 'run'] as const;
export type Span = (typeof SPANS)[number];
const span = Type.Optional(
  Enum(SPANS, { default: 'item', description: 'Items to include: only this item, its line, or its run.' }),
);
export const MoveBody = Strict({
  position: Type.Integer({
    minimum: 0,
    maximum: 2147483647,
    description: 'New zero-based position of the first moved item, which is the number of other items before it.',
  }),
  span,
});
export const RemoveQuery = Type.Object({ span });
export const FocusBody = Strict({
  item_id: Type.String({ description: 'Any item of the first line of the page.' }),
  lines: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_MAX_LINES,
      description: 'Number of lines. Limited to the remaining lines of the run.',
    }),
  ),
  part: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2147483647, description: 'Zero-based part of a split line.' }),
  ),
});
export type FocusChange = Static<typeof FocusBody>;

/** Number of a book. The bounds only keep it an int32; the edition decides whether the book exists. */
const canonNumber = Type.Integer({
  minimum: -2147483648,
  maximum: 2147483647,
  description: 'Canonical number of the book, as in `GET /v1/books`.',
});
const chapterNumber = (description: string) =>
  Type.Integer({ minimum: -2147483648, maximum: 2147483647, description, ...documented({ minimum: 1 }) });
export const verseNumber = (description: string) =>
  Type.Integer({ minimum: -2147483648, maximum: 2147483647, description, ...documented({ minimum: 0 }) });
const translation = Text({
  maxLength: 64,
  description: 'Slug of one edition. Defaults to the translations of the Live.',
});
/** Slug of an edition in any case. Slugs are compared without case. [D28] */
const slug = Type.String({ maxLength: 64, ...documented({ pattern: ANY_CASE_SLUG_PATTERN }) });
const distinct = documented({ uniqueItems: true });

/** [Resources] LiveStackReference */
export const StackReference = Strict(
  {
    book_id: canonNumber,
    translation: Type.Optional(translation),
    chapter: Type.Optional(chapterNumber('Number of a chapter. Omit it for the whole book.')),
    verse: Type.Optional(verseNumber('Number of a verse. Omit it for the whole chapter.')),
  },
  documented({ dependentRequired: { verse: ['chapter'] } }),
);
export const PushStackBody = Strict({ reference: StackReference });

/** [D50] Range of a passage. The end chapter and the end verse are inclusive. */
export const PassageNumbers = Strict(
  {
    book_id: canonNumber,
    chapter: chapterNumber('First chapter.'),
    verse: Type.Optional(verseNumber('First verse. Omit it for whole chapters.')),
    end_chapter: Type.Optional(chapterNumber('Last chapter. Defaults to `chapter`.')),
    end_verse: Type.Optional(verseNumber('Last verse. Defaults to `verse`, or to the end of `end_chapter`.')),
  },
  documented({ dependentRequired: { end_verse: ['verse'] } }),
);
export const typedReference = Type.String({
  minLength: 1,
  maxLength: REFERENCE_MAX_CHARACTERS,
  description: 'Reference as people write it, such as "John 3:16-18".',
});
export const Translations = Type.Array(slug, {
  minItems: 1,
  maxItems: SETTINGS_TRANSLATIONS_MAX,
  description: 'Slugs of editions, in the order in which they are shown.',
  ...distinct,
});
export const PushPassageBody = Strict({
  passage: Type.Union([
    typedReference,
    PassageNumbers,
    Type.Array(PassageNumbers, { minItems: 1, maxItems: PASSAGES_MAX }),
  ]),
  translations: Type.Optional(Translations),
  replace: Type.Optional(Type.Boolean({ description: 'Whether to replace the queue instead of appending to it.' })),
  focus: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Whether to show the passage. With false it is only appended, and what is on air stays. Cannot be false together with `replace`.',
    }),
  ),
});

/** [D19] */
export const UpdateSettingsBody = Strict({
  reference: Type.Optional(Nullable(typedReference)),
  translations: Type.Optional(
    Type.Array(slug, {
      maxItems: SETTINGS_TRANSLATIONS_MAX,
      description: 'Slugs of editions in the library of the owner, in the order in which they are pushed.',
      ...distinct,
    }),
  ),
});
