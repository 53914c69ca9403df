import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresClient } from './postgres-driver.ts';
import { rejectUnavailable } from './postgres-errors.ts';

/** Key of the advisory lock in this database. The number has no meaning. */
const LOCK_KEY = 5_275_843;
const RETRY_MS = 250;
const TIMEOUT_MS = 5_000;

/**
 * Waits for the cluster lock, which is held until the returned function is called or this process ends. Rejects with
 * `unavailable`. Uses a dedicated connection, so that waiting takes none from the pool.
 */
export async function acquirePostgresClusterLock(url: string): Promise<() => Promise<void>> {
  const client = createPostgresClient(url, {
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'lectern',
  });
  await client.connect().catch(rejectUnavailable);
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK_KEY]);
    if (rows[0]!.taken) return () => client.end();
    await sleep(RETRY_MS);
  }
}
