/**
 * Protocol of the audience page [D44, D45]: the state that a viewer draws, the changes to it, and the parameters of the
 * URL. Shared by server and browser; apart from types, it imports limits.ts and viewer-views.ts only.
 *
 * The stream (`GET /l/{live_id}/stream`, Server-Sent Events) has six events: `state` (a ViewerState that replaces the
 * previous one), `change` (a ViewerChange that applies only to the version in `from`), `part` (the beginning of the
 * data of the next event, if that is long), `beat` (a heartbeat every STREAM_HEARTBEAT_SECONDS), `closed` (the viewer
 * must be admitted again) and `gone` (the Live was deleted).
 *
 * Several pages of one browser share one stream, because browsers open only six connections to a plain HTTP origin
 * (`POST /l/streams`, `{subscriptions: [{live_id}], last_event_ids}`; the event ids are in the order of the
 * subscriptions, null if none). An event `subscription` (an index) says which page the next events are for. An event
 * `refused` (`{code}`) says that a page has no access.
 */

import { SCALE_MAX_STEPS, SCALE_MIN_STEPS } from './limits.ts';
import type { PagingSettings } from './paging/pages.ts';
import type { PlannedEnd } from './plan-times.ts';
import type { ViewerSettings } from './schemas/live.ts';
import type { ViewerPreset, ViewerTransition } from './viewer-appearance.ts';
import { DEFAULT_VIEW, VIEWER_VIEWS, type ViewerView } from './viewer-views.ts';

export type { ViewerPreset, ViewerSettings, ViewerTransition };

export const SHARED_STREAM_PATH = '/l/streams';

/** Seconds without any event after which a viewer reconnects. */
export const VIEWER_SILENCE_MAX_SECONDS = 40;
/**
 * Longest data of one event, in characters. Short enough to arrive within VIEWER_SILENCE_MAX_SECONDS on a slow
 * connection.
 */
export const VIEWER_EVENT_MAX_CHARACTERS = 32_768;

/**
 * Longest state that is embedded in the page, in characters. A longer one would delay the first verse on a slow
 * connection.
 */
export const VIEWER_PAGE_STATE_MAX_CHARACTERS = 65_536;

/** Factor of one step of `scale`. [D21] */
export const VIEWER_SCALE_STEP = 1.125;

export const VIEWER_THEMES = ['dark', 'light'] as const;

export type ViewerTheme = (typeof VIEWER_THEMES)[number];

/** Interface texts of the audience page. */
export interface ViewerStrings {
  backToNow: string;
  ended: string;
  interrupted: string;
  /** Message to readers while nothing is shown. */
  waiting: string;
  next: string;
  /** Message to the speaker while the audience sees nothing. */
  hidden: string;
  /** How long the plan's entry lasts beyond its end. The number of minutes replaces `#`. */
  over: string;
  controls: string;
  /** Texts of the control that moves chords. */
  chords: string;
  chordsLower: string;
  chordsHigher: string;
  smaller: string;
  larger: string;
  light: string;
  dark: string;
  fullScreen: string;
  leaveFullScreen: string;
}

/** Interface texts of the other parts of a reader page. [D73] */
export interface PhoneStrings {
  parts: string;
  now: string;
  earlier: string;
  order: string;
  more: string;
  close: string;
  nothingEarlier: string;
  further: string;
  onAir: string;
  /** The part could not be loaded. */
  failed: string;
  notes: string;
  noNotes: string;
  /** `{0}` is the reference of a verse. */
  noteTo: string;
  note: string;
  noteHint: string;
  delete: string;
  share: string;
  saveNotes: string;
  savePage: string;
  notesFull: string;
  text: string;
  translation: string;
  findTranslation: string;
  asOnScreen: string;
}

export interface ViewerItem {
  id: string;
  book_id: number;
  book: string;
  chapter: number;
  verse: number;
  text: string;
  /** Key into `ViewerState.editions`. */
  edition: string;
  /** Opaque id of the numbering that book, chapter and verse are in. Sent to the audience, if it is known. [D72] */
  numbering?: string;
  /** Set by the page, for a text that the chosen edition lacks: the edition that it is from. [D72] */
  from?: { edition: string; name: string; language: string };
  /** Id of the line. Defaults to the id of the item. [D53] */
  line?: string;
  /** Id of the run. Defaults to the id of the item. [D53] */
  run?: string;
}

