import pg, { type PoolConfig } from 'pg';

// Counts are int8, but fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

type Own = Omit<PoolConfig, 'connectionString' | 'ssl'>;

/**
 * Returns the driver's configuration for a database URL. `own` options take precedence over parameters of the URL,
 * which the driver would otherwise prefer.
 */
export function toPoolConfig(url: string, own: Own): PoolConfig {
  // A literal percent sign would make the driver encode the whole URL again.
  const parsed = new URL(url.replace(/%(?![\da-f]{2})/gi, '%25'));
  const parameters = parsed.searchParams;
  for (const name of Object.keys(own)) parameters.delete(name);
  if (parameters.get('sslrootcert') === 'system') {
    parameters.delete('sslrootcert');
    parameters.set('sslmode', 'verify-full');
  }
  // Uses libpq's SSL modes, as the driver's next major version does. The current one treats each mode as verify-full,
  // and warns at every start.
  if (parameters.has('sslmode')) parameters.set('uselibpqcompat', 'true');
  // Without these, the driver would read them from the environment if the URL does not set them.
  return { ssl: false, sslnegotiation: 'postgres', ...own, connectionString: parsed.href };
}

/** Creates a single connection, not yet open. */
export function createPostgresClient(url: string, own: Own): pg.Client {
  const client = new pg.Client(toPoolConfig(url, own));
  // Ignored: a failing query reports the error itself.
  client.on('error', () => {});
  return client;
}

/** Returns the host of a database URL, and whether its connection is encrypted and verified. Does not connect. */
export function inspectConnection(url: string) {
  const client = createPostgresClient(url, {});
  // The declared type is narrower than the actual value.
  const ssl = client.ssl as PoolConfig['ssl'];
  const verified = typeof ssl === 'object' ? ssl.rejectUnauthorized !== false : ssl === true;
  return { host: client.host, encrypted: Boolean(ssl), verified };
}

/** Disables time limits of the server and the database, for work of unlimited duration. */
export const DISABLE_TIMEOUTS = `SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN
  ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** The configured driver. Import this module only where PostgreSQL is used: most installations do not need it. */
export { pg };
