import { setImmediate as nextTick } from 'node:timers/promises';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { EditionJobRecord, EditionJobStore, Engine } from '../../storage.ts';
import { recordAudit } from '../shared/audit.ts';
import { lockTables } from '../shared/engine-sql.ts';
import { withoutFsync } from '../shared/without-fsync.ts';

type Db = Kysely<Tables>;

export function editionJobStore(db: Db, engine: Engine): EditionJobStore {
  const removeParts = async (id: string) => {
    for (;;) {
      const { numAffectedRows } = await withoutFsync(db, engine, (connection) =>
        sql`DELETE FROM edition_job_parts WHERE job_id = ${id} AND part =
          (SELECT min(part) FROM edition_job_parts WHERE job_id = ${id})`.execute(connection),
      );
      if (!numAffectedRows) return;
      await nextTick();
    }
  };
  const remove: EditionJobStore['remove'] = async (id, audit) => {
    await removeParts(id);
    return db.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('edition_jobs')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return false;
      await recordAudit(transaction, audit);
      return true;
    });
  };
  return {
    create: (job, openMax, audit) =>
      db.transaction().execute(async (transaction) => {
        await lockTables(transaction, engine, 'edition_jobs');
        const { count } = await transaction
          .selectFrom('edition_jobs')
          .select((select) => select.fn.countAll().as('count'))
          .where('state', '<>', 'done')
          .executeTakeFirstOrThrow();
        if (Number(count) >= openMax) return 'too_many';
        await transaction.insertInto('edition_jobs').values(toRow(job)).execute();
        await recordAudit(transaction, audit);
        return 'created';
      }),

    // A part that a crash of the machine loses is missing from `listParts`, and is sent again.
    addPart: (id, part, content, now) =>
      withoutFsync(db, engine, (connection) =>
        connection.transaction().execute(async (transaction) => {
          const { numUpdatedRows } = await transaction
            .updateTable('edition_jobs')
            .set({ touched_at: now })
            .where('id', '=', id)
            .where('state', '=', 'uploading')
            .executeTakeFirstOrThrow();
          if (numUpdatedRows === 0n) return false;
          await transaction
            .insertInto('edition_job_parts')
            .values({ job_id: id, part, content })
            .onConflict((conflict) => conflict.columns(['job_id', 'part']).doUpdateSet({ content }))
            .execute();
          return true;
        }),
      ),

    async listParts(id) {
      const rows = await db
        .selectFrom('edition_job_parts')
        .select('part')
        .where('job_id', '=', id)
        .orderBy('part')
        .execute();
      return rows.map(({ part }) => part);
    },

    async findPart(id, part) {
      const row = await db
        .selectFrom('edition_job_parts')
        .select('content')
        .where('job_id', '=', id)
        .where('part', '=', part)
        .executeTakeFirst();
      return row?.content ?? null;
    },

    async find(id) {
      const row = await db.selectFrom('edition_jobs').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toJob(row) : null;
    },

    async list() {
      const rows = await db
        .selectFrom('edition_jobs')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toJob);
    },

    async update(id, { states, runner }, change) {
      const { numUpdatedRows } = await db
        .updateTable('edition_jobs')
        .set(toRow(change))
        .where('id', '=', id)
        .where('state', 'in', states)
        .$if(runner !== undefined, (query) =>
          runner === null ? query.where('runner', 'is', null) : query.where('runner', '=', runner!),
        )
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    removeParts,
    remove,

    async deleteExpired(cutoff) {
      const rows = await db.selectFrom('edition_jobs').select('id').where('touched_at', '<', cutoff).execute();
      for (const { id } of rows) await remove(id);
      return rows.length;
    },
  };
}

const COLUMNS = {
  revisionId: 'revision_id',
  createdAt: 'created_at',
  touchedAt: 'touched_at',
} as const;

/** Returns the columns of the given fields. */
const toRow = (fields: Partial<EditionJobRecord>) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [COLUMNS[field as keyof typeof COLUMNS] ?? field, value]),
  ) as unknown as Selectable<Tables['edition_jobs']>;

const toJob = (row: Selectable<Tables['edition_jobs']>): EditionJobRecord => ({
  id: row.id,
  source: row.source as EditionJobRecord['source'],
  name: row.name,
  size: row.size,
  sha256: row.sha256,
  state: row.state as EditionJobRecord['state'],
  options: row.options,
  outcome: row.outcome,
  progress: row.progress,
  runner: row.runner,
  revisionId: row.revision_id,
  createdAt: row.created_at,
  touchedAt: row.touched_at,
});
