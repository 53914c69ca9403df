import { isDeepStrictEqual } from 'node:util';
import type { LookKind } from '../contract/looks.ts';
import type {
  ViewerBranding,
  ViewerChange,
  ViewerChord,
  ViewerEdition,
  ViewerImage,
  ViewerItem,
  ViewerPhones,
  ViewerQueueChange,
  ViewerSlide,
  ViewerStage,
  ViewerState,
} from '../contract/viewer.ts';
import { toStoredViewerImage, toViewerBranding } from '../contract/viewer-content.ts';
import type { OutputKind } from '../contract/viewer-views.ts';
import { toPublicStageMessage } from '../domain/live/changes/stage-message.ts';
import { contentType } from '../domain/live/changes/transitions.ts';
import type { LiveCommitted } from '../domain/live/state/followed-lives.ts';
import { isSamePaging } from '../domain/live/state/pages.ts';
import { applyQueueChange } from '../domain/live/state/queue-changes.ts';
import type { StageEntry } from '../domain/plans/stage-entries.ts';
import type { Editions } from '../domain/scripture/editions.ts';
import type {
  LiveRecord,
  LiveState,
  QueueItem,
  QueueItems,
  QueueMutation,
  ShownSlide,
  StoredImage,
} from '../storage/storage.ts';
import { itemsInView } from './items-in-view.ts';

/** Content of a state beside its record: its slide, the next one, the kind of their deck, and the plan's entry. */
export interface LoadedContent {
  /** Returns a slide with its footer, which of a song has the number of the license, if there is one. */
  readonly shown: (slide: ShownSlide, ccliLicence: string | null) => ViewerSlide;
  readonly next: (slide: ShownSlide) => ViewerSlide | null;
  /** Returns the chords of a slide, which only stages receive. */
  readonly chords: (slide: ShownSlide) => readonly ViewerChord[];
  readonly isSong: (slide: ShownSlide) => boolean;
  readonly stageEntry: (state: LiveState) => StageEntry;
  /** Returns the link by which other devices follow a Live, or null if they cannot reach this server. */
  readonly link: (liveId: string) => string | null;
  /** A text that differs if the order of service of reader pages does; null without one. [D73] */
  readonly orderTag: (state: LiveState) => string | null;
}

/** Recipients of a state: viewers with the link, or a kind of outputs. */
export type StateRecipient = 'audience' | OutputKind;

/** Items in a state: the whole queue, or only those of the focused page and the next one. */
export type StateExtent = 'queue' | 'pages';

/** Converts states of a Live for viewers: content and appearance, no operator data. [D44] */
export class ViewerStates {
  readonly #editions: Editions;
  readonly #loaded: LoadedContent;
  readonly #epoch: string;
  readonly #recipient: StateRecipient;
  readonly #extent: StateExtent;

  constructor(
    editions: Editions,
    loaded: LoadedContent,
    epoch: string,
    recipient: StateRecipient,
    extent: StateExtent,
  ) {
    this.#editions = editions;
    this.#loaded = loaded;
    this.#epoch = epoch;
    this.#recipient = recipient;
    this.#extent = extent;
  }

  version(state: LiveState): string {
    const { record, profile, backstage } = state;
    const version = `${this.#epoch}-${record.sequence}.${profile.version}`;
    const order = this.#recipient === 'audience' ? this.#loaded.orderTag(state) : null;
    if (order !== null) return `${version}.${order}`;
    return this.#recipient === 'stage' ? `${version}.${backstage.version}` : version;
  }

  /** Checks whether a full state includes the queue. It does not while the Live is hidden or shows a slide. */
  includesQueue({ record }: LiveState): boolean {
    return this.#isVisible(record) && record.mode === 'reader';
  }

