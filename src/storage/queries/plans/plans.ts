import type { Kysely, Selectable, Transaction } from 'kysely';
import type { PlanEntry } from '../../../contract/schemas/plans.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, Owner, PlanRecord, PlanStore } from '../../storage.ts';
import { bumpBackstageVersions } from '../live/bump-backstage.ts';
import type { SendNotification } from '../live/lives.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { recordAudit } from '../shared/audit.ts';
import { jsonArrayLength } from '../shared/engine-sql.ts';
import { findIdempotencyRecord, insertIdempotencyRecord } from '../shared/idempotency-records.ts';

type Db = Kysely<Tables>;

/** Fields that entries did not have from the start. [D65], [D73] */
const LATER_FIELDS = { minutes: null, person: null, listed: true };

const HEAD = ['id', 'owner_kind', 'owner_id', 'name', 'date', 'revision', 'created_at'] as const;

export function planStore(db: Db, engine: Engine, sendNotification: SendNotification): PlanStore {
  /** Increments the backstage version of the Lives that have the plan. Throws PlanIsAttached if there may be none. */
  const bumpBackstage = async (
    transaction: Transaction<Tables>,
    { owner, id }: Pick<PlanRecord, 'owner' | 'id'>,
    mayBeAttached: boolean,
  ) => {
    const bumped = await bumpBackstageVersions(transaction, engine, sendNotification, owner, id);
    if (bumped.size > 0 && !mayBeAttached) throw new PlanIsAttached();
    return bumped;
  };
  return {
    create: (plan, quota, { audit, idempotencyRecord }) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockOwner(transaction, plan.owner, engine))) return 'missing';
        if (idempotencyRecord && (await findIdempotencyRecord(transaction, idempotencyRecord))) return 'repeated';
        if ((await countPlans(transaction, plan.owner)) >= quota) return 'quota_exceeded';
        await transaction.insertInto('plans').values(toRow(plan)).execute();
        if (idempotencyRecord) await insertIdempotencyRecord(transaction, idempotencyRecord);
        await recordAudit(transaction, audit);
        return 'created';
      }),

    async list(owner, { limit, after }) {
      const rows = await db
        .selectFrom('plans')
        .select(HEAD)
        .select(jsonArrayLength(engine, 'entries').as('entry_count'))
        .where('owner_kind', '=', owner.kind)
        .where('owner_id', '=', owner.id)
        .$if(after !== null, (query) =>
          query.where((where) =>
            where(where.refTuple('created_at', 'id'), '>', where.tuple(after!.createdAt, after!.id)),
          ),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...toHead(row), entryCount: row.entry_count }));
    },

    async find(owner, id) {
      const row = await db
        .selectFrom('plans')
        .selectAll()
        .where('id', '=', id)
        .where('owner_kind', '=', owner.kind)
        .where('owner_id', '=', owner.id)
        .executeTakeFirst();
      return row
        ? {
            ...toHead(row),
            startsAt: row.starts_at,
            entries: (JSON.parse(row.entries) as PlanEntry[]).map((entry) => ({ ...LATER_FIELDS, ...entry })),
            removed: JSON.parse(row.removed),
          }
        : null;
    },

    replace: (plan, { audit, mayBeAttached }) =>
      unlessAttached(db, async (transaction) => {
        if (!(await lockOwner(transaction, plan.owner, engine))) return 'stale';
        const { name, date, starts_at, revision, entries, removed } = toRow(plan);
        const { numUpdatedRows } = await transaction
          .updateTable('plans')
          .set({ name, date, starts_at, revision, entries, removed })
          .where('id', '=', plan.id)
          .where('owner_kind', '=', plan.owner.kind)
          .where('owner_id', '=', plan.owner.id)
          .where('revision', '=', plan.revision - 1)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return 'stale';
        await recordAudit(transaction, audit);
        return bumpBackstage(transaction, plan, mayBeAttached);
      }),

    delete: ({ owner, id, revision }, { audit, mayBeAttached }) =>
      unlessAttached(db, async (transaction) => {
        if (!(await lockOwner(transaction, owner, engine))) return 'stale';
        const { numDeletedRows } = await transaction
          .deleteFrom('plans')
          .where('id', '=', id)
          .where('owner_kind', '=', owner.kind)
          .where('owner_id', '=', owner.id)
          .where('revision', '=', revision)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return 'stale';
        await recordAudit(transaction, audit);
        return bumpBackstage(transaction, { owner, id }, mayBeAttached);
      }),
  };
}

class PlanIsAttached extends Error {}

/** Runs a transaction. Returns `attached`, with no change, if a Live has the plan that may have none. [D75] */
async function unlessAttached<Result>(
  db: Db,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result | 'attached'> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (error instanceof PlanIsAttached) return 'attached';
    throw error;
  }
}

async function countPlans(db: Db, owner: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('plans')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  return count;
}

const toRow = (plan: PlanRecord): Tables['plans'] => ({
  id: plan.id,
  owner_kind: plan.owner.kind,
  owner_id: plan.owner.id,
  name: plan.name,
  date: plan.date,
  starts_at: plan.startsAt,
  revision: plan.revision,
  entries: JSON.stringify(plan.entries),
  removed: JSON.stringify(plan.removed),
  created_at: plan.createdAt,
});

const toHead = (row: Pick<Selectable<Tables['plans']>, (typeof HEAD)[number]>) => ({
  id: row.id,
  owner: { kind: row.owner_kind as Owner['kind'], id: row.owner_id },
  name: row.name,
  date: row.date,
  revision: row.revision,
  createdAt: row.created_at,
});
