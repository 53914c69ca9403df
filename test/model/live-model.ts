/**
 * Model of a Live, written from the specification alone: [States], [Resources], [D5], [D6], [D11]–[D19], [D44], [D50],
 * [D51]. It shares nothing with the server's own code. In presentation mode there is one snapshot, of SLIDES slides.
 * [D27]
 */
import { isDeepStrictEqual } from 'node:util';
import { Learnt } from './learned-values.ts';
import type { OwnerKind, Verse } from './scripture.ts';

export interface ModelItem {
  readonly name: string;
  readonly verse: Verse;
  /** Name of the first item of its line, as that was pushed. [D53] */
  readonly line: string;
}

/** State that an undo restores: not status, name or settings. [D50] */
type Seen = Pick<ModelLive, 'items' | 'showing' | 'paused' | 'focus' | 'slide'>;

export interface ModelLive {
  readonly key: string;
  readonly ownerKind: OwnerKind;
  readonly ownerId: string;
  readonly deleted: boolean;
  readonly name: string;
  readonly status: 'running' | 'stopped';
  readonly paused: boolean;
  readonly showing: boolean;
  /** Index of the slide that is presented; null in reader mode. */
  readonly slide: number | null;
  readonly sequence: number;
  readonly reference: string | null;
  readonly translations: readonly string[];
  readonly items: readonly ModelItem[];
  /** Name of the focused item. */
  readonly focus: string | null;
  /** Items that were in the queue. */
  readonly gone: readonly string[];
  /** States before each change that can be undone, the latest last. [D50] */
  readonly past: readonly Seen[];
  /** States before each undo that can be redone, the latest last. */
  readonly future: readonly Seen[];
  /** Whether the latest change that can be undone moved the focus alone: those that follow each other are one. */
  readonly focusing: boolean;
}

/** [D11] */
export const newLive = (key: string, ownerKind: OwnerKind, ownerId: string, name: string): ModelLive => ({
  key,
  ownerKind,
  ownerId,
  deleted: false,
  name,
  status: 'running',
  paused: false,
  showing: false,
  slide: null,
  sequence: 0,
  reference: null,
  translations: [],
  items: [],
  focus: null,
  gone: [],
  past: [],
  future: [],
  focusing: false,
});

/** [D50] */
const UNDO_MAX = 20;

/** Every persisted change adds exactly 1 [D6]; one that can be seen can be undone [D50]. */
function changed(live: ModelLive, parts: Partial<ModelLive>, focusing = false): ModelLive {
  const before = seenOf(live);
  const next = { ...live, ...parts, sequence: live.sequence + 1 };
  if (isDeepStrictEqual(seenOf(next), before) || (focusing && live.focusing)) return next;
  return { ...next, focusing, past: [...live.past, before].slice(-UNDO_MAX), future: [] };
}

const seenOf = ({ items, showing, paused, focus, slide }: ModelLive): Seen => ({
  items,
  showing,
  paused,
  focus,
  slide,
});

const namesOf = (items: readonly ModelItem[]): string[] => items.map(({ name }) => name);

/** [D53]: verses of one push that stand in the same place in several translations share a line. */
function inLines(added: readonly Omit<ModelItem, 'line'>[]): ModelItem[] {
  const firsts = new Map<string, string>();
  const counts = new Map<string, number>();
  return added.map((item) => {
    const { translation, book_id, chapter, verse } = item.verse;
    const place = `${book_id} ${chapter}:${verse}`;
    // A push can name a place twice.
    const occurrence = counts.get(`${translation} ${place}`) ?? 0;
    counts.set(`${translation} ${place}`, occurrence + 1);
    const line = firsts.get(`${place} ${occurrence}`) ?? item.name;
    firsts.set(`${place} ${occurrence}`, line);
    return { ...item, line };
  });
}

/** Names of the lines, in the order of their first items. [D53] */
const linesOf = (items: readonly ModelItem[]): string[] => [...new Set(items.map(({ line }) => line))];

/** The first item of the line of this one. [D54] */
const firstOfLine = (items: readonly ModelItem[], name: string): string => {
  const { line } = items.find((item) => item.name === name)!;
  return items.find((item) => item.line === line)!.name;
};

/** [D17], [D50], [D51]: shown, not paused, the first of the push focused. */
export function pushed(live: ModelLive, pushedItems: readonly Omit<ModelItem, 'line'>[], replace: boolean): ModelLive {
  const added = inLines(pushedItems);
  return changed(live, {
    items: replace ? added : [...live.items, ...added],
    gone: replace ? [...live.gone, ...namesOf(live.items)] : live.gone,
    showing: true,
    paused: false,
    focus: added[0]!.name,
  });
}

