import { type Static, type TProperties, Type } from 'typebox';
import {
  PAGE_CHARACTERS_MAX,
  PAGE_CHARACTERS_MIN,
  PAGE_MAX_LINES,
  PASSAGES_MAX,
  REFERENCE_MAX_CHARACTERS,
  REORDER_MAX_ITEMS,
  SCALE_MAX_STEPS,
  SCALE_MIN_STEPS,
  SETTINGS_TRANSLATIONS_MAX,
} from '../limits.ts';
import { ANY_CASE_SLUG_PATTERN } from '../text-patterns.ts';
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
export const PRESETS = ['default', 'midnight', 'paper', 'ocean'] as const;
export const TRANSITIONS = ['none', 'fade', 'slide', 'slide_up', 'slide_down', 'zoom_in', 'zoom_out', 'wipe'] as const;

const sequence = Type.Integer({ minimum: 0 });
const status = Enum(LIVE_STATUSES);

/** One shape for an organization's Live and for a personal one; they differ in the owner's field alone. */
const ofOrganization = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({ ...properties, organization_id: Type.String() });
const ofAccount = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({ ...properties, account_id: Type.String() });

/** [Resources] Live, PersonalLive */
const live = { id: Type.String(), name: Type.String(), status, paused: Type.Boolean(), sequence };
export const Live = ofOrganization({ ...live, mode: Enum(LIVE_MODES) });
export const PersonalLive = ofAccount({ ...live, mode: Enum(['reader']) });
export const AnyLive = Type.Union([Live, PersonalLive]);

/** [Resources] PersonalLiveSummary; [D12] for organizations */
const summary = { id: Type.String(), name: Type.String() };
export const PersonalLiveSummaryPage = Type.Object({ data: Type.Array(ofAccount(summary)), next_cursor: NextCursor });
export const LiveSummaryPage = Type.Object({ data: Type.Array(ofOrganization(summary)), next_cursor: NextCursor });

/** [Resources] DisplayVerse */
const displayVerse = {
  book_id: Type.Integer(),
  book: Type.String(),
  chapter: Type.Integer(),
  verse: Type.Integer(),
  text: Type.String(),
  translation: Type.String(),
  rights: TranslationRights,
  attribution: Type.String(),
};
export const DisplayVerse = Type.Object(displayVerse);
export type DisplayVerse = Static<typeof DisplayVerse>;

/** [Resources] LiveStackVerse */
export const LiveStackVerse = Type.Object({ ...displayVerse, position: Type.Integer() });

/** [Resources] SnapshotSummary */
export const SnapshotSummary = Type.Object({
  id: Type.String(),
  deck: Type.String(),
  revision: Type.Integer(),
  index: Type.Integer(),
  blank: Type.Boolean(),
  slide_id: Type.String(),
});

/** [Resources] LiveDisplay, PersonalLiveDisplay */
const display = {
  live_id: Type.String(),
  status,
  paused: Type.Boolean(),
  showing: Type.Boolean(),
  sequence,
  verses: Type.Array(DisplayVerse),
  snapshot: Nullable(SnapshotSummary),
};
export const LiveDisplay = ofOrganization({ ...display, type: Enum(['empty', 'scripture', 'presentation']) });
export const PersonalLiveDisplay = ofAccount({ ...display, type: Enum(['empty', 'scripture']) });
export const AnyLiveDisplay = Type.Union([LiveDisplay, PersonalLiveDisplay]);

/** [Resources] LiveQueueItem, LiveQueuePage */
export const LiveQueueItem = Type.Object({ id: Type.String(), position: Type.Integer(), verse: DisplayVerse });
const queuePage = { live_id: Type.String(), sequence, data: Type.Array(LiveQueueItem), next_cursor: NextCursor };
export const LiveQueuePage = ofOrganization(queuePage);
export const PersonalLiveQueuePage = ofAccount(queuePage);
export const AnyLiveQueuePage = Type.Union([LiveQueuePage, PersonalLiveQueuePage]);

