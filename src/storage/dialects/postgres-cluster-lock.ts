import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresClient } from './postgres-driver.ts';
import { rejectUnavailable } from './postgres-errors.ts';

/** Of advisory locks in this database; the number has no meaning. */
const TURN_KEY = 5_275_843;
const RETRY_MS = 250;
const TIMEOUT_MS = 5_000;

/**
 * Waits until no other node has the turn, and has it until the answer is called, or this process ends. Rejects `unavailable`. On a
 * connection of its own: nobody who waits keeps one from those who work.
 */
export async function acquirePostgresClusterLock(url: string): Promise<() => Promise<void>> {
  const client = createPostgresClient(url, {
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'lectern',
  });
  await client.connect().catch(rejectUnavailable);
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [TURN_KEY]);
    if (rows[0]!.taken) return () => client.end();
    await sleep(RETRY_MS);
  }
}
