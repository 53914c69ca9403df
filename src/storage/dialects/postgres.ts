import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { LecternError } from '../../contract/lectern-error.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** For a server that does not even say that a statement took too long. */
const QUERY_TIMEOUT_MS = 12_000;

const IDLE_IN_TRANSACTION_MAX_MS = 5_000;

/** SQLSTATE classes and codes that mean "not now": https://www.postgresql.org/docs/18/errcodes-appendix.html */
const UNAVAILABLE_STATES = /^(08|53|57P|58|40001|40P01|57014|55P03|25006|25P03)/;

// Counts come as int8; they fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A pool of connections. `onIdleError` hears of connections that broke while nobody used them. */
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
    application_name: 'lectern',
  });
  pool.on('error', onIdleError);
  pool.on('connect', (client) => {
    namePrepared(client);
    endWhenSilent(client);
    // One that breaks between two statements has nobody else to tell.
    client.on('error', onIdleError);
    // Every statement sees what was committed before it, whatever the database's own default is.
    client.query("SET default_transaction_isolation = 'read committed'").catch(onIdleError);
  });
  return new PostgresDialect({ pool });
}

const prepared = new Map<string, string>();

/**
 * Has the server keep how it carries out this statement, for each connection: for long ones that come all the time, whose planning
 * takes as long as their work. Gives the text back.
 */
export function prepareOnce(name: string, text: string): string {
  prepared.set(text, name);
  return text;
}

/** A statement that is to be kept goes by its name. */
function namePrepared(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...call: unknown[]) => Promise<unknown>;
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? prepared.get(text) : undefined;
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  }) as typeof client.query;
}

/**
 * A query that fails without a word of the server's was cut off, or waits for its answer for ever; the driver would put the next
 * one behind it. So its connection is closed before anyone hears of the failure, and the pool opens another.
 */
function endWhenSilent(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...call: unknown[]) => Promise<unknown>;
  client.query = ((...call: unknown[]) =>
    query(...call).catch(async (error) => {
      if (sqlStateOf(error) === null) await client.end();
      throw error;
    })) as typeof client.query;
}

/** Every SQLSTATE has a digit, and no code of the operating system, such as EPIPE. */
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** What the server says of an error; null where it has said nothing. */
export function sqlStateOf(error: unknown): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && SQL_STATE.test(code) ? code : null;
}

/** What a driver's error means to a caller: `unavailable`, or the error itself. */
export function translatePostgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof LecternError) return error;
  const state = sqlStateOf(error);
  const { code } = error as NodeJS.ErrnoException;
  const unavailable =
    state === null
      ? /^E[A-Z]+$/.test(code ?? '') || /connection|timeout exceeded|read timeout|not queryable/i.test(error.message)
      : UNAVAILABLE_STATES.test(state);
  return unavailable ? new LecternError('unavailable', 'The database does not answer.', { cause: error }) : error;
}
