import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { BudgetGrant, BudgetRequest, BudgetStore } from '../../storage.ts';

/** The interval at which a node deletes rows of past minutes, and the number that it deletes at once. */
const SWEEP_MS = 60_000;
const SWEEP_MAX_ROWS = 10_000;

/** Creates the budget store on PostgreSQL. One call must not contain the same budget and key twice. [D10] */
export function budgetStore(db: Kysely<Tables>): BudgetStore {
  let sweepDueMs = 0;

  async function sweepWhenDue(): Promise<void> {
    if (performance.now() < sweepDueMs) return;
    sweepDueMs = performance.now() + SWEEP_MS;
    const { numAffectedRows } = await sweep().execute(db);
    if (numAffectedRows === BigInt(SWEEP_MAX_ROWS)) sweepDueMs = 0;
  }

  return {
    async take(requests) {
      const [{ rows }] = await Promise.all([take(requests).execute(db), sweepWhenDue()]);
      return rows;
    },
  };
}

/**
 * Adds everything requested to `used`, so that each call owns a range of the count and is granted the part of it below
 * the limit. Locks rows in the order of their keys, so that two nodes never deadlock.
 * A call that waited for a row may find it in the next minute, and counts there. A row that is further ahead was
 * written before the clock was set back, and starts over.
 */
const take = (requests: readonly BudgetRequest[]) => sql<BudgetGrant>`
  WITH clock AS MATERIALIZED (SELECT floor(extract(epoch FROM clock_timestamp()) / 60)::bigint AS minute),
  request AS (
    SELECT * FROM unnest(
      ${requests.map(({ name }) => name)}::text[],
      ${requests.map(({ key }) => key)}::text[],
      ${requests.map(({ limit }) => limit)}::bigint[],
      ${requests.map(({ wanted }) => wanted)}::bigint[]
    ) WITH ORDINALITY AS request (name, key, most, wanted, position)
  ),
  taken AS (
    INSERT INTO budgets AS old (name, key, minute, used)
    SELECT name, key, minute, wanted FROM request, clock ORDER BY name COLLATE "C", key COLLATE "C"
    ON CONFLICT (name, key) DO UPDATE SET
      minute = CASE WHEN old.minute - excluded.minute IN (0, 1) THEN old.minute ELSE excluded.minute END,
      used = CASE WHEN old.minute - excluded.minute IN (0, 1) THEN old.used ELSE 0 END + excluded.used
    RETURNING name, key, minute, used
  )
  SELECT
    greatest(0, least(wanted, most - (used - wanted))) AS granted,
    least(used, most) AS used,
    greatest(0, (minute + 1) * 60 - extract(epoch FROM clock_timestamp()))::float8 AS "resetSeconds"
  FROM request JOIN taken USING (name, key) ORDER BY position`;

/** Skips rows that a call is writing, so that it never waits for a lock. */
const sweep = () => sql`
  DELETE FROM budgets WHERE (name, key) IN (
    SELECT name, key FROM budgets, (SELECT floor(extract(epoch FROM clock_timestamp()) / 60)::bigint AS now) AS clock
    WHERE minute NOT BETWEEN now - 1 AND now + 1
    LIMIT ${SWEEP_MAX_ROWS} FOR UPDATE OF budgets SKIP LOCKED
  )`;
