/**
 * For `node --test --test-global-setup=…`: one PostgreSQL server for the whole run, named to every test file by
 * LECTERN_TEST_POSTGRES_URL, which test processes inherit. A server named there beforehand is used as it is.
 */
import { type Postgres, startPostgres } from './postgres.ts';

let own: Postgres | undefined;

export async function globalSetup(): Promise<void> {
  if (process.env.LECTERN_TEST_POSTGRES_URL) return;
  own = await startPostgres();
  process.env.LECTERN_TEST_POSTGRES_URL = own.url;
}

export async function globalTeardown(): Promise<void> {
  await own?.stop();
}
