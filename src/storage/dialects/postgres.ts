import { setTimeout as delay } from 'node:timers/promises';
import { PostgresDialect } from 'kysely';
import type { ClientBase, PoolClient } from 'pg';
import { DISABLE_TIMEOUTS, pg, toPoolConfig } from './postgres-driver.ts';
import { getSqlState, rejectUnavailable } from './postgres-errors.ts';
import { getCachedName, getPreparedName } from './prepared-statements.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** For a server that does not even say that a statement took too long. */
const QUERY_TIMEOUT_MS = 12_000;

const IDLE_IN_TRANSACTION_MAX_MS = 5_000;
/** Searches that a connection keeps, each with some 100 KB of its server; what comes after them is planned every time. */
const KEPT_SEARCHES_MAX = 128;
/** Then a connection makes way for a new one, which keeps what is used by then. */
const CONNECTION_MAX_SECONDS = 3_600;

/**
 * Whatever the database's own defaults are: every statement sees what was committed before it, a rank that was read is the one that is
 * there, and what a key can find is found by it. While a table is small the server would rather read all of it, and a plan that is kept
 * goes on so until it hears that the table has grown. Nothing here is long enough to be compiled first.
 */
const SESSION = [
  "SET default_transaction_isolation = 'read committed'",
  'SET extra_float_digits = 1',
  'SET enable_seqscan = off',
  'SET jit = off',
].join('; ');
/** The server, or the session, takes no writes: a standby, or one that was one when the session began. */
const READ_ONLY = '25006';

/** Of the server, the database or the role. */
const TOO_MANY_CONNECTIONS = '53300';
const ROOM_RETRY_MS = 50;

/**
 * A pool of connections. `onIdleError` hears of connections that broke while nobody used them, until the pool is closed. A new one
 * is used when `admit` has resolved; where it rejects, so does whoever wanted it.
 */
export function postgresDialect(
  url: string,
  connections: number,
  onIdleError: (error: Error) => void,
  admit: (client: ClientBase) => Promise<void> = async () => {},
): PostgresDialect {
  const pool = new pg.Pool(
    toPoolConfig(url, {
      max: connections,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      // A node that is stopped in the middle of a transaction must not hold its locks.
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MAX_MS,
      maxLifetimeSeconds: CONNECTION_MAX_SECONDS,
      application_name: 'lectern',
      onConnect: admit,
    }),
  );
  // A pool that is closed does not wait until the server has heard of it, which may end them first.
  const onError = (error: Error) => pool.ending || onIdleError(error);
  // The connection tells it, also where it breaks between two statements of somebody who uses it.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    namePrepared(client);
    endWhenUseless(client);
    client.on('error', onError);
    client.query(SESSION).catch(onError);
  });
  return dialectOver(pool);
}

/** For what is done before a node serves: as long as a migration, or another node's, takes. One connection. */
export function maintenanceDialect(url: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool(
    toPoolConfig(url, {
      max: 1,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: 0,
      application_name: 'lectern',
    }),
  );
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', () => {});
    client.query(DISABLE_TIMEOUTS).catch(onError);
  });
  return dialectOver(pool);
}

const dialectOver = (pool: pg.Pool): PostgresDialect =>
  new PostgresDialect({
    pool: {
      options: pool.options,
      connect: () => pool.connect().catch((error) => connectAgain(pool, error)),
      end: () => pool.end(),
    },
  });

/** Where the server has no room for one connection more, those that there are serve on: one of them is free soon. */
async function connectAgain(pool: pg.Pool, error: unknown): Promise<PoolClient> {
  const deadline = performance.now() + CONNECT_TIMEOUT_MS;
  let latest = error;
  while (getSqlState(latest) === TOO_MANY_CONNECTIONS && performance.now() < deadline && !pool.ending) {
    await delay(ROOM_RETRY_MS);
    try {
      return await pool.connect();
    } catch (again) {
      latest = again;
    }
  }
  return rejectUnavailable(latest);
}

/** A statement that is to be kept goes by its name, as long as there is room. */
function namePrepared(client: PoolClient): void {
  const query = client.query.bind(client) as (...call: unknown[]) => Promise<unknown>;
  const kept = new Set<string>();
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string') return query(text, values, ...rest);
    const name = getPreparedName(text);
    if (name !== undefined) return query({ name, text, values }, ...rest);
    const repeated = getCachedName(text);
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
 * one behind it. So its connection is closed before anyone hears of the failure, and the pool opens another; as it does for one
 * that could only be read from.
 */
function endWhenUseless(client: PoolClient): void {
  const query = client.query.bind(client) as (...call: unknown[]) => Promise<unknown>;
  client.query = ((...call: unknown[]) =>
    query(...call).catch(async (error) => {
      const state = getSqlState(error);
      if (state === null || state === READ_ONLY) await client.end();
      throw error;
    })) as typeof client.query;
}