  /**
   * Returns the full state. While the queue is hidden it is left out. Such a state has its own version, because later
   * changes cannot be applied to it.
   */
  toState(state: LiveState): ViewerState {
    const { record } = state;
    const includesQueue = this.includesQueue(state);
    const items = includesQueue ? this.#toItems(state) : [];
    return {
      version: includesQueue ? this.version(state) : `${this.version(state)}~`,
      type: contentType(state),
      showing: record.showing,
      ...(this.#isVisible(record) ? toPage(record) : NO_PAGE),
      paging: toViewerPaging(record),
      settings: record.viewerSettings,
      house: this.#toBranding(state),
      slide: this.#toSlide(state),
      editions: this.#toEditions(items),
      items: items.map(this.#toViewerItem(record)),
      ...this.#toIdle(state),
      ...this.#toLink(state),
      ...(this.#recipient === 'stage' && { stage: this.#toStage(state) }),
      ...(this.#recipient === 'audience' && { phones: this.#toPhones(state) }),
    };
  }

  /**
   * Returns the change from one version to the next. Its size does not depend on the queue. Returns null if the change
   * would reveal hidden verses, which an undo can bring back, or if the state itself is small.
   */
  toChange({ before, after, queue }: LiveCommitted & { after: LiveState }): ViewerChange | null {
    if (this.#extent === 'pages') return null;
    const { record } = after;
    const added = queue.flatMap((change) => (change.type === 'insert' ? change.items : []));
    if (added.length > 0 && !this.includesQueue(after)) return null;
    return {
      version: this.version(after),
      from: this.version(before),
      type: contentType(after),
      showing: record.showing,
      ...(this.#isVisible(record) && toPageChange(record)),
      ...(!isSamePaging(record.paging, before.record.paging) && { paging: toViewerPaging(record) }),
      ...(!isDeepStrictEqual(record.viewerSettings, before.record.viewerSettings) && {
        settings: record.viewerSettings,
      }),
      ...this.#toBrandingChange(before, after),
      ...this.#toSlideChange(before, after),
      ...(added.length > 0 && { editions: this.#toEditions(added) }),
      ...this.#toIdle(after),
      ...this.#toLink(after),
      ...this.#toStageChange(before, after),
      ...this.#toPhonesChange(before, after),
      queue: toQueueChanges(queue, before.items, after.items, this.#toViewerItem(record)),
    };
  }

  /** Returns a function that converts items, with the names of books as citations have them. [D71] */
  #toViewerItem(record: LiveRecord): ToViewerItem {
    const nameOf = this.#editions.nameBooksFor(record);
    const toNamed = (item: QueueItem) => toItem(item, nameOf(item.revisionId, item.bookId));
    if (this.#recipient !== 'audience') return toNamed;
    return (item) => withNumbering(toNamed(item), this.#editions);
  }

  #toItems(state: LiveState): QueueItems | QueueItem[] {
    return this.#extent === 'pages' ? itemsInView(state) : state.items;
  }

  /** Returns the shown slide, or null while the Live is hidden. */
  #toSlide({ record, profile }: LiveState): ViewerSlide | null {
    const licence = this.#recipient === 'stage' ? null : profile.ccliLicence;
    return record.slide && this.#isVisible(record) ? this.#loaded.shown(record.slide, licence) : null;
  }

  /** Checks whether the recipient can see the content. */
  #isVisible({ showing }: LiveRecord): boolean {
    return showing || this.#recipient === 'stage';
  }

  #toBranding(state: LiveState): ViewerBranding {
    const { name, logo, design, looks } = state.profile;
    const look = looks?.[this.#toLookKind(state)] ?? null;
    return toViewerBranding({ name, logo: logo && toViewerImage(logo), design, look });
  }

  #toBrandingChange(before: LiveState, after: LiveState): { house?: ViewerBranding } {
    const isSame =
      after.profile.version === before.profile.version &&
      (!after.profile.looks || this.#toLookKind(after) === this.#toLookKind(before));
    return isSame ? {} : { house: this.#toBranding(after) };
  }

  /** Returns the kind of what is on air, also while it is hidden: text that disappears keeps its look. [D76] */
  #toLookKind({ record: { slide } }: LiveState): LookKind {
    return slide ? (this.#loaded.isSong(slide) ? 'song' : 'announcement') : 'verse';
  }

  #toIdle(state: LiveState): { idle?: string } {
    const { name, journal } = state.record;
    const idle = this.#recipient !== 'audience' && journal.end === 0 && contentType(state) === 'empty';
    return idle ? { idle: name } : {};
  }

  /** A protected Live has no link that an output could show to everyone. */
  #toLink({ record: { id, secretHash } }: LiveState): { link?: string } {
    const link = this.#recipient === 'output' && secretHash === null ? this.#loaded.link(id) : null;
    return link === null ? {} : { link };
  }

  #toStage(state: LiveState): ViewerStage {
    const { record, backstage } = state;
    const { showing, slide } = record;
    const { note, plannedEnd } = this.#loaded.stageEntry(state);
    const chords = slide ? this.#loaded.chords(slide) : [];
    return {
      hidden: !showing,
      notes: backstage.stage && toPublicStageMessage(backstage.stage),
      next_slide: slide ? this.#loaded.next(slide) : null,
      ...(chords.length > 0 && { chords: [...chords] }),
      entry_note: note,
      planned_end: plannedEnd,
    };
  }

  #toStageChange(before: LiveState, after: LiveState): { stage?: ViewerStage } {
    if (this.#recipient !== 'stage') return {};
    const stage = this.#toStage(after);
    return isDeepStrictEqual(stage, this.#toStage(before)) ? {} : { stage };
  }

  #toPhones(state: LiveState): ViewerPhones {
    const { phones, airTimes } = state.record;
    return {
      earlier: phones.earlier ? String(airTimes.revision) : null,
      order: this.#loaded.orderTag(state),
    };
  }

  #toPhonesChange(before: LiveState, after: LiveState): { phones?: ViewerPhones } {
    if (this.#recipient !== 'audience') return {};
    const phones = this.#toPhones(after);
    return isDeepStrictEqual(phones, this.#toPhones(before)) ? {} : { phones };
  }

  #toSlideChange(before: LiveState, after: LiveState): { slide?: ViewerSlide | null } {
    if (before.record.slide === null && after.record.slide === null) return {};
    return { slide: this.#toSlide(after) };
  }

  /** Returns the editions by revision, because verses queued before a new import keep their attribution. [D30] */
  #toEditions(items: Iterable<QueueItem>): Record<string, ViewerEdition> {
    const editions: Record<string, ViewerEdition> = {};
    for (const { revisionId } of items) {
      if (revisionId in editions) continue;
      const revision = this.#editions.requireRevision(revisionId);
      editions[revisionId] = {
        ...toViewerEdition(revision),
        ...(this.#recipient !== 'audience' && { slug: revision.slug }),
      };
    }
    return editions;
  }
}

/** Returns the position of the page. */
const toPage = ({ focusItemId, focusLines, focusPart }: LiveRecord) => ({
  focus: focusItemId,
  lines: focusLines,
  part: focusPart,
});
const toPageChange = ({ focusItemId, focusLines, focusPart }: LiveRecord) => ({
  focus: focusItemId,
  ...(focusLines !== 1 && { lines: focusLines }),
  ...(focusPart !== 0 && { part: focusPart }),
});
/** The paging without what concerns only operators. */
const toViewerPaging = ({ paging: { lines, page_characters } }: LiveRecord) => ({ lines, page_characters });
/** Position of the page while the Live is hidden. */
const NO_PAGE = { focus: null, lines: 1, part: 0 };

export const toViewerEdition = ({
  name,
  languageTag,
  rights,
}: ReturnType<Editions['requireRevision']>): ViewerEdition => ({
  name,
  language: languageTag ?? 'und',
  attribution: rights.attribution,
});

type ToViewerItem = (item: QueueItem) => ViewerItem;

/** Adds the numbering of an item, so that phones find the same text in another edition. [D72] */
export function withNumbering(item: ViewerItem, editions: Editions): ViewerItem {
  const numbering = editions.numberingOf(item.edition, item.book_id);
  return numbering === null ? item : { ...item, numbering };
}

export function toItem(item: QueueItem, book: string): ViewerItem {
  const { id, bookId, chapter, verse, text, revisionId, line, run } = item;
  return {
    id,
    book_id: bookId,
    book,
    chapter,
    verse,
    text,
    edition: revisionId,
    ...(line !== null && { line }),
    ...(run !== null && { run }),
  };
}

function toQueueChanges(
  changes: readonly QueueMutation[],
  before: QueueItems,
  after: QueueItems,
  toViewerItem: ToViewerItem,
): ViewerQueueChange[] {
  let items = before;
  return changes.flatMap((change, index) => {
    const earlier = items;
    // The queue after the last change is known, which avoids copying thousands of items.
    items = index === changes.length - 1 ? after : applyQueueChange(earlier, change);
    return toQueueChange(change, earlier, items, toViewerItem);
  });
}

function toQueueChange(
  change: QueueMutation,
  before: QueueItems,
  after: QueueItems,
  toViewerItem: ToViewerItem,
): ViewerQueueChange | ViewerQueueChange[] {
  switch (change.type) {
    case 'insert':
      return toInsertions(change.items, before, after, toViewerItem);
    case 'remove':
      return { op: 'remove', ids: change.items.map((item) => item.id) };
    case 'clear':
      return { op: 'clear' };
    case 'rank':
      return toOrder(before, after);
  }
}

/** Returns one insertion for each group of adjacent items, to be applied in order. */
function toInsertions(
  items: readonly QueueItem[],
  before: QueueItems,
  after: QueueItems,
  toViewerItem: ToViewerItem,
): ViewerQueueChange[] {
  const added = new Set(items.map(({ id }) => id));
  const insertions: { op: 'insert'; at: number; items: ViewerItem[] }[] = [];
  // Fast path for a push, which appends at the end.
  let at = before.at(-1) === after.at(before.length - 1) ? before.length : 0;
  while (at < before.length && before.at(at)!.id === after.at(at)!.id) at++;
  for (; at < after.length; at++) {
    const item = after.at(at)!;
    if (!added.has(item.id)) continue;
    const run = insertions.at(-1);
    if (run && run.at + run.items.length === at) run.items.push(toViewerItem(item));
    else insertions.push({ op: 'insert', at, items: [toViewerItem(item)] });
  }
  return insertions;
}

export const toViewerImage = (image: StoredImage): ViewerImage => toStoredViewerImage(image.digest, image);

/** Returns the new order of the range that changed. */
function toOrder(before: QueueItems, after: QueueItems): ViewerQueueChange {
  let from = 0;
  while (from < after.length && before.at(from)!.id === after.at(from)!.id) from++;
  let end = after.length;
  while (end > from && before.at(end - 1)!.id === after.at(end - 1)!.id) end--;
  return { op: 'order', from, ids: after.slice(from, end).map((item) => item.id) };
}