/** [States] DELETE stack, [D15]: hidden, not paused, empty; a stopped Live stays stopped. */
export const cleared = (live: ModelLive): ModelLive =>
  changed(live, {
    items: [],
    gone: [...live.gone, ...namesOf(live.items)],
    showing: false,
    paused: false,
    slide: null,
    focus: null,
  });

/** [D27] */
export const presented = (live: ModelLive, slide: number): ModelLive =>
  changed(live, { slide, showing: true, paused: false });

/** [D27]: back to the reader, hidden. */
export const unpresented = (live: ModelLive): ModelLive =>
  changed(live, { slide: null, showing: false, paused: false });

/**
 * [States] item removal, [D54]: what remains is shown; the focus stays on its line, else goes to the next, else to the
 * last.
 */
export function removed(live: ModelLive, name: string): ModelLive {
  const place = live.items.findIndex((item) => item.name === name);
  const items = live.items.toSpliced(place, 1);
  return changed(live, {
    items,
    gone: [...live.gone, name],
    showing: items.length > 0,
    paused: false,
    focus: focusWithout(live, name, items),
  });
}

function focusWithout(live: ModelLive, name: string, left: readonly ModelItem[]): string | null {
  if (live.focus !== name) return live.focus === null ? null : firstOfLine(left, live.focus);
  const { line } = live.items.find((item) => item.name === name)!;
  const lines = linesOf(live.items);
  const place = lines.indexOf(line);
  const heirs = [line, lines[place + 1], lines[place - 1]];
  const heir = heirs.find((candidate) => left.some((item) => item.line === candidate));
  return left.find((item) => item.line === heir)?.name ?? null;
}

/** [States], [D6]: an identical order changes nothing; another one shows the queue. `names` are those of the queue. */
export function reordered(live: ModelLive, names: readonly string[]): ModelLive {
  if (names.every((name, place) => live.items[place]!.name === name)) return live;
  const items = names.map((name) => live.items.find((item) => item.name === name)!);
  const focus = live.focus === null ? null : firstOfLine(items, live.focus);
  return changed(live, { items, showing: true, paused: false, focus });
}

/** [D15], [D6]. With both fields, status applies first. */
export function played(live: ModelLive, body: { status?: ModelLive['status']; paused?: boolean }): ModelLive {
  if (body.status === undefined && body.paused === undefined) return live;
  const status = body.status ?? live.status;
  let { paused, showing } = live;
  if (body.status === 'stopped') {
    showing = false;
    paused = false;
  }
  if (body.paused === true) {
    paused = true;
    showing = false;
  }
  if (body.paused === false) {
    paused = false;
    showing = (isPresenting(live) || live.items.length > 0) && status === 'running';
  }
  return changed(live, { status, paused, showing });
}

/** [D19], [D6] */
export function configured(
  live: ModelLive,
  settings: { reference?: string | null; translations?: readonly string[] },
): ModelLive {
  const { reference = live.reference, translations = live.translations } = settings;
  if (settings.reference === undefined && settings.translations === undefined) return live;
  return changed(live, { reference, translations });
}

/**
 * [D50], [D6]: as it was, in a step forward; a next undo goes one further back. Null where there is nothing to undo.
 */
export function undone(live: ModelLive): ModelLive | null {
  const before = live.past.at(-1);
  const [past, future] = [live.past.slice(0, -1), [...live.future, seenOf(live)]];
  return before ? { ...retraced(live, before), past, future } : null;
}

/** [D50], [D6]: the state before the last undo. Null without an undo, or after a later change. */
export function redone(live: ModelLive): ModelLive | null {
  const after = live.future.at(-1);
  const [past, future] = [[...live.past, seenOf(live)], live.future.slice(0, -1)];
  return after ? { ...retraced(live, after), past, future } : null;
}

function retraced(live: ModelLive, seen: Seen): ModelLive {
  const back = namesOf(seen.items);
  const gone = [...live.gone, ...namesOf(live.items)].filter((name) => !back.includes(name));
  return { ...live, ...seen, gone, focusing: false, sequence: live.sequence + 1 };
}

export const isPresenting = ({ slide }: ModelLive): boolean => slide !== null;

export const renamed = (live: ModelLive, name: string): ModelLive => changed(live, { name });
export const focused = (live: ModelLive, name: string): ModelLive =>
  changed(live, { focus: firstOfLine(live.items, name) }, true);
export const deleted = (live: ModelLive): ModelLive => ({ ...live, deleted: true });

export const idOf = (live: ModelLive): Learnt => new Learnt('live', live.key);
export const itemId = (name: string): Learnt => new Learnt('item', name);
/** One validator a version. [D5] */
export const etagOf = (live: ModelLive, sequence = live.sequence): Learnt =>
  new Learnt('etag', `${live.key} at ${sequence}`);

