import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/**
 * Ends uncollected approvals, which are terminal logins and OAuth codes, with the session that made them. Earlier ones
 * name no session and cannot be collected: the terminal or the app asks again.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  for (const table of ['terminal_logins', 'oauth_codes']) {
    const column = `session_id ${text} REFERENCES sessions(id) ON DELETE CASCADE`;
    await sql.raw(`ALTER TABLE ${table} ADD COLUMN ${column}`).execute(db);
    await sql.raw(`CREATE INDEX ${table}_by_session ON ${table} (session_id)`).execute(db);
  }
  // For ending all uncollected approvals of a user.
  await sql`CREATE INDEX terminal_logins_by_user ON terminal_logins (user_id)`.execute(db);
}
