import { type Kysely, sql } from 'kysely';
import { OUTPUT_LEASE_SECONDS } from '../../../contract/limits.ts';
import { toOutputNotice } from '../../notices.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, LeaseStore } from '../../storage.ts';
import type { Announce } from '../live/lives.ts';
import { unsynced } from '../shared/unsynced.ts';
import { databaseClock } from './database-clock.ts';

type Db = Kysely<Tables>;

/** What pages have leases of. */
interface LeaseHolders {
  readonly table: 'outputs' | 'remote_links';
  /** Writes down that pages of them are open; they may have been deleted meanwhile. */
  readonly noteSeen: (transaction: Db, ids: readonly string[]) => Promise<void>;
}

/** The pages that are open now. What a crash loses of it is told again within seconds. */
export function leaseStore(db: Db, engine: Engine, announce: Announce, { table, noteSeen }: LeaseHolders): LeaseStore {
  const holders = table as 'outputs';
  const now = databaseClock(engine);
  const expiry = sql<number>`${now} + ${sql.lit(OUTPUT_LEASE_SECONDS)}`;
  return {
    connect: ({ id, holderId, node }, limit) =>
      db.transaction().execute(async (transaction) => {
        const holder = await transaction
          .selectFrom(holders)
          .select('id')
          .where('id', '=', holderId)
          .$if(engine === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst();
        if (!holder) return null;
        await transaction.deleteFrom('output_leases').where('expires_at', '<=', now).execute();
        await transaction
          .insertInto('output_leases')
          .values({ id, output_id: holderId, node, since: now, expires_at: expiry })
          .execute();
        await noteSeen(transaction, [holderId]);
        const leases = await transaction
          .selectFrom('output_leases')
          .select('id')
          .where('output_id', '=', holderId)
          .orderBy('since', 'desc')
          .orderBy('id')
          .execute();
        const ended = leases.slice(limit).map((lease) => lease.id);
        if (ended.length === 0) return [];
        await transaction.deleteFrom('output_leases').where('id', 'in', ended).execute();
        await announce(transaction, toOutputNotice({ outputId: holderId, news: { leases: ended } }));
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
          if (leases.length === 0) return;
          for (const { id, holderId } of leases.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
            // One that had run out, while this node was cut off, is there again; not one of what was deleted.
            await transaction
              .insertInto('output_leases')
              .columns(['id', 'output_id', 'node', 'since', 'expires_at'])
              .expression((select) =>
                select
                  .selectFrom(holders)
                  .select([sql.val(id).as('id'), `${holders}.id as output_id`, sql.val(node).as('node')])
                  .select([now.as('since'), expiry.as('expires_at')])
                  .where(`${holders}.id`, '=', holderId),
              )
              .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at: expiry }))
              .execute();
          }
          await noteSeen(transaction, [...new Set(leases.map(({ holderId }) => holderId))].sort());
        }),
      ),

    disconnect: ({ id, holderId }) =>
      unsynced(db, engine, (connection) =>
        connection.transaction().execute(async (transaction) => {
          await transaction.deleteFrom('output_leases').where('id', '=', id).execute();
          await noteSeen(transaction, [holderId]);
        }),
      ),
  };
}

/** How many pages of an output or remote link are open now. */
export const countLeases = (db: Db, engine: Engine, holders: 'outputs' | 'remote_links') =>
  db
    .selectFrom('output_leases as lease')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('lease.output_id', '=', sql.ref<string>(`${holders}.id`))
    .where('lease.expires_at', '>', databaseClock(engine));
