/**
 * What the audience's page and the server say to each other [D44, D45]: the state a viewer draws, the changes to it,
 * and the page's address. Server and browser both import this file; apart from types, it imports viewer-views.ts alone.
 *
 * The stream (`GET /l/{live_id}/stream`, Server-Sent Events) has six events: `state` (a ViewerState, replaces all),
 * `change` (a ViewerChange, applies only to the version in `from`), `part` (the beginning of the data of the event that
 * comes next, where that is long), `beat` (a sign of life every STREAM_HEARTBEAT_SECONDS), `closed` (who was let in has to ask
 * again) and `gone` (the Live was deleted).
 *
 * Several pages of one browser share one stream (`POST /l/streams`, `{subscriptions: [{live_id}], last_event_ids}`; the ids stand in
 * the order of the subscriptions, null for none): browsers open six connections to a plain HTTP origin. An event `subscription` (an index)
 * says whose events follow, and `refused` (`{code}`) that one is not let in.
 */

import type { PagingSettings } from './paging/pages.ts';
import type { ViewerSettings } from './schemas/live.ts';
import { DEFAULT_VIEW, VIEWER_VIEWS, type ViewerView } from './viewer-views.ts';

export type { ViewerSettings };

export const SHARED_STREAM_PATH = '/l/streams';

/** A viewer that heard nothing at all for this long connects anew. */
export const VIEWER_SILENCE_MAX_SECONDS = 40;
/** Characters that one event carries at most: on a slow line too a viewer hears one within that time. */
export const VIEWER_EVENT_MAX_CHARACTERS = 32_768;

/** A longer state does not stand in the page: on a slow line its end would keep the first verse waiting. */
export const VIEWER_PAGE_STATE_MAX_CHARACTERS = 65_536;

export const VIEWER_SCALE_MIN = -4;
export const VIEWER_SCALE_MAX = 8;
/** One step of `scale` makes text this much larger [D21]. */
export const VIEWER_SCALE_STEP = 1.125;

export const VIEWER_THEMES = ['dark', 'light'] as const;

export type ViewerTheme = (typeof VIEWER_THEMES)[number];
export type ViewerPreset = 'default' | 'midnight' | 'paper' | 'ocean';
export type ViewerTransition = 'none' | 'fade' | 'slide' | 'slide_up' | 'slide_down' | 'zoom_in' | 'zoom_out' | 'wipe';

/** The few words the audience's page says itself. */
export interface ViewerStrings {
  backToNow: string;
  ended: string;
  interrupted: string;
  /** To who reads along while nothing is shown. */
  waiting: string;
  next: string;
  /** To who speaks, while the audience sees nothing. */
  hidden: string;
  controls: string;
  smaller: string;
  larger: string;
  light: string;
  dark: string;
  fullScreen: string;
  leaveFullScreen: string;
}

export interface ViewerItem {
  id: string;
  book_id: number;
  book: string;
  chapter: number;
  verse: number;
  text: string;
  /** Key into ViewerState.editions. */
  edition: string;
  /** The line and the run that it belongs to. Absent: of its own, under its id. [D53] */
  line?: string;
  run?: string;
}

export interface ViewerEdition {
  name: string;
  /** A language tag (BCP 47): `en`, `pt`, `de` or `und` from the server; the page names others by their script. */
  language: string;
  attribution: string;
  /** Told to outputs alone. */
  slug?: string;
}

/** An image, served from this installation and immutable under its address. */
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
 * LiveStudioSettings [Resources]. Sizes and line heights (percent) are relative to those of the default design, which stand for the
 * view's own; a text is scaled as far as it fits. Radius and padding: px on a canvas of 1920×1080. Null inherits the preset. `left`
 * is where lines begin: on the right in scripts that are written from there.
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

/** Of the default design: a text of this size is as large as fits. [D22] */
export const DEFAULT_TEXT_SIZE = 72;

/** Type and place of what a Live shows, as the views are where nobody has designed anything. [D22] */
export const DEFAULT_DESIGN_ELEMENTS: ViewerDesign['elements'] = {
  translation: { font: 'sans', size: 28, bold: false, italic: false, align: 'left', lineHeight: 120 },
  reference: { font: 'sans', size: 40, bold: false, italic: false, align: 'left', lineHeight: 120 },
  text: { font: 'serif', size: DEFAULT_TEXT_SIZE, bold: false, italic: false, align: 'left', lineHeight: 120 },
};
export const DEFAULT_DESIGN_ORDER: ViewerDesign['order'] = ['text', 'reference', 'translation'];

