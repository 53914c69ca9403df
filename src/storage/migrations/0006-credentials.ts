import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Adds replaced secrets, which keep working for a while, and the last use of a credential. [D35], [D37] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, text } = columnTypes(engine);
  const statements = [
    `ALTER TABLE credentials ADD COLUMN previous_hash ${text}`,
    'ALTER TABLE credentials ADD COLUMN previous_ends_at TEXT',
    'CREATE UNIQUE INDEX credentials_by_previous_hash ON credentials (previous_hash)',
    // In a separate table: a write to the credentials would make every node invalidate its cache of authority.
    `CREATE TABLE credential_uses (credential_id ${text} PRIMARY KEY REFERENCES credentials(id) ON DELETE CASCADE,
       last_used_at TEXT NOT NULL) ${keyed}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
