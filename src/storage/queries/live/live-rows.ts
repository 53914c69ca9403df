import type { Selectable } from 'kysely';
import { decodeRow, encodeRow } from '../../columns.ts';
import { BACKSTAGE_COLUMNS, ITEM_COLUMNS, LIVE_COLUMNS } from '../../live-columns.ts';
import type { Tables } from '../../schema.ts';
import {
  EMPTY_BACKSTAGE,
  type JournalEntry,
  type LiveBackstage,
  type LiveRecord,
  type Owner,
  type QueueItem,
  type UsedEditions,
} from '../../storage.ts';
import { toHistoryColumns } from './history-columns.ts';

/** Converts a new Live to its row. */
export const toLiveRow = (record: LiveRecord): Tables['lives'] => ({
  id: record.id,
  owner_kind: record.owner.kind,
  owner_id: record.owner.id,
  created_at: record.createdAt,
  ...encodeRow(LIVE_COLUMNS, record),
  ...encodeRow(BACKSTAGE_COLUMNS, EMPTY_BACKSTAGE),
});

export const toLiveRecord = (row: Selectable<Tables['lives']>): LiveRecord => ({
  id: row.id,
  owner: { kind: row.owner_kind as Owner['kind'], id: row.owner_id },
  createdAt: row.created_at,
  ...decodeRow(LIVE_COLUMNS, row),
});

export const toBackstage = (row: Pick<Selectable<Tables['lives']>, 'aside_version' | 'stage'>): LiveBackstage =>
  decodeRow(BACKSTAGE_COLUMNS, row);

export const toQueueItemRow = (liveId: string, item: QueueItem): Tables['queue_items'] => ({
  live_id: liveId,
  ...encodeRow(ITEM_COLUMNS, item),
});

export const toQueueItem = (row: Selectable<Tables['queue_items']>): QueueItem => decodeRow(ITEM_COLUMNS, row);

/** Converts a journal entry to its row. */
export function toJournalRow(
  { id, journal: { end } }: LiveRecord,
  { slot, at, undo, shown, details }: JournalEntry,
): Tables['journal'] {
  return {
    live_id: id,
    slot,
    number: end,
    at,
    undo: undo && JSON.stringify(undo),
    shown: null,
    place: null,
    ...(details ? toHistoryColumns(shown, details) : { head: null, verses: null, items: null }),
  };
}

/** Converts the editions that a commit was made from to rows to look up in libraries and editions. */
export const toUsedEditionRows = ({ owner, editions }: UsedEditions) =>
  editions.map(({ slug, revisionId }) => ({
    owner_kind: owner.kind,
    owner_id: owner.id,
    slug,
    revision_id: revisionId,
  }));
