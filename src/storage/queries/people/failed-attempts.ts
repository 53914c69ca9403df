import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { AttemptCounter, FailedAttemptStore } from '../../storage.ts';
import { deleteExpired } from '../shared/delete-expired.ts';

type Db = Kysely<Tables>;

export function failedAttemptStore(db: Db): FailedAttemptStore {
  return {
    async take(counters, now) {
      try {
        await db.transaction().execute(async (transaction) => {
          for (const counter of counters) {
            const { failures, ends_at } = await countOne(transaction, counter, now);
            if (failures > counter.max) throw new CounterFull(ends_at);
          }
        });
        return null;
      } catch (error) {
        if (error instanceof CounterFull) return error.endsAt;
        throw error;
      }
    },

    release: ({ cleared, lowered }) =>
      db.transaction().execute(async (transaction) => {
        for (const key of cleared) await transaction.deleteFrom('sign_in_failures').where('key', '=', key).execute();
        for (const key of lowered) {
          await transaction
            .updateTable('sign_in_failures')
            .set({ failures: sql`failures - 1` })
            .where('key', '=', key)
            .where('failures', '>', 0)
            .execute();
        }
      }),

    deleteExpired: (now, limit) =>
      deleteExpired(db, { table: 'sign_in_failures', key: 'key', end: 'ends_at' }, now, limit),
  };
}

/** Thrown to roll back the transaction. */
class CounterFull extends Error {
  readonly endsAt: string;
  constructor(endsAt: string) {
    super();
    this.endsAt = endsAt;
  }
}

/**
 * Tolerance: concurrent requests are not counted in the order of their times, and the clocks of nodes differ slightly.
 */
const CLOCK_SKEW_MS = 60_000;

/**
 * Counts one attempt. A window that has ended starts over. So does one that ends well after a window that starts now
 * would: the clock was set back.
 */
async function countOne(db: Db, { key, endsAt }: AttemptCounter, now: string) {
  const latestEnd = new Date(Date.parse(endsAt) + CLOCK_SKEW_MS).toISOString();
  const { rows } = await sql<{ failures: number; ends_at: string }>`
    INSERT INTO sign_in_failures AS counted (key, failures, ends_at) VALUES (${key}, 1, ${endsAt})
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN counted.ends_at <= ${now} OR counted.ends_at > ${latestEnd} THEN 1 ELSE counted.failures + 1 END,
      ends_at = CASE WHEN counted.ends_at <= ${now} OR counted.ends_at > ${latestEnd} THEN excluded.ends_at ELSE counted.ends_at END
    RETURNING failures, ends_at`.execute(db);
  return rows[0]!;
}
