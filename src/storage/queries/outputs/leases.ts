import { type Kysely, sql } from 'kysely';
import { OUTPUT_LEASE_SECONDS } from '../../../contract/limits.ts';
import { toOutputNotification } from '../../notifications.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, LeaseStore, PageLease } from '../../storage.ts';
import type { SendNotification } from '../live/lives.ts';
import { databaseClock, lockRows } from '../shared/engine-sql.ts';
import { withoutFsync } from '../shared/without-fsync.ts';

type Db = Kysely<Tables>;

/** The table that leases refer to. */
interface LeaseHolders {
  readonly table: 'outputs' | 'remote_links';
  /** Records that pages of these outputs or links are open. Some may have been deleted in the meantime. */
  readonly recordSeen: (transaction: Db, ids: readonly string[]) => Promise<void>;
}

/** Creates the lease store of open pages. Lease updates that are lost in a crash are repeated within seconds. */
export function leaseStore(
  db: Db,
  engine: Engine,
  sendNotification: SendNotification,
  { table, recordSeen }: LeaseHolders,
): LeaseStore {
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
          .modifyEnd(lockRows(engine, 'FOR UPDATE'))
          .executeTakeFirst();
        if (!holder) return null;
        await transaction.deleteFrom('output_leases').where('expires_at', '<=', now).execute();
        await transaction
          .insertInto('output_leases')
          .values({ id, output_id: holderId, node, since: now, expires_at: expiry })
          .execute();
        await recordSeen(transaction, [holderId]);
        const others = await transaction
          .selectFrom('output_leases')
          .select('id')
          .where('output_id', '=', holderId)
          // Excluded by id: several leases can start at the same time.
          .where('id', '<>', id)
          .orderBy('since', 'desc')
          .orderBy('id')
          .execute();
        const ended = others.slice(limit - 1).map((lease) => lease.id);
        if (ended.length === 0) return [];
        await transaction.deleteFrom('output_leases').where('id', 'in', ended).execute();
        await sendNotification(transaction, toOutputNotification({ outputId: holderId, news: { leases: ended } }));
        return ended;
      }),

    renew: (node, leases) =>
      withoutFsync(db, engine, (connection) =>
        connection.transaction().execute(async (transaction) => {
          await transaction
            .deleteFrom('output_leases')
            .where('expires_at', '<=', now)
            .where('node', '<>', node)
            .execute();
          const ended: PageLease[] = [];
          for (const lease of leases.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
            // Does not restore a deleted lease: it would exceed the limit.
            const { numUpdatedRows } = await transaction
              .updateTable('output_leases')
              .set({ expires_at: expiry })
              .where('id', '=', lease.id)
              .executeTakeFirst();
            if (numUpdatedRows === 0n) ended.push(lease);
          }
          const shown = leases.filter((lease) => !ended.includes(lease)).map(({ holderId }) => holderId);
          if (shown.length > 0) await recordSeen(transaction, [...new Set(shown)].sort());
          return ended;
        }),
      ),

    disconnect: ({ id, holderId }) =>
      withoutFsync(db, engine, (connection) =>
        connection.transaction().execute(async (transaction) => {
          await transaction.deleteFrom('output_leases').where('id', '=', id).execute();
          await recordSeen(transaction, [holderId]);
        }),
      ),
  };
}

/** Selects the number of open pages of an output or remote link. */
export const countLeases = (db: Db, engine: Engine, holders: 'outputs' | 'remote_links') =>
  db
    .selectFrom('output_leases as lease')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('lease.output_id', '=', sql.ref<string>(`${holders}.id`))
    .where('lease.expires_at', '>', databaseClock(engine));
