import { type Kysely, sql } from 'kysely';
import { WATCH_LEASE_SECONDS } from '../../../contract/limits.ts';
import type { Tables } from '../../schema.ts';
import type { WatchRequest, WatchStore } from '../../storage.ts';

/** Seed of the lock keys of Lives, so that they are not those of other advisory locks. */
const LOCK_SEED = 0x77617463;

/**
 * Watches on PostgreSQL; every call is one transaction. It is as durable as any: after a crash of the database polls go on
 * waiting, and their watches still count. [D25]
 */
export function watchStore(db: Kysely<Tables>): WatchStore {
  return {
    // Read committed, whatever the database's default: the second statement must see what was committed while the first
    // one waited for the locks. In one statement they would share a snapshot, and 51 could be granted.
    hold: (node, requests, limit) =>
      db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (transaction) => {
          const liveIds = requests.map(({ liveId }) => liveId);
          // In the order of the keys, not of the Lives: two Lives may have one key, and calls must never wait in a ring.
          await sql`SELECT pg_advisory_xact_lock(key) FROM (
              SELECT DISTINCT hashtextextended(live_id, ${LOCK_SEED}) AS key
              FROM unnest(${liveIds}::text[]) AS request (live_id) ORDER BY key
            ) AS keys`.execute(transaction);
          const { rows } = await grant(node, requests, limit).execute(transaction);
          return rows.map(({ granted }) => granted);
        }),

    async release(node) {
      // Skips what a call is writing now, so that the two never wait for each other; left-over rows end with their lease.
      // Takes along what nodes that are gone have left at Lives that nobody watches any more.
      await sql`DELETE FROM watches WHERE (live_id, node) IN (
          SELECT live_id, node FROM watches WHERE node = ${node} OR expires_at <= clock_timestamp() FOR UPDATE SKIP LOCKED
        )`.execute(db);
    },
  };
}

/** Counts, grants and writes, in the order of the requests. A lease is never shortened, also not by a clock that went back. */
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
