import type { Selectable } from 'kysely';
import { decodeRow, encodeRow } from '../../columns.ts';
import { ASIDE_COLUMNS, ITEM_COLUMNS, LIVE_COLUMNS } from '../../live-columns.ts';
import type { Tables } from '../../schema.ts';
import {
  EMPTY_ASIDE,
  type JournalEntry,
  type LiveAside,
  type LiveRecord,
  type Owner,
  type QueueItem,
  type TextsUsed,
} from '../../storage.ts';

/** A new Live, and Lives and queue items as they stand in the tables. */
export const toRow = (record: LiveRecord): Tables['lives'] => ({
  id: record.id,
  owner_kind: record.owner.kind,
  owner_id: record.owner.id,
  created_at: record.createdAt,
  ...encodeRow(LIVE_COLUMNS, record),
  ...encodeRow(ASIDE_COLUMNS, EMPTY_ASIDE),
});

export const toRecord = (row: Selectable<Tables['lives']>): LiveRecord => ({
  id: row.id,
  owner: { kind: row.owner_kind as Owner['kind'], id: row.owner_id },
  createdAt: row.created_at,
  ...decodeRow(LIVE_COLUMNS, row),
});

export const toAside = (row: Pick<Selectable<Tables['lives']>, 'aside_version' | 'stage'>): LiveAside =>
  decodeRow(ASIDE_COLUMNS, row);

export const toItemRow = (liveId: string, item: QueueItem): Tables['queue_items'] => ({
  live_id: liveId,
  ...encodeRow(ITEM_COLUMNS, item),
});

export const toItem = (row: Selectable<Tables['queue_items']>): QueueItem => decodeRow(ITEM_COLUMNS, row);

/** What is kept of a change is one row. */
export function toJournalRow(
  { id, journal: { end } }: LiveRecord,
  { slot, at, undo, shown, thing }: JournalEntry,
): Tables['journal'] {
  return {
    live_id: id,
    slot,
    number: end,
    at,
    undo: undo && JSON.stringify(undo),
    shown: thing && JSON.stringify(shown),
    place: thing && JSON.stringify(thing),
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