/** What the organization has decided for all its Lives: name or logo only where the design shows it; `name` stands in for a logo. */
export interface ViewerBranding {
  name: string | null;
  logo: ViewerImage | null;
  /** Null where nobody has designed anything: the view's own look. */
  design: ViewerDesign | null;
}

/** The selected slide of a presentation [D26]; `passage` holds its scripture, `blank` one that is empty on purpose. */
export interface ViewerSlide {
  id: string;
  layout: 'title' | 'text' | 'scripture' | 'image' | 'blank';
  title: string | null;
  text: string | null;
  /** `reference` as people write it; the edition of its verses is a key into `editions` of the slide. */
  passage: { reference: string; verses: ViewerItem[]; editions: Record<string, ViewerEdition> } | null;
  image: ViewerImage | null;
}

export interface ViewerState {
  version: string;
  type: 'empty' | 'scripture' | 'presentation';
  showing: boolean;
  /** Id of the first item of the line with which the page begins. [D54] */
  focus: string | null;
  /** How many lines the page has, and which part of a split line it is. */
  lines: number;
  part: number;
  paging: PagingSettings;
  settings: ViewerSettings;
  house: ViewerBranding;
  /** Null outside presentation mode, and while the Live is hidden. */
  slide: ViewerSlide | null;
  editions: Record<string, ViewerEdition>;
  items: ViewerItem[];
  /** Told to outputs: the name of the Live, as long as it has never shown anything. [D60] */
  idle?: string;
  /** Told to stage outputs: what is for the speaker alone. [D60] */
  stage?: ViewerStage;
}

export interface ViewerStage {
  /** The audience sees nothing now. The page and the slide are told nevertheless. */
  hidden: boolean;
  notes: { message: string | null; countdown_to: string | null } | null;
  /** What comes after the slide. */
  next_slide: ViewerSlide | null;
}

/** `insert`: the first of `items` then stands at index `at`. `order`: the `ids.length` items from index `from` on now stand in this order. */
export type ViewerQueueChange =
  | { op: 'insert'; at: number; items: ViewerItem[] }
  | { op: 'remove'; ids: string[] }
  | { op: 'clear' }
  | { op: 'order'; from: number; ids: string[] };

export interface ViewerChange {
  version: string;
  /** The version this change applies to; a viewer at any other must resynchronize. */
  from: string;
  type: ViewerState['type'];
  showing: boolean;
  /** Absent, with the next two, while the Live is hidden: the page is what it was, and nobody learns which one comes. */
  focus?: string | null;
  /** Absent beside `focus`: 1. */
  lines?: number;
  /** Absent beside `focus`: 0. */
  part?: number;
  /** Absent where unchanged, as the next three. */
  paging?: PagingSettings;
  settings?: ViewerSettings;
  house?: ViewerBranding;
  slide?: ViewerSlide | null;
  editions?: Record<string, ViewerEdition>;
  stage?: ViewerStage;
  /** Absent: none. */
  idle?: string;
  queue: ViewerQueueChange[];
}

/** What the page's own address decides [D45]; what is absent is left to the Live's settings. */
export interface ViewerAddress {
  view: ViewerView;
  theme?: ViewerTheme;
  scale?: number;
}

/**
 * Reads `?view`, `?theme` and `?scale`. Never fails: a value that means nothing counts as absent, because an
 * audience must see scripture, not a message about an address somebody mistyped.
 */
export function parseViewerAddress(query: { get(name: string): string | null }): ViewerAddress {
  const address: ViewerAddress = { view: oneOf(VIEWER_VIEWS, query.get('view')) ?? DEFAULT_VIEW };
  const theme = oneOf(VIEWER_THEMES, query.get('theme'));
  const scale = query.get('scale');
  if (theme) address.theme = theme;
  if (scale !== null && /^[+-]?\d{1,2}$/.test(scale.trim())) {
    address.scale = Math.min(VIEWER_SCALE_MAX, Math.max(VIEWER_SCALE_MIN, Number(scale)));
  }
  return address;
}

function oneOf<T extends string>(allowed: readonly T[], value: string | null | undefined): T | undefined {
  return allowed.find((candidate) => candidate === value);
}