export interface ViewerEdition {
  name: string;
  /** Language tag (BCP 47); `und` if it is unknown. [D71] */
  language: string;
  attribution: string;
  /** Sent to outputs only. */
  slug?: string;
}

/** Image of this installation. The content of its URL never changes. */
export interface ViewerImage {
  url: string;
  width: number;
  height: number;
}

interface ViewerPalette {
  background: string | null;
  container: string | null;
  translation: string | null;
  reference: string | null;
  text: string | null;
}

export interface ViewerElement {
  font: 'serif' | 'sans' | 'mono';
  size: number;
  bold: boolean;
  italic: boolean;
  align: 'left' | 'center' | 'right';
  lineHeight: number;
}

/**
 * LiveStudioSettings [Resources]. Sizes and line heights (percent) are relative to the default design, which
 * corresponds to the view's own sizes; text is scaled up only as far as it fits. Radius and padding are px on a canvas
 * of 1920×1080. Null inherits the preset. `left` means the start of a line, which is on the right in right-to-left
 * scripts.
 */
export interface ViewerDesign {
  version: 1;
  showLogo: boolean;
  preset: ViewerPreset;
  transition: ViewerTransition;
  controls: { theme: boolean; fullscreen: boolean; fontSize: boolean };
  palettes: { dark: ViewerPalette; light: ViewerPalette };
  container: { radius: number | null; padding: number | null; border: string | null };
  elements: { translation: ViewerElement; reference: ViewerElement; text: ViewerElement };
  order: ('translation' | 'reference' | 'text')[];
}

/** Text size of the default design, which means as large as fits. [D22] */
export const DEFAULT_TEXT_SIZE = 72;

/** Elements of the default design, which describe the views without a design. [D22] */
export const DEFAULT_DESIGN_ELEMENTS: ViewerDesign['elements'] = {
  translation: { font: 'sans', size: 28, bold: false, italic: false, align: 'left', lineHeight: 120 },
  reference: { font: 'sans', size: 40, bold: false, italic: false, align: 'left', lineHeight: 120 },
  text: { font: 'serif', size: DEFAULT_TEXT_SIZE, bold: false, italic: false, align: 'left', lineHeight: 120 },
};
export const DEFAULT_DESIGN_ORDER: ViewerDesign['order'] = ['text', 'reference', 'translation'];

/**
 * Branding of an organization for all of its Lives, in the look of what is on air [D76]. Name and logo are set only if
 * the design shows them; `name` replaces a missing logo.
 */
export interface ViewerBranding {
  name: string | null;
  logo: ViewerImage | null;
  /** Null without a design; the view then uses its own appearance. */
  design: ViewerDesign | null;
  /** URL of the image behind the text of a whole screen. Absent without one. */
  image?: string;
}

/** Text of a slide in one language. [D77] */
export interface ViewerText {
  /** Language tag (BCP 47); `und` if it is unknown. */
  language: string;
  text: string;
}

/** Chord above the words of a slide: before the character `at` of a line of its text. [D77] */
export interface ViewerChord {
  line: number;
  at: number;
  chord: string;
}

/** Current slide of a presentation [D26]. The layout `blank` is intentionally empty. */
export interface ViewerSlide {
  id: string;
  layout: 'title' | 'text' | 'scripture' | 'image' | 'countdown' | 'blank';
  title: string | null;
  text: string | null;
  /** `text`, then the same in other languages. Absent if `text` is the only one and its language is unknown. [D77] */
  texts?: ViewerText[];
  /** Scripture of the slide. The `edition` of its verses is a key into `editions` of this object. */
  passage: { reference: string; verses: ViewerItem[]; editions: Record<string, ViewerEdition> } | null;
  image: ViewerImage | null;
  /** Time at which the countdown ends. Absent until it has begun; its duration is then `seconds`. [D76] */
  until?: string;
  seconds?: number;
  /** Footer of the deck. Absent without one, and on blank slides. [D70] */
  attribution?: string;
  /** Whether the slide is one of a song. Its lines are made smaller before they are wrapped. */
  sung?: true;
}

