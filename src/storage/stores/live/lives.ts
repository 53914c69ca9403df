import { DEFAULT_PAGING, type PagingSettings } from '../../../contract/paging/pages.ts';
import {
  DEFAULT_LIVE_SETTINGS,
  DEFAULT_VIEWER_SETTINGS,
  type LiveMode,
  type LiveSettings,
  type LiveStatus,
  type ViewerSettings,
} from '../../../contract/schemas/live.ts';
import type { OwnerProfile } from '../owners/owners.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { IdempotencyRecord } from '../shared/idempotency-records.ts';
import type { ListPage } from '../shared/list-page.ts';
import type { Owner } from '../shared/owner.ts';
import {
  EMPTY_JOURNAL,
  type JournalEntry,
  type JournalState,
  type ShownEntry,
  type ShownPosition,
  type UndoStep,
} from './journal.ts';
import type { QueueItems, QueueMutation } from './queue.ts';
import type { Remembered } from './remembered.ts';
import type { ShownSlide } from './shown-slide.ts';

/** Who made the last change of a Live. Names are looked up when they are told: what people are called should not outlive them here. */
export interface LastChange {
  readonly at: string;
  readonly userId: string | null;
  readonly credentialId: string | null;
  readonly operation: string;
}

/** A Live without its queue. */
export interface LiveRecord extends LiveSettings {
  readonly id: string;
  readonly owner: Owner;
  readonly name: string;
  readonly status: LiveStatus;
  readonly mode: LiveMode;
  readonly paused: boolean;
  readonly showing: boolean;
  readonly sequence: number;
  readonly viewerSettings: ViewerSettings;
  /** The first item of the line with which the page begins. [D54] */
  readonly focusItemId: string | null;
  /** How many lines the page has, and which part of a split line it is, from 0. */
  readonly focusLines: number;
  readonly focusPart: number;
  readonly paging: PagingSettings;
  /** A keyed hash of the audience's secret; null while the Live is not protected. [D20] */
  readonly secretHash: string | null;
  /** Null outside presentation mode. */
  readonly slide: ShownSlide | null;
  /** Null while nothing is interrupted. */
  readonly remembered: Remembered | null;
  /** Null without a plan. It may have been deleted since. [D65] */
  readonly planId: string | null;
  /** The entry of the plan that was shown last. The plan may have it no longer. */
  readonly planEntryId: string | null;
  readonly journal: JournalState;
  /** The sequence at which items, lines or paging of the queue changed last; 0 before the first change. [D55] */
  readonly queueRevision: number;
  /** The last change; null before the first. */
  readonly changed: LastChange | null;
  readonly createdAt: string;
}

/** How every Live begins. */
export const NEW_LIVE: Omit<LiveRecord, 'id' | 'owner' | 'name' | 'createdAt'> = {
  status: 'running',
  mode: 'reader',
  paused: false,
  showing: false,
  sequence: 0,
  ...DEFAULT_LIVE_SETTINGS,
  viewerSettings: DEFAULT_VIEWER_SETTINGS,
  focusItemId: null,
  focusLines: 1,
  focusPart: 0,
  paging: DEFAULT_PAGING,
  secretHash: null,
  slide: null,
  remembered: null,
  planId: null,
  planEntryId: null,
  journal: EMPTY_JOURNAL,
  queueRevision: 0,
  changed: null,
};

/** A message to those on stage, and a time to count down to (RFC 3339). At least one of them is there. [D62] */
export interface StageMessage {
  readonly message: string | null;
  readonly countdownTo: string | null;
}

/** What stands beside the content of a Live: it does not move the sequence, and the audience is not told of it. */
export interface LiveBackstage {
  /** Grows with each change. */
  readonly version: number;
  readonly stage: StageMessage | null;
}

export const EMPTY_BACKSTAGE: LiveBackstage = { version: 0, stage: null };

/** A Live at one sequence, whole and immutable; `items` in order. */
export interface LiveState {
  readonly record: LiveRecord;
  readonly items: QueueItems;
  readonly profile: OwnerProfile;
  readonly backstage: LiveBackstage;
}

/** Which version of a Live the storage has. */
export interface LiveVersion {
  readonly sequence: number;
  readonly profileVersion: number;
  readonly backstageVersion: number;
}

/** One change of one Live: from `expectedSequence` to `next` (whose sequence is one more). */
export interface LiveChange {
  readonly expectedSequence: number;
  readonly next: LiveRecord;
  readonly queue: readonly QueueMutation[];
}

/** What a change was made from: editions of the owner's library, at these revisions. */
export interface UsedEditions {
  readonly owner: Owner;
  readonly editions: readonly { readonly slug: string; readonly revisionId: string | null }[];
}

/** A change with what is kept of it. */
export interface LiveCommit extends LiveChange {
  readonly journal: JournalEntry | null;
  readonly audit: AuditRecord | null;
  /** Where it is given, the change is stale unless the library has all of them, and they are at these revisions. */
  readonly usedEditions?: UsedEditions;
}

interface LiveSummary {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export interface LiveStore {
  /**
   * Atomic: the owner's Lives are counted and the new one is added, so that parallel creations cannot pass the quota; with its
   * receipt, of which there is only one (`repeated`: there is one already). `missing`: the owner is gone.
   */
  create(
    record: LiveRecord,
    quota: number,
    audit: AuditRecord | null,
    receipt?: IdempotencyRecord,
  ): Promise<'created' | 'quota_exceeded' | 'repeated' | 'missing'>;
  /** Oldest first; `after` is the last one of the page before. */
  list(owner: Owner, page: ListPage): Promise<LiveSummary[]>;
  /** What is there now, in few bytes. */
  findVersion(id: string): Promise<LiveVersion | null>;
  /** Everything of one moment. */
  load(id: string): Promise<LiveState | null>;
  /**
   * Atomic compare-and-set: all of the change is durable, or the sequence was not the expected one and nothing is.
   * Changes of several Lives that come together are made durable together; each is judged by itself.
   */
  commit(change: LiveCommit): Promise<'committed' | 'stale'>;
  /** Atomic with the audit. Returns what then stands beside the content; null where there is no such Live. */
  setStage(id: string, stage: StageMessage | null, audit: AuditRecord | null): Promise<LiveBackstage | null>;
  /** Of those Lives that there are. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, LiveVersion>>;
  /** Null where the slot has none, and where the Live is at another sequence: another step may be there now. */
  findUndoStep(id: string, slot: number, sequence: number): Promise<UndoStep | null>;
  /**
   * Latest first, numbers above `above` and below `before`; as many as stay within `maxBytes`, but one at least. `next`: what a
   * next page is below.
   */
  listShown(
    id: string,
    page: { limit: number; above: number; before: number | null; maxBytes: number },
  ): Promise<{ entries: ShownEntry[]; next: number | null }>;
  /** Whether any Live of the owners has shown something that is still kept. */
  hasShown(owners: readonly Owner[]): Promise<boolean>;
  /** An entry, and where it was left as far as that is kept; null where there is none. */
  findShown(id: string, number: number): Promise<(ShownEntry & { readonly left: ShownPosition | null }) | null>;
  /** Atomic with the queue and the journal, under the same condition. */
  delete(id: string, expectedSequence: number, audit: AuditRecord | null): Promise<'deleted' | 'stale' | 'missing'>;
}
