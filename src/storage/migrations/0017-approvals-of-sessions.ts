import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';

/**
 * What a session has allowed ends with it as long as nobody has collected it: the login of a terminal, and the code of an app. Those
 * from before name no session, so they cannot be collected: the terminal or the app asks once more.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const text = engine === 'sqlite' ? 'TEXT' : 'TEXT COLLATE "C"';
  for (const table of ['terminal_logins', 'oauth_codes']) {
    const column = `session_id ${text} REFERENCES sessions(id) ON DELETE CASCADE`;
    await sql.raw(`ALTER TABLE ${table} ADD COLUMN ${column}`).execute(db);
    await sql.raw(`CREATE INDEX ${table}_by_session ON ${table} (session_id)`).execute(db);
  }
  // Whatever lets somebody in ends with all that the user has allowed.
  await sql`CREATE INDEX terminal_logins_by_user ON terminal_logins (user_id)`.execute(db);
}
