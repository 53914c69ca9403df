import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { encodeRow } from '../../columns.ts';
import { LIVE_COLUMNS } from '../../live-columns.ts';
import type { Tables } from '../../schema.ts';
import {
  type AuditRecord,
  type JournalEntry,
  type LiveCommit,
  type LiveRecord,
  NEW_LIVE,
  type QueueItem,
  type QueueMutation,
} from '../../storage.ts';
import { toAuditRow } from '../shared/audit.ts';
import type { CommitGroup } from './commit-groups.ts';
import { toJournalRow, toQueueItemRow, toUsedEditionRows } from './live-rows.ts';
import { buildUsageInsert, toUsageRows } from './usage.ts';

/**
 * Rows per INSERT statement. Few sizes, so that few statements are compiled. With about twelve columns each, they stay
 * far below SQLite's parameter limit.
 */
const INSERT_SIZES = [256, 16, 1];

/**
 * Runs lists of compiled statements in one transaction. Skips the rest of a list whose first statement does not change
 * exactly one row. Returns, for each list, whether it was run.
 */
export type RunTransaction = (lists: readonly (readonly CompiledQuery[])[]) => Promise<readonly boolean[]>;

export function sqliteCommitGroup(db: Kysely<Tables>, transact: RunTransaction): CommitGroup {
  const statementsOf = commitStatements(db);
  return (changes) => transact(changes.map(statementsOf));
}

/**
 * Returns a function that builds the statements of a commit. Their text is compiled once; each commit only supplies
 * parameters.
 */
function commitStatements(db: Kysely<Tables>): (change: LiveCommit) => CompiledQuery[] {
  const updateAt = db
    .updateTable('lives')
    .set(encodeRow(LIVE_COLUMNS, SAMPLE_RECORD))
    .where('id', '=', '')
    .where('sequence', '=', 0);
  const update = updateAt.compile();
  const updateWithEditions = updateAt
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT 1 FROM json_each(${''}) AS used WHERE NOT EXISTS (
          SELECT 1 FROM libraries JOIN editions USING (slug)
          WHERE libraries.owner_kind = used.value ->> 'owner_kind' AND libraries.owner_id = used.value ->> 'owner_id'
            AND libraries.slug = used.value ->> 'slug' AND editions.revision_id = used.value ->> 'revision_id'
        )
      )`,
    )
    .compile();
  const remove = db
    .deleteFrom('queue_items')
    .where('live_id', '=', '')
    .where('rank', '=', 0)
    .where('id', '=', '')
    .compile();
  const clear = db.deleteFrom('queue_items').where('live_id', '=', '').compile();
  const rank = db
    .updateTable('queue_items')
    .set({ rank: 0 })
    .where('live_id', '=', '')
    .where('rank', '=', 0)
    .where('id', '=', '')
    .compile();
  const inserts = new Map(
    INSERT_SIZES.map((size) => {
      const rows = Array.from({ length: size }, () => toQueueItemRow('', SAMPLE_ITEM));
      return [size, db.insertInto('queue_items').values(rows).compile()];
    }),
  );
  const enter = db
    .insertInto('journal')
    .values(SAMPLE_ENTRY)
    .onConflict((conflict) =>
      conflict.columns(['live_id', 'slot']).doUpdateSet(({ ref }) => ({
        number: ref('excluded.number'),
        at: ref('excluded.at'),
        undo: ref('excluded.undo'),
        shown: ref('excluded.shown'),
        place: ref('excluded.place'),
        head: ref('excluded.head'),
        verses: ref('excluded.verses'),
        items: ref('excluded.items'),
      })),
    )
    .compile();
  const journalStatement = (next: LiveRecord, entry: JournalEntry): CompiledQuery =>
    withParameters(enter, Object.values(toJournalRow(next, entry)));
  const count = buildUsageInsert(db, SAMPLE_COUNT).compile();
  const record = db.insertInto('audit').values(toAuditRow(SAMPLE_AUDIT)).compile();
  const queueStatements = (liveId: string, change: QueueMutation): CompiledQuery[] => {
    switch (change.type) {
      case 'insert':
        return [...chunks(change.items)].map((items) =>
          withParameters(
            inserts.get(items.length)!,
            items.flatMap((item) => Object.values(toQueueItemRow(liveId, item))),
          ),
        );
      case 'remove':
        return change.items.map((item) => withParameters(remove, [liveId, item.rank, item.id]));
      case 'clear':
        return [withParameters(clear, [liveId])];
      case 'rank':
        return change.items.map(({ item, rank: next }) => withParameters(rank, [next, liveId, item.rank, item.id]));
    }
  };
  const updateStatement = ({ next, expectedSequence, usedEditions }: LiveCommit): CompiledQuery => {
    const parameters = [...Object.values(encodeRow(LIVE_COLUMNS, next)), next.id, expectedSequence];
    return usedEditions
      ? withParameters(updateWithEditions, [...parameters, JSON.stringify(toUsedEditionRows(usedEditions))])
      : withParameters(update, parameters);
  };
  return (change) => [
    updateStatement(change),
    ...change.queue.flatMap((part) => queueStatements(change.next.id, part)),
    ...(change.journal ? [journalStatement(change.next, change.journal)] : []),
    ...toUsageRows(change).map((row) => withParameters(count, Object.values(row))),
    ...(change.audit ? [withParameters(record, Object.values(toAuditRow(change.audit)))] : []),
  ];
}

/** Parameters are in the order in which the query was built. */
const withParameters = (query: CompiledQuery, parameters: readonly unknown[]): CompiledQuery => ({
  ...query,
  parameters,
});

function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  let start = 0;
  for (const size of INSERT_SIZES) {
    for (; items.length - start >= size; start += size) yield items.slice(start, start + size);
  }
}

/** Sample values that statements are compiled from. Each of them becomes a parameter. */
const SAMPLE_RECORD: LiveRecord = { ...NEW_LIVE, id: '', owner: { kind: 'account', id: '' }, name: '', createdAt: '' };
const SAMPLE_ITEM: QueueItem = {
  id: '',
  rank: 0,
  bookId: 0,
  book: '',
  chapter: 0,
  verse: 0,
  text: '',
  translation: '',
  revisionId: '',
  line: '',
  run: '',
};
const SAMPLE_ENTRY: Tables['journal'] = {
  live_id: '',
  slot: 0,
  number: 0,
  at: '',
  undo: '',
  shown: '',
  place: '',
  head: '',
  verses: '',
  items: '',
};
const SAMPLE_COUNT: Tables['usage_counts'] = {
  organization_id: '',
  thing: '',
  day: '',
  live_id: '',
  title: '',
  authors: '',
  copyright: '',
  ccli: '',
  songbook: '',
  count: 1,
};
const SAMPLE_AUDIT: AuditRecord = {
  id: '',
  at: '',
  owner: { kind: 'account', id: '' },
  channel: 'rest',
  userId: '',
  credentialId: '',
  operation: '',
  resource: '',
  requestId: '',
  before: 0,
  after: 0,
  resourceName: '',
  detail: '',
};
