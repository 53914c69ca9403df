import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { VIEWERS_LEASE_SECONDS } from '../../../contract/limits.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, ViewerStore } from '../../storage.ts';
import { databaseClock } from '../shared/engine-sql.ts';

type Db = Kysely<Tables>;

export function viewerStore(db: Db, engine: Engine): ViewerStore {
  const now = databaseClock(engine);

  const countAll = async (transaction: Db, liveId: string): Promise<number> => {
    const { viewers } = await transaction
      .selectFrom('viewers')
      .select(({ fn }) => fn.sum<number | string | null>('viewers').as('viewers'))
      .where('live_id', '=', liveId)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    return Number(viewers ?? 0);
  };

  return {
    async deleteStale() {
      if (engine === 'sqlite') await db.deleteFrom('viewers').execute();
    },

    report: (node, counts) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('viewers').where('expires_at', '<=', now).execute();
        // All nodes use the same order, so that they never deadlock.
        for (const { liveId, viewers, most } of counts.toSorted((one, other) => (one.liveId < other.liveId ? -1 : 1))) {
          const expires_at = sql<number>`${now} + ${sql.lit(VIEWERS_LEASE_SECONDS)}`;
          await transaction
            .insertInto('viewers')
            .columns(['live_id', 'node', 'viewers', 'expires_at'])
            .expression((select) =>
              whileLiveExists(select, liveId).select([
                'id',
                sql.val(node).as('node'),
                sql.lit(viewers).as('viewers'),
                expires_at.as('expires_at'),
              ]),
            )
            .onConflict((conflict) => conflict.columns(['live_id', 'node']).doUpdateSet({ viewers, expires_at }))
            .execute();
          const total = (await countAll(transaction, liveId)) - viewers + Math.max(most, viewers);
          if (total === 0) continue;
          const at = new Date().toISOString();
          await transaction
            .insertInto('viewer_peaks')
            .columns(['live_id', 'viewers', 'at'])
            .expression((select) =>
              whileLiveExists(select, liveId).select(['id', sql.lit(total).as('viewers'), sql.val(at).as('at')]),
            )
            .onConflict((conflict) =>
              conflict.column('live_id').doUpdateSet({ viewers: total, at }).where('viewer_peaks.viewers', '<', total),
            )
            .execute();
        }
      }),

    async find(liveId) {
      const peak = await db
        .selectFrom('viewer_peaks')
        .select(['viewers', 'at'])
        .where('live_id', '=', liveId)
        .executeTakeFirst();
      return { viewers: await countAll(db, liveId), peak: peak?.viewers ?? 0, peakAt: peak?.at ?? null };
    },
  };
}

/** Selects the Live, which may have been deleted since its viewers were counted. */
const whileLiveExists = (select: Pick<ExpressionBuilder<Tables, never>, 'selectFrom'>, liveId: string) =>
  select.selectFrom('lives').where('id', '=', liveId);
