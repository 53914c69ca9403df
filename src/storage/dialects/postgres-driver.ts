import pg, { type PoolConfig } from 'pg';

// Counts come as int8; they fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** How to connect to an address. What we need comes before what the address says, which the driver would put first. */
export function connectionTo(url: string, own: Omit<PoolConfig, 'connectionString'>): PoolConfig {
  const address = new URL(url);
  for (const name of Object.keys(own)) address.searchParams.delete(name);
  // The modes of libpq, as from the driver's next major version on: this one takes each for verify-full, and warns at every start.
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
  return { ...own, connectionString: address.href };
}

/** A connection by itself, not open yet. */
export function createClient(url: string, own: Omit<PoolConfig, 'connectionString'>): pg.Client {
  const client = new pg.Client(connectionTo(url, own));
  // Whoever waits for an answer is told by the query itself.
  client.on('error', () => {});
  return client;
}

/** Takes off whatever limits of time the server or the database sets, for work that takes as long as it takes. */
export const UNLIMITED = `SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN
  ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** The driver, as all of us use it. To be imported where PostgreSQL is used, and not before: few installations need it. */
export { pg };