export interface ViewerState {
  version: string;
  type: 'empty' | 'scripture' | 'presentation';
  showing: boolean;
  /** Id of the first item of the page's first line. [D54] */
  focus: string | null;
  /** Number of lines of the page. */
  lines: number;
  /** Zero-based part of a split line. */
  part: number;
  paging: PagingSettings;
  settings: ViewerSettings;
  /** Branding. The field keeps its name for pages that an earlier version has opened. */
  house: ViewerBranding;
  /** Null outside of presentation mode, and while the Live is hidden. */
  slide: ViewerSlide | null;
  editions: Record<string, ViewerEdition>;
  items: ViewerItem[];
  /** Name of the Live while it has never shown anything. Sent to outputs only. [D60] */
  idle?: string;
  /** Link for the audience's own devices. Sent to outputs only, and not of a protected Live. [D76] */
  link?: string;
  /** Data for the speaker. Sent to stage outputs only. [D60] */
  stage?: ViewerStage;
  /** Sent to the audience only. */
  phones?: ViewerPhones;
}

/**
 * The parts of a reader page besides what is shown now; null for one that is not offered. A part that has another value
 * has changed, and is requested on its own. [D73]
 */
export interface ViewerPhones {
  earlier: string | null;
  order: string | null;
}

export interface ViewerStage {
  /** Whether the audience sees nothing. Page and slide are sent nevertheless. */
  hidden: boolean;
  notes: { message: string | null; countdown_to: string | null; flash: boolean } | null;
  /** The next slide. */
  next_slide: ViewerSlide | null;
  /** Chords of the slide. Absent without any. [D77] */
  chords?: ViewerChord[];
  /** The note of the plan's entry. Earlier versions of the server do not send it. [D65] */
  entry_note?: string | null;
  /** When the plan's entry should end. Earlier versions of the server do not send it. [D65] */
  planned_end?: PlannedEnd | null;
}

/**
 * Change of the queue. `insert` puts the first of `items` at index `at`. `order` reorders the `ids.length` items from
 * index `from`.
 */
export type ViewerQueueChange =
  | { op: 'insert'; at: number; items: ViewerItem[] }
  | { op: 'remove'; ids: string[] }
  | { op: 'clear' }
  | { op: 'order'; from: number; ids: string[] };

export interface ViewerChange {
  version: string;
  /** Version that this change applies to. A viewer with another version must resynchronize. */
  from: string;
  type: ViewerState['type'];
  showing: boolean;
  /** Absent, like `lines` and `part`, while the Live is hidden, so that the next page is not revealed. */
  focus?: string | null;
  /** Defaults to 1 if `focus` is present. */
  lines?: number;
  /** Defaults to 0 if `focus` is present. */
  part?: number;
  /** Absent if unchanged, like `settings`, `house` and `slide`. */
  paging?: PagingSettings;
  settings?: ViewerSettings;
  house?: ViewerBranding;
  slide?: ViewerSlide | null;
  editions?: Record<string, ViewerEdition>;
  stage?: ViewerStage;
  /** Absent if unchanged. */
  phones?: ViewerPhones;
  /** Absent if the Live is not idle. */
  idle?: string;
  /** Absent without one. */
  link?: string;
  queue: ViewerQueueChange[];
}

/** Parameters of the audience page's URL [D45]. Absent ones use the settings of the Live. */
export interface ViewerAddress {
  view: ViewerView;
  theme?: ViewerTheme;
  scale?: number;
}

/**
 * Parses `?view`, `?theme` and `?scale`. Never throws: an invalid value counts as absent, because the audience should
 * see scripture instead of an error about a mistyped URL.
 */
export function parseViewerAddress(query: { get(name: string): string | null }): ViewerAddress {
  const address: ViewerAddress = { view: oneOf(VIEWER_VIEWS, query.get('view')) ?? DEFAULT_VIEW };
  const theme = oneOf(VIEWER_THEMES, query.get('theme'));
  const scale = query.get('scale');
  if (theme) address.theme = theme;
  if (scale !== null && /^[+-]?\d{1,2}$/.test(scale.trim())) {
    address.scale = Math.min(SCALE_MAX_STEPS, Math.max(SCALE_MIN_STEPS, Number(scale)));
  }
  return address;
}

function oneOf<T extends string>(allowed: readonly T[], value: string | null | undefined): T | undefined {
  return allowed.find((candidate) => candidate === value);
}
