import { PostgresDialect } from 'kysely';
import type { PoolClient } from 'pg';
import { pg } from './postgres-driver.ts';
import { sqlStateOf } from './postgres-errors.ts';
import { nameOf, repeatedNameOf } from './prepared-statements.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** For a server that does not even say that a statement took too long. */
const QUERY_TIMEOUT_MS = 12_000;

const IDLE_IN_TRANSACTION_MAX_MS = 5_000;
/** Searches that a connection keeps, each with some 100 KB of its server; what comes after them is planned every time. */
const KEPT_SEARCHES_MAX = 128;
/** Then a connection makes way for a new one, which keeps what is used by then. */
const CONNECTION_MAX_SECONDS = 3_600;

/** A pool of connections. `onIdleError` hears of connections that broke while nobody used them, until the pool is closed. */
export function postgresDialect(
  url: string,
  connections: number,
  onIdleError: (error: Error) => void,
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    // A node that is stopped in the middle of a transaction must not hold its locks.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MAX_MS,
    maxLifetimeSeconds: CONNECTION_MAX_SECONDS,
    application_name: 'lectern',
  });
  // A pool that is closed does not wait until the server has heard of it, which may end them first.
  const onError = (error: Error) => pool.ending || onIdleError(error);
  pool.on('error', onError);
  pool.on('connect', (client) => {
    namePrepared(client);
    endWhenSilent(client);
    // One that breaks between two statements has nobody else to tell.
    client.on('error', onError);
    // Every statement sees what was committed before it, whatever the database's own default is.
    client.query("SET default_transaction_isolation = 'read committed'").catch(onError);
  });
  return new PostgresDialect({ pool });
}

/** A statement that is to be kept goes by its name, as long as there is room. */
function namePrepared(client: PoolClient): void {
  const query = client.query.bind(client) as (...call: unknown[]) => Promise<unknown>;
  const kept = new Set<string>();
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string') return query(text, values, ...rest);
    const name = nameOf(text);
    if (name !== undefined) return query({ name, text, values }, ...rest);
    const repeated = repeatedNameOf(text);
    const hasRoom = repeated !== undefined && (kept.has(repeated) || kept.size < KEPT_SEARCHES_MAX);
    if (!hasRoom) return query(text, values, ...rest);
    kept.add(repeated);
    // One that fails is mostly of a table that is gone.
    return query({ name: repeated, text, values }, ...rest).catch((error) => {
      kept.delete(repeated);
      throw error;
    });
  }) as typeof client.query;
}

/**
 * A query that fails without a word of the server's was cut off, or waits for its answer for ever; the driver would put the next
 * one behind it. So its connection is closed before anyone hears of the failure, and the pool opens another.
 */
function endWhenSilent(client: PoolClient): void {
  const query = client.query.bind(client) as (...call: unknown[]) => Promise<unknown>;
  client.query = ((...call: unknown[]) =>
    query(...call).catch(async (error) => {
      if (sqlStateOf(error) === null) await client.end();
      throw error;
    })) as typeof client.query;
}
