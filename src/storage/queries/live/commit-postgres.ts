import { CompiledQuery, type Kysely } from 'kysely';
import { encodeRow, postgresTypes } from '../../columns.ts';
import { getSqlState } from '../../dialects/postgres-errors.ts';
import { registerPreparedStatement } from '../../dialects/prepared-statements.ts';
import { ITEM_COLUMNS, LIVE_COLUMNS } from '../../live-columns.ts';
import { NOTIFICATION_CHANNEL, toLiveNotification } from '../../notifications.ts';
import type { Tables } from '../../schema.ts';
import type { LiveCommit, QueueMutation } from '../../storage.ts';
import { toAuditRow } from '../shared/audit.ts';
import type { CommitGroup } from './commit-groups.ts';
import { toJournalRow, toQueueItemRow, toUsedEditionRows } from './live-rows.ts';
import { toUsageRows } from './usage.ts';

/**
 * Maximum wait for a lock that another session holds: on a Live that is being deleted, or whose writer is suspended.
 */
const LOCK_MAX_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Columns with the PostgreSQL types that their JSON values are read as. */
const CHANGING_COLUMNS = postgresTypes(LIVE_COLUMNS);
const QUEUE_COLUMNS = { live_id: 'text', ...postgresTypes(ITEM_COLUMNS) };

const ENTRY_COLUMNS = {
  live_id: 'text',
  slot: 'int',
  number: 'bigint',
  at: 'text',
  undo: 'text',
  shown: 'text',
  place: 'text',
  head: 'text',
  verses: 'text',
  items: 'text',
} as const satisfies Record<keyof Tables['journal'], string>;

const AUDIT_COLUMNS = {
  owner_id: 'text',
  id: 'text',
  owner_kind: 'text',
  at: 'text',
  channel: 'text',
  user_id: 'text',
  credential_id: 'text',
  operation: 'text',
  resource: 'text',
  request_id: 'text',
  before: 'bigint',
  after: 'bigint',
  resource_name: 'text',
  detail: 'text',
  on_air: 'int',
} as const satisfies Record<keyof Tables['audit'], string>;

const COUNT_COLUMNS = {
  organization_id: 'text',
  thing: 'text',
  day: 'text',
  live_id: 'text',
  title: 'text',
  authors: 'text',
  copyright: 'text',
  ccli: 'text',
  songbook: 'text',
  count: 'int',
} as const satisfies Record<keyof Tables['usage_counts'], string>;

/** Columns of `UsedEditions`. */
const TEXT_COLUMNS = { owner_kind: 'text', owner_id: 'text', slug: 'text', revision_id: 'text' };

const typed = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
const names = (columns: Readonly<Record<string, string>>, prefix: string): string =>
  Object.keys(columns)
    .map((name) => `${prefix}.${name}`)
    .join(', ');

/**
 * Builds the commit statement: one statement, so one round trip and one transaction. It locks the Lives and changes
 * only those that are at the expected sequence and whose editions are unchanged, with their queues. Every part sees the
 * tables as they were before, so a queue can be cleared and filled at once. Lives are selected by an array, which uses
 * their key; a join could scan the whole table. The lock timeout applies to this transaction, and is set before
 * anything is locked because `change` is read first.
 */