/** [Endpoints] POST and DELETE stack */
export const StackResult = Type.Object({
  live_id: Type.String(),
  sequence,
  affected: Type.Integer(),
  data: Type.Array(LiveStackVerse),
});

/** [Resources] Playback state */
export const Playback = Type.Object({
  live_id: Type.String(),
  status,
  paused: Type.Boolean(),
  showing: Type.Boolean(),
  sequence,
});

/** [D19] */
const settings = Type.Object({ reference: Nullable(Type.String()), translations: Type.Array(Type.String()) });
export type LiveSettings = ReadonlyFields<Static<typeof settings>>;
export const LIVE_SETTINGS = Object.keys(settings.properties) as (keyof LiveSettings)[];
export const DEFAULT_LIVE_SETTINGS: LiveSettings = { reference: null, translations: [] };

/** [Resources] Live settings (read); the write answers alike. [D19] */
export const Settings = Type.Object({ live_id: Type.String(), sequence, ...settings.properties });

/** [D54] */
export const Focus = Type.Object({
  live_id: Type.String(),
  sequence,
  item_id: Nullable(Type.String({ description: 'The first item of the first line of the page.' })),
  lines: Type.Integer({ minimum: 1, maximum: PAGE_MAX_LINES }),
  part: Type.Integer({ minimum: 0 }),
});

const paging = {
  lines: Type.Integer({ minimum: 1, maximum: PAGE_MAX_LINES }),
  page_characters: Type.Integer({ minimum: PAGE_CHARACTERS_MIN, maximum: PAGE_CHARACTERS_MAX }),
};
/** [D54] */
export const Paging = Type.Object(paging);
export const UpdatePagingBody = Strict(Type.Partial(Type.Object(paging)).properties);

/** [Resources] LiveEventViewerSettings with the bounds of [D21] */
const viewerSettings = Type.Object({
  theme: Enum(['dark', 'light']),
  scale: Type.Integer({ minimum: SCALE_MIN_STEPS, maximum: SCALE_MAX_STEPS }),
  presentation: Type.Boolean(),
});
/** Absent: the choice is the design's. */
const viewerChoices = Type.Object({ preset: Enum(PRESETS), transition: Enum(TRANSITIONS) });
export const ViewerSettings = Type.Object({
  ...viewerSettings.properties,
  ...Type.Partial(viewerChoices).properties,
});
export type ViewerSettings = Static<typeof ViewerSettings>;
export const DEFAULT_VIEWER_SETTINGS: ViewerSettings = { theme: 'dark', scale: 0, presentation: false };

/** [Resources] Audience secret result */
export const AudienceSecret = Type.Object({
  live_id: Type.String(),
  sequence,
  protected: Type.Boolean(),
  secret: Type.Optional(Type.String({ description: 'Only in the answer that makes it.' })),
});

/** [D44] */
export const Viewers = Type.Object({
  live_id: Type.String(),
  viewers: Type.Integer({ minimum: 0 }),
  peak: Type.Integer({ minimum: 0 }),
  peak_at: Nullable(Type.String({ format: 'date-time' })),
});

/** [D50] [D57] */
const HistoryEntry = Type.Object({
  id: Type.String(),
  shown_at: Type.String({ format: 'date-time' }),
  reference: Nullable(Type.String(), { description: 'Null for a deck.' }),
  slide: Nullable(SnapshotSummary, { description: 'With which the deck began. Null for a passage.' }),
  verses: Type.Optional(Type.Array(DisplayVerse, { description: 'None for a deck; absent with view=short.' })),
});
/** [D50] */
export const HistoryPage = Type.Object({
  data: Type.Array(HistoryEntry, {
    description:
      'Newest first. A page has fewer entries than `limit` where more would exceed 2 MiB, and always at least one where there are any; `next_cursor` tells whether more follow.',
  }),
  next_cursor: NextCursor,
});

