import { setTimeout as delay } from 'node:timers/promises';
import { PostgresDialect } from 'kysely';
import type { ClientBase, PoolClient } from 'pg';
import { DISABLE_TIMEOUTS, pg, toPoolConfig } from './postgres-driver.ts';
import { getSqlState, rejectUnavailable } from './postgres-errors.ts';
import { getCachedName, getPreparedName } from './prepared-statements.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Applies if the server does not even report the statement timeout. */
const QUERY_TIMEOUT_MS = 12_000;

const IDLE_IN_TRANSACTION_MAX_MS = 5_000;
/**
 * Maximum number of search plans per connection, each about 100 KB of server memory. Further searches are planned every
 * time.
 */
const CACHED_SEARCHES_MAX = 128;
/** Maximum age of a connection. Its replacement caches the plans that are used by then. */
const CONNECTION_MAX_SECONDS = 3_600;

/**
 * Session settings, whatever the database's defaults: every statement sees what was committed before it, ranks are read
 * back exactly, and rows are found by their keys. The server prefers to scan a small table, and a cached plan keeps
 * doing so until statistics show that the table has grown. No query is long enough to benefit from JIT compilation.
 */
const SESSION = [
  "SET default_transaction_isolation = 'read committed'",
  'SET extra_float_digits = 1',
  'SET enable_seqscan = off',
  'SET jit = off',
].join('; ');
/** SQLSTATE of a read-only server or session: a standby, or one that was a standby when the session started. */
const READ_ONLY = '25006';

/** SQLSTATE of the connection limit of the server, the database or the role. */
const TOO_MANY_CONNECTIONS = '53300';
const CONNECT_RETRY_MS = 50;

/**
 * Creates a dialect with a pool of connections. `onIdleError` receives errors of idle connections until the pool is
 * closed. A new connection is used once `admit` has resolved; if it rejects, the request for the connection rejects
 * too.
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
      // A node that is suspended in a transaction must not hold its locks.
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MAX_MS,
      maxLifetimeSeconds: CONNECTION_MAX_SECONDS,
      application_name: 'lectern',
      onConnect: admit,
    }),
  );
  // Ignored while the pool is closing: the server may close connections first.
  const onError = (error: Error) => pool.ending || onIdleError(error);
  // Ignored: the connection reports the error itself, even if it breaks between two statements of a transaction.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    sendByName(client);
    closeBroken(client);
    client.on('error', onError);
    client.query(SESSION).catch(onError);
  });
  return createDialect(pool);
}

/**
 * Creates a dialect with one connection without time limits, for work before a node serves: migrations, or waiting for
 * another node's.
 */
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
  return createDialect(pool);
}

const createDialect = (pool: pg.Pool): PostgresDialect =>
  new PostgresDialect({
    pool: {
      options: pool.options,
      connect: () => pool.connect().catch((error) => retryConnect(pool, error)),
      end: () => pool.end(),
    },
  });

/** Retries while the server has reached its connection limit: an existing connection becomes free soon. */
async function retryConnect(pool: pg.Pool, error: unknown): Promise<PoolClient> {
  const deadline = performance.now() + CONNECT_TIMEOUT_MS;
  let latest = error;
  while (getSqlState(latest) === TOO_MANY_CONNECTIONS && performance.now() < deadline && !pool.ending) {
    await delay(CONNECT_RETRY_MS);
    try {
      return await pool.connect();
    } catch (again) {
      latest = again;
    }
  }
  return rejectUnavailable(latest);
}

/** Makes a connection send registered statements by name, as long as there is room for their plans. */
function sendByName(client: PoolClient): void {
  const query = client.query.bind(client) as (...call: unknown[]) => Promise<unknown>;
  const cached = new Set<string>();
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string') return query(text, values, ...rest);
    const name = getPreparedName(text);
    if (name !== undefined) return query({ name, text, values }, ...rest);
    const cachedName = getCachedName(text);
    const hasRoom = cachedName !== undefined && (cached.has(cachedName) || cached.size < CACHED_SEARCHES_MAX);
    if (!hasRoom) return query(text, values, ...rest);
    cached.add(cachedName);
    // A statement that fails usually refers to a dropped table.
    return query({ name: cachedName, text, values }, ...rest).catch((error) => {
      cached.delete(cachedName);
      throw error;
    });
  }) as typeof client.query;
}

/**
 * Closes a connection after a query that failed without an SQLSTATE: it was cut off or waits forever, and the driver
 * would queue the next query behind it. Closing happens before the failure is reported, so that the pool opens another
 * connection. Read-only connections are closed too.
 */
function closeBroken(client: PoolClient): void {
  const query = client.query.bind(client) as (...call: unknown[]) => Promise<unknown>;
  client.query = ((...call: unknown[]) =>
    query(...call).catch(async (error) => {
      const state = getSqlState(error);
      if (state === null || state === READ_ONLY) await client.end();
      throw error;
    })) as typeof client.query;
}
