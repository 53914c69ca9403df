import type { Selectable } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { JournalEntry, JournalMark, LiveRecord, Owner, QueueItem, TextsUsed } from '../../storage.ts';

/** Lives and queue items as they stand in the tables. */
export function toRow(record: LiveRecord): Tables['lives'] {
  return {
    id: record.id,
    owner_kind: record.owner.kind,
    owner_id: record.owner.id,
    created_at: record.createdAt,
    ...toChangedColumns(record),
  };
}

/** What a commit can change. */
export function toChangedColumns(record: LiveRecord) {
  return {
    name: record.name,
    status: record.status,
    mode: record.mode,
    paused: Number(record.paused),
    showing: Number(record.showing),
    sequence: record.sequence,
    reference: record.reference,
    translations: JSON.stringify(record.translations),
    viewer_settings: JSON.stringify(record.viewerSettings),
    focus_item_id: record.focusItemId,
    secret_hash: record.secretHash,
    slide: record.slide && JSON.stringify(record.slide),
    // A node of the version before, which may run beside this one for a while, then knows of nothing to undo.
    journal: JSON.stringify({ ...record.journal, undo: 0, depth: 0 }),
  };
}

export function toRecord(row: Selectable<Tables['lives']>): LiveRecord {
  return {
    id: row.id,
    owner: { kind: row.owner_kind as Owner['kind'], id: row.owner_id },
    name: row.name,
    status: row.status as LiveRecord['status'],
    mode: row.mode as LiveRecord['mode'],
    paused: row.paused === 1,
    showing: row.showing === 1,
    sequence: row.sequence,
    reference: row.reference,
    translations: JSON.parse(row.translations),
    viewerSettings: JSON.parse(row.viewer_settings),
    focusItemId: row.focus_item_id,
    secretHash: row.secret_hash,
    slide: row.slide === null ? null : JSON.parse(row.slide),
    journal: toMark(JSON.parse(row.journal)),
    createdAt: row.created_at,
  };
}

export function toItemRow(liveId: string, item: QueueItem): Tables['queue_items'] {
  return {
    live_id: liveId,
    id: item.id,
    rank: item.rank,
    book_id: item.bookId,
    book: item.book,
    chapter: item.chapter,
    verse: item.verse,
    text: item.text,
    translation: item.translation,
    revision_id: item.revisionId,
  };
}

/** Where a journal stands that a version with two rings wrote last: of 20 steps, and after them of 200 entries of what was shown. */
interface RingMark {
  readonly end: number;
  readonly undo: number;
  readonly depth: number;
}
const STEP_RING = 20;
const SHOWN_RING = 200;

/** The rows of the rings stay, and have their places taken one after another. */
function toMark(kept: JournalMark | RingMark): JournalMark {
  const { end } = kept;
  if ('steps' in kept) return { end, slot: kept.slot, steps: kept.steps };
  const { undo, depth } = kept;
  return {
    end,
    slot: STEP_RING + (end === 0 ? SHOWN_RING - 1 : end % SHOWN_RING),
    steps: Array.from({ length: depth }, (_, index) => (undo - depth + 1 + index) % STEP_RING),
  };
}

/** What is kept of a change is one row, in the slot that its mark says; null for nothing. */
export function toJournalRow(
  { id, journal: { end, slot, steps } }: LiveRecord,
  { at, undo, shown }: JournalEntry,
): Tables['journal'] | null {
  const seen = shown.length > 0;
  if (!seen && !undo) return null;
  return {
    live_id: id,
    slot: seen ? slot : steps.at(-1)!,
    number: end,
    at,
    undo: undo && JSON.stringify(undo),
    shown: seen ? JSON.stringify(shown) : null,
  };
}

/** What a commit was made from, to be looked for in libraries and editions. */
export const toTextRows = ({ owner, editions }: TextsUsed) =>
  editions.map(({ slug, revisionId }) => ({
    owner_kind: owner.kind,
    owner_id: owner.id,
    slug,
    revision_id: revisionId,
  }));
