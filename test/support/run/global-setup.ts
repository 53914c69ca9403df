/**
 * Used with `node --test --test-global-setup=…`. Starts one PostgreSQL server for the whole run and passes its URL to
 * every test file in LECTERN_TEST_POSTGRES_URL, which test processes inherit. A server already named there is used
 * instead. Test files share a compile cache, and data that all of them start from is made once (see once-per-run.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Postgres, startPostgres } from '../server/postgres.ts';

const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/lectern-tests', import.meta.url));

let own: Postgres | undefined;
let folder: string | undefined;

/** Names a folder for what is made once a run, and one for what is compiled. */
export function shareFolder(): void {
  process.env.NODE_COMPILE_CACHE ??= COMPILED;
  folder = mkdtempSync(join(tmpdir(), 'lectern-run-'));
  process.env.LECTERN_TEST_RUN_FOLDER = folder;
}

export async function globalSetup(): Promise<void> {
  shareFolder();
  if (process.env.LECTERN_TEST_POSTGRES_URL) return;
  own = await startPostgres();
  process.env.LECTERN_TEST_POSTGRES_URL = own.url;
}

export async function globalTeardown(): Promise<void> {
  await own?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
