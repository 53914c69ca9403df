import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/**
 * Lets a terminal log in for an organization. Null, as for logins already waiting, means the user who approves it.
 * [D67]
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await sql.raw(`ALTER TABLE terminal_logins ADD COLUMN organization_id ${text}`).execute(db);
}
