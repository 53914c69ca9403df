import pg, { type PoolConfig } from 'pg';

// Counts come as int8; they fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

type Own = Omit<PoolConfig, 'connectionString' | 'ssl'>;

/** How to connect to an address. What we need comes before what the address says, which the driver would put first. */
export function toPoolConfig(url: string, own: Own): PoolConfig {
  // A percent sign that stands for itself would have the driver encode the whole address once more.
  const address = new URL(url.replace(/%(?![\da-f]{2})/gi, '%25'));
  const parameters = address.searchParams;
  for (const name of Object.keys(own)) parameters.delete(name);
  if (parameters.get('sslrootcert') === 'system') {
    parameters.delete('sslrootcert');
    parameters.set('sslmode', 'verify-full');
  }
  // The modes of libpq, as from the driver's next major version on: this one takes each for verify-full, and warns at every start.
  if (parameters.has('sslmode')) parameters.set('uselibpqcompat', 'true');
  // Where the address says nothing of these, the driver would look in the environment.
  return { ssl: false, sslnegotiation: 'postgres', ...own, connectionString: address.href };
}

/** A connection by itself, not open yet. */
export function createPostgresClient(url: string, own: Own): pg.Client {
  const client = new pg.Client(toPoolConfig(url, own));
  // Whoever waits for an answer is told by the query itself.
  client.on('error', () => {});
  return client;
}

/** Where an address leads, and how well what goes there is kept from others. Connects nothing. */
export function inspectConnection(url: string) {
  const client = createPostgresClient(url, {});
  // Its type knows less than it holds.
  const ssl = client.ssl as PoolConfig['ssl'];
  const verified = typeof ssl === 'object' ? ssl.rejectUnauthorized !== false : ssl === true;
  return { host: client.host, encrypted: Boolean(ssl), verified };
}

/** Takes off whatever limits of time the server or the database sets, for work that takes as long as it takes. */
export const DISABLE_TIMEOUTS = `SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN
  ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** The driver, as all of us use it. To be imported where PostgreSQL is used, and not before: few installations need it. */
export { pg };
