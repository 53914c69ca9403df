import { DEFAULT_VIEWER_SETTINGS } from '../../../contract/default-design.ts';
import { DEFAULT_PAGING, type PagingSettings } from '../../../contract/paging/pages.ts';
import {
  DEFAULT_LIVE_SETTINGS,
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
  type LastChange,
  type ListedShownEntry,
  type ShownEntry,
  type ShownItems,
  type UndoStep,
} from './journal.ts';
import { type AirTimes, NEW_PHONE_PARTS, NO_AIR_TIMES, type PhoneParts } from './phones.ts';
import type { QueueItems, QueueMutation } from './queue.ts';
import type { Remembered } from './remembered.ts';
import type { ShownSlide } from './shown-slide.ts';
import type { CountedUsage, UsageStay } from './usage.ts';

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
  /** The first item of the line that the page begins with. [D54] */
  readonly focusItemId: string | null;
  /** The number of lines on the page, and the zero-based part of a split line. */
  readonly focusLines: number;
  readonly focusPart: number;
  readonly paging: LivePaging;
  /** A keyed hash of the audience secret; null if the Live is not protected. [D20] */
  readonly secretHash: string | null;
  /** Null outside presentation mode. */
  readonly slide: ShownSlide | null;
  /** The interrupted state; null while nothing is interrupted. */
  readonly remembered: Remembered | null;
  /** Null without a plan. The plan may have been deleted since. [D65] */
  readonly planId: string | null;
  /** The plan entry that was shown last. The plan may no longer contain it. */
  readonly planEntryId: string | null;
  /** Keys of the content that the entry brought on air; null if it is not known. */
  readonly planContents: readonly string[] | null;
  readonly journal: JournalState;
  /** The sequence of the last change of items, lines or paging of the queue; 0 before the first change. [D55] */
  readonly queueRevision: number;
  readonly phones: PhoneParts;
  readonly airTimes: AirTimes;
  /** The songs and editions on air, and those that a later stay can be counted with. [D77] */
  readonly usage: readonly UsageStay[];
  /** The last change; null before the first. */
  readonly changed: LastChange | null;
  readonly createdAt: string;
}

/** How a Live is divided into pages, and the editions that the console's keys turn on and off. [D54] */
export interface LivePaging extends PagingSettings {
  /** Slugs in the order of the keys. Null: the translations of the Live, then the library by name. */
  readonly keys: readonly string[] | null;
}

/** The initial state of every Live. */
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
  paging: { ...DEFAULT_PAGING, keys: null },
  secretHash: null,
  slide: null,
  remembered: null,
  planId: null,
  planEntryId: null,
  planContents: null,
  journal: EMPTY_JOURNAL,
  queueRevision: 0,
  phones: NEW_PHONE_PARTS,
  airTimes: NO_AIR_TIMES,
  usage: [],
  changed: null,
};

/** A message to the people on stage, and a time to count down to (RFC 3339). At least one of them is set. [D62] */
export interface StageMessage {
  readonly message: string | null;
  readonly countdownTo: string | null;
  /** Whether the message flashes once; absent in messages of earlier versions. [D76] */
  readonly flash?: boolean;
}

/** The backstage state of a Live: changes to it do not move the sequence and are not sent to the audience. */
export interface LiveBackstage {
  /** Increases with each change of the backstage state or of the Live's plan. */
  readonly version: number;
  readonly stage: StageMessage | null;
}

export const EMPTY_BACKSTAGE: LiveBackstage = { version: 0, stage: null };

/** The complete, immutable state of a Live at one sequence. `items` are in order. */
export interface LiveState {
  readonly record: LiveRecord;
  readonly items: QueueItems;
  readonly profile: OwnerProfile;
  readonly backstage: LiveBackstage;
}

/** The version of a Live in the storage. */
export interface LiveVersion {
  readonly sequence: number;
  readonly profileVersion: number;
  readonly backstageVersion: number;
}

