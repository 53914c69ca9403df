import { type Kysely, sql } from 'kysely';
import { WATCH_LEASE_SECONDS } from '../../../contract/limits.ts';
import type { Tables } from '../../schema.ts';
import type { WatchRequest, WatchStore } from '../../storage.ts';

/** Hash seed that keeps the lock keys of Lives apart from other advisory locks. */
const LOCK_SEED = 0x77617463;

/**
 * Creates the watch store on PostgreSQL. Every call is one durable transaction: after a crash of the database, polls
 * keep waiting and their watches still count. [D25]
 */
export function watchStore(db: Kysely<Tables>): WatchStore {
  return {
    // Uses read committed, whatever the database's default: the second statement must see what was committed while the
    // first waited for the locks. In a single statement both would share a snapshot, and 51 watches could be granted.
    hold: (node, requests, limit) =>
      db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (transaction) => {
          const liveIds = requests.map(({ liveId }) => liveId);
          // Locks in the order of the keys, not of the Lives: two Lives can have the same key, and calls must never
          // deadlock.
          await sql`SELECT pg_advisory_xact_lock(key) FROM (
              SELECT DISTINCT hashtextextended(live_id, ${LOCK_SEED}) AS key
              FROM unnest(${liveIds}::text[]) AS request (live_id) ORDER BY key
            ) AS keys`.execute(transaction);
          const { rows } = await grant(node, requests, limit).execute(transaction);
          return rows.map(({ granted }) => granted);
        }),

    async release(node) {
      // Skips rows that a call is writing, so that the two never wait for each other; such rows expire with their
      // lease. Also deletes expired rows that other nodes left for Lives that are no longer watched.
      await sql`DELETE FROM watches WHERE (live_id, node) IN (
          SELECT live_id, node FROM watches WHERE node = ${node} OR expires_at <= clock_timestamp() FOR UPDATE SKIP LOCKED
        )`.execute(db);
    },
  };
}

/**
 * Counts, grants and stores watches, in the order of the requests. Never shortens a lease, not even when a clock was
 * set back.
 */
const grant = (node: string, requests: readonly WatchRequest[], limit: number) => sql<{ granted: number }>`
  WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now),
  request AS (
    SELECT * FROM unnest(
      ${requests.map(({ liveId }) => liveId)}::text[],
      ${requests.map(({ held }) => held)}::int[],
      ${requests.map(({ more }) => more)}::int[]
    ) WITH ORDINALITY AS request (live_id, held, more, position)
  ),
  grants AS MATERIALIZED (
    SELECT live_id, held, position, greatest(0, least(more, ${limit}::int - held - (
      SELECT coalesce(sum(other.held), 0) FROM watches AS other, clock
      WHERE other.live_id = request.live_id AND other.node <> ${node} AND other.expires_at > clock.now
    )))::int AS granted
    FROM request
  ),
  emptied AS (
    DELETE FROM watches AS old USING grants, clock WHERE old.live_id = grants.live_id AND
      CASE WHEN old.node = ${node} THEN grants.held + granted = 0 ELSE old.expires_at <= clock.now END
  ),
  written AS (
    INSERT INTO watches AS old (live_id, node, held, expires_at)
    SELECT live_id, ${node}, held + granted, now + make_interval(secs => ${WATCH_LEASE_SECONDS})
    FROM grants, clock WHERE held + granted > 0
    ON CONFLICT (live_id, node) DO UPDATE
    SET held = excluded.held, expires_at = greatest(old.expires_at, excluded.expires_at)
  )
  SELECT granted FROM grants ORDER BY position`;