const buildCommit = (lock: 'FOR UPDATE' | 'FOR UPDATE SKIP LOCKED') => `
WITH change AS MATERIALIZED (
  SELECT change.* FROM set_config('lock_timeout', '${LOCK_MAX_MS}ms', true),
    json_to_recordset($1::json) AS change(id text, expected bigint, notification text, ${typed(CHANGING_COLUMNS)})
), locked AS MATERIALIZED (
  SELECT lives.id FROM lives WHERE lives.id = ANY (ARRAY (SELECT id FROM change)) ${lock}
), outdated AS MATERIALIZED (
  SELECT used.live_id FROM json_to_recordset($8::json) AS used(live_id text, ${typed(TEXT_COLUMNS)})
  WHERE NOT EXISTS (
    SELECT FROM libraries JOIN editions USING (slug)
    WHERE libraries.owner_kind = used.owner_kind AND libraries.owner_id = used.owner_id
      AND libraries.slug = used.slug AND editions.revision_id = used.revision_id
  )
), done AS (
  UPDATE lives SET ${Object.keys(CHANGING_COLUMNS)
    .map((name) => `${name} = change.${name}`)
    .join(', ')}
  FROM change
  WHERE lives.id = ANY (ARRAY (SELECT id FROM locked)) AND lives.id = change.id
    AND lives.sequence = change.expected AND lives.id NOT IN (SELECT live_id FROM outdated)
  RETURNING lives.id
), cleared AS (
  DELETE FROM queue_items USING done
  WHERE queue_items.live_id = done.id AND done.id IN (SELECT json_array_elements_text($2::json))
), removed AS (
  DELETE FROM queue_items
  USING done JOIN json_to_recordset($3::json) AS item(live_id text, id text, rank float8) ON item.live_id = done.id
  WHERE queue_items.live_id = item.live_id AND queue_items.rank = item.rank AND queue_items.id = item.id
), ranked AS (
  UPDATE queue_items SET rank = item.next
  FROM done JOIN json_to_recordset($4::json) AS item(live_id text, id text, rank float8, next float8) ON item.live_id = done.id
  WHERE queue_items.live_id = item.live_id AND queue_items.rank = item.rank AND queue_items.id = item.id
), appended AS (
  INSERT INTO queue_items (${Object.keys(QUEUE_COLUMNS).join(', ')})
  SELECT ${names(QUEUE_COLUMNS, 'item')}
  FROM done JOIN json_to_recordset($5::json) AS item(${typed(QUEUE_COLUMNS)}) ON item.live_id = done.id
), entered AS (
  INSERT INTO journal (${Object.keys(ENTRY_COLUMNS).join(', ')})
  SELECT ${names(ENTRY_COLUMNS, 'entry')}
  FROM done JOIN json_to_recordset($6::json) AS entry(${typed(ENTRY_COLUMNS)}) ON entry.live_id = done.id
  ON CONFLICT (live_id, slot) DO UPDATE SET
    number = excluded.number, at = excluded.at, undo = excluded.undo, shown = excluded.shown,
    place = excluded.place, head = excluded.head, verses = excluded.verses, items = excluded.items
), recorded AS (
  INSERT INTO audit (${Object.keys(AUDIT_COLUMNS).join(', ')})
  SELECT ${names(AUDIT_COLUMNS, 'entry')}
  FROM done JOIN json_to_recordset($7::json) AS entry(live_id text, ${typed(AUDIT_COLUMNS)}) ON entry.live_id = done.id
), counted AS (
  INSERT INTO usage_counts (${Object.keys(COUNT_COLUMNS).join(', ')})
  SELECT ${names(COUNT_COLUMNS, 'entry')}
  FROM done JOIN json_to_recordset($9::json) AS entry(${typed(COUNT_COLUMNS)}) ON entry.live_id = done.id
  ON CONFLICT (organization_id, thing, day, live_id) DO UPDATE SET
    title = excluded.title, authors = excluded.authors, copyright = excluded.copyright, ccli = excluded.ccli,
    songbook = excluded.songbook, count = usage_counts.count + 1
)
SELECT locked.id, sent.id IS NOT NULL AS done, sent.notified FROM locked LEFT JOIN (
  SELECT done.id, pg_notify('${NOTIFICATION_CHANNEL}', change.notification) AS notified FROM done JOIN change ON change.id = done.id
) AS sent ON sent.id = locked.id`;

/** A group skips locked Lives: waiting would delay all others, and two groups could deadlock. */
const COMMIT_GROUP = registerPreparedStatement('lectern-commit-group', buildCommit('FOR UPDATE SKIP LOCKED'));
const COMMIT_ALONE = registerPreparedStatement('lectern-commit', buildCommit('FOR UPDATE'));

/**
 * Commits changes with their notifications in one transaction: a node that receives a notification can read the change.
 */
export function postgresCommitGroup(db: Kysely<Tables>): CommitGroup {
  /** Returns, for each Live that could be locked, whether it was changed. */
  const commit = async (statement: string, changes: readonly LiveCommit[]): Promise<Map<string, boolean>> => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(statement, toParameters(changes)));
    return new Map((rows as { id: string; done: boolean }[]).map(({ id, done }) => [id, done]));
  };
  const commitAlone = async (change: LiveCommit): Promise<boolean> =>
    (await commit(COMMIT_ALONE, [change])).get(change.next.id) ?? false;
  return async (changes) => {
    const locked = await commit(COMMIT_GROUP, changes).catch((error) => {
      // A queue row is locked. Each change finds out on its own whether it is affected.
      if (getSqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      return new Map<string, boolean>();
    });
    return changes.map((change) => locked.get(change.next.id) ?? (() => commitAlone(change)));
  };
}

function toParameters(changes: readonly LiveCommit[]): string[] {
  const lives = changes.map((change) => ({
    id: change.next.id,
    expected: change.expectedSequence,
    notification: toLiveNotification(change),
    ...encodeRow(LIVE_COLUMNS, change.next),
  }));
  const mutationsOf = <Type extends QueueMutation['type']>(type: Type) =>
    changes.flatMap(({ next, queue }) =>
      queue
        .filter((each): each is Extract<QueueMutation, { type: Type }> => each.type === type)
        .map((each) => ({ liveId: next.id, each })),
    );
  const cleared = mutationsOf('clear').map(({ liveId }) => liveId);
  const removed = mutationsOf('remove').flatMap(({ liveId, each }) =>
    each.items.map(({ id, rank }) => ({ live_id: liveId, id, rank })),
  );
  const ranked = mutationsOf('rank').flatMap(({ liveId, each }) =>
    each.items.map(({ item: { id, rank }, rank: next }) => ({ live_id: liveId, id, rank, next })),
  );
  const inserted = mutationsOf('insert').flatMap(({ liveId, each }) =>
    each.items.map((item) => toQueueItemRow(liveId, item)),
  );
  const entered = changes.flatMap(({ next, journal }) => (journal ? toJournalRow(next, journal) : []));
  const recorded = changes.flatMap(({ next, audit }) => (audit ? { live_id: next.id, ...toAuditRow(audit) } : []));
  const used = changes.flatMap(({ next, usedEditions }) =>
    usedEditions ? toUsedEditionRows(usedEditions).map((row) => ({ live_id: next.id, ...row })) : [],
  );
  const counts = changes.flatMap(toUsageRows);
  return [lives, cleared, removed, ranked, inserted, entered, recorded, used, counts].map((part) =>
    JSON.stringify(part),
  );
}