export const CreateLiveBody = Strict({ name: Type.Optional(Name()) });
export const RenameLiveBody = Strict({ name: Name() });
export const PlaybackBody = Strict({ status: Type.Optional(status), paused: Type.Optional(Type.Boolean()) });
export const ReorderBody = Strict({
  item_ids: Type.Array(Type.String(), documented({ maxItems: REORDER_MAX_ITEMS, uniqueItems: true })),
});
/** [D21]: null leaves the choice to the design again. */
export const UpdateViewerSettingsBody = Strict({
  ...Type.Partial(viewerSettings).properties,
  ...Type.Partial(nullableProperties(viewerChoices)).properties,
});
export type ViewerSettingsChange = Static<typeof UpdateViewerSettingsBody>;

export const EmptyBody = Strict({});
/** What an item stands for: itself, its line, or its run. [D50] */
const SPANS = ['item', 'line', 'run'] as const;
export type Span = (typeof SPANS)[number];
const span = Type.Optional(
  Enum(SPANS, { default: 'item', description: 'What the item stands for: itself, its line or its run.' }),
);
export const MoveBody = Strict({
  position: Type.Integer({
    minimum: 0,
    maximum: 2147483647,
    description: 'Of the first moved item, in the queue after the move: how many of the items that stay are before it.',
  }),
  span,
});
export const RemoveQuery = Type.Object({ span });
export const FocusBody = Strict({
  item_id: Type.String(),
  lines: Type.Optional(paging.lines),
  part: Type.Optional(Type.Integer({ minimum: 0, maximum: 2147483647 })),
});
export type FocusChange = Static<typeof FocusBody>;

/** Numbers of books, chapters and verses are bounded here; whether they exist is the edition's to say. */
const canonNumber = Type.Integer({ minimum: -2147483648, maximum: 2147483647 });
const chapterNumber = Type.Integer({ minimum: -2147483648, maximum: 2147483647, ...documented({ minimum: 1 }) });
export const verseNumber = Type.Integer({ minimum: -2147483648, maximum: 2147483647, ...documented({ minimum: 0 }) });
const translation = Text({ maxLength: 64 });
/** Slugs are compared without case, and none is named twice. [D28] */
const slug = Type.String({ maxLength: 64, ...documented({ pattern: ANY_CASE_SLUG_PATTERN }) });
const distinct = documented({ uniqueItems: true });

/** [Resources] LiveStackReference */
export const StackReference = Strict(
  {
    book_id: canonNumber,
    translation: Type.Optional(translation),
    chapter: Type.Optional(chapterNumber),
    verse: Type.Optional(verseNumber),
  },
  documented({ dependentRequired: { verse: ['chapter'] } }),
);
export const PushStackBody = Strict({ reference: StackReference });

/** [D50] Numbers as in a reference: an end is the verse or chapter with which the passage ends. */
export const PassageNumbers = Strict(
  {
    book_id: canonNumber,
    chapter: chapterNumber,
    verse: Type.Optional(verseNumber),
    end_chapter: Type.Optional(chapterNumber),
    end_verse: Type.Optional(verseNumber),
  },
  documented({ dependentRequired: { end_verse: ['verse'] } }),
);
export const typedReference = Type.String({ minLength: 1, maxLength: REFERENCE_MAX_CHARACTERS });
export const Translations = Type.Array(slug, { minItems: 1, maxItems: SETTINGS_TRANSLATIONS_MAX, ...distinct });
export const PushPassageBody = Strict({
  passage: Type.Union([
    typedReference,
    PassageNumbers,
    Type.Array(PassageNumbers, { minItems: 1, maxItems: PASSAGES_MAX }),
  ]),
  translations: Type.Optional(Translations),
  replace: Type.Optional(Type.Boolean({ description: 'Replaces the queue.' })),
  focus: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'False appends only: what is on air stays. Not together with `replace`.',
    }),
  ),
});

/** [D19] */
export const UpdateSettingsBody = Strict({
  reference: Type.Optional(Nullable(typedReference)),
  translations: Type.Optional(Type.Array(slug, { maxItems: SETTINGS_TRANSLATIONS_MAX, ...distinct })),
});
