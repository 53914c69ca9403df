import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/**
 * Keeps replaced secrets until their end, however many rotations follow. [D35] The credential itself stores the latest
 * one, as before; earlier ones are stored here.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, text } = columnTypes(engine);
  const statements = [
    `CREATE TABLE replaced_secrets (hash ${text} PRIMARY KEY,
       credential_id ${text} NOT NULL REFERENCES credentials(id) ON DELETE CASCADE, ends_at TEXT NOT NULL) ${keyed}`,
    'CREATE INDEX replaced_secrets_by_credential ON replaced_secrets (credential_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