/** One change of one Live, from `expectedSequence` to `next`, whose sequence is one higher. */
export interface LiveChange {
  readonly expectedSequence: number;
  readonly next: LiveRecord;
  readonly queue: readonly QueueMutation[];
}

/** The editions of the owner's library that a change was made from, with their revisions. */
export interface UsedEditions {
  readonly owner: Owner;
  readonly editions: readonly { readonly slug: string; readonly revisionId: string | null }[];
}

/** A change with its journal entry and audit record. */
export interface LiveCommit extends LiveChange {
  readonly journal: JournalEntry | null;
  readonly audit: AuditRecord | null;
  /** The editions that the change was read from. It is stale unless the library has all of them at these revisions. */
  readonly usedEditions?: UsedEditions;
  /** The showings that are counted with the change. [D77] */
  readonly counted?: readonly CountedUsage[];
}

interface LiveSummary {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export interface LiveStore {
  /**
   * Creates a Live atomically: counts the owner's Lives, so that parallel creations cannot exceed the quota, and stores
   * the idempotency record. Returns `repeated` if an idempotency record with the same key exists, and `missing` if the
   * owner does not.
   */
  create(
    record: LiveRecord,
    quota: number,
    audit: AuditRecord | null,
    idempotencyRecord?: IdempotencyRecord,
  ): Promise<'created' | 'quota_exceeded' | 'repeated' | 'missing'>;
  /** Lists Lives, oldest first. `after` is the last one of the previous page. */
  list(owner: Owner, page: ListPage): Promise<LiveSummary[]>;
  /** Returns only the version of a Live. */
  findVersion(id: string): Promise<LiveVersion | null>;
  /** Loads a Live from one transaction snapshot. */
  load(id: string): Promise<LiveState | null>;
  /**
   * Commits a change with compare-and-set: either all of it is durable, or the sequence was not the expected one and
   * nothing is. Concurrent changes of several Lives share a transaction; each succeeds or fails on its own.
   */
  commit(change: LiveCommit): Promise<'committed' | 'stale'>;
  /**
   * Changes the stage message, atomically with the audit record. Returns the new backstage state, or null if the Live
   * does not exist.
   */
  setStage(
    id: string,
    toStage: (before: StageMessage | null) => StageMessage | null,
    audit: AuditRecord | null,
  ): Promise<LiveBackstage | null>;
  /** Returns the versions of the Lives that exist. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, LiveVersion>>;
  /**
   * Returns null if the slot has no step, or if the Live is at another sequence: the slot may hold a different step by
   * then.
   */
  findUndoStep(id: string, slot: number, sequence: number): Promise<UndoStep | null>;
  /**
   * Lists history entries with numbers between `above` and `before`, exclusively, latest first. Returns as many as fit
   * in `maxBytes` as they are stored, but at least one. `next` is the `before` of the next page.
   */
  listShown(
    id: string,
    page: { limit: number; above: number; before: number | null; maxBytes: number; verses: boolean },
  ): Promise<{ entries: ListedShownEntry[]; next: number | null }>;
  /** Returns whether any Live of the owners has a history entry. */
  hasShown(owners: readonly Owner[]): Promise<boolean>;
  /**
   * Returns the history entries with these numbers that exist, latest first: as many as fit in `maxBytes` as they are
   * stored, but at least one.
   */
  listShownItems(id: string, numbers: readonly number[], maxBytes: number): Promise<ShownItems[]>;
  /** Returns a history entry, or null if it does not exist. */
  findShown(id: string, number: number): Promise<ShownEntry | null>;
  /**
   * Deletes a Live atomically with its queue and journal, if its sequence is the expected one. Counts the showings that
   * end with it. [D77]
   */
  delete(
    id: string,
    expectedSequence: number,
    audit: AuditRecord | null,
    counted?: readonly CountedUsage[],
  ): Promise<'deleted' | 'stale' | 'missing'>;
}
