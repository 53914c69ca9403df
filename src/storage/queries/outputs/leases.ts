import { type Kysely, sql } from 'kysely';
import { OUTPUT_LEASE_SECONDS } from '../../../contract/limits.ts';
import { toOutputNotice } from '../../notices.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, NewLease, OutputStore } from '../../storage.ts';
import type { Announce } from '../live/lives.ts';
import { unsynced } from '../shared/unsynced.ts';
import { databaseClock } from './database-clock.ts';

type Db = Kysely<Tables>;
type LeaseStore = Pick<OutputStore, 'forgetEnded' | 'connect' | 'renew' | 'disconnect' | 'report'>;

/** Who shows an output now, and what it has painted. What a crash loses of it is told again within seconds. */
export function leaseStore(db: Db, engine: Engine, announce: Announce): LeaseStore {
  const now = databaseClock(engine);
  const expiry = sql<number>`${now} + ${sql.lit(OUTPUT_LEASE_SECONDS)}`;
  return {
    async forgetEnded() {
      if (engine === 'sqlite') await db.deleteFrom('output_leases').execute();
    },

    connect: ({ id, outputId, node }, limit) =>
      db.transaction().execute(async (transaction) => {
        const output = await transaction
          .selectFrom('outputs')
          .select('id')
          .where('id', '=', outputId)
          .$if(engine === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst();
        if (!output) return null;
        await transaction.deleteFrom('output_leases').where('expires_at', '<=', now).execute();
        await transaction
          .insertInto('output_leases')
          .values({ id, output_id: outputId, node, since: now, expires_at: expiry })
          .execute();
        await noteSeen(transaction, [outputId]);
        const others = await transaction
          .selectFrom('output_leases')
          .select('id')
          .where('output_id', '=', outputId)
          // Several may begin in the same moment.
          .where('id', '<>', id)
          .orderBy('since', 'desc')
          .orderBy('id')
          .execute();
        const ended = others.slice(limit - 1).map((lease) => lease.id);
        if (ended.length === 0) return [];
        await transaction.deleteFrom('output_leases').where('id', 'in', ended).execute();
        await announce(transaction, toOutputNotice({ outputId, news: { leases: ended } }));
        return ended;
      }),

    renew: (node, leases) =>
      unsynced(db, engine, (connection) =>
        connection.transaction().execute(async (transaction) => {
          await transaction
            .deleteFrom('output_leases')
            .where('expires_at', '<=', now)
            .where('node', '<>', node)
            .execute();
          const gone: NewLease[] = [];
          for (const lease of leases.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
            // One that is gone stays so: it would be one more than an output may have.
            const { numUpdatedRows } = await transaction
              .updateTable('output_leases')
              .set({ expires_at: expiry })
              .where('id', '=', lease.id)
              .executeTakeFirst();
            if (numUpdatedRows === 0n) gone.push(lease);
          }
          const shown = leases.filter((lease) => !gone.includes(lease)).map(({ outputId }) => outputId);
          if (shown.length > 0) await noteSeen(transaction, [...new Set(shown)].sort());
          return gone;
        }),
      ),

    disconnect: ({ id, outputId }) =>
      unsynced(db, engine, (connection) =>
        connection.transaction().execute(async (transaction) => {
          await transaction.deleteFrom('output_leases').where('id', '=', id).execute();
          await noteSeen(transaction, [outputId]);
        }),
      ),

    report: (reports) =>
      unsynced(db, engine, (connection) =>
        connection.transaction().execute(async (transaction) => {
          // In one order on all nodes, so that none waits for another in a ring.
          for (const [outputId, report] of [...reports].sort(([one], [other]) => (one < other ? -1 : 1))) {
            await noteSeen(transaction, [outputId]);
            await transaction
              .updateTable('output_reports')
              .set({
                sequence: report.sequence,
                part: report.part,
                painted_at: report.paintedAt,
                width: report.width,
                height: report.height,
                problem: report.problem,
              })
              .where('output_id', '=', outputId)
              .execute();
          }
        }),
      ),
  };
}

/** Of outputs that are there; they may have been deleted meanwhile. */
async function noteSeen(transaction: Db, outputIds: readonly string[]): Promise<void> {
  const seenAt = new Date().toISOString();
  await transaction
    .insertInto('output_reports')
    .columns(['output_id', 'seen_at'])
    .expression((select) =>
      select
        .selectFrom('outputs')
        .select(['id', sql.val(seenAt).as('seen_at')])
        .where('id', 'in', outputIds)
        .orderBy('id'),
    )
    .onConflict((conflict) => conflict.column('output_id').doUpdateSet({ seen_at: seenAt }))
    .execute();
}
