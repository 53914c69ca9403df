import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates bearer credentials of open consoles, separate from permanent tokens. Each ends with its session. [D63] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, text } = columnTypes(engine);
  const statements = [
    `CREATE TABLE console_credentials (id ${text} PRIMARY KEY, hash ${text} NOT NULL UNIQUE,
       session_id ${text} NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
       user_id ${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
       organization_id ${text} REFERENCES organizations(id) ON DELETE CASCADE,
       created_at ${text} NOT NULL, expires_at ${text} NOT NULL) ${keyed}`,
    'CREATE INDEX console_credentials_by_session ON console_credentials (session_id)',
    'CREATE INDEX console_credentials_by_user ON console_credentials (user_id)',
    'CREATE INDEX console_credentials_by_organization ON console_credentials (organization_id)',
    'CREATE INDEX console_credentials_by_end ON console_credentials (expires_at)',
  ];
  if (engine === 'postgres') {
    // Notifies every node with the commit, as for other ends of authority. A session deletes its credentials by a
    // cascade.
    statements.push(`CREATE TRIGGER console_credentials_authority AFTER DELETE ON console_credentials FOR EACH ROW
      EXECUTE FUNCTION lectern_authority_changed()`);
  }
  for (const statement of statements) await sql.raw(statement).execute(db);
}