const ownerField = ({ ownerKind, ownerId }: ModelLive) =>
  ownerKind === 'organization' ? { organization_id: ownerId } : { account_id: ownerId };

/** [Resources] Live, PersonalLive */
export const toLive = (live: ModelLive) => ({
  id: idOf(live),
  ...ownerField(live),
  name: live.name,
  status: live.status,
  mode: isPresenting(live) ? 'presentation' : 'reader',
  paused: live.paused,
  sequence: live.sequence,
});

/** [D12] */
export const toSummary = (live: ModelLive) => ({ id: idOf(live), name: live.name, ...ownerField(live) });

/** [Resources] LiveDisplay, PersonalLiveDisplay; [D14] */
export const toDisplay = (live: ModelLive) => ({
  live_id: idOf(live),
  status: live.status,
  paused: live.paused,
  showing: live.showing,
  sequence: live.sequence,
  ...ownerField(live),
  type: isPresenting(live) ? 'presentation' : live.items.length > 0 ? 'scripture' : 'empty',
  verses: isPresenting(live) ? [] : live.items.map(({ verse }) => verse),
  snapshot: live.slide === null ? null : toSnapshotSummary(live.slide),
});

/** The number of slides in the snapshot. */
export const SLIDES = 3;

/** Facts about the snapshot from its publication. [D26] */
export const SNAPSHOT = {
  id: new Learnt('constant', 'snapshot'),
  deck: new Learnt('constant', 'deck'),
  revision: new Learnt('constant', 'revision'),
  slides: Array.from({ length: SLIDES }, (_, index) => new Learnt('constant', `slide ${index}`)),
};
export const titleOf = (slide: number): string => `Slide ${slide}`;

/** [Resources] SnapshotSummary */
const toSnapshotSummary = (index: number) => {
  const { slides, ...snapshot } = SNAPSHOT;
  return { ...snapshot, index, blank: false, slide_id: slides[index] };
};

/** [Resources] Playback state */
export const toPlayback = (live: ModelLive) => ({
  live_id: idOf(live),
  status: live.status,
  paused: live.paused,
  showing: live.showing,
  sequence: live.sequence,
});

/** [Resources] Live settings */
export const toSettings = (live: ModelLive) => ({
  live_id: idOf(live),
  sequence: live.sequence,
  reference: live.reference,
  translations: live.translations,
});

/** Content that the audience page draws: for a hidden Live, no verses. [D44], [D51] */
export const toDrawn = (live: ModelLive) => ({
  showing: live.showing,
  ...(live.showing && {
    slide: live.slide === null ? null : titleOf(live.slide),
    focus: live.focus === null ? null : itemId(live.focus),
    items: (isPresenting(live) ? [] : live.items).map(({ name, line, verse: { book_id, chapter, verse, text } }) => ({
      id: itemId(name),
      ...(line !== name && { line: itemId(line) }),
      book_id,
      chapter,
      verse,
      text,
    })),
  }),
});

/** [D54]: every text here is short, and pages have one line. */
export const toFocus = (live: ModelLive) => ({
  live_id: idOf(live),
  sequence: live.sequence,
  item_id: live.focus === null ? null : itemId(live.focus),
  lines: 1,
  part: 0,
});

/** [Resources] LiveQueueItem: its position is that in the entire queue. */
export const toQueueItem = ({ name, verse }: ModelItem, position: number) => ({ id: itemId(name), position, verse });

/** [Resources] LiveQueuePage, PersonalLiveQueuePage */
export const toQueuePage = (live: ModelLive, start: number, end: number, next: Learnt | null) => ({
  live_id: idOf(live),
  ...ownerField(live),
  sequence: live.sequence,
  data: live.items.map(toQueueItem).slice(start, end),
  next_cursor: next,
});

/** [Stack operations]; what was added stands at the end. */
export const toStackResult = (live: ModelLive, affected: number, added: number) => ({
  live_id: idOf(live),
  sequence: live.sequence,
  affected,
  data: live.items.map(({ verse }, position) => ({ ...verse, position })).slice(live.items.length - added),
});

/**
 * [Resources] LiveEventSnapshot, [D23]. What viewers and design begin with is the server's to say; nothing here changes
 * it.
 */
export const toSnapshot = (live: ModelLive) => ({
  live: toLive(live),
  display: toDisplay(live),
  queue: isPresenting(live) ? null : live.items.map(toQueueItem),
  viewer_settings: new Learnt('constant', 'viewer settings'),
  design: {
    settings: new Learnt('constant', 'design settings'),
    revision: 0,
    ...(live.ownerKind === 'organization' && { organization: live.ownerId }),
  },
});
